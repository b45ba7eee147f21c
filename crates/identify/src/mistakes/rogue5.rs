//! Mistakes in the generator of Rogue 3.6 and 5.x.

use super::side::{General, Side, number, numbers, parts, rows, whole};
use generators::catalogue::{Constant, Stream};

/// Everything that ports get wrong.
#[derive(Clone, Copy)]
pub(super) struct Knobs {
    pub(super) general: General,
    /// From a seed to the next.
    step: fn(&General, u32) -> u32,
    /// A word of 3.6, from the seeds before and after the step.
    old: fn(u32, u32) -> i64,
    /// The same of 5.x.
    new: fn(u32, u32) -> i64,
    /// Whether `rnd(0)` takes no word.
    spares: bool,
    /// What a die adds to `rnd`.
    face: i32,
    /// How many dice are rolled, for so many.
    dice: fn(u32) -> u32,
}

pub(super) const CONSTANTS: &[Constant] = &[
    Constant::factor("multiplier", 11109, 32),
    Constant::factor("increment", 13849, 32),
];

pub(super) const RIGHT: Knobs = Knobs {
    general: General::right(CONSTANTS),
    step: |general, seed| {
        let [multiplier, increment] = general.values(0).map(|value| value as u32);
        seed.wrapping_mul(multiplier).wrapping_add(increment)
    },
    old: |_, seed| ((seed & 0x7fff) >> 1).into(),
    new: |_, seed| (seed >> 16).into(),
    spares: true,
    face: 1,
    dice: |count| count,
};

rows! {
    &["rogue5"] => {
        "added-first", "13849 is added before the multiplication, not after it": step = |_, seed| seed.wrapping_add(13849).wrapping_mul(11109);
        "state-of-16-bits", "the seed is cut to 16 bits at every step: it has 32": step = |_, seed| (RIGHT.step)(&RIGHT.general, seed) & 0xffff;
        "arithmetic-shift", "the seed of 5.x is shifted right with its sign, and the word not cut to 16 bits": new = |_, seed| i64::from(seed.cast_signed() >> 16);
        "words-of-15-bits", "a word of 5.x is 15 bits, (seed >> 16) & 0x7fff, or its seed is cut to 31 bits: it must be 16 bits, & 0xffff": new = |_, seed| i64::from(seed >> 16 & 0x7fff);
        "low-bits", "a word of 5.x is the low 16 bits of the seed: it must be the high ones": new = |_, seed| i64::from(seed & 0xffff);
        "not-shifted", "a word of 3.6 is seed & 0x7fff: it must be shifted right by one": old = |_, seed| i64::from(seed & 0x7fff);
        "version-3.6", "both versions take the words of 3.6": new = RIGHT.old;
        "version-5", "both versions take the words of 5.x": old = RIGHT.new;
        "word-before-step", "a word is of the seed before the step: it must be of the one after it": old = |seed, _| (RIGHT.old)(0, seed), new = |seed, _| (RIGHT.new)(0, seed);
        "rnd-0-takes-a-word", "rnd(0) takes a word: it must take none": spares = false;
        "faces-from-0", "a die of roll counts from 0: it must count from 1": face = 0;
        "one-die-more", "roll rolls a die too many": dice = |count| count + 1;
    }
}

struct Random {
    knobs: Knobs,
    seed: u32,
    is_old: bool,
}

impl Random {
    const fn new(knobs: Knobs, seed: u32) -> Self {
        let is_old = false;
        Self {
            knobs,
            seed,
            is_old,
        }
    }

    fn next(&mut self) -> i64 {
        let before = self.seed;
        self.seed = (self.knobs.step)(&self.knobs.general, before);
        let (word, bits) = if self.is_old {
            (self.knobs.old, 14)
        } else {
            (self.knobs.new, 16)
        };
        (self.knobs.general.word)(word(before, self.seed).into(), bits) as i64
    }

    fn rnd(&mut self, range: i64) -> i64 {
        if range != 0 {
            let general = self.knobs.general;
            let bits = if self.is_old { 14 } else { 16 };
            let other = general.below(bits, range.into(), || self.next().into());
            return other.map_or_else(|| self.next() % range, |other| other as i64);
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
                let seed = (self.knobs.general.seed)(int(seed)?.cast_unsigned());
                (self.seed, self.is_old) = (seed as u32, version == "rogue3.6");
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

pub(super) fn side(knobs: Knobs) -> Side {
    let mut random = Random::new(knobs, 1);
    Box::new(move |op| random.apply(op))
}

/// Of 5.x, as the subject's stream of words.
pub(super) fn words(knobs: Knobs, seed: u64) -> Stream {
    let mut random = Random::new(knobs, (knobs.general.seed)(seed) as u32);
    Box::new(move || random.next() as u64)
}
