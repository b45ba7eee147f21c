//! Permutations in C.

use std::num::NonZeroU32;

use foreign::reference::{ReferenceDice, sequences};
use lockstep::{Output, Seen};

use super::{Fixed, Op, Unrolled};
use crate::dice::Seeded as _;
use crate::dice::reference::CDice;

/// The C draws to the last number. Here it does so on a copy, and the dice are left as they are without that draw.
fn without_last_draw(n: u16, dice: &mut ReferenceDice) -> Vec<u32> {
    let numbers = sequences::permutation(n, &mut dice.clone());
    for bound in (2..=n).rev() {
        dice.draw(NonZeroU32::MIN.saturating_add(u32::from(bound) - 1));
    }
    numbers
}

pub(super) fn apply_op(dice: &mut CDice, op: &Op) -> Seen {
    match *op {
        Op::Srandom {
            initstate,
            initseq,
            rule,
        } => dice.srandom(initstate, initseq, rule),
        Op::Permutation { n } => {
            dice.record(|dice| Output::Words(sequences::permutation(n.get() as u16, dice)))
        }
        Op::Listless { n } => {
            let n = match n {
                Fixed::One => 1,
                Fixed::Four => 4,
                Fixed::Ten => 10,
                Fixed::Most => 255,
            };
            dice.record(|dice| Output::Words(sequences::permutation(n, dice)))
        }
        Op::Unrolled { n } => {
            let n = match n {
                Unrolled::Two => 2,
                Unrolled::Three => 3,
                Unrolled::Four => 4,
            };
            dice.record(|dice| Output::Words(without_last_draw(n, dice)))
        }
        Op::RandomDirections => {
            dice.record(|dice| Output::Number(sequences::random_directions(dice).into()))
        }
        Op::State => Seen::number(dice.parts().0),
    }
}
