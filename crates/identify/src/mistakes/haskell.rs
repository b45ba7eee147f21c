//! Mistakes in the generator of document 001, and in what random-1.1 and `MonadRandom` draw from it.

use super::pcg32::{self, Pcg};
use super::side::{Side, number, numbers, parts, rows, whole};
use generators::catalogue::Stream;

/// How many numbers 64 bits have.
const ALL: u128 = 1 << 64;

/// The units of a double below 1.
const UNITS: u64 = 1 << 53;

/// Everything that ports get wrong, beside the words themselves.
#[derive(Clone, Copy)]
pub(super) struct Knobs {
    /// The words.
    pub(super) pcg: pcg32::Knobs,
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
    /// One of so many numbers, from a number of so many words.
    below: fn(i128, i128, u32) -> i128,
    /// A number from 0 to below 1.
    double: fn(&mut Random) -> f64,
    /// A place in a list of so many.
    place: fn(&mut Random, u32) -> u32,
}

pub(super) const RIGHT: Knobs = Knobs {
    pcg: pcg32::RIGHT,
    kept: |state, inc| (state, inc),
    shown: |word| word.cast_signed().into(),
    child: |[_, state], words, right| {
        child([state.rotate_right(5), state.rotate_right(3)], words, right)
    },
    range: |l, h| (l.min(h), u128::from(l.abs_diff(h)) + 1),
    words: |k| least(k, 1000),
    digit: |word| (word ^ 1 << 31).into(),
    below: |value, k, _| value % k,
    double: |random| (random.word64() % UNITS) as f64 / UNITS as f64,
    place: |random, n| {
        let p = random.scaled(n);
        (p.ceil() as u32).saturating_sub(1)
    },
};

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
    &["haskell"] => {
        "state-and-increment-exchanged", "state and increment have changed places": kept = |state, inc| (inc, state);
        "increment-kept-odd", "the increment is kept with its lowest bit set: it must be kept as it is, and only a step adds inc | 1": kept = |state, inc| (state, inc | 1);
        "seeded-as-pcg32", "state and increment pass through the seeding of PCG32: they must be set as they are": kept = |state, inc| { let mut pcg = Pcg::new(pcg32::RIGHT); pcg.srandom(state, inc); (pcg.state, pcg.inc) };
        "next-without-sign", "next shows words without a sign: it must be a number with one, of 32 bits": shown = |word| word.into();
        "split-rotations-exchanged", "the rotations of split have changed places: 5 is the left child's, 3 the right one's": child = |[_, state], words, right| child([state.rotate_right(3), state.rotate_right(5)], words, right);
        "split-shifted", "split shifts the state right: it must be rotated": child = |[_, state], words, right| child([state >> 5, state >> 3], words, right);
        "split-not-rotated", "split does not rotate the state": child = |[_, state], words, right| child([state; 2], words, right);
        "split-state-before-words", "split rotates the state before its four words: it must be the state after them": child = |[state, _], words, right| (RIGHT.child)([state; 2], words, right);
        "split-increments-exchanged", "the increments of split have changed places: the first two words are the left child's": child = |states, [q, w, e, r], right| (RIGHT.child)(states, [e, r, q, w], right);
        "split-increment-even", "split does not set the lowest bit of the increments: the | 1 is missing": child = |states, words, right| ((RIGHT.child)(states, words, right).0, increment(words, right));
        "upper-bound-left-out", "the upper bound of randomR is left out, h - l numbers for h - l + 1: it must come too": range = |l, h| (l.min(h), l.abs_diff(h).max(1).into());
        "bounds-not-exchanged", "randomR does not exchange its bounds if l > h: the range goes around all 64 bits": range = |l, h| (l, u128::from(h.wrapping_sub(l).cast_unsigned()) + 1);
        "range-of-32-bits", "the size of a range of randomR is cut to 32 bits: it can be 2^64": range = |l, h| (l.min(h), u128::from(l.abs_diff(h) as u32) + 1);
        "factor-left-out", "randomR takes as few words as hold the range: they must hold 1000 times its size": words = |k| least(k, 1);
        "one-word", "randomR takes one word, whatever the range: from 4294968 numbers on it must take more": words = |_| 1;
        "highest-bit-not-flipped", "randomR takes words as they are: a digit is next + 2^31, the word with its highest bit flipped": digit = u32::into;
        "scaled", "randomR multiplies (v / 2^32 * k, rounded down): it must take the remainder": below = scaled;
        "double-of-high-bits", "a Double is of the highest 53 bits: it must be of the lowest": double = |random| (random.word64() >> 11) as f64 / UNITS as f64;
        "place-by-random-r", "uniformMay is randomR of the places: it is a weighted choice, by a Double of three words": place = |random, n| random.below(n.into()) as u32;
    }
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
        let state = (self.knobs.pcg.general.seed)(state);
        (self.pcg.state, self.pcg.inc) = (self.knobs.kept)(state, inc);
    }

    fn next(&mut self) -> u32 {
        self.pcg.next() as u32
    }

    fn below(&mut self, k: u128) -> i128 {
        let Knobs {
            words,
            digit,
            below,
            ..
        } = self.knobs;
        let words = words(k);
        let value = (0..words).fold(0, |value, _| (value << 32) + digit(self.next()));
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

pub(super) fn side(knobs: Knobs) -> Side {
    let mut random = Random::new(knobs);
    Box::new(move |op| random.apply(op))
}

/// With increment 109, as the subject's stream of words is seeded.
pub(super) fn words(knobs: Knobs, seed: u64) -> Stream {
    let mut random = Random::new(knobs);
    random.raw(seed, 109);
    Box::new(move || random.next().into())
}
