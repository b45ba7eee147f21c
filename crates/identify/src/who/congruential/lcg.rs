//! A linear congruential generator.

use generators::catalogue::{Generator, Stream, Structure};

use super::super::recurrences::{inverse, product};
use crate::convention::{Known, ones};

/// The greatest odd modulus of a remainder for which a first match is searched one by one.
pub(super) const MOST_STEPS: u64 = 1 << 16;

/// A generator whose outputs are the bits of a mask above a shift.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lcg {
    pub(super) multiplier: u64,
    pub(super) increment: u64,
    pub(super) modulus: u128,
    pub(super) shift: u32,
    pub(super) mask: u64,
}

impl Lcg {
    /// The generator of a row. If the modulus is a power of 2, the high bits that reach no output are left out.
    pub(super) fn of(row: &Generator) -> Option<Self> {
        let Structure::Congruential {
            multiplier,
            increment,
            modulus,
            shift,
            mask,
        } = row.structure
        else {
            return None;
        };
        let reached = u64::BITS - mask.leading_zeros() + shift;
        let reduced = modulus.is_power_of_two() && reached < u64::BITS;
        let modulus = if reduced {
            modulus.min(1 << reached)
        } else {
            modulus
        };
        Some(Self {
            multiplier,
            increment,
            modulus,
            shift,
            mask,
        })
    }

    /// The number of bits in a state.
    pub(super) const fn bits(self) -> u32 {
        u128::BITS - (self.modulus - 1).leading_zeros()
    }

    #[inline]
    pub(super) fn step(self, x: u64) -> u64 {
        if self.modulus.is_power_of_two() {
            x.wrapping_mul(self.multiplier).wrapping_add(self.increment) & (self.modulus - 1) as u64
        } else {
            ((u128::from(x) * u128::from(self.multiplier) + u128::from(self.increment))
                % self.modulus) as u64
        }
    }

    /// The generator that steps back, if each state has a predecessor.
    pub(super) fn back(self) -> Option<Self> {
        let inverse = inverse(self.multiplier.into(), self.modulus)?;
        let minus = self.modulus - u128::from(self.increment) % self.modulus;
        let increment = product(inverse, minus, self.modulus);
        Some(Self {
            multiplier: inverse as u64,
            increment: increment as u64,
            ..self
        })
    }

    #[inline]
    pub(super) const fn output(self, x: u64) -> u64 {
        x >> self.shift & self.mask
    }

    pub(super) fn stream(self, before: u64) -> Stream {
        let mut x = before;
        Box::new(move || {
            x = self.step(x);
            self.output(x)
        })
    }

    /// The first high half whose state makes the first output, and the distance to the next; 0 and 1 if that is not known.
    pub(super) fn high_halves(self, first: Known, state: &dyn Fn(u64) -> u64) -> (u64, u64) {
        let Known::Residue {
            shift,
            bits,
            modulus,
            ..
        } = first
        else {
            return (0, 1);
        };
        let odd = modulus >> modulus.trailing_zeros();
        // The remainder repeats with this distance if no high bit of the state is cut off.
        let is_cut = ((self.modulus - 1) >> self.shift & u128::from(self.mask)) >> shift
            > ones(bits).into()
            || (self.modulus - 1) >> self.shift > self.mask.into();
        if is_cut || odd > MOST_STEPS {
            return (0, 1);
        }
        (0..odd)
            .find(|&i| first.holds(self.output(state(i))))
            .map_or((0, 1), |start| (start, odd))
    }

    /// Whether a state makes an output and the following ones.
    #[inline]
    pub(super) fn makes(self, state: u64, known: &[(u64, Known)]) -> bool {
        let mut x = state;
        let mut at = known[0].0;
        known.iter().all(|(place, told)| {
            while at < *place {
                x = self.step(x);
                at += 1;
            }
            told.holds(self.output(x))
        })
    }
}
