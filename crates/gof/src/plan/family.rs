//! The tests that a plan may name, and how the power of each is computed.

use crate::battery;
use crate::{Error, Sides, limit};

/// How the statistic of a test is distributed, and so how its power is computed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Family {
    /// A sum over cells: noncentral chi-square. The effect is the chi-square per sample, `sum (p - q)^2 / q`.
    Cells,
    /// The position matrix of permutations of `k` items: noncentral chi-square with `(k - 1)^2` degrees of freedom. The
    /// effect per permutation is `(k - 1) sum (p_ij - 1/k)^2` over positions and items.
    PositionMatrix,
    /// A count or a mean that is nearly normal: its square is noncentral chi-square with one degree of freedom. The effect is
    /// the square of the shift per sample, in standard deviations of a sample. It is always two-sided.
    Normal,
}

/// The tests outside the battery that count cells, and whose statistic is compared with chi-square.
const OF_CELLS: [&str; 3] = ["chi-square", "first-item", "favoured-draws"];

/// The tests whose statistic is a single count.
const OF_A_COUNT: [&str; 3] = [
    "birthday-spacings",
    "autocorrelation-half",
    "autocorrelation-word",
];

/// The tests that a plan may name: those of the battery, and some that count cells of the caller.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    battery::tests().map(|entry| entry.name).chain(OF_CELLS)
}

impl Family {
    /// The family of a test. `None` if there is no such test.
    pub fn of(test: &str) -> Option<Self> {
        let name = names().find(|name| *name == test)?;
        Some(match name {
            "position-matrix" => Self::PositionMatrix,
            name if OF_A_COUNT.contains(&name) => Self::Normal,
            _ => Self::Cells,
        })
    }

    /// The level of the chi-square tail that finds the effect: a bad fit lies in the upper tail, which gets half of the alpha
    /// of a two-sided test. `None` if these sides do not find an effect.
    pub(super) fn upper_level(self, alpha: f64, sides: Sides) -> Option<f64> {
        match (self, sides) {
            // The square of a normal variable is large on both of its sides.
            (Self::Normal, Sides::Both) | (Self::Cells | Self::PositionMatrix, Sides::Upper) => {
                Some(alpha)
            }
            (Self::Cells | Self::PositionMatrix, Sides::Both) => Some(alpha / 2.0),
            _ => None,
        }
    }

    /// The fewest samples for which every cell expects at least five, and the upper tail at this level is accurate up to an
    /// excess, if the cells are equally likely.
    pub(super) fn samples_needed(
        self,
        freedom: u32,
        level: f64,
        excess: f64,
    ) -> Result<u64, Error> {
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
    let name = names().min_by_key(|name| distance(name))?;
    (distance(name) <= name.len() / 2).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_has_a_family_and_a_misspelled_name_finds_the_nearest() {
        for name in OF_A_COUNT {
            assert_eq!(Family::of(name), Some(Family::Normal), "{name} is a test");
        }
        assert_eq!(Family::of("position-matrix"), Some(Family::PositionMatrix));
        assert_eq!(
            (Family::of("ranks"), Family::of("first-item")),
            (Some(Family::Cells), Some(Family::Cells))
        );
        assert_eq!(
            (nearest("rank"), nearest("positon_matrix")),
            (Some("ranks"), Some("position-matrix"))
        );
        assert_eq!((nearest("qqqqqqqqqqqq"), Family::of("qq")), (None, None));
    }
}
