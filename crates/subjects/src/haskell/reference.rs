//! The generator in C.

use foreign::reference::{DiceRule, ReferenceDice, ReferencePcg32};
use lockstep::{Seen, TypedSide};

use super::{Op, list_of};

pub(super) struct Reference(ReferencePcg32);

impl Reference {
    pub(super) fn unseeded() -> Self {
        Self(ReferencePcg32::new_raw(0, 0))
    }
}

impl TypedSide for Reference {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        let rng = &mut self.0;
        match *op {
            Op::Raw { state, inc } => {
                *rng = ReferencePcg32::new_raw(state, inc);
                return Seen::nothing();
            }
            Op::Next => return Seen::number(rng.next_i32()),
            Op::Nexts { count } => {
                return count.words(|| rng.next_i32() as u32);
            }
            Op::SplitLeft => *rng = rng.split().0,
            Op::SplitRight => *rng = rng.split().1,
            Op::RandomR { l, h } => return Seen::number(rng.random_r_i64(l, h)),
            Op::RandomWord64 => return Seen::number(rng.random_u64()),
            Op::RandomDouble => return Seen::number(rng.random_f64().to_bits()),
            Op::UniformMay { n } => {
                let mut dice = ReferenceDice::raw(rng.state(), rng.inc(), DiceRule::Haskell);
                let place = dice.choose(list_of(n));
                *rng = ReferencePcg32::new_raw(dice.state(), dice.inc());
                return Seen::number(place);
            }
            Op::Show => {}
        }
        Seen::texts([TypedSide::state(self)])
    }

    fn state(&self) -> String {
        format!("PCGen {} {}", self.0.state(), self.0.inc())
    }
}
