//! Mistakes in PCG32.

use super::{Side, haskell, number, numbers, parts, permutation, rows, whole};
use generators::catalogue::Stream;

/// Knuth's multiplier.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

/// Everything that ports get wrong.
#[derive(Clone, Copy)]
pub(super) struct Knobs {
    /// What becomes of the two arguments of `srandom`, and of those of `raw`.
    arguments: fn(u64, u64) -> (u64, u64),
    /// From initseq to the increment.
    increment: fn(u64) -> u64,
    /// The increment as a step adds it.
    added: fn(u64) -> u64,
    /// From a step, the state before seeding and initstate, to the state after it.
    seeded: fn(&dyn Fn(u64) -> u64, u64, u64) -> u64,
    /// The product with the multiplier.
    times: fn(u64) -> u64,
    /// The sum with the increment.
    plus: fn(u64, u64) -> u64,
    /// A word, from the states before and after the step.
    word: fn(u64, u64) -> i128,
    /// A number below a bound, from words.
    below: fn(&mut dyn FnMut() -> i128, i128) -> i128,
    /// What becomes of the steps to advance by.
    delta: fn(u64) -> u64,
    /// Whether `advance` squares the multiplier before it uses it for the increment.
    squares_first: bool,
}

pub(super) const RIGHT: Knobs = Knobs {
    arguments: |initstate, initseq| (initstate, initseq),
    increment: |initseq| initseq << 1 | 1,
    added: |inc| inc | 1,
    seeded: |step, _, initstate| step(step(0).wrapping_add(initstate)),
    times: |state| state.wrapping_mul(MULTIPLIER),
    plus: u64::wrapping_add,
    word: |state, _| right_word(state),
    below: |next, bound| not_below((1 << 32) % bound, next) % bound,
    delta: |delta| delta,
    squares_first: false,
};

/// The state xored with itself shifted by 18, from bit 27 on.
const fn xsh(state: u64) -> u32 {
    (((state >> 18) ^ state) >> 27) as u32
}

fn right_word(state: u64) -> i128 {
    rotated(xsh(state), state >> 59)
}

fn rotated(word: u32, by: u64) -> i128 {
    word.rotate_right(by as u32).into()
}

/// A word from 64 bits whose lowest 37 are not cut to 32 before they are rotated.
fn rotated_wide(state: u64) -> u64 {
    let (wide, by) = (((state >> 18) ^ state) >> 27, (state >> 59) as u32);
    wide >> by | wide << (by.wrapping_neg() & 31)
}

/// The first word that is at least this. A mistake may reject nearly all of them: not for ever.
fn not_below(least: i128, next: &mut dyn FnMut() -> i128) -> i128 {
    (0..1000)
        .map(|_| next())
        .find(|&word| word >= least)
        .unwrap_or(least)
}

rows! {
    "no-seeding-steps", "your seeding sets state = initstate. It should start at 0, step, add initstate, then step again", ["pcg32", "permutation"]: seeded = |_, _, initstate| initstate;
    "no-second-seeding-step", "the seeding lacks the step after initstate is added", ["pcg32", "permutation"]: seeded = |step, _, initstate| step(0).wrapping_add(initstate);
    "no-first-seeding-step", "the seeding lacks the step before initstate is added, or assigns initstate in place of adding it", ["pcg32", "permutation"]: seeded = |step, _, initstate| step(initstate);
    "both-seeding-steps-first", "initstate is added after both steps of the seeding, not between them", ["pcg32", "permutation"]: seeded = |step, _, initstate| step(step(0)).wrapping_add(initstate);
    "both-seeding-steps-last", "initstate is added before both steps of the seeding, not between them", ["pcg32", "permutation"]: seeded = |step, _, initstate| step(step(initstate));
    "third-seeding-step", "the seeding makes a step too many: three for two", ["pcg32", "permutation"]: seeded = |step, _, initstate| step(step(step(0).wrapping_add(initstate)));
    "state-kept-at-seeding", "srandom does not set state to 0 first, so a second seeding depends on what came before", ["pcg32", "permutation"]: seeded = |step, before, initstate| step(step(before).wrapping_add(initstate));
    "seeds-exchanged", "initstate and initseq have changed places", ["pcg32", "permutation"]: arguments = |initstate, initseq| (initseq, initstate);
    "seeds-of-32-bits", "initstate and initseq are cut to 32 bits: they have 64", ["pcg32", "permutation"]: arguments = |initstate, initseq| (initstate & 0xffff_ffff, initseq & 0xffff_ffff);
    "seeds-as-doubles", "initstate and initseq pass through doubles, which keep 53 bits of 64", ["pcg32"]: arguments = |initstate, initseq| (double(initstate), double(initseq));
    "increment-not-shifted", "the increment is initseq | 1: it must be (initseq << 1) | 1", ["pcg32", "permutation"]: increment = |initseq| initseq | 1;
    "increment-is-initseq", "the increment is initseq as it is, not made odd: it must be (initseq << 1) | 1", ["pcg32", "permutation"]: increment = |initseq| initseq, added = |inc| inc;
    "increment-even", "the increment is initseq << 1, which is even: the | 1 is missing", ["pcg32", "permutation"]: increment = |initseq| initseq << 1, added = |inc| inc;
    "increment-added-as-it-is", "a step adds the increment as it is: where it may be even it must be inc | 1", ["pcg32", "haskell", "permutation"]: added = |inc| inc;
    "increment-left-out", "a step adds 1, whatever the increment: initseq has no effect", ["pcg32", "haskell", "permutation"]: added = |_| 1;
    "increment-fixed", "a step adds 1442695040888963407 (PCG's default), whatever the increment: initseq has no effect", ["pcg32", "haskell", "permutation"]: added = |_| 1_442_695_040_888_963_407;
    "multiplier-decimal-as-hexadecimal", "the digits of the decimal multiplier 6364136223846793005 are read as hexadecimal", ["pcg32", "haskell", "permutation"]: times = |state| state.wrapping_mul(0x0636_4136_2238_4679_3005_u128 as u64);
    "multiplier-of-32-bits", "the multiplier is cut to its low 32 bits, 0x4c957f2d", ["pcg32", "haskell", "permutation"]: times = |state| state.wrapping_mul(MULTIPLIER & 0xffff_ffff);
    "multiplier-as-double", "the multiplier passes through a double, which makes it 6364136223846793216", ["pcg32", "haskell", "permutation"]: times = |state| state.wrapping_mul(6_364_136_223_846_793_216);
    "multiplier-halves-exchanged", "the halves of the multiplier have changed places: it is 0x5851f42d4c957f2d, high half first", ["pcg32", "haskell", "permutation"]: times = |state| state.wrapping_mul(MULTIPLIER.rotate_left(32));
    "product-without-carry", "a product of halves lacks what the product of the low halves carries into the high one", ["pcg32", "haskell", "permutation"]: times = without_carry;
    "sum-without-carry", "the increment is added in halves, and the low one carries nothing into the high one", ["pcg32", "haskell", "permutation"]: plus = |a, b| (a >> 32).wrapping_add(b >> 32) << 32 | u64::from((a as u32).wrapping_add(b as u32));
    "state-of-63-bits", "the state is cut to 63 bits: it has 64", ["pcg32", "haskell", "permutation"]: plus = |a, b| a.wrapping_add(b) & (u64::MAX >> 1);
    "word-of-new-state", "a word is that of the state after the step: it must be that of the state before it", ["pcg32", "haskell", "permutation"]: word = |_, new| right_word(new);
    "arithmetic-shift", "state >> 18 is an arithmetic shift: it must be a logical one, of a state without a sign", ["pcg32", "haskell", "permutation"]: word = |state, _| rotated(((state.cast_signed() >> 18).cast_unsigned() ^ state).wrapping_shr(27) as u32, state >> 59);
    "arithmetic-shift-of-the-word", "the word is shifted right with its sign in the rotation: it must have none", ["pcg32", "haskell", "permutation"]: word = |state, _| { let (xorshifted, by) = (xsh(state), (state >> 59) as u32); ((xorshifted.cast_signed() >> by).cast_unsigned() | xorshifted << (by.wrapping_neg() & 31)).into() };
    "rotated-left", "the word is rotated left: it must be rotated right", ["pcg32", "haskell", "permutation"]: word = |state, _| xsh(state).rotate_left((state >> 59) as u32).into();
    "not-rotated", "the word is not rotated", ["pcg32", "haskell", "permutation"]: word = |state, _| rotated(xsh(state), 0);
    "rotation-by-32-gives-0", "where the rotation is 0 the other shift is by 32 and not masked to 0, and the word is lost in it", ["pcg32", "haskell", "permutation"]: word = |state, _| if state >> 59 == 0 { 0 } else { right_word(state) };
    "rotation-left-shift-lost", "the rotation lacks its left shift", ["pcg32", "haskell", "permutation"]: word = |state, _| (xsh(state) >> (state >> 59)).into();
    "rotation-from-low-bits", "the word is rotated by the lowest five bits of the state: it must be the highest", ["pcg32", "haskell", "permutation"]: word = |state, _| rotated(xsh(state), state & 31);
    "rotation-from-60", "the rotation is state >> 60, four bits: it must be state >> 59", ["pcg32", "haskell", "permutation"]: word = |state, _| rotated(xsh(state), state >> 60);
    "rotation-of-new-state", "the word of the state before the step is rotated by the top bits of the state after it", ["pcg32", "haskell", "permutation"]: word = |state, new| rotated(xsh(state), new >> 59);
    "xorshift-lost", "the state is not xored with itself shifted by 18", ["pcg32", "haskell", "permutation"]: word = |state, _| rotated((state >> 27) as u32, state >> 59);
    "xorshift-grouped-otherwise", "the state is shifted by 27 before the xor: ((state >> 18) ^ state) >> 27 is meant", ["pcg32", "haskell", "permutation"]: word = |state, _| rotated(((state >> 18) ^ (state >> 27)) as u32, state >> 59);
    "words-wider-before-rotation", "the shifted state is not cut to 32 bits before it is rotated, so five bits above leak in", ["pcg32", "haskell", "permutation"]: word = |state, _| (rotated_wide(state) & 0xffff_ffff).into();
    "words-wider-than-32-bits", "the word is cut to 32 bits before it is rotated, and not after: the left shift makes it wider", ["pcg32"]: word = |state, _| { let (xorshifted, by) = (u64::from(xsh(state)), state >> 59); (xorshifted >> by | xorshifted << (by.wrapping_neg() & 31)).into() };
    "words-wider-throughout", "a word is cut to 32 bits nowhere", ["pcg32"]: word = |state, _| rotated_wide(state).into();
    "words-signed", "words have a sign: they must be read as 32 bits without one (>>> 0)", ["pcg32"]: word = |state, _| i128::from(right_word(state) as u32 as i32);
    "words-of-31-bits", "words lack their highest bit", ["pcg32", "haskell", "permutation"]: word = |state, _| right_word(state) & 0x7fff_ffff;
    "word-bytes-reversed", "the bytes of a word are in reverse order", ["pcg32", "haskell", "permutation"]: word = |state, _| (right_word(state) as u32).swap_bytes().into();
    "word-halves-exchanged", "the 16-bit halves of a word have changed places", ["pcg32", "haskell", "permutation"]: word = |state, _| (right_word(state) as u32).rotate_left(16).into();
    "xsh-rs", "the words are those of XSH RS, ((state >> 22) ^ state) >> (22 + (state >> 61)): another generator of the PCG family", ["pcg32", "haskell", "permutation"]: word = |state, _| i128::from((((state >> 22) ^ state) >> (22 + (state >> 61))) as u32);
    "never-rejects", "boundedrand never rejects a word: % alone, or a threshold that is 0, as -A mod A is on wide or signed numbers; it must be (2^32 - A) mod A", ["pcg32"]: below = |next, bound| next() % bound;
    "threshold-of-all-ones", "the threshold of boundedrand is (2^32 - 1) % bound: it must be 2^32 % bound", ["pcg32"]: below = |next, bound| not_below(((1 << 32) - 1) % bound, next) % bound;
    "threshold-rejected", "boundedrand rejects the word that equals the threshold: >= is meant, not >", ["pcg32"]: below = |next, bound| not_below((1 << 32) % bound + 1, next) % bound;
    "rejects-once", "boundedrand rejects one word at most: it must go on until a word is not below the threshold", ["pcg32"]: below = |next, bound| { let word = next(); (if word >= (1 << 32) % bound { word } else { next() }) % bound };
    "rejects-at-the-top", "boundedrand rejects the highest words: it must reject the lowest ones", ["pcg32"]: below = |next, bound| { let most = (1 << 32) / bound * bound - 1; -not_below(-most, &mut || -next()) % bound };
    "rejects-below-the-bound", "boundedrand rejects words below the bound: it must reject those below 2^32 % bound", ["pcg32"]: below = |next, bound| not_below(bound, next) % bound;
    "scaled", "boundedrand multiplies (word / 2^32 * bound, rounded down): it must reject, and take the remainder", ["pcg32"]: below = |next, bound| (next() * bound) >> 32;
    "scaled-with-rejection", "boundedrand rejects, and then multiplies (word / 2^32 * bound, rounded down): it must take the remainder", ["pcg32"]: below = |next, bound| (not_below((1 << 32) % bound, next) * bound) >> 32;
    "bound-included", "boundedrand gives numbers up to and with the bound: the bound must be left out", ["pcg32"]: below = |next, bound| (RIGHT.below)(next, bound + 1);
    "bound-less-one", "boundedrand gives numbers below bound - 1: bound - 1 itself must come too", ["pcg32"]: below = |next, bound| (RIGHT.below)(next, (bound - 1).max(1));
    "from-one", "boundedrand counts from 1: it must count from 0", ["pcg32"]: below = |next, bound| (RIGHT.below)(next, bound) + 1;
    "bound-of-one-takes-no-word", "boundedrand(1) takes no word: it must take one", ["pcg32"]: below = |next, bound| if bound == 1 { 0 } else { (RIGHT.below)(next, bound) };
    "bound-lost", "boundedrand does not see its bound, and shows a whole word", ["pcg32"]: below = |next, _| next();
    "bound-lost-and-signed", "boundedrand does not see its bound, and shows a whole word with a sign", ["pcg32"]: below = |next, _| i128::from(next() as u32 as i32);
    "remainder-signed", "boundedrand takes the remainder of a word with a sign", ["pcg32"]: below = |next, bound| i128::from(not_below((1 << 32) % bound, next) as u32 as i32) % bound;
    "advance-of-32-bits", "advance cuts the number of steps to 32 bits: it has 64", ["pcg32"]: delta = |delta| delta & 0xffff_ffff;
    "advance-one-more", "advance makes a step too many", ["pcg32"]: delta = |delta| delta.wrapping_add(1);
    "advance-squares-first", "advance squares the multiplier before it uses it for the increment: the increment comes first", ["pcg32"]: squares_first = true;
}

#[expect(clippy::cast_precision_loss, reason = "that is the mistake")]
fn double(number: u64) -> u64 {
    number as f64 as u64
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
    knobs: Knobs,
    pub(super) state: u64,
    pub(super) inc: u64,
}

impl Pcg {
    pub(super) const fn new(knobs: Knobs) -> Self {
        Self {
            knobs,
            state: 0,
            inc: 0,
        }
    }

    fn stepped(&self, state: u64) -> u64 {
        (self.knobs.plus)((self.knobs.times)(state), (self.knobs.added)(self.inc))
    }

    pub(super) fn srandom(&mut self, initstate: u64, initseq: u64) {
        let (initstate, initseq) = (self.knobs.arguments)(initstate, initseq);
        self.inc = (self.knobs.increment)(initseq);
        self.state = (self.knobs.seeded)(&|state| self.stepped(state), self.state, initstate);
    }

    pub(super) fn next(&mut self) -> i128 {
        let old = self.state;
        self.state = self.stepped(old);
        (self.knobs.word)(old, self.state)
    }

    fn advance(&mut self, delta: u64) {
        let mut delta = delta;
        let (mut mult, mut plus) = ((self.knobs.times)(1), (self.knobs.added)(self.inc));
        while delta > 0 {
            if delta & 1 == 1 {
                self.state = self.state.wrapping_mul(mult).wrapping_add(plus);
            }
            let squared = mult.wrapping_mul(mult);
            plus = (if self.knobs.squares_first {
                squared
            } else {
                mult
            })
            .wrapping_add(1)
            .wrapping_mul(plus);
            mult = squared;
            delta >>= 1;
        }
    }

    fn apply(&mut self, op: &str) -> Option<Vec<String>> {
        let (name, arguments) = parts(op);
        let word = |text: &str| whole(text).map(|value| value as u64);
        match (name, &arguments[..]) {
            ("srandom", &[initstate, initseq]) => self.srandom(word(initstate)?, word(initseq)?),
            ("raw", &[state, inc]) => (self.state, self.inc) = (word(state)?, word(inc)?),
            ("random", []) => return number(self.next()),
            ("randoms", &[count]) => return numbers(count, || self.next()),
            ("boundedrand", &[bound]) => {
                let (below, bound) = (self.knobs.below, whole(bound).filter(|&bound| bound > 0)?);
                return number(below(&mut || self.next(), bound));
            }
            ("advance", &[delta]) => self.advance((self.knobs.delta)(word(delta)?)),
            ("step_back", []) => self.advance(u64::MAX),
            _ => return None,
        }
        number(self.state)
    }
}

/// Of the subjects that take its words, too.
pub(super) fn side(subject: &str, knobs: Knobs) -> Side {
    match subject {
        "haskell" => return haskell::side(subject, haskell::with(knobs)),
        "permutation" => return permutation::side(subject, permutation::with(knobs)),
        _ => {}
    }
    let mut pcg = Pcg::new(knobs);
    Box::new(move |op| pcg.apply(op))
}

/// Seeded as the subject's stream of words is: on stream 54.
pub(super) fn words(subject: &str, knobs: Knobs, seed: u64) -> Option<Stream> {
    if subject == "haskell" {
        return haskell::words(subject, haskell::with(knobs), seed);
    }
    let mut pcg = Pcg::new(knobs);
    pcg.srandom(seed, 54);
    (subject == "pcg32").then(|| Box::new(move || pcg.next() as u64) as Stream)
}
