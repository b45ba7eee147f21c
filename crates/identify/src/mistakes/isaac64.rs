//! Mistakes in ISAAC-64 as `NetHack` seeds it.

use super::{Side, number, numbers, parts, rows, whole};
use generators::catalogue::Stream;

const SIZE: usize = 256;

/// Everything that ports get wrong.
#[derive(Clone, Copy)]
pub(super) struct Knobs {
    /// What becomes of the seed.
    key: fn(u64) -> u64,
    /// What the eight words begin with.
    golden: u64,
    /// How often they are mixed at first.
    warmed: usize,
    /// How often memory is mixed.
    rounds: usize,
    /// A shift to the right in mixing and in a block.
    right: fn(u64, u32) -> u64,
    /// What counts blocks adds.
    counts: u64,
    /// From the word at a place to an index, by shifts of 3 and 11.
    index: fn(u64, u32) -> usize,
    /// Whether the first of a block's steps inverts.
    inverts: bool,
    /// The place of the result that is handed out, if so many are left.
    place: fn(usize) -> usize,
    /// How many blocks are made and thrown away.
    skipped: usize,
    /// The word that is shown.
    shown: fn(u64) -> u64,
    /// From a word to a number below a bound.
    below: fn(u64, u64) -> u64,
    /// What `rnd` adds to it.
    from: u64,
}

pub(super) const RIGHT: Knobs = Knobs {
    key: |key| key,
    golden: 0x9e37_79b9_7f4a_7c13,
    warmed: 4,
    rounds: 2,
    right: |x, by| x >> by,
    counts: 1,
    index: |x, by| (x >> by) as usize % SIZE,
    inverts: true,
    place: |left| left,
    skipped: 0,
    shown: |word| word,
    below: |word, bound| word % bound,
    from: 1,
};

rows! {
    "first-result-first", "a block is handed out from its beginning: it must be from its end", ["isaac64"]: place = |left| SIZE - 1 - left;
    "block-thrown-away", "the block that seeding makes is thrown away: it must be handed out", ["isaac64"]: skipped = 1;
    "mixed-once", "memory is mixed once: it must be mixed twice, as with a seed", ["isaac64"]: rounds = 1;
    "not-mixed-first", "the eight words are not mixed before memory is: they must be mixed four times", ["isaac64"]: warmed = 0;
    "golden-ratio-of-32-bits", "the eight words begin with 0x9e3779b9, of the 32-bit ISAAC: it must be 0x9e3779b97f4a7c13", ["isaac64"]: golden = 0x9e37_79b9;
    "golden-ratio-of-splitmix", "the eight words begin with 0x9e3779b97f4a7c15: it must end in 13", ["isaac64"]: golden = 0x9e37_79b9_7f4a_7c15;
    "arithmetic-shift", "shifts to the right keep the sign: they must be logical", ["isaac64"]: right = |x, by| (x.cast_signed() >> by).cast_unsigned();
    "no-count", "the count of blocks is not added to b", ["isaac64"]: counts = 0;
    "not-inverted", "the first of four steps does not invert: it is ~(a ^ (a << 21))", ["isaac64"]: inverts = false;
    "index-not-shifted", "memory is indexed by the low bits of a word: by those from bit 3, and from bit 11", ["isaac64"]: index = |x, _| x as usize % SIZE;
    "index-of-32-bit-isaac", "memory is indexed by the bits from 2 and 10, as in the 32-bit ISAAC: from 3 and 11 here", ["isaac64"]: index = |x, by| (x >> (by - 1)) as usize % SIZE;
    "seed-of-32-bits", "the seed is cut to 32 bits: it has 64", ["isaac64"]: key = |key| key & 0xffff_ffff;
    "seed-bytes-reversed", "the bytes of the seed come the highest first: it must be the lowest", ["isaac64"]: key = u64::swap_bytes;
    "seed-halves-exchanged", "the halves of the seed have changed places", ["isaac64"]: key = |key| key.rotate_left(32);
    "low-half-of-words", "a word is the low half of a result: it has 64 bits", ["isaac64"]: shown = |word| word & 0xffff_ffff;
    "high-half-of-words", "a word is the high half of a result: it has 64 bits", ["isaac64"]: shown = |word| word >> 32;
    "word-halves-exchanged", "the halves of a word have changed places", ["isaac64"]: shown = |word| word.rotate_left(32);
    "words-of-63-bits", "words lack their highest bit", ["isaac64"]: shown = |word| word & (u64::MAX >> 1);
    "rn2-of-the-low-half", "rn2 takes the remainder of 32 bits of a word: it must take that of all 64", ["isaac64"]: below = |word, bound| (word & 0xffff_ffff) % bound;
    "rn2-of-the-high-half", "rn2 takes the remainder of the high 32 bits of a word: it must take that of all 64", ["isaac64"]: below = |word, bound| (word >> 32) % bound;
    "rn2-signed", "rn2 takes the remainder of a word with a sign, and its amount", ["isaac64"]: below = |word, bound| (word.cast_signed() % bound.cast_signed()).unsigned_abs();
    "rn2-scaled", "rn2 multiplies (word / 2^64 * bound, rounded down): it must take the remainder", ["isaac64"]: below = |word, bound| ((u128::from(word) * u128::from(bound)) >> 64) as u64;
    "rn2-as-double", "rn2 takes the remainder of the word as a double, which keeps 53 bits of 64", ["isaac64"]: below = |word, bound| ((word as f64) % (bound as f64)) as u64;
    "rnd-from-0", "rnd counts from 0: it must count from 1", ["isaac64"]: from = 0;
}

struct Isaac {
    knobs: Knobs,
    memory: [u64; SIZE],
    abc: [u64; 3],
    results: [u64; SIZE],
    left: usize,
}

impl Isaac {
    fn new(knobs: Knobs, key: u64) -> Self {
        let mut isaac = Self {
            knobs,
            memory: [0; SIZE],
            abc: [0; 3],
            results: [0; SIZE],
            left: 0,
        };
        isaac.memory[0] = (knobs.key)(key);
        let mut x = [knobs.golden; 8];
        for _ in 0..knobs.warmed {
            isaac.mix(&mut x);
        }
        for place in (0..knobs.rounds * SIZE).step_by(8) {
            let place = place % SIZE;
            for (x, &word) in x.iter_mut().zip(&isaac.memory[place..]) {
                *x = x.wrapping_add(word);
            }
            isaac.mix(&mut x);
            isaac.memory[place..place + 8].copy_from_slice(&x);
        }
        for _ in 0..=knobs.skipped {
            isaac.update();
        }
        isaac
    }

    fn mix(&self, x: &mut [u64; 8]) {
        for (i, shift) in [9, 9, 23, 15, 14, 20, 17, 14].into_iter().enumerate() {
            let last = x[(i + 7) % 8];
            let shifted = if i % 2 == 0 {
                (self.knobs.right)(last, shift)
            } else {
                last << shift
            };
            x[i] = x[i].wrapping_sub(x[(i + 4) % 8]);
            x[(i + 5) % 8] ^= shifted;
            x[(i + 7) % 8] = last.wrapping_add(x[i]);
        }
    }

    fn update(&mut self) {
        let [mut a, b, c] = self.abc;
        let c = c.wrapping_add(self.knobs.counts);
        let mut b = b.wrapping_add(c);
        let Knobs { right, index, .. } = self.knobs;
        for i in 0..SIZE {
            let x = self.memory[i];
            a = match i % 4 {
                0 if self.knobs.inverts => !(a ^ a << 21),
                0 => a ^ a << 21,
                1 => a ^ right(a, 5),
                2 => a ^ a << 12,
                _ => a ^ right(a, 33),
            };
            a = a.wrapping_add(self.memory[(i + SIZE / 2) % SIZE]);
            let y = self.memory[index(x, 3)].wrapping_add(a).wrapping_add(b);
            self.memory[i] = y;
            b = self.memory[index(y, 11)].wrapping_add(x);
            self.results[i] = b;
        }
        (self.abc, self.left) = ([a, b, c], SIZE);
    }

    fn next(&mut self) -> u64 {
        if self.left == 0 {
            self.update();
        }
        self.left -= 1;
        (self.knobs.shown)(self.results[(self.knobs.place)(self.left)])
    }

    fn apply(&mut self, op: &str) -> Option<Vec<String>> {
        let (name, arguments) = parts(op);
        let Knobs { below, from, .. } = self.knobs;
        let bound = |text: &str| {
            whole(text)
                .filter(|&bound| bound > 0)
                .map(|bound| bound as u64)
        };
        match (name, &arguments[..]) {
            ("init", &[key]) => {
                *self = Self::new(self.knobs, whole(key)? as u64);
                Some(Vec::new())
            }
            ("next", []) => number(self.next()),
            ("nexts", &[count]) => numbers(count, || self.next()),
            ("rn2", &[text]) => number(below(self.next(), bound(text)?)),
            ("rnd", &[text]) => number(below(self.next(), bound(text)?) + from),
            _ => None,
        }
    }
}

pub(super) fn side(_: &str, knobs: Knobs) -> Side {
    let mut isaac = Isaac::new(knobs, 0);
    Box::new(move |op| isaac.apply(op))
}

/// Seeded as the subject's stream of words is.
pub(super) fn words(subject: &str, knobs: Knobs, seed: u64) -> Option<Stream> {
    let mut isaac = Isaac::new(knobs, seed);
    (subject == "isaac64").then(|| Box::new(move || isaac.next()) as Stream)
}
