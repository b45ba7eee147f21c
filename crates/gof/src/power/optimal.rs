//! The power of the best test there is: the likelihood ratio of one known law to the uniform one.
//!
//! Neyman and Pearson, *On the problem of the most efficient tests of statistical hypotheses*, 1933, section III: of all tests
//! of size `alpha` none has more power against a known law than that by the likelihood ratio. Over `N` draws its logarithm is a
//! sum of independent terms, here taken as normal, with the exact mean and variance under both laws. Outcomes that the law
//! never gives refute it at once: the test says "uniform" as soon as it sees one.
//!
//! ```
//! use gof::power::optimal::samples_to_tell;
//!
//! // Two of six numbers come a tenth too often: they are a third of all.
//! let die = [(1.0 / 3.0, 0.1), (2.0 / 3.0, -0.05)];
//! assert_eq!(samples_to_tell(&die, 1e-6, 0.9)?, Some(7354));
//! # Ok::<(), gof::Error>(())
//! ```

use super::{inside_unit_interval, upper_quantile};
use crate::Error;

/// The smallest number of draws, at least one, with which the likelihood ratio test of size `alpha` has at least `power`.
///
/// Each class of outcomes has its share of the uniform law, and by how much each of its outcomes is likelier than there,
/// relative to it: -1 for those that never come. `None` if none is, or if more than `u64::MAX` draws are needed.
///
/// # Errors
/// [`Error::OutsideUnitInterval`] for `alpha` or `power`, [`Error::InvalidEffect`] for an excess below -1 or not finite.
pub fn samples_to_tell(
    classes: &[(f64, f64)],
    alpha: f64,
    power: f64,
) -> Result<Option<u64>, Error> {
    inside_unit_interval(alpha)?;
    if let Some(&(_, wrong)) = classes
        .iter()
        .find(|(_, excess)| !excess.is_finite() || *excess < -1.0)
    {
        return Err(Error::InvalidEffect(wrong));
    }
    let never: f64 = classes
        .iter()
        .filter(|(_, excess)| *excess <= -1.0)
        .map(|(share, _)| share)
        .sum();
    let possible = || classes.iter().filter(|(_, excess)| *excess > -1.0);
    let mean = |of: &dyn Fn(f64, f64) -> f64| {
        possible()
            .map(|&(share, excess)| of(share, excess))
            .sum::<f64>()
    };
    // Under the uniform law on those that come, and under the other.
    let ideal = |share: f64| share / (1.0 - never);
    let (under, over) = (
        mean(&|share, e| ideal(share) * e.ln_1p()),
        mean(&|share, e| share * (1.0 + e) * e.ln_1p()),
    );
    let spread = |centre: f64, square: f64| (square - centre * centre).max(0.0).sqrt();
    let wide = spread(under, mean(&|share, e| ideal(share) * e.ln_1p().powi(2)));
    let real = spread(
        over,
        mean(&|share, e| share * (1.0 + e) * e.ln_1p().powi(2)),
    );
    // Where all come, nothing cancels.
    let gap = if never > 0.0 {
        over - under
    } else {
        mean(&|share, e| share * e * e.ln_1p())
    };
    let misses = upper_quantile(1.0 - power)?;
    let enough = |draws: u64| -> Result<bool, Error> {
        let draws = draws as f64;
        // The size that is left once none of those outcomes has come.
        let left = alpha.ln() - draws * (-never).ln_1p();
        if left >= 0.0 {
            return Ok(true);
        }
        Ok(gap > 0.0 && gap * draws.sqrt() >= upper_quantile(left.exp())? * wide + misses * real)
    };
    let (mut too_few, mut found) = (0_u64, 1_u64);
    while !enough(found)? {
        too_few = found;
        match found.checked_mul(2) {
            Some(doubled) => found = doubled,
            None => return Ok(None),
        }
    }
    while found - too_few > 1 {
        let middle = too_few + (found - too_few) / 2;
        if enough(middle)? {
            found = middle;
        } else {
            too_few = middle;
        }
    }
    Ok(Some(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With two classes the test is one of a binomial count: its exact size and power.
    #[test]
    fn two_classes_take_as_many_draws_as_the_exact_binomial_test() {
        let tails = |n: u64, p: f64| {
            let mut log = n as f64 * (-p).ln_1p();
            let mut terms = Vec::new();
            for k in 0..=n {
                terms.push(log.exp());
                log += ((n - k) as f64 / (k + 1) as f64).ln() + p.ln() - (-p).ln_1p();
            }
            // From each count on.
            terms
                .iter()
                .rev()
                .scan(0.0, |sum, term| {
                    Some(*sum + term).inspect(|next| *sum = *next)
                })
                .collect::<Vec<f64>>()
        };
        for (share, excess, alpha, power) in [
            (1.0 / 3.0, 0.2, 1e-3, 0.9),
            (0.5, 0.1, 0.01, 0.8),
            (0.1, 0.5, 1e-4, 0.9),
        ] {
            let classes = [
                (share, excess),
                (1.0 - share, -excess * share / (1.0 - share)),
            ];
            let found = samples_to_tell(&classes, alpha, power).unwrap().unwrap();
            let has_power = |n: u64| {
                // As many counts, from the greatest down, as the size allows.
                let counts = tails(n, share)
                    .iter()
                    .take_while(|&&tail| tail <= alpha)
                    .count();
                counts > 0 && tails(n, share * (1.0 + excess))[counts - 1] >= power
            };
            assert!(
                !has_power(found * 9 / 10) && has_power(found * 11 / 10),
                "{share}, {excess}: {found}"
            );
        }
    }

    #[test]
    fn outcomes_that_never_come_are_missed_soon() {
        // Half of all outcomes never come: 2^-20 is below 1e-6, 2^-19 is not.
        assert_eq!(
            samples_to_tell(&[(0.5, 1.0), (0.5, -1.0)], 1e-6, 0.9),
            Ok(Some(20))
        );
        // ln 1e-6 / ln 0.99 = 1374.6
        assert_eq!(
            samples_to_tell(&[(0.99, 1.0 / 99.0), (0.01, -1.0)], 1e-6, 0.9),
            Ok(Some(1375))
        );
    }

    #[test]
    fn what_cannot_be_told_apart_is_none_and_bad_input_refused() {
        assert_eq!(samples_to_tell(&[(1.0, 0.0)], 1e-6, 0.9), Ok(None));
        assert_eq!(
            samples_to_tell(&[(0.5, 1e-15), (0.5, -1e-15)], 1e-6, 0.9),
            Ok(None)
        );
        assert_eq!(
            samples_to_tell(&[(1.0, 0.1)], 0.0, 0.9),
            Err(Error::OutsideUnitInterval(0.0))
        );
        assert!(samples_to_tell(&[(1.0, 0.1)], 0.1, 1.0).is_err());
        assert_eq!(
            samples_to_tell(&[(1.0, -1.5)], 0.1, 0.9),
            Err(Error::InvalidEffect(-1.5))
        );
    }
}
