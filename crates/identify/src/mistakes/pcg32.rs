//! Mistakes in PCG32.

use super::side::{General, Side, number, numbers, pieces, rows, whole, word};
use generators::catalogue::Stream;
use generators::definition::Constant;
use generators::pcg32::{MULTIPLIER, SHIFTS, advanced, word_of};

/// Everything that ports get wrong.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) general: General,
    /// How the two arguments of `srandom`, or of `raw`, are used.
    arguments: fn(u64, u64) -> (u64, u64),
    /// From initseq to the increment.
    increment: fn(u64) -> u64,
    /// The increment as a step adds it.
    added: fn(u64) -> u64,
    /// The state after seeding, from a step, the state before, and initstate.
    seeded: fn(&dyn Fn(u64) -> u64, u64, u64) -> u64,
    /// The state times the multiplier.
    times: fn(&General, u64) -> u64,
    /// A word, from the states before and after the step.
    word: fn(&General, u64, u64) -> i128,
    /// A number below a bound, from words.
    below: fn(&mut dyn FnMut() -> i128, i128) -> i128,
    /// How the number of steps to advance is used.
    delta: fn(u64) -> u64,
}

pub(super) const CONSTANTS: &[Constant] = &[
    Constant::factor("multiplier", MULTIPLIER, 64),
    Constant::shift("first shift of a word", SHIFTS[0], 64),
    Constant::shift("second shift of a word", SHIFTS[1], 64),
    Constant::shift("shift to the rotation", SHIFTS[2], 64),
];

pub(super) const RIGHT: Parts = Parts {
    general: General::right(CONSTANTS),
    arguments: |initstate, initseq| (initstate, initseq),
    increment: |initseq| initseq << 1 | 1,
    added: |inc| inc | 1,
    seeded: |step, _, initstate| step(step(0).wrapping_add(initstate)),
    times: |general, state| {
        let factor = general.value(0);
        general.arithmetic.product(state.into(), factor, 0, 64) as u64
    },
    word: |general, state, _| word_of(state, general.values(1)).into(),
    below: |next, bound| not_below((1 << 32) % bound, next) % bound,
    delta: |delta| delta,
};

/// PCG32 in the state `PCG32_INITIALIZER`, whatever its seed.
pub(super) const NEVER_SEEDED: Parts = Parts {
    increment: |_| 0xda3e_39cb_94b9_5bdb,
    seeded: |_, _, _| 0x853c_49e6_748f_ea9b,
    ..RIGHT
};

/// The state xored with itself shifted right by 18, from bit 27 on.
const fn xsh(state: u64) -> u32 {
    (((state >> 18) ^ state) >> 27) as u32
}

fn right_word(state: u64) -> i128 {
    word_of(state, SHIFTS).into()
}

fn rotated(word: u32, by: u64) -> i128 {
    word.rotate_right(by as u32 % 32).into()
}

/// A word of 64 bits rotated by the highest bits of the state, as one of 32.
fn wide_rotated(word: u64, state: u64) -> u64 {
    let by = (state >> 59) as u32;
    word >> by | word << (by.wrapping_neg() & 31)
}

/// The first word that is at least `least`. Since a mistake may reject nearly all words, it gives up after 1000.
fn not_below(least: i128, next: &mut dyn FnMut() -> i128) -> i128 {
    (0..1000)
        .map(|_| next())
        .find(|&word| word >= least)
        .unwrap_or(least)
}

rows! {
    &["pcg32", "permutation"] => {
        "no-seeding-steps", "your seeding sets state = initstate. It should start at 0, step, add initstate, then step again":
            seeded = |_, _, initstate| initstate;
        "no-second-seeding-step", "the seeding lacks the step after initstate is added":
            seeded = |step, _, initstate| step(0).wrapping_add(initstate);
        "no-first-seeding-step", "the seeding lacks the step before initstate is added, or assigns initstate in place of adding it":
            seeded = |step, _, initstate| step(initstate);
        "state-kept-at-seeding", "srandom does not set state to 0 first, so a second seeding depends on what came before":
            seeded = |step, before, initstate| step(step(before).wrapping_add(initstate));
        "seeds-exchanged", "initstate and initseq have changed places":
            arguments = |initstate, initseq| (initseq, initstate);
        "increment-not-shifted", "the increment is initseq | 1: it must be (initseq << 1) | 1":
            increment = |initseq| initseq | 1;
        "increment-is-initseq", "the increment is initseq as it is, not made odd: it must be (initseq << 1) | 1":
            increment = |initseq| initseq, added = |inc| inc;
        "increment-even", "the increment is initseq << 1, which is even: the | 1 is missing":
            increment = |initseq| initseq << 1, added = |inc| inc;
    }
    &["pcg32", "haskell", "permutation"] => {
        "increment-added-as-it-is", "a step adds the increment as it is: if it may be even, the step must add inc | 1":
            added = |inc| inc;
        "increment-left-out", "a step adds 1, whatever the increment: initseq has no effect":
            added = |_| 1;
        "increment-fixed", "a step adds 1442695040888963407 (PCG's default), whatever the increment: initseq has no effect":
            added = |_| 1_442_695_040_888_963_407;
        "product-without-carry", "a product made from halves lacks the carry from the product of the low halves":
            times = |_, state| without_carry(state);
        "word-of-new-state", "a word is made from the state after the step: it must be made from the state before it":
            word = |_, _, new| right_word(new);
        "arithmetic-shift", "state >> 18 is an arithmetic shift: it must be a logical shift of an unsigned state":
            word = |_, state, _| rotated(((state.cast_signed() >> 18).cast_unsigned() ^ state).wrapping_shr(27) as u32, state >> 59);
        "rotated-left", "the word is rotated left: it must be rotated right":
            word = |_, state, _| xsh(state).rotate_left((state >> 59) as u32).into();
        "not-rotated", "the word is not rotated":
            word = |_, state, _| xsh(state).into();
        "rotation-by-32-gives-0", "when the rotation is 0, the other shift is by 32 and not masked to 0, so the word is lost":
            word = |_, state, _| if state >> 59 == 0 { 0 } else { right_word(state) };
        "xorshift-grouped-otherwise", "the state is shifted by 27 before the xor: ((state >> 18) ^ state) >> 27 is meant":
            word = |_, state, _| rotated(((state >> 18) ^ (state >> 27)) as u32, state >> 59);
        "words-wider-before-rotation", "the shifted state is not cut to 32 bits before it is rotated, so the five bits above leak in":
            word = |_, state, _| (wide_rotated((state >> 18 ^ state) >> 27, state) & 0xffff_ffff).into();
    }
    &["pcg32"] => {
        "words-wider-than-32-bits", "the word is cut to 32 bits before it is rotated, but not after: the left shift makes it wider":
            word = |_, state, _| wide_rotated(xsh(state).into(), state).into();
        "never-rejects",
        "boundedrand never rejects a word: % alone, or a threshold of 0, which -A mod A is for wide or signed numbers; it must be (2^32 \
        - A) mod A":
            below = |next, bound| next() % bound;
        "threshold-of-all-ones", "the threshold of boundedrand is (2^32 - 1) % bound: it must be 2^32 % bound":
            below = |next, bound| not_below(((1 << 32) - 1) % bound, next) % bound;
        "threshold-rejected", "boundedrand rejects the word that equals the threshold: >= is meant, not >":
            below = |next, bound| not_below((1 << 32) % bound + 1, next) % bound;
        "bound-included", "boundedrand gives numbers up to and including the bound: the bound must be excluded":
            below = |next, bound| (RIGHT.below)(next, bound + 1);
        "from-one", "boundedrand counts from 1: it must count from 0":
            below = |next, bound| (RIGHT.below)(next, bound) + 1;
        "bound-of-one-takes-no-word", "boundedrand(1) takes no word: it must take one":
            below = |next, bound| if bound == 1 { 0 } else { (RIGHT.below)(next, bound) };
        "bound-lost", "boundedrand ignores its bound, and shows a whole word":
            below = |next, _| next();
        "bound-lost-and-signed", "boundedrand ignores its bound, and shows a whole signed word":
            below = |next, _| i128::from(next() as u32 as i32);
        "remainder-signed", "boundedrand takes the remainder of a signed word":
            below = |next, bound| i128::from(not_below((1 << 32) % bound, next) as u32 as i32) % bound;
        "advance-of-32-bits", "advance cuts the number of steps to 32 bits: it has 64":
            delta = |delta| delta & 0xffff_ffff;
    }
}

fn without_carry(state: u64) -> u64 {
    let (high, low) = (state >> 32, state & 0xffff_ffff);
    let (by_high, by_low) = (MULTIPLIER >> 32, MULTIPLIER & 0xffff_ffff);
    let above = high
        .wrapping_mul(by_low)
        .wrapping_add(low.wrapping_mul(by_high));
    above << 32 | (low.wrapping_mul(by_low) & 0xffff_ffff)
}

pub(super) struct Pcg {
    parts: Parts,
    pub(super) state: u64,
    pub(super) inc: u64,
}

impl Pcg {
    pub(super) const fn new(parts: Parts) -> Self {
        Self {
            parts,
            state: 0,
            inc: 0,
        }
    }

    fn stepped(&self, state: u64) -> u64 {
        let Parts { general, times, .. } = &self.parts;
        times(general, state).wrapping_add((self.parts.added)(self.inc))
    }

    pub(super) fn srandom(&mut self, initstate: u64, initseq: u64) {
        let general = &self.parts.general;
        let (initstate, initseq) = (general.used_seed(initstate), (general.seed)(initseq));
        let (initstate, initseq) = (self.parts.arguments)(initstate, initseq);
        self.inc = (self.parts.increment)(initseq);
        self.state = (self.parts.seeded)(&|state| self.stepped(state), self.state, initstate);
        for _ in 0..self.parts.general.skipped {
            self.state = self.stepped(self.state);
        }
    }

    pub(super) fn next(&mut self) -> i128 {
        let old = self.state;
        self.state = self.stepped(old);
        let Parts { general, word, .. } = &self.parts;
        (general.word)(word(general, old, self.state), 32)
    }

    fn advance(&mut self, delta: u64) {
        let mult = (self.parts.times)(&self.parts.general, 1);
        let plus = (self.parts.added)(self.inc);
        self.state = advanced(self.state, mult, plus, delta);
    }

    fn apply(&mut self, op: &str) -> Option<Vec<String>> {
        let (name, arguments) = pieces(op);
        match (name, &arguments[..]) {
            ("srandom", &[initstate, initseq]) => self.srandom(word(initstate)?, word(initseq)?),
            ("raw", &[state, inc]) => (self.state, self.inc) = (word(state)?, word(inc)?),
            ("random", []) => return number(self.next()),
            ("randoms", &[count]) => return numbers(count, || self.next()),
            ("boundedrand", &[bound]) => {
                let bound = whole(bound).filter(|&bound| bound > 0)?;
                let Parts { general, below, .. } = self.parts;
                let other = general.below(32, bound, || self.next());
                return number(other.unwrap_or_else(|| below(&mut || self.next(), bound)));
            }
            ("advance", &[delta]) => self.advance((self.parts.delta)(word(delta)?)),
            ("step_back", []) => self.advance(u64::MAX),
            _ => return None,
        }
        number(self.state)
    }
}

pub(super) fn side(parts: Parts) -> Side {
    let mut pcg = Pcg::new(parts);
    Box::new(move |op| pcg.apply(op))
}

/// The words, seeded as the subject's word stream is: on stream 54.
pub(super) fn words(parts: Parts, seed: u64) -> Stream {
    let mut pcg = Pcg::new(parts);
    pcg.srandom(seed, 54);
    Box::new(move || pcg.next() as u64)
}
