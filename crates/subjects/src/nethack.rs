//! ISAAC-64 as `NetHack` seeds it, with its `rn2` and `rnd`, beside the crate `rand_isaac`.
//!
//! `NetHack` takes the seed's bytes, the lowest first, as the start of 256 words that are otherwise zero; the crate's `from_seed`
//! does the same with the 8 bytes of the seed and 24 zeros. The remainder of `rn2` is one expression of ours on the crate's
//! side.

use std::num::NonZeroU32;

use generators::isaac::Isaac64;
use lockstep::{
    Budget, Cases, Chooser, Kind, Missing, Role, Seen, Side, Subject, TypedSide, WordStream,
    split_ops,
};
use rand_core::{Rng as _, SeedableRng as _};
use rand_isaac::Isaac64Rng;

use super::arguments::Count;

lockstep::ops! {
    /// An op on the generator.
    pub enum IsaacOp {
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
    type Op = IsaacOp;

    fn apply(&mut self, op: &IsaacOp) -> Seen {
        match *op {
            IsaacOp::Init { key } => {
                self.0 = Isaac64::nethack(key);
                Seen::nothing()
            }
            IsaacOp::Next => Seen::number(self.0.next_word()),
            IsaacOp::Nexts { count } => count.words64(|| self.0.next_word()),
            IsaacOp::Rn2 { bound } => Seen::number(self.0.rn2(bound)),
            IsaacOp::Rnd { bound } => Seen::number(self.0.rnd(bound)),
        }
    }

    fn state(&self) -> String {
        format!("the next word is {:016x}", self.0.clone().next_word())
    }
}

/// The crate of the `rand` project.
const RAND_ISAAC: Role = Role::Oracle("rand-isaac");

struct Crate(Isaac64Rng);

impl Crate {
    fn init(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Self(Isaac64Rng::from_seed(bytes))
    }

    fn rn2(&mut self, bound: NonZeroU32) -> u64 {
        self.0.next_u64() % u64::from(bound.get())
    }
}

impl TypedSide for Crate {
    type Op = IsaacOp;

    fn apply(&mut self, op: &IsaacOp) -> Seen {
        match *op {
            IsaacOp::Init { key } => {
                *self = Self::init(key);
                Seen::nothing()
            }
            IsaacOp::Next => Seen::number(self.0.next_u64()),
            IsaacOp::Nexts { count } => count.words64(|| self.0.next_u64()),
            IsaacOp::Rn2 { bound } => Seen::number(self.rn2(bound)),
            IsaacOp::Rnd { bound } => Seen::number(self.rn2(bound) + 1),
        }
    }

    fn state(&self) -> String {
        format!("the next word is {:016x}", self.0.clone().next_u64())
    }
}

/// Words into the third block, and every bound.
fn some_of_each(key: u64) -> Vec<String> {
    let bounds = [1, 2, 3, 6, 100, 1 << 31, (1 << 31) + 1, u32::MAX];
    let ops = [format!("init {key}"), "next".into(), "nexts 600".into()];
    let bounded = bounds.map(|bound| [format!("rn2 {bound}"), format!("rnd {bound}")]);
    ops.into_iter()
        .chain(bounded.into_iter().flatten())
        .collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    // Of any size, so that small bounds come as often as large ones.
    let bound = NonZeroU32::MIN.saturating_add(chooser.any_u32() >> chooser.below(32));
    match chooser.below(8) {
        0 => format!("init {}", chooser.next_u64() >> chooser.below(64)),
        1 | 2 => format!("rn2 {bound}"),
        3 => format!("rnd {bound}"),
        4 => format!("nexts {}", 1 + chooser.below(300)),
        _ => "next".into(),
    }
}

impl Subject for NetHackIsaac {
    facts!(
        "isaac64",
        "ISAAC-64 as NetHack seeds it: words of 64 bits, rn2, rnd",
        IsaacOp,
        [Role::Port, RAND_ISAAC],
        "isaac64"
    );

    fn side<'a>(&'a self, role: Role) -> Result<Box<dyn Side + 'a>, Missing> {
        Ok(match role {
            Role::Port => Box::new(Port(Isaac64::nethack(0))),
            _ => Box::new(Crate::init(0)),
        })
    }

    fn words(&self) -> Option<WordStream> {
        Some(WordStream {
            bits: 64,
            seed_bits: 64,
            seed: "init {}",
            words: "nexts",
            seeding: "NetHack's seed, an unsigned long; a seed is a long stream",
        })
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases> {
        Some(match kind {
            Kind::Golden => Cases::new(kind, 3, [0, 42, u64::MAX].map(some_of_each)),
            // Seeds of one bit, and of all below it.
            Kind::Edge => Cases::new(
                kind,
                128,
                (0..64)
                    .flat_map(|bit| [1 << bit, u64::MAX >> bit])
                    .map(some_of_each),
            ),
            // Many seeds, and a long stream.
            Kind::Sweep => {
                let long = ["init 7; nexts 1048576".to_owned()];
                let short = (0..1000).map(|key| format!("init {key}; nexts 257"));
                Cases::new(kind, 1001, short.chain(long).map(|ops| split_ops(&ops)))
            }
            Kind::Random => Cases::random(budget, |chooser| {
                (0..60).map(|_| random_op(chooser)).collect()
            }),
            Kind::Exhaustive => return None,
        })
    }
}
