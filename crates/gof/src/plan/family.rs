//! The tests that a plan may name, and how the power of each is computed.

use crate::{Error, Sides, limit};

/// How the statistic of a test is distributed, and so how its power is computed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Family {
    /// A sum over cells: noncentral chi-square. The effect is the chi-square per sample, `sum (p - q)^2 / q`.
    Cells,
    /// The position matrix of permutations of `k` items: noncentral chi-square with `(k - 1)^2` degrees of freedom. The
    /// effect per permutation is `(k - 1) sum (p_ij - 1/k)^2` over positions and items.
    PositionMatrix,
    /// A count or a mean that is nearly normal: the square is noncentral chi-square with one degree of freedom. The
    /// effect is the square of the shift per sample, in standard deviations of a sample. Always two-sided.
    Normal,
}

/// The tests by name. A test that is not listed cannot be planned.
pub const FAMILIES: &[(&str, Family)] = &[
    ("frequency", Family::Cells),
    ("frequency-top", Family::Cells),
    ("frequency-low", Family::Cells),
    ("frequency-remainders", Family::Cells),
    ("bits", Family::Cells),
    ("serial-pairs", Family::Cells),
    ("serial-pairs-low", Family::Cells),
    ("serial-pairs-remainders", Family::Cells),
    ("gap", Family::Cells),
    ("coupon-collector", Family::Cells),
    ("permutation-3", Family::Cells),
    ("permutation-4", Family::Cells),
    ("permutation-6", Family::Cells),
    ("poker", Family::Cells),
    ("runs-up", Family::Cells),
    ("ranks", Family::Cells),
    ("rank-buckets", Family::Cells),
    ("first-item", Family::Cells),
    ("favoured-draws", Family::Cells),
    ("fixed-points", Family::Cells),
    ("cycles", Family::Cells),
    ("cycle-types", Family::Cells),
    ("descents", Family::Cells),
    ("adjacent-pairs", Family::Cells),
    ("chi-square", Family::Cells),
    ("position-matrix", Family::PositionMatrix),
    ("parity", Family::Normal),
    ("birthday-spacings", Family::Normal),
    ("birthday-spacings-low", Family::Normal),
    ("autocorrelation-1", Family::Normal),
    ("autocorrelation-half", Family::Normal),
    ("autocorrelation-word", Family::Normal),
];

impl Family {
    /// The family of a test.
    pub fn of(test: &str) -> Option<Self> {
        FAMILIES.iter().find(|(name, _)| *name == test).map(|(_, family)| *family)
    }

    /// The level of the chi-square tail that finds the effect: a bad fit lies in the upper tail, to which a two-sided test
    /// gives half of its alpha. `None` if these sides do not find an effect.
    pub(super) fn upper_level(self, alpha: f64, sides: Sides) -> Option<f64> {
        match (self, sides) {
            // The square of a normal variable is large on both sides of it.
            (Self::Normal, Sides::Both) | (Self::Cells | Self::PositionMatrix, Sides::Upper) => Some(alpha),
            (Self::Cells | Self::PositionMatrix, Sides::Both) => Some(alpha / 2.0),
            _ => None,
        }
    }

    /// The least samples: every cell expects at least five, and the upper tail of this level is true up to an excess, if
    /// the cells are alike.
    pub(super) fn samples_needed(self, freedom: u32, level: f64, excess: f64) -> Result<u64, Error> {
        match self {
            Self::Cells => limit::samples_for_upper_tail(freedom, level, excess),
            // Each permutation falls into one cell of each row, so a row of `k` cells counts, not all `k^2`.
            Self::PositionMatrix => Ok(5 * (u64::from(freedom.isqrt()) + 1)),
            Self::Normal => Ok(1),
        }
    }
}

/// The known test whose name is nearest to this one, if any is near.
pub(super) fn nearest(test: &str) -> Option<&'static str> {
    let distance = |name: &str| strsim::levenshtein(test, name);
    let (name, _) = FAMILIES.iter().min_by_key(|(name, _)| distance(name))?;
    (distance(name) <= name.len() / 2).then_some(*name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_a_misspelled_one_finds_the_nearest() {
        for (index, (name, family)) in FAMILIES.iter().enumerate() {
            assert!(FAMILIES[..index].iter().all(|(other, _)| other != name), "{name}");
            assert_eq!(Family::of(name), Some(*family));
        }
        assert_eq!((nearest("rank"), nearest("positon_matrix")), (Some("ranks"), Some("position-matrix")));
        assert_eq!(nearest("qqqqqqqqqqqq"), None);
    }
}
