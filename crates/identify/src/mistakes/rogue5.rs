//! Mistakes in the generator of Rogue 3.6 and 5.x.

use super::{Side, number, numbers, parts, rows, whole};
use generators::catalogue::Stream;

/// Everything that ports get wrong.
#[derive(Clone, Copy)]
pub(super) struct Knobs {
    /// From a seed to the next.
    step: fn(u32) -> u32,
    /// A word of 3.6, from the seeds before and after the step.
    old: fn(u32, u32) -> i64,
    /// The same of 5.x.
    new: fn(u32, u32) -> i64,
    /// Whether `rnd(0)` takes no word.
    spares: bool,
    /// From a word to a number of a range.
    below: fn(i64, i64) -> i64,
    /// What a die adds to `rnd`.
    face: i32,
    /// How many dice are rolled, for so many.
    dice: fn(u32) -> u32,
}

pub(super) const RIGHT: Knobs = Knobs {
    step: |seed| seed.wrapping_mul(11109).wrapping_add(13849),
    old: |_, seed| ((seed & 0x7fff) >> 1).into(),
    new: |_, seed| (seed >> 16).into(),
    spares: true,
    below: |word, range| word % range,
    face: 1,
    dice: |count| count,
};

rows! {
    "multiplier-in-hexadecimal", "the digits of the decimal multiplier 11109 are read as hexadecimal", ["rogue5"]: step = |seed| seed.wrapping_mul(0x11109).wrapping_add(13849);
    "constants-in-hexadecimal", "the digits of the decimal 11109 and 13849 are read as hexadecimal", ["rogue5"]: step = |seed| seed.wrapping_mul(0x11109).wrapping_add(0x13849);
    "no-increment", "13849 is not added", ["rogue5"]: step = |seed| seed.wrapping_mul(11109);
    "added-first", "13849 is added before the multiplication, not after it", ["rogue5"]: step = |seed| seed.wrapping_add(13849).wrapping_mul(11109);
    "multiplier-1103515245", "the constants are 1103515245 and 12345, of the rand in the C standard: Rogue's are 11109 and 13849", ["rogue5"]: step = |seed| seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
    "state-of-16-bits", "the seed is cut to 16 bits at every step: it has 32", ["rogue5"]: step = |seed| (RIGHT.step)(seed) & 0xffff;
    "arithmetic-shift", "the seed of 5.x is shifted right with its sign, and the word not cut to 16 bits", ["rogue5"]: new = |_, seed| i64::from(seed.cast_signed() >> 16);
    "words-of-15-bits", "a word of 5.x is 15 bits, (seed >> 16) & 0x7fff, or its seed is cut to 31 bits: it must be 16 bits, & 0xffff", ["rogue5"]: new = |_, seed| i64::from(seed >> 16 & 0x7fff);
    "low-bits", "a word of 5.x is the low 16 bits of the seed: it must be the high ones", ["rogue5"]: new = |_, seed| i64::from(seed & 0xffff);
    "not-shifted", "a word of 3.6 is seed & 0x7fff: it must be shifted right by one", ["rogue5"]: old = |_, seed| i64::from(seed & 0x7fff);
    "words-of-15-bits-in-3.6", "a word of 3.6 is (seed >> 1) & 0x7fff, 15 bits: it must be (seed & 0x7fff) >> 1, 14 bits", ["rogue5"]: old = |_, seed| i64::from(seed >> 1 & 0x7fff);
    "version-3.6", "both versions take the words of 3.6", ["rogue5"]: new = RIGHT.old;
    "version-5", "both versions take the words of 5.x", ["rogue5"]: old = RIGHT.new;
    "word-before-step", "a word is of the seed before the step: it must be of the one after it", ["rogue5"]: old = |seed, _| (RIGHT.old)(0, seed), new = |seed, _| (RIGHT.new)(0, seed);
    "rnd-0-takes-a-word", "rnd(0) takes a word: it must take none", ["rogue5"]: spares = false;
    "remainder-rounded-down", "the remainder by a negative range is rounded down: C's has the sign of the word", ["rogue5"]: below = |word, range| word - range * (word as f64 / range as f64).floor() as i64;
    "range-included", "rnd gives numbers up to and with its range: the range must be left out", ["rogue5"]: below = |word, range| (RIGHT.below)(word, if range == -1 { 1 } else { range + 1 });
    "scaled", "rnd multiplies (word / 2^16 * range, rounded down): it must take the remainder", ["rogue5"]: below = |word, range| (word * range) >> 16;
    "faces-from-0", "a die of roll counts from 0: it must count from 1", ["rogue5"]: face = 0;
    "one-die-more", "roll rolls a die too many", ["rogue5"]: dice = |count| count + 1;
    "one-die-times-count", "roll rolls one die, whatever the count", ["rogue5"]: dice = |_| 1;
}

struct Random {
    knobs: Knobs,
    seed: u32,
    is_old: bool,
}

impl Random {
    fn next(&mut self) -> i64 {
        let before = self.seed;
        self.seed = (self.knobs.step)(before);
        (if self.is_old {
            self.knobs.old
        } else {
            self.knobs.new
        })(before, self.seed)
    }

    fn rnd(&mut self, range: i64) -> i64 {
        if range != 0 {
            let word = self.next();
            return (self.knobs.below)(word, range);
        }
        if !self.knobs.spares {
            self.next();
        }
        0
    }

    fn apply(&mut self, op: &str) -> Option<Vec<String>> {
        let (name, arguments) = parts(op);
        let int = |text: &str| whole(text).map(|value| i64::from(value as i32));
        match (name, &arguments[..]) {
            ("seed", &[seed, version]) => {
                (self.seed, self.is_old) = (int(seed)? as u32, version == "rogue3.6");
                Some(Vec::new())
            }
            ("rn", []) => number(self.next()),
            ("rns", &[count]) => numbers(count, || self.next()),
            ("rnd", &[range]) => number(self.rnd(int(range)?)),
            ("roll", &[count, sides]) => {
                let (count, sides) = (
                    (self.knobs.dice)(u32::try_from(whole(count)?).ok()?),
                    int(sides)?,
                );
                let face = self.knobs.face;
                number((0..count).fold(0_i32, |sum, _| {
                    sum.wrapping_add((self.rnd(sides) as i32).wrapping_add(face))
                }))
            }
            _ => None,
        }
    }
}

pub(super) fn side(_: &str, knobs: Knobs) -> Side {
    let mut random = Random {
        knobs,
        seed: 1,
        is_old: false,
    };
    Box::new(move |op| random.apply(op))
}

/// Of 5.x, as the subject's stream of words.
pub(super) fn words(subject: &str, knobs: Knobs, seed: u64) -> Option<Stream> {
    let mut random = Random {
        knobs,
        seed: seed as u32,
        is_old: false,
    };
    (subject == "rogue5").then(|| Box::new(move || random.next() as u64) as Stream)
}
