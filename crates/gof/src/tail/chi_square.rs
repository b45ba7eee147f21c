//! The chi-square distribution.
//!
//! Its tails are incomplete gamma functions of half the statistic, summed up to `2e10` degrees of freedom.
//!
//! ```
//! use roguelab_gof::tail::chi_square;
//!
//! let p = chi_square::both(362_000.0, 362_879);
//! assert_eq!(format!("{:.12}", p.upper().value()), "0.848927745195");
//! ```

use super::{incomplete_gamma, undefined};
use crate::{PValue, Tail};

/// Both tails of a statistic with `freedom` degrees of freedom; with none the statistic is always zero.
pub fn both(statistic: f64, freedom: u64) -> PValue {
    if freedom == 0 && statistic <= 0.0 {
        return PValue::new(
            Tail::new(if statistic < 0.0 { 0.0 } else { 1.0 }),
            Tail::new(1.0),
        );
    }
    if statistic.is_nan() {
        undefined()
    } else {
        both_of_real(statistic, freedom as f64)
    }
}

/// The same for degrees of freedom that need not be a whole number.
pub(crate) fn both_of_real(statistic: f64, freedom: f64) -> PValue {
    incomplete_gamma(freedom / 2.0, statistic / 2.0)
}

/// The chance of a statistic of at most `statistic`.
pub fn cdf(statistic: f64, freedom: u64) -> Tail {
    both(statistic, freedom).lower()
}

/// The chance of a statistic of at least `statistic`.
pub fn sf(statistic: f64, freedom: u64) -> Tail {
    both(statistic, freedom).upper()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_degrees_of_freedom_the_statistic_is_zero() {
        let tails = |statistic, freedom| {
            [
                cdf(statistic, freedom).value(),
                sf(statistic, freedom).value(),
            ]
        };
        assert_eq!(
            [-1.0, 0.0, 1.0].map(|statistic| tails(statistic, 0)),
            [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]
        );
        assert_eq!(
            [-1.0, 0.0].map(|statistic| tails(statistic, 1)),
            [[0.0, 1.0]; 2]
        );
    }
}
