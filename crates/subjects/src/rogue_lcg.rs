//! The generator of Rogue 3.6 and of 5.2 to 5.4, with `rnd` and `roll`, beside the C library's linear congruential generators.
//!
//! The library is given the constants of the game and steps the seed; which bits of the seed are a word, and the remainder of
//! `rnd`, are one expression of our own each on its side.

mod cases;
#[cfg(feature = "foreign")]
mod oracle;

use generators::rogue_lcg::{Rogue3, Rogue5};
use lockstep::{Seen, Subject, TypedSide, WordStream};

use super::arguments::{Count, words};

words! {
    /// The bits of the seed that make a word.
    pub enum Version {
        /// Bits 1 to 14.
        Rogue3 = "rogue3.6",
        /// Bits 16 to 31.
        Rogue5 = "rogue5",
    }
}

lockstep::ops! {
    /// An op on the generator.
    pub enum Op {
        /// Sets the seed, and which words the next ops take: those of Rogue 3.6 or of 5.x.
        Seed { seed: i32, version: Version } = "seed" [seeds],
        /// One word. The seed becomes 11109 * seed + 13849 mod 2^32; rogue3.6: (seed & 0x7fff) >> 1, rogue5: (seed >> 16) & 0xffff.
        Rn = "rn" => u32,
        /// As many words of rn as count says.
        Rns { count: Count } = "rns" => words,
        /// A number below range: 0 if range is 0, and no word is taken; otherwise the remainder of a word by range, as in C.
        Rnd { range: i32 } = "rnd" => i32,
        /// The sum of that many dice: count times rnd(sides) + 1, in 32 bits.
        Roll { count: Count, sides: i32 } = "roll" => i32,
    }
}

/// The subject.
pub struct RogueLcg;

/// The state of every side before any op: Rogue 5 with the seed 1.
const UNSEEDED: (i32, Version) = (1, Version::Rogue5);

enum Port {
    Rogue3(Rogue3),
    Rogue5(Rogue5),
}

impl Port {
    const fn new((seed, version): (i32, Version)) -> Self {
        match version {
            Version::Rogue3 => Self::Rogue3(Rogue3::new(seed)),
            Version::Rogue5 => Self::Rogue5(Rogue5::new(seed)),
        }
    }

    fn next_word(&mut self) -> u32 {
        match self {
            Self::Rogue3(game) => game.next_word(),
            Self::Rogue5(game) => game.next_word(),
        }
    }

    fn rnd(&mut self, range: i32) -> i32 {
        match self {
            Self::Rogue3(game) => game.rnd(range),
            Self::Rogue5(game) => game.rnd(range),
        }
    }

    fn roll(&mut self, count: u32, sides: i32) -> i32 {
        match self {
            Self::Rogue3(game) => game.roll(count, sides),
            Self::Rogue5(game) => game.roll(count, sides),
        }
    }
}

impl TypedSide for Port {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        match *op {
            Op::Seed { seed, version } => {
                *self = Self::new((seed, version));
                Seen::nothing()
            }
            Op::Rn => Seen::number(self.next_word()),
            Op::Rns { count } => count.words(|| self.next_word()),
            Op::Rnd { range } => Seen::number(self.rnd(range)),
            Op::Roll { count, sides } => Seen::number(self.roll(count.get(), sides)),
        }
    }

    fn state(&self) -> String {
        let (seed, version) = match self {
            Self::Rogue3(game) => (game.seed(), Version::Rogue3),
            Self::Rogue5(game) => (game.seed(), Version::Rogue5),
        };
        format!("seed {seed}, {version}")
    }
}

impl Subject for RogueLcg {
    facts!(
        "rogue5",
        "the linear congruential generator of Rogue 3.6 and 5.x: words, rnd, roll",
        Op,
        oracle::ROLES,
        Box::new(Port::new(UNSEEDED)),
        _ => Box::new(oracle::Library::new(UNSEEDED)?),
        cases::CASES
    );

    fn words(&self) -> Option<WordStream> {
        Some(WordStream {
            bits: 16,
            seed_bits: 32,
            seed: "seed {} rogue5",
            words: "rns",
            seeding: "the game's own seed; all seeds are on one cycle of 2^32 words",
        })
    }
}
