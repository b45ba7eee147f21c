//! ISAAC-64 as `NetHack` seeds it, with its `rn2` and `rnd`, beside the crate `rand_isaac`.
//!
//! `NetHack` takes the seed's bytes, the lowest first, as the start of 256 words that are otherwise zero; the crate's
//! `from_seed` does the same with the 8 bytes of the seed and 24 zeros. The remainder of `rn2` is one expression of our own on
//! the crate's side.

mod cases;
#[cfg(feature = "foreign")]
mod oracle;

use std::num::NonZeroU32;

use generators::isaac::Isaac64;
use lockstep::{Seen, Subject, TypedSide, WordStream};

use super::arguments::Count;

lockstep::ops! {
    /// An op on the generator.
    pub enum Op {
        /// Seeds: the 8 bytes of key, the lowest first, are the first of 256 words in memory, the others are 0; mixed twice.
        Init { key: u64 } = "init" [seeds],
        /// One word of 64 bits: each block of 256 is handed out from its end.
        Next = "next" => u64,
        /// As many words of next as count says.
        Nexts { count: Count } = "nexts" => words64,
        /// A number below bound: the remainder of a word by bound.
        Rn2 { bound: NonZeroU32 } = "rn2" => u32,
        /// A number from 1 to bound: rn2(bound) + 1.
        Rnd { bound: NonZeroU32 } = "rnd" => u32,
    }
}

/// The subject.
pub struct NetHackIsaac;

struct Port(Isaac64);

impl TypedSide for Port {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        match *op {
            Op::Init { key } => {
                self.0 = Isaac64::nethack(key);
                Seen::nothing()
            }
            Op::Next => Seen::number(self.0.next_word()),
            Op::Nexts { count } => count.words64(|| self.0.next_word()),
            Op::Rn2 { bound } => Seen::number(self.0.rn2(bound)),
            Op::Rnd { bound } => Seen::number(self.0.rnd(bound)),
        }
    }

    fn state(&self) -> String {
        format!("the next word is {:016x}", self.0.clone().next_word())
    }
}

impl Subject for NetHackIsaac {
    facts!(
        "isaac64",
        "ISAAC-64 as NetHack seeds it: words of 64 bits, rn2, rnd",
        Op,
        oracle::ROLES,
        Box::new(Port(Isaac64::nethack(0))),
        _ => Box::new(oracle::Crate::init(0)),
        cases::CASES
    );

    fn words(&self) -> Option<WordStream> {
        Some(WordStream {
            bits: 64,
            seed_bits: 64,
            seed: "init {}",
            words: "nexts",
            seeding: "NetHack's seed, an unsigned long; a seed is a long stream",
        })
    }
}
