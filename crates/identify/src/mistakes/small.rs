//! Mistakes in small generators built from shifts, rotations and products: xorshift, splitmix64, xoshiro, xoroshiro, Mulberry32.

use generators::catalogue::{Constant, Generator};

use super::model::{Model, Shown};
use super::side::{Flaw, General, flaws};

flaws! {
    BEFORE = "word-before-step", "a word is made from the state before the step: it must be made from the state after it";
    AFTER = "word-after-step", "a word is made from the state after the step: it must be made from the state before it";
    UNMULTIPLIED = "product-left-out", "the word is shown without its last product";
    HIGH_HALF_FIRST = "state-from-high-halves-first",
        "the words of the state are halves of outputs of splitmix64, the high half first: the low half must come first";
    LOW_HALVES = "state-from-low-halves",
        "each word of the state is the low half of an output of splitmix64: both halves must be taken, the low one first";
    ADVANCED = "state-from-second-output-on",
        "the state is filled from the second output of splitmix64 on: it must be filled from the first";
    REVERSED = "state-reversed", "the words of the state are filled from the last to the first";
    SEED_ITSELF = "state-begins-with-seed", "the first word of the state is the seed: all words must be outputs of splitmix64";
    MIXED_STATE_KEPT = "mixed-state-kept", "the mixed word becomes the state: the state must be the counter alone";
    SUM_FOR_XOR = "sum-for-xor", "the second product is xored in without the sum before it";
    UNCUT = "first-product-not-cut", "the first product is not cut to 64 bits: it needs a mask";
    UNMIXED = "not-mixed", "the counter is shown as it is: it must be mixed";
}

macro_rules! shifts {
    ($($name:literal $value:literal),*; $bits:literal) => {
        &[$(Constant::shift($name, $value, $bits)),*]
    };
}

const XOSHIRO_LINES: &[&str] = &[
    "s[2] ^= s[0]",
    "s[3] ^= s[1]",
    "s[1] ^= s[2]",
    "s[0] ^= s[3]",
    "s[2] ^= t",
    "s[3] = rotl(s[3])",
];
const FILLED_32: &[Flaw] = &[AFTER, HIGH_HALF_FIRST, LOW_HALVES, ADVANCED, REVERSED];
const FILLED_64: &[Flaw] = &[AFTER, ADVANCED, REVERSED, SEED_ITSELF];
const STAR: u64 = 2_685_821_657_736_338_717;

macro_rules! xoshiro {
    ($key:literal, $bits:literal, $shift:literal, $turn:literal, $($name:literal $value:literal),*; $flaws:ident, $words:ident, $word:expr) => {
        Model {
            key: $key,
            constants: &[
                Constant::shift("shift of a step", $shift, $bits),
                Constant::shift("rotation of a step", $turn, $bits),
                $(Constant::shift($name, $value, $bits)),*
            ],
            lines: XOSHIRO_LINES,
            flaws: $flaws,
            seeded: |_, general, seed| xoshiro(general, general.$words(seed), $bits, $word),
        }
    };
}

/// The models of the rows.
pub(super) const MODELS: &[Model] = &[
    Model {
        key: "xorshift32",
        constants: shifts!["first shift" 13, "second shift" 17, "third shift" 5; 32],
        lines: &["x ^= x << 13", "x ^= x >> 17", "x ^= x << 5"],
        flaws: &[BEFORE],
        seeded: |_, general, seed| xorshift(general, seed, 32, [true, false, true], 1),
    },
    Model {
        key: "xorshift64",
        constants: shifts!["first shift" 13, "second shift" 7, "third shift" 17; 64],
        lines: &["x ^= x << 13", "x ^= x >> 7", "x ^= x << 17"],
        flaws: &[BEFORE],
        seeded: |_, general, seed| xorshift(general, seed, 64, [true, false, true], 1),
    },
    Model {
        key: "xorshift64*",
        constants: &[
            Constant::shift("first shift", 12, 64),
            Constant::shift("second shift", 25, 64),
            Constant::shift("third shift", 27, 64),
            Constant::factor("multiplier", STAR, 64),
        ],
        lines: &["x ^= x >> 12", "x ^= x << 25", "x ^= x >> 27"],
        flaws: &[BEFORE, UNMULTIPLIED],
        seeded: |_, general, seed| {
            xorshift(general, seed, 64, [false, true, false], general.value(3))
        },
    },
    Model {
        key: "splitmix64",
        constants: &[
            Constant::factor("gamma", 0x9e37_79b9_7f4a_7c15, 64),
            Constant::shift("first shift", 30, 64),
            Constant::factor("first multiplier", 0xbf58_476d_1ce4_e5b9, 64),
            Constant::shift("second shift", 27, 64),
            Constant::factor("second multiplier", 0x94d0_49bb_1331_11eb, 64),
            Constant::shift("third shift", 31, 64),
        ],
        lines: &[
            "z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9",
            "z = (z ^ z >> 27) * 0x94d049bb133111eb",
            "z ^= z >> 31",
        ],
        flaws: &[BEFORE, MIXED_STATE_KEPT, UNMIXED, UNCUT],
        seeded: splitmix,
    },
    Model {
        key: "mulberry32",
        constants: &[
            Constant::factor("summand", 0x6d2b_79f5, 32),
            Constant::shift("first shift", 15, 32),
            Constant::shift("second shift", 7, 32),
            Constant::factor("second bits that are set", 61, 32),
            Constant::shift("third shift", 14, 32),
        ],
        lines: &[],
        flaws: &[BEFORE, SUM_FOR_XOR],
        seeded: mulberry,
    },
    Model {
        key: "elm-random",
        constants: &[
            Constant::factor("multiplier of a step", 1_664_525, 32),
            Constant::factor("increment", 1_013_904_223, 32),
            Constant::shift("shift to the first shift", 28, 32),
            Constant::count("summand of the first shift", 4),
            Constant::factor("multiplier of a word", 277_803_737, 32),
            Constant::shift("last shift", 22, 32),
        ],
        lines: &[],
        flaws: &[AFTER],
        seeded: |_, general, seed| elm(general, seed),
    },
    xoshiro!("xoshiro128+", 32, 9, 11,; FILLED_32, halves, plus),
    xoshiro!("xoshiro128++", 32, 9, 11, "rotation of a word" 7; FILLED_32, halves, plus_plus),
    xoshiro!("xoshiro128**", 32, 9, 11, "rotation of a word" 7; FILLED_32, halves, star_star),
    xoshiro!("xoshiro256+", 64, 17, 45,; FILLED_64, outputs, plus),
    xoshiro!("xoshiro256++", 64, 17, 45, "rotation of a word" 23; FILLED_64, outputs, plus_plus),
    xoshiro!("xoshiro256**", 64, 17, 45, "rotation of a word" 7; FILLED_64, outputs, star_star),
];

fn xorshift(general: General, seed: u64, bits: u32, left: [bool; 3], factor: u64) -> Shown {
    let (mut x, arithmetic, flaw) = (u128::from(seed), general.arithmetic, general.flaw);
    let shifts: [u64; 3] = general.values(0);
    Box::new(move || {
        let before = x;
        for line in general.lines::<3>() {
            x ^= if left[line] {
                arithmetic.left(x, shifts[line], bits)
            } else {
                arithmetic.right(x, shifts[line], bits)
            };
        }
        // A value that was not truncated within a step is truncated at its end.
        x = arithmetic.sum(x, 0, bits);
        let word = if flaw == Some(&BEFORE) { before } else { x };
        let word = if factor == 1 || flaw == Some(&UNMULTIPLIED) {
            word
        } else {
            arithmetic.product(word, factor, 0, bits)
        };
        word.cast_signed()
    })
}

fn splitmix(_: &Generator, general: General, seed: u64) -> Shown {
    let (mut x, arithmetic, flaw) = (u128::from(seed), general.arithmetic, general.flaw);
    let [gamma, first, one, second, other, third] = general.values(0);
    Box::new(move || {
        let before = x;
        x = arithmetic.sum(x, gamma.into(), 64);
        let mut z = if flaw == Some(&BEFORE) { before } else { x };
        if flaw == Some(&UNMIXED) {
            return z.cast_signed();
        }
        for line in general.lines::<3>() {
            z = match line {
                0 if flaw == Some(&UNCUT) => {
                    let mixed = z ^ arithmetic.right(z, first, 64);
                    arithmetic.whole_product(mixed, one, 0, 64)
                }
                0 => arithmetic.product(z ^ arithmetic.right(z, first, 64), one, 0, 64),
                1 => arithmetic.product(z ^ arithmetic.right(z, second, 64), other, 0, 64),
                _ => z ^ arithmetic.right(z, third, 64),
            };
        }
        if flaw == Some(&MIXED_STATE_KEPT) {
            x = z;
        }
        z.cast_signed()
    })
}

fn mulberry(_: &Generator, general: General, seed: u64) -> Shown {
    let (mut x, arithmetic, flaw) = (
        u128::from(seed & 0xffff_ffff),
        general.arithmetic,
        general.flaw,
    );
    let [summand, first, second, set, third] = general.values(0);
    Box::new(move || {
        let before = x;
        x = arithmetic.sum(x, summand.into(), 32);
        let x = if flaw == Some(&BEFORE) { before } else { x };
        let mut t = arithmetic.product(x ^ arithmetic.right(x, first, 32), x as u64 | 1, 0, 32);
        let mixed = t ^ arithmetic.right(t, second, 32);
        let product = arithmetic.product(mixed, (t as u64) | set, 0, 32);
        t ^= if flaw == Some(&SUM_FOR_XOR) {
            product
        } else {
            arithmetic.sum(t, product, 32)
        };
        (t ^ arithmetic.right(t, third, 32)).cast_signed()
    })
}

fn elm(general: General, seed: u64) -> Shown {
    let arithmetic = general.arithmetic;
    let [factor, increment, by, least, multiplier, last] = general.values(0);
    let is_after = general.has(AFTER);
    let step = move |x| arithmetic.product(x, factor, increment, 32);
    let mut x = step(arithmetic.sum(step(0), seed.into(), 32));
    Box::new(move || {
        let old = x;
        x = step(x);
        let state = if is_after { x } else { old };
        let shift = arithmetic.right(state, by, 32) as u64 + least;
        let mixed = state ^ arithmetic.right(state, shift, 32);
        let word = arithmetic.product(mixed, multiplier, 0, 32);
        (word ^ arithmetic.right(word, last, 32)).cast_signed()
    })
}

/// A function from the state to a word.
type Word = fn(&General, &[u128; 4], u32) -> u128;

fn plus(general: &General, s: &[u128; 4], bits: u32) -> u128 {
    general.arithmetic.sum(s[0], s[3], bits)
}

fn plus_plus(general: &General, s: &[u128; 4], bits: u32) -> u128 {
    let sum = plus(general, s, bits);
    general.arithmetic.sum(
        general.arithmetic.turned(sum, general.value(2), bits),
        s[0],
        bits,
    )
}

fn star_star(general: &General, s: &[u128; 4], bits: u32) -> u128 {
    let product = general.arithmetic.product(s[1], 5, 0, bits);
    general.arithmetic.product(
        general.arithmetic.turned(product, general.value(2), bits),
        9,
        0,
        bits,
    )
}

fn xoshiro(general: General, mut s: [u128; 4], bits: u32, word: Word) -> Shown {
    let arithmetic = general.arithmetic;
    let [shift, turn] = general.values(0);
    let is_after = general.has(AFTER);
    Box::new(move || {
        let before = word(&general, &s, bits);
        let t = arithmetic.left(s[1], shift, bits);
        for line in general.lines::<6>() {
            match line {
                0 => s[2] ^= s[0],
                1 => s[3] ^= s[1],
                2 => s[1] ^= s[2],
                3 => s[0] ^= s[3],
                4 => s[2] ^= t,
                _ => s[3] = arithmetic.turned(s[3], turn, bits),
            }
        }
        let shown = if is_after {
            word(&general, &s, bits)
        } else {
            before
        };
        shown.cast_signed()
    })
}

impl General {
    /// The outputs of splitmix64 that fill a state.
    fn splitmix_outputs(&self, seed: u64) -> impl FnMut() -> u64 {
        let mut next = (generators::catalogue::find("splitmix64")
            .expect("a row")
            .seeded)(seed);
        if self.has(ADVANCED) {
            next();
        }
        next
    }

    fn outputs(&self, seed: u64) -> [u128; 4] {
        let mut next = self.splitmix_outputs(seed);
        let mut state = std::array::from_fn(|i| {
            let seed = (i == 0 && self.has(SEED_ITSELF)).then_some(seed);
            seed.unwrap_or_else(&mut next).into()
        });
        if self.has(REVERSED) {
            state.reverse();
        }
        state
    }

    fn halves(&self, seed: u64) -> [u128; 4] {
        let mut next = self.splitmix_outputs(seed);
        let flaw = self.flaw;
        let mut state = [0; 4];
        if flaw == Some(&LOW_HALVES) {
            state = state.map(|_| next() & 0xffff_ffff);
        } else {
            for pair in state.chunks_exact_mut(2) {
                let word = next();
                pair.copy_from_slice(&[word & 0xffff_ffff, word >> 32]);
                if flaw == Some(&HIGH_HALF_FIRST) {
                    pair.reverse();
                }
            }
        }
        if flaw == Some(&REVERSED) {
            state.reverse();
        }
        state.map(Into::into)
    }
}
