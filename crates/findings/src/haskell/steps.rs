//! `stepGen` and `next`: they agree with the C function, and every `Int32` occurs equally often.

use generators::haskell::{PCGen, output_rank};

use super::families::Family;
use crate::prelude::*;

/// The number of generators that are drawn for the comparison, besides those that are chosen.
const DRAWN: usize = 1 << 16;
const STEPS: u64 = 4;
/// The number of bits of the state below those that say how far an output is rotated.
const BELOW_ROTATION: u32 = 59;

#[derive(Serialize)]
pub struct Steps {
    pub generators: u64,
    /// The number of steps compared: the number, the state and the increment after each.
    pub compared: u64,
    pub equal: u64,
    /// The rank of the map from the state to the output, for each of the 32 rotations.
    pub ranks: Vec<u32>,
    pub states_per_output: u64,
    /// Whether every odd increment goes through all `2^64` states.
    pub full_period: bool,
}

/// For each rotation, the state with no other bit set, and the states with one. If both sides are affine for a fixed rotation,
/// as the port is, outputs that are equal here are equal everywhere.
fn basis() -> impl Iterator<Item = PCGen> {
    let bits = (0..BELOW_ROTATION).map(|bit| 1 << bit);
    let low = std::iter::once(0u64).chain(bits);
    let states =
        low.flat_map(|low| (0..32u64).map(move |rotation| rotation << BELOW_ROTATION | low));
    states.flat_map(|state| [0, 1, u64::MAX].map(|inc| PCGen::new(state, inc)))
}

/// The C function `pcg32_random_r`, written out: the number returned, and the state after a step.
fn pcg32_random_r(state: u64, inc: u64) -> (i32, u64) {
    let word = ((state >> 18 ^ state) >> 27) as u32;
    let number = word.rotate_right((state >> 59) as u32).cast_signed();
    (
        number,
        state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(inc | 1),
    )
}

/// How many of the steps agree with the C function.
fn equal_steps(mut port: PCGen) -> u64 {
    let (mut state, inc) = (port.state(), port.inc());
    let mut equal = 0;
    for _ in 0..STEPS {
        let (number, after) = pcg32_random_r(state, inc);
        state = after;
        equal += u64::from((port.next(), port.state(), port.inc()) == (number, after, inc));
    }
    equal
}

fn state_after(state: u64, inc: u64) -> u64 {
    let mut generator = PCGen::new(state, inc);
    generator.step_gen();
    generator.state()
}

impl Steps {
    pub(super) fn compute() -> Self {
        let equal: Vec<u64> = basis()
            .chain(Family::Drawn.parents(DRAWN))
            .map(equal_steps)
            .collect();
        let ranks: Vec<u32> = (0..32).map(output_rank).collect();
        let multiplier = state_after(1, 1).wrapping_sub(state_after(0, 1));
        Self {
            generators: equal.len() as u64,
            compared: STEPS * equal.len() as u64,
            equal: equal.iter().sum(),
            states_per_output: ranks
                .iter()
                .map(|rank| 1u64 << (BELOW_ROTATION - rank))
                .sum(),
            ranks,
            // Hull and Dobell: the increment must be odd, and the multiplier 1 modulo 4.
            full_period: multiplier % 4 == 1 && (0..1000).all(|inc| state_after(0, inc) % 2 == 1),
        }
    }

    /// Whether every number is given by equally many states.
    pub(super) fn is_even(&self) -> bool {
        self.full_period && self.ranks.iter().all(|&rank| rank == 32)
    }
}
