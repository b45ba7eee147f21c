//! ISAAC-64 of the crate `rand_isaac`.

use std::num::NonZeroU32;

use lockstep::{Role, Seen, TypedSide};
use rand_core::{Rng as _, SeedableRng as _};
use rand_isaac::Isaac64Rng;

use super::Op;

/// The crate of the `rand` project.
const RAND_ISAAC: Role = Role::Oracle("rand-isaac");

pub(super) const ROLES: [Role; 2] = [Role::Port, RAND_ISAAC];

pub(super) struct Crate(Isaac64Rng);

impl Crate {
    pub(super) fn init(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Self(Isaac64Rng::from_seed(bytes))
    }

    fn rn2(&mut self, bound: NonZeroU32) -> u64 {
        self.0.next_u64() % u64::from(bound.get())
    }
}

impl TypedSide for Crate {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        match *op {
            Op::Init { key } => {
                *self = Self::init(key);
                Seen::nothing()
            }
            Op::Next => Seen::number(self.0.next_u64()),
            Op::Nexts { count } => count.words64(|| self.0.next_u64()),
            Op::Rn2 { bound } => Seen::number(self.rn2(bound)),
            Op::Rnd { bound } => Seen::number(self.rn2(bound) + 1),
        }
    }

    fn state(&self) -> String {
        format!("the next word is {:016x}", self.0.clone().next_u64())
    }
}
