//! Bounded numbers of Rogue's C.

use foreign::reference::Session;
use lockstep::{Role, Seen, TypedSide};

use super::{Op, refused};
use crate::reference::{seen, session};
use crate::show_ring;

pub(super) struct Reference(Session);

impl Reference {
    pub(super) fn new(role: Role) -> Self {
        Self(session(role))
    }
}

impl TypedSide for Reference {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        let output = match *op {
            Op::Srrandom { seed } => {
                self.0.srrandom(seed);
                Seen::nothing()
            }
            Op::GetRand { x, y } | Op::GetRands { x, y, .. } if refused(x, y).is_some() => {
                return refused(x, y).unwrap_or_default();
            }
            Op::GetRand { x, y } => match self.0.get_rand(x, y) {
                Ok(value) => Seen::number(value),
                Err(error) => Seen::texts([error.to_string()]),
            },
            Op::GetRands { x, y, count } => {
                let mut values = vec![0; count.get() as usize];
                let made = self.0.get_rands(x, y, &mut values);
                let values = values.into_iter().map(|value| value as u32);
                let words = match made {
                    Ok(()) => Seen::words(values.collect::<Vec<_>>()),
                    Err(error) => Seen::texts([error.to_string()]),
                };
                // The words show every draw; the log is emptied for the next op.
                self.0.forget_draws();
                return words;
            }
            Op::RandPercent { percentage } => {
                Seen::number(u8::from(self.0.rand_percent(percentage)))
            }
            Op::CoinToss => Seen::number(u8::from(self.0.coin_toss())),
        };
        seen(&mut self.0, output)
    }

    fn state(&self) -> String {
        show_ring(&self.0.ring())
    }
}
