//! Whether numbers between 0 and 1, such as p-values, are uniform.
//!
//! Meant for p-values of a continuous statistic. Those of a discrete one are not uniform but larger (a p-value of 1 has a
//! chance of its own), and two-sided ones that were cut off at 1 even more so: give such a statistic's
//! [`PValue::randomized`](crate::PValue::randomized) instead, or hold the p-values against their own exact distribution.
//!
//! Sources: Knuth, TAOCP 2, 3.3.1; Anderson and Darling 1954; the distributions are those of [`crate::tail`].
//!
//! ```
//! use gof::uniformity::{anderson_darling, kolmogorov};
//!
//! let p = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];
//! assert!((kolmogorov(&p)?.statistic - 0.05).abs() < 1e-15);
//! assert!(anderson_darling(&p)?.p.lower().value() < 0.001);
//! # Ok::<(), gof::Error>(())
//! ```

use crate::sum::Sum;
use crate::tail;
use crate::{Error, Outcome, PValue, Reference};

/// Kolmogorov and Smirnov's `D`: the largest distance between the empirical distribution function and the uniform one.
///
/// # Errors
/// [`Error::NothingToTest`] without values, [`Error::Parameter`] for a value outside 0 to 1.
pub fn kolmogorov(values: &[f64]) -> Result<Outcome, Error> {
    let sorted = sorted(values)?;
    let statistic = above(&sorted).max(below(&sorted));
    Ok(outcome("kolmogorov", &sorted, statistic, kolmogorov_reference, tail::kolmogorov::both))
}

/// Smirnov's `D+`: how far the empirical distribution function rises above the uniform one; large for small values.
///
/// # Errors
/// As [`kolmogorov`].
pub fn smirnov_above(values: &[f64]) -> Result<Outcome, Error> {
    let sorted = sorted(values)?;
    Ok(outcome("smirnov-above", &sorted, above(&sorted), smirnov_reference, tail::smirnov::both))
}

/// Smirnov's `D-`: how far the empirical distribution function falls below the uniform one; large for large values.
///
/// # Errors
/// As [`kolmogorov`].
pub fn smirnov_below(values: &[f64]) -> Result<Outcome, Error> {
    let sorted = sorted(values)?;
    Ok(outcome("smirnov-below", &sorted, below(&sorted), smirnov_reference, tail::smirnov::both))
}

/// Anderson and Darling's statistic, which looks harder at both ends. A value of exactly 0 or 1 makes it infinite.
///
/// # Errors
/// As [`kolmogorov`].
pub fn anderson_darling(values: &[f64]) -> Result<Outcome, Error> {
    let sorted = sorted(values)?;
    let n = sorted.len() as f64;
    let terms = sorted.iter().zip(sorted.iter().rev()).enumerate();
    let logarithms: Sum =
        terms.map(|(i, (&low, &high))| (2.0 * i as f64 + 1.0) * (low.ln() + (-high).ln_1p())).collect();
    let reference = |values| Reference::AndersonDarling { values };
    Ok(outcome("anderson-darling", &sorted, -n - logarithms.value() / n, reference, tail::anderson_darling::both))
}

fn sorted(values: &[f64]) -> Result<Vec<f64>, Error> {
    if values.is_empty() {
        return Err(Error::NothingToTest("there are no values"));
    }
    if let Some(value) = values.iter().find(|value| !(0.0..=1.0).contains(*value)) {
        return Err(Error::Parameter { name: "a value", value: value.to_string(), expected: "between 0 and 1" });
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Ok(sorted)
}

fn above(sorted: &[f64]) -> f64 {
    let n = sorted.len() as f64;
    sorted.iter().enumerate().map(|(i, value)| (i as f64 + 1.0) / n - value).fold(0.0, f64::max)
}

fn below(sorted: &[f64]) -> f64 {
    let n = sorted.len() as f64;
    sorted.iter().enumerate().map(|(i, value)| value - i as f64 / n).fold(0.0, f64::max)
}

const fn kolmogorov_reference(values: u64) -> Reference {
    Reference::Kolmogorov { values }
}

const fn smirnov_reference(values: u64) -> Reference {
    Reference::Smirnov { values }
}

fn outcome(
    test: &'static str,
    sorted: &[f64],
    statistic: f64,
    reference: impl Fn(u64) -> Reference,
    tails: impl Fn(f64, u64) -> PValue,
) -> Outcome {
    let items = sorted.len() as u64;
    Outcome { test, items, statistic, reference: reference(items), p: tails(statistic, items) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight values; D, D+, D- and their upper tails are those of `scipy.stats.kstest` (`alternative` "two-sided",
    /// "greater", "less"; `method="exact"`), scipy 1.17.1; the Anderson-Darling statistic was summed with mpmath.
    const VALUES: [f64; 8] = [0.03, 0.11, 0.14, 0.22, 0.35, 0.41, 0.58, 0.97];

    #[test]
    fn statistics_and_tails_are_those_of_scipy() {
        for (outcome, statistic, tail) in [
            (kolmogorov(&VALUES), 0.34, 0.249_905_688_577_928_6),
            (smirnov_above(&VALUES), 0.34, 0.125_062_158_468_036_8),
            (smirnov_below(&VALUES), 0.094_999_999_999_999_97, 0.820_682_597_396_860_3),
        ] {
            let outcome = outcome.unwrap();
            assert!((outcome.statistic - statistic).abs() < 1e-15, "{outcome:?}");
            assert!((outcome.p.upper().value() / tail - 1.0).abs() < 1e-12, "{outcome:?}");
        }
        assert!((anderson_darling(&VALUES).unwrap().statistic - 1.372_737_042_580_240_5).abs() < 1e-14);
    }

    #[test]
    fn order_does_not_matter() {
        let mut reversed = VALUES;
        reversed.reverse();
        assert_eq!(kolmogorov(&reversed), kolmogorov(&VALUES));
        assert_eq!(anderson_darling(&reversed), anderson_darling(&VALUES));
    }

    #[test]
    fn values_in_a_heap_and_values_on_a_grid_are_both_noticed() {
        let heap = vec![0.5; 100];
        let grid: Vec<f64> = (0..100).map(|i| (f64::from(i) + 0.5) / 100.0).collect();
        for test in [kolmogorov, anderson_darling] {
            assert!(test(&heap).unwrap().p.upper().value() < 1e-9);
            assert!(test(&grid).unwrap().p.lower().value() < 1e-9);
        }
        assert!(smirnov_above(&[1e-3; 100]).unwrap().p.upper().value() < 1e-100);
        assert!(smirnov_above(&[0.999; 100]).unwrap().p.upper().value() > 0.9);
        assert!(smirnov_below(&[0.999; 100]).unwrap().p.upper().value() < 1e-100);
    }

    #[test]
    fn a_zero_refutes_by_anderson_and_darling() {
        assert!(anderson_darling(&[0.0, 0.4, 0.7]).unwrap().p.upper().value() <= 0.0);
    }

    #[test]
    fn values_outside_are_refused() {
        for test in [kolmogorov, smirnov_above, smirnov_below, anderson_darling] {
            assert!(matches!(test(&[]), Err(Error::NothingToTest(_))));
            for wrong in [-0.1, 1.1, f64::NAN] {
                assert!(matches!(test(&[0.5, wrong]), Err(Error::Parameter { .. })));
            }
        }
    }
}
