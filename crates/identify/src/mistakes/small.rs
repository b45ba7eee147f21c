//! Mistakes in small generators built from shifts, rotations and products: xorshift, splitmix64, xoshiro, xoroshiro, Mulberry32.

use generators::catalogue::{
    ELM, Generator, MULBERRY_32, MWC_1616, MWC_1999, SPLITMIX_64, V8_MWC_1616, XORSHIFT_32,
    XORSHIFT_64, XORSHIFT_64_STAR, XOSHIRO_128, XOSHIRO_256_PLUS_PLUS, XOSHIRO_256_STAR_STAR,
    filled, halves, mulberry, mwc_word, plus, plus_plus as right_plus_plus, rxs_m_xs,
    splitmix_line, star_star, xorshift_line, xoshiro_line,
};
use generators::definition::Definition;

use super::arithmetic::Mistaken;
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
    SHIFT_OF_FIRST = "s0-shifted", "the word that is shifted to the left is s[0]: it must be s[1]";
    MADE_OF_0 = "made-of-s0", "a word is made of s[0]: it must be made of s[1]";
    MADE_OF_2 = "made-of-s2", "a word is made of s[2]: it must be made of s[1]";
    MADE_OF_3 = "made-of-s3", "a word is made of s[3]: it must be made of s[1]";
    SUM_WITH_1 = "sum-with-s1", "a word is made of s[0] + s[1]: it must be made of s[0] + s[3]";
    SUM_WITH_2 = "sum-with-s2", "a word is made of s[0] + s[2]: it must be made of s[0] + s[3]";
    NINE_FOR_SUM = "nine-for-sum", "a word is multiplied by 9 at the end: s[0] must be added to it";
    STORED_EARLY = "state-stored-before-last-line", "the state is stored before the last line of a step: it must be stored after it";
    SEED_OF_STATE = "reseeded-and-not-rotated",
        "the generator is seeded again for each word, its state as initstate and initseq, and the word is not rotated: it must be \
        seeded once, and rotate";
    UNMIXED = "not-mixed", "the counter is shown as it is: it must be mixed";
}

const XOSHIRO_LINES: &[&str] = &[
    "s[2] ^= s[0]",
    "s[3] ^= s[1]",
    "s[1] ^= s[2]",
    "s[0] ^= s[3]",
    "s[2] ^= t",
    "s[3] = rotl(s[3])",
];
/// The flaws of an output function of xoshiro in 32 bits and in 64.
macro_rules! flaws_of_output {
    ($bits_32:ident, $bits_64:ident: $($flaw:ident),*) => {
        const $bits_32: &[Flaw] =
            &[AFTER, HIGH_HALF_FIRST, LOW_HALVES, ADVANCED, REVERSED, SHIFT_OF_FIRST, $($flaw),*];
        const $bits_64: &[Flaw] = &[AFTER, ADVANCED, REVERSED, SEED_ITSELF, SHIFT_OF_FIRST, $($flaw),*];
    };
}

flaws_of_output!(PLUS_32, PLUS_64: SUM_WITH_1, SUM_WITH_2);
flaws_of_output!(PLUS_PLUS_32, PLUS_PLUS_64: SUM_WITH_1, SUM_WITH_2, NINE_FOR_SUM);
flaws_of_output!(STAR_STAR_32, STAR_STAR_64: MADE_OF_0, MADE_OF_2, MADE_OF_3);

macro_rules! mwc {
    ($key:literal, $definition:ident, sum $sum:literal) => {
        Model {
            key: $key,
            constants: $definition.constants,
            lines: &[],
            flaws: &[],
            seeded: |_, general, seed| {
                let d = general.of(32);
                let mut words = [seed & 0xffff_ffff, seed >> 32].map(u128::from);
                Box::new(move || mwc_word(&d, $sum, &mut words).cast_signed())
            },
        }
    };
}

macro_rules! xoshiro {
    ($key:literal, $bits:literal, $constants:expr, $flaws:ident, $state:ident, $output:expr) => {
        Model {
            key: $key,
            constants: $constants,
            lines: XOSHIRO_LINES,
            flaws: $flaws,
            seeded: |_, general, seed| xoshiro(general.of($bits), $state(&general, seed), $output),
        }
    };
}

/// The models of the rows.
pub(super) const MODELS: &[Model] = &[
    Model {
        key: "xorshift32",
        constants: XORSHIFT_32.constants,
        lines: &["x ^= x << 13", "x ^= x >> 17", "x ^= x << 5"],
        flaws: &[BEFORE, STORED_EARLY],
        seeded: |_, general, seed| xorshift(general.of(32), true, seed, None),
    },
    Model {
        key: "xorshift64",
        constants: XORSHIFT_64.constants,
        lines: &["x ^= x << 13", "x ^= x >> 7", "x ^= x << 17"],
        flaws: &[BEFORE, STORED_EARLY],
        seeded: |_, general, seed| xorshift(general.of(64), true, seed, None),
    },
    Model {
        key: "xorshift64*",
        constants: XORSHIFT_64_STAR.constants,
        lines: &["x ^= x >> 12", "x ^= x << 25", "x ^= x >> 27"],
        flaws: &[BEFORE, STORED_EARLY, UNMULTIPLIED],
        seeded: |_, general, seed| {
            let factor = (!general.has(UNMULTIPLIED)).then(|| general.value(3));
            xorshift(general.of(64), false, seed, factor)
        },
    },
    Model {
        key: "splitmix64",
        constants: SPLITMIX_64.constants,
        lines: &[
            "z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9",
            "z = (z ^ z >> 27) * 0x94d049bb133111eb",
            "z ^= z >> 31",
        ],
        flaws: &[BEFORE, MIXED_STATE_KEPT, UNMIXED, UNCUT],
        seeded: |_, general, seed| splitmix(general.of(64), seed),
    },
    Model {
        key: "mulberry32",
        constants: MULBERRY_32.constants,
        lines: &[],
        flaws: &[BEFORE, SUM_FOR_XOR],
        seeded: |_, general, seed| mulberry_32(general.of(32), seed),
    },
    Model {
        key: "elm-random",
        constants: ELM.constants,
        lines: &[],
        flaws: &[AFTER],
        seeded: |_, general, seed| elm(general.of(32), seed),
    },
    mwc!("mwc1616", MWC_1616, sum false),
    mwc!("v8-mwc1616", V8_MWC_1616, sum false),
    mwc!("mwc-1999", MWC_1999, sum true),
    Model {
        key: "pcg64",
        constants: &[],
        lines: &[],
        flaws: &[SEED_OF_STATE],
        seeded: pcg_64,
    },
    xoshiro!(
        "xoshiro128+",
        32,
        XOSHIRO_128.constants.split_at(2).0,
        PLUS_32,
        of_halves,
        plus
    ),
    xoshiro!(
        "xoshiro128++",
        32,
        XOSHIRO_128.constants,
        PLUS_PLUS_32,
        of_halves,
        plus_plus
    ),
    xoshiro!(
        "xoshiro128**",
        32,
        XOSHIRO_128.constants,
        STAR_STAR_32,
        of_halves,
        |d, s| star_star(d, s[1])
    ),
    xoshiro!(
        "xoshiro256+",
        64,
        XOSHIRO_256_STAR_STAR.constants.split_at(2).0,
        PLUS_64,
        of_outputs,
        plus
    ),
    xoshiro!(
        "xoshiro256++",
        64,
        XOSHIRO_256_PLUS_PLUS.constants,
        PLUS_PLUS_64,
        of_outputs,
        plus_plus
    ),
    xoshiro!(
        "xoshiro256**",
        64,
        XOSHIRO_256_STAR_STAR.constants,
        STAR_STAR_64,
        of_outputs,
        |d, s| star_star(d, s[1])
    ),
];

fn xorshift(d: Mistaken, is_left_first: bool, seed: u64, factor: Option<u64>) -> Shown {
    let mut x = u128::from(seed);
    Box::new(move || {
        let before = x;
        let mut stored = None;
        for (place, line) in d.general.lines::<3>().enumerate() {
            if place == 2 && d.general.has(STORED_EARLY) {
                stored = Some(x);
            }
            x = xorshift_line(&d, is_left_first, line, x);
        }
        // A value that was not truncated within a step is truncated at its end.
        x = d.add(x, 0);
        let word = if d.general.has(BEFORE) { before } else { x };
        x = stored.unwrap_or(x);
        factor
            .map_or(word, |factor| d.multiply(word, factor))
            .cast_signed()
    })
}

fn splitmix(d: Mistaken, seed: u64) -> Shown {
    let mut x = u128::from(seed);
    Box::new(move || {
        let before = x;
        x = d.add(x, d.constant(0).into());
        let mut z = if d.general.has(BEFORE) { before } else { x };
        if d.general.has(UNMIXED) {
            return z.cast_signed();
        }
        for line in d.general.lines::<3>() {
            z = if line == 0 && d.general.has(UNCUT) {
                let mixed = z ^ d.shift_right(z, d.constant(1));
                d.multiply_uncut(mixed, d.constant(2), 0)
            } else {
                splitmix_line(&d, line, z)
            };
        }
        if d.general.has(MIXED_STATE_KEPT) {
            x = z;
        }
        z.cast_signed()
    })
}

fn mulberry_32(d: Mistaken, seed: u64) -> Shown {
    let mut x = u128::from(seed & 0xffff_ffff);
    Box::new(move || {
        let before = x;
        x = d.add(x, d.constant(0).into());
        let counter = if d.general.has(BEFORE) { before } else { x };
        let word = mulberry(&d, counter, |t, product| {
            if d.general.has(SUM_FOR_XOR) {
                product
            } else {
                d.add(t, product)
            }
        });
        word.cast_signed()
    })
}

fn pcg_64(row: &'static Generator, general: General, seed: u64) -> Shown {
    if !general.has(SEED_OF_STATE) {
        let mut stream = (row.seeded)(seed);
        return Box::new(move || stream().into());
    }
    // The crate nanorand makes each word so.
    let mut seed = u128::from(seed);
    Box::new(move || {
        let increment = seed << 1 | 1;
        let step = |state: u128| state.wrapping_mul(PCG_64).wrapping_add(increment);
        seed = step(step(increment.wrapping_add(seed)));
        i128::from((seed >> 64) as u64 ^ seed as u64)
    })
}

/// The multiplier of PCG64.
const PCG_64: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

fn elm(d: Mistaken, seed: u64) -> Shown {
    let step = move |x| d.multiply_add(x, d.constant(0), d.constant(1));
    let mut x = step(d.add(step(0), seed.into()));
    Box::new(move || {
        let old = x;
        x = step(x);
        rxs_m_xs(&d, if d.general.has(AFTER) { x } else { old }).cast_signed()
    })
}

/// A function from the state to a word.
type Output = fn(&Mistaken, &[u128; 4]) -> u128;

fn xoshiro(d: Mistaken, mut s: [u128; 4], output: Output) -> Shown {
    Box::new(move || {
        let before = output(&d, &words_read(&d, s));
        let is_first = d.general.has(SHIFT_OF_FIRST);
        let shifted = d.shift_left(s[usize::from(!is_first)], d.constant(0));
        for line in d.general.lines::<6>() {
            xoshiro_line(&d, line, shifted, &mut s);
        }
        let shown = if d.general.has(AFTER) {
            output(&d, &s)
        } else {
            before
        };
        shown.cast_signed()
    })
}

/// The words of a state in the places from which an output function reads them.
fn words_read(d: &Mistaken, mut s: [u128; 4]) -> [u128; 4] {
    match d.general.flaw {
        Some(&MADE_OF_0) => s[1] = s[0],
        Some(&MADE_OF_2) => s[1] = s[2],
        Some(&MADE_OF_3) => s[1] = s[3],
        Some(&SUM_WITH_1) => s[3] = s[1],
        Some(&SUM_WITH_2) => s[3] = s[2],
        _ => {}
    }
    s
}

/// The output function `++`.
fn plus_plus(d: &Mistaken, s: &[u128; 4]) -> u128 {
    if d.general.has(NINE_FOR_SUM) {
        return d.multiply(d.rotate_left(plus(d, s), d.constant(2)), 9);
    }
    right_plus_plus(d, s)
}

/// The seed from which splitmix64 fills the state.
fn filling_seed(general: &General, seed: u64) -> u64 {
    if general.has(ADVANCED) {
        seed.wrapping_add(SPLITMIX_64.constant(0))
    } else {
        seed
    }
}

/// A state of outputs of splitmix64.
fn of_outputs(general: &General, seed: u64) -> [u128; 4] {
    let mut state = filled(filling_seed(general, seed));
    if general.has(SEED_ITSELF) {
        state.rotate_right(1);
        state[0] = seed;
    }
    if general.has(REVERSED) {
        state.reverse();
    }
    state.map(u128::from)
}

/// A state of halves of outputs of splitmix64.
fn of_halves(general: &General, seed: u64) -> [u128; 4] {
    let seed = filling_seed(general, seed);
    let mut state = halves(seed);
    if general.has(LOW_HALVES) {
        state = filled(seed).map(|output| output as u32);
    }
    if general.has(HIGH_HALF_FIRST) {
        state = [state[1], state[0], state[3], state[2]];
    }
    if general.has(REVERSED) {
        state.reverse();
    }
    state.map(u128::from)
}
