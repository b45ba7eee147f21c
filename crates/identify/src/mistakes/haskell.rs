//! Mistakes in the generator of document 001, and in what random-1.1 and `MonadRandom` draw from it.

use super::pcg32::{self, Pcg};
use super::{Side, number, numbers, parts, rows, whole};
use generators::catalogue::Stream;

/// How many numbers 64 bits have.
const ALL: u128 = 1 << 64;

/// The units of a double below 1.
const UNITS: u64 = 1 << 53;

/// Everything that ports get wrong, beside the words themselves.
#[derive(Clone, Copy)]
pub(super) struct Knobs {
    /// The words.
    pcg: pcg32::Knobs,
    /// What is kept of a state and an increment.
    kept: fn(u64, u64) -> (u64, u64),
    /// A word as `next` shows it.
    shown: fn(u32) -> i64,
    /// A child's state and increment, from the states before and after the four words, and from these; whether it is the
    /// right one.
    child: fn([u64; 2], [u32; 4], bool) -> (u64, u64),
    /// The least of a range, and how many numbers it has.
    range: fn(i64, i64) -> (i64, u128),
    /// How many words one of so many numbers takes.
    words: fn(u128) -> u32,
    /// A word as a digit.
    digit: fn(u32) -> i128,
    /// A longer number, from the one so far, the next digit and how many there were before.
    joined: fn(i128, i128, u32) -> i128,
    /// One of so many numbers, from a number of so many words.
    below: fn(i128, i128, u32) -> i128,
    /// A number from 0 to below 1.
    double: fn(&mut Random) -> f64,
    /// A place in a list of so many.
    place: fn(&mut Random, u32) -> u32,
}

const RIGHT: Knobs = Knobs {
    pcg: pcg32::RIGHT,
    kept: |state, inc| (state, inc),
    shown: |word| word.cast_signed().into(),
    child: |[_, state], words, right| {
        child([state.rotate_right(5), state.rotate_right(3)], words, right)
    },
    range: |l, h| (l.min(h), u128::from(l.abs_diff(h)) + 1),
    words: |k| least(k, 1000),
    digit: |word| (word ^ 1 << 31).into(),
    joined: |value, digit, _| (value << 32) + digit,
    below: |value, k, _| value % k,
    double: |random| (random.word64() % UNITS) as f64 / UNITS as f64,
    place: |random, n| {
        let p = random.scaled(n);
        (p.ceil() as u32).saturating_sub(1)
    },
};

/// What is right of words that may not be.
pub(super) const fn with(pcg: pcg32::Knobs) -> Knobs {
    Knobs { pcg, ..RIGHT }
}

/// A child, from the states of both and the four words.
fn child(states: [u64; 2], words: [u32; 4], right: bool) -> (u64, u64) {
    (states[usize::from(right)], increment(words, right) | 1)
}

/// A child's increment before its lowest bit is set.
fn increment([q, w, e, r]: [u32; 4], right: bool) -> u64 {
    let [high, low] = if right { [e, r] } else { [q, w] };
    u64::from(high) << 32 | u64::from(low)
}

/// How many words have `factor` values for each of `k`.
fn least(k: u128, factor: u128) -> u32 {
    (1..3)
        .find(|words| 1 << (32 * words) >= factor * k)
        .unwrap_or(3)
}

/// A number of so many words as a fraction of all there are, times `k`, rounded down.
fn scaled(value: i128, k: i128, words: u32) -> i128 {
    let (value, k) = (value as u128, k as u128);
    (((value >> 32) * k + (((value & 0xffff_ffff) * k) >> 32)) >> (32 * (words - 1))) as i128
}

rows! {
    "state-and-increment-exchanged", "state and increment have changed places", ["haskell"]: kept = |state, inc| (inc, state);
    "increment-kept-odd", "the increment is kept with its lowest bit set: it must be kept as it is, and only a step adds inc | 1", ["haskell"]: kept = |state, inc| (state, inc | 1);
    "increment-kept-shifted", "the increment is kept as (inc << 1) | 1: that is the seeding of PCG32, and here it must be kept as it is", ["haskell"]: kept = |state, inc| (state, inc << 1 | 1);
    "seeded-as-pcg32", "state and increment pass through the seeding of PCG32: they must be set as they are", ["haskell"]: kept = |state, inc| { let mut pcg = Pcg::new(pcg32::RIGHT); pcg.srandom(state, inc); (pcg.state, pcg.inc) };
    "next-without-sign", "next shows words without a sign: it must be a number with one, of 32 bits", ["haskell"]: shown = |word| word.into();
    "split-rotations-exchanged", "the rotations of split have changed places: 5 is the left child's, 3 the right one's", ["haskell"]: child = |[_, state], words, right| child([state.rotate_right(3), state.rotate_right(5)], words, right);
    "split-rotated-left", "split rotates the state left: it must be rotated right", ["haskell"]: child = |[_, state], words, right| child([state.rotate_left(5), state.rotate_left(3)], words, right);
    "split-shifted", "split shifts the state right: it must be rotated", ["haskell"]: child = |[_, state], words, right| child([state >> 5, state >> 3], words, right);
    "split-not-rotated", "split does not rotate the state", ["haskell"]: child = |[_, state], words, right| child([state; 2], words, right);
    "split-state-before-words", "split rotates the state before its four words: it must be the state after them", ["haskell"]: child = |[state, _], words, right| (RIGHT.child)([state; 2], words, right);
    "split-halves-exchanged", "the words of an increment have changed places in split: the first of two is the high half", ["haskell"]: child = |states, [q, w, e, r], right| (RIGHT.child)(states, [w, q, r, e], right);
    "split-increments-exchanged", "the increments of split have changed places: the first two words are the left child's", ["haskell"]: child = |states, [q, w, e, r], right| (RIGHT.child)(states, [e, r, q, w], right);
    "split-words-alternate", "the children of split take words in turn: the first two words are the left child's, the others the right one's", ["haskell"]: child = |states, [q, w, e, r], right| (RIGHT.child)(states, [q, e, w, r], right);
    "split-one-increment", "both children of split have the increment of the first two words: the right one's is of the others", ["haskell"]: child = |states, [q, w, _, _], right| (RIGHT.child)(states, [q, w, q, w], right);
    "split-children-exchanged", "the children of split have changed places", ["haskell"]: child = |states, words, right| (RIGHT.child)(states, words, !right);
    "split-increment-even", "split does not set the lowest bit of the increments: the | 1 is missing", ["haskell"]: child = |states, words, right| ((RIGHT.child)(states, words, right).0, increment(words, right));
    "split-words-with-sign", "the low word of an increment has a sign in split, and sets the whole high half where it is negative", ["haskell"]: child = |states, [q, w, e, r], right| { let (state, inc) = (RIGHT.child)(states, [q, w, e, r], right); (state, inc | i64::from((if right { r } else { w }).cast_signed()).cast_unsigned()) };
    "upper-bound-left-out", "the upper bound of randomR is left out, h - l numbers for h - l + 1: it must come too", ["haskell"]: range = |l, h| (l.min(h), l.abs_diff(h).max(1).into());
    "bounds-not-exchanged", "randomR does not exchange its bounds if l > h: the range goes around all 64 bits", ["haskell"]: range = |l, h| (l, u128::from(h.wrapping_sub(l).cast_unsigned()) + 1);
    "lower-bound-not-added", "randomR does not add its lower bound", ["haskell"]: range = |l, h| (0, (RIGHT.range)(l, h).1);
    "lower-bound-after-exchange", "randomR adds l also if l > h: it must add the smaller of the two", ["haskell"]: range = |l, h| (l, (RIGHT.range)(l, h).1);
    "range-of-32-bits", "the size of a range of randomR is cut to 32 bits: it can be 2^64", ["haskell"]: range = |l, h| (l.min(h), u128::from(l.abs_diff(h) as u32) + 1);
    "factor-999", "randomR takes words for 999 values of each number: it must be 1000", ["haskell"]: words = |k| least(k, 999);
    "factor-left-out", "randomR takes as few words as hold the range: they must hold 1000 times its size", ["haskell"]: words = |k| least(k, 1);
    "one-word", "randomR takes one word, whatever the range: from 4294968 numbers on it must take more", ["haskell"]: words = |_| 1;
    "two-words-at-most", "randomR takes two words at most: from 18446744073709552 numbers on it must take three", ["haskell"]: words = |k| least(k, 1000).min(2);
    "two-words-for-64-bits", "all 64 bits take two words: as any other range, 1000 times as many values, so three", ["haskell"]: words = |k| if k == ALL { 2 } else { least(k, 1000) };
    "one-word-more", "randomR takes a word too many, three at most", ["haskell"]: words = |k| (least(k, 1000) + 1).min(3);
    "highest-bit-not-flipped", "randomR takes words as they are: a digit is next + 2^31, the word with its highest bit flipped", ["haskell"]: digit = u32::into;
    "highest-bit-cleared", "randomR clears the highest bit of words: it must flip it", ["haskell"]: digit = |word| (word & 0x7fff_ffff).into();
    "digits-absolute", "randomR takes words without their sign, as abs(next): a digit is next + 2^31", ["haskell"]: digit = |word| word.cast_signed().unsigned_abs().into();
    "digits-one-less", "randomR adds 2^31 - 1 to next: it must be 2^31", ["haskell"]: digit = |word| (RIGHT.digit)(word) - 1;
    "digits-with-sign", "randomR takes next with its sign, and a remainder with one: a digit is next + 2^31", ["haskell"]: digit = |word| word.cast_signed().into();
    "digits-with-sign-rounded-down", "randomR takes next with its sign, and the remainder rounded down: a digit is next + 2^31", ["haskell"]: digit = |word| word.cast_signed().into(), below = |value, k, _| value.rem_euclid(k);
    "first-word-lowest", "randomR takes its first word as the lowest digit: it is the highest", ["haskell"]: joined = |value, digit, before| value + (digit << (32 * before));
    "last-word-only", "randomR takes the remainder of its last word: of two or three words it is that of all", ["haskell"]: joined = |_, digit, _| digit;
    "digits-added", "randomR adds its words up: v = v * 2^32 + digit is meant", ["haskell"]: joined = |value, digit, _| value + digit;
    "base-one-less", "the base of randomR is 2^32 - 1, the greatest next less the least: it must be 2^32", ["haskell"]: joined = |value, digit, _| value * 0xffff_ffff + digit;
    "digits-of-64-bits", "randomR cuts the number of its words to 64 bits before the remainder: it can have 96", ["haskell"]: joined = |value, digit, before| i128::from((RIGHT.joined)(value, digit, before) as u64);
    "scaled", "randomR multiplies (v / 2^32 * k, rounded down): it must take the remainder", ["haskell"]: below = scaled;
    "double-of-high-bits", "a Double is of the highest 53 bits: it must be of the lowest", ["haskell"]: double = |random| (random.word64() >> 11) as f64 / UNITS as f64;
    "double-of-64-bits", "a Double is of all 64 bits, divided by 2^64: it must be of the lowest 53", ["haskell"]: double = |random| random.word64() as f64 / ALL as f64;
    "double-of-52-bits", "a Double is of 52 bits: it must be of 53", ["haskell"]: double = |random| (random.word64() % (UNITS / 2)) as f64 / (UNITS / 2) as f64;
    "double-of-two-words", "a Double is of randomR below 2^53, two words: it must be of all 64 bits, three words, and 53 bits kept", ["haskell"]: double = |random| random.below(UNITS.into()) as f64 / UNITS as f64;
    "double-with-1", "a Double is divided by 2^53 - 1, so that 1 can come: it must be divided by 2^53", ["haskell"]: double = |random| (random.word64() % UNITS) as f64 / (UNITS - 1) as f64;
    "place-by-random-r", "uniformMay is randomR of the places: it is a weighted choice, by a Double of three words", ["haskell"]: place = |random, n| random.below(n.into()) as u32;
    "place-in-a-list-of-one-takes-no-words", "uniformMay takes no words for a list of one: it must take three", ["haskell"]: place = |random, n| if n == 1 { 0 } else { (RIGHT.place)(random, n) };
    "place-from-1", "places of uniformMay count from 1: they must count from 0", ["haskell"]: place = |random, n| (RIGHT.place)(random, n) + 1;
    "place-rounded", "uniformMay rounds to the nearest place: it must be the first whose weights add up to the Double", ["haskell"]: place = |random, n| (random.scaled(n).round() as u32).min(n - 1);
    "last-place-left-out", "uniformMay leaves out the last place: it draws below n - 1", ["haskell"]: place = |random, n| (RIGHT.place)(random, (n - 1).max(1));
}

pub(super) struct Random {
    knobs: Knobs,
    pcg: Pcg,
}

impl Random {
    fn new(knobs: Knobs) -> Self {
        Self {
            knobs,
            pcg: Pcg::new(knobs.pcg),
        }
    }

    fn raw(&mut self, state: u64, inc: u64) {
        (self.pcg.state, self.pcg.inc) = (self.knobs.kept)(state, inc);
    }

    fn next(&mut self) -> u32 {
        self.pcg.next() as u32
    }

    fn below(&mut self, k: u128) -> i128 {
        let Knobs {
            words,
            digit,
            joined,
            below,
            ..
        } = self.knobs;
        let words = words(k);
        let value = (0..words).fold(0, |value, before| joined(value, digit(self.next()), before));
        below(value, k as i128, words)
    }

    fn word64(&mut self) -> u64 {
        self.below(ALL) as u64
    }

    /// A Double times `n`, as `randomR` makes it.
    fn scaled(&mut self, n: u32) -> f64 {
        2.0 * ((self.knobs.double)(self) * (0.5 * f64::from(n)))
    }

    fn split(&mut self, right: bool) {
        let before = self.pcg.state;
        let words = [(); 4].map(|()| self.next());
        (self.pcg.state, self.pcg.inc) = (self.knobs.child)([before, self.pcg.state], words, right);
    }

    fn apply(&mut self, op: &str) -> Option<Vec<String>> {
        let (name, arguments) = parts(op);
        let word = |text: &str| whole(text).map(|value| value as u64);
        match (name, &arguments[..]) {
            ("raw", &[state, inc]) => {
                self.raw(word(state)?, word(inc)?);
                return Some(Vec::new());
            }
            ("next", []) => {
                let word = self.next();
                return number((self.knobs.shown)(word));
            }
            ("nexts", &[count]) => return numbers(count, || self.next()),
            ("random_r", &[l, h]) => {
                let (least, k) = (self.knobs.range)(word(l)?.cast_signed(), word(h)?.cast_signed());
                return number(least.wrapping_add(self.below(k) as i64));
            }
            ("random_word64", []) => return number(self.word64()),
            ("random_double", []) => return number((self.knobs.double)(self).to_bits()),
            ("uniform_may", &[n]) => {
                let n = u32::try_from(whole(n)?).ok().filter(|&n| n > 0)?;
                return number((self.knobs.place)(self, n));
            }
            ("split_left" | "split_right", []) => self.split(name == "split_right"),
            ("show", []) => {}
            _ => return None,
        }
        number(format!("PCGen {} {}", self.pcg.state, self.pcg.inc))
    }
}

pub(super) fn side(_: &str, knobs: Knobs) -> Side {
    let mut random = Random::new(knobs);
    Box::new(move |op| random.apply(op))
}

/// With increment 109, as the subject's stream of words is seeded.
pub(super) fn words(subject: &str, knobs: Knobs, seed: u64) -> Option<Stream> {
    let mut random = Random::new(knobs);
    random.raw(seed, 109);
    (subject == "haskell").then(|| Box::new(move || random.next().into()) as Stream)
}
