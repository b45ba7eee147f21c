//! Mistakes in ISAAC-64 as `NetHack` seeds it.

use generators::definition::Definition;
use generators::isaac::{ISAAC_64, Mixing, State, mix_64};

use super::arithmetic::Mistaken;
use super::model::{Model, Shown};
use super::side::flaws;

const SIZE: usize = 256;

flaws! {
    FLAWS:
    UNUSED = "seed-array-not-used",
        "randinit mixes once and without the seed array, as randinit(FALSE) does: it must add the array and then memory, as \
        randinit(TRUE) does";
    UNINVERTED = "not-inverted", "the first of every four steps is not inverted: it must be ~(a ^ (a << 21))";
}

/// The model of the row.
pub(super) const MODELS: &[Model] = &[Model {
    key: "isaac64",
    constants: ISAAC_64.constants,
    lines: &[],
    flaws: FLAWS,
    seeded: |_, general, seed| isaac(general.of(64).with_right_shifts_only(), seed),
}];

impl Mixing for Mistaken {
    fn mix(&self, x: &mut [u128; 8]) {
        mix_64(self, x);
    }

    fn after_first(&self, shifted: u128) -> u128 {
        if self.general.has(UNINVERTED) {
            shifted
        } else {
            shifted ^ u128::from(u64::MAX)
        }
    }
}

fn isaac(d: Mistaken, seed: u64) -> Shown {
    let mut memory = [0; SIZE];
    memory[0] = seed.into();
    let mut isaac = if d.general.has(UNUSED) {
        State::new(&d, [0; SIZE], 1)
    } else {
        State::new(&d, memory, d.constant(2))
    };
    Box::new(move || isaac.next(&d).cast_signed())
}
