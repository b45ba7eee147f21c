//! The power of the best possible test: the likelihood ratio of one known law to the uniform one.
//!
//! Neyman and Pearson, *On the problem of the most efficient tests of statistical hypotheses*, 1933, section III: of all tests
//! of size `alpha`, none has more power against a known law than the test by the likelihood ratio, which at the boundary
//! decides by chance so that its size is `alpha`. Its power never falls as draws are added, since a test may ignore draws.
//!
//! If the outcomes have two weights, the test is that of a binomial count, and its power is computed from the binomial tails.
//! Otherwise the logarithm of the ratio, a sum of independent terms, is taken as normal: with the exact mean and variance under
//! both laws, or for a small bias with `(z(alpha) + z(1 - power))^2` over the chi-square per draw (Lehmann and Romano, *Testing
//! Statistical Hypotheses*, sections 3.2 and 12.3). Outcomes that the law never gives refute it at once: the test says
//! "uniform" as soon as it sees one.
//!
//! ```
//! use roguelab_gof::power::optimal::draws_to_tell;
//!
//! // Two of six numbers come a tenth too often: they are a third of all.
//! let die = [(1.0 / 3.0, 0.1), (2.0 / 3.0, -0.05)];
//! let needed = draws_to_tell(&die, 1e-6, 0.9)?;
//! assert_eq!((needed.draws, needed.is_exact), (7422.0, true));
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

use std::cell::Cell;

use super::{Needed, inside_unit_interval, upper_quantile};
use crate::Error;
use crate::tail::binomial::at_least;

/// The smallest number of draws, at least one, with which the likelihood ratio test of size `alpha` has at least `power`.
///
/// Each class of outcomes has its share of the uniform law, and its excess: by how much each of its outcomes is likelier than
/// under that law, relative to it; -1 for outcomes that never come. The number is infinite if no excess differs from zero, or
/// if a large bias needs more than `u64::MAX` draws.
///
/// # Errors
/// [`Error::OutsideUnitInterval`] for `alpha` or `power`, [`Error::InvalidEffect`] for an excess below -1 or not finite.
pub fn draws_to_tell(classes: &[(f64, f64)], alpha: f64, power: f64) -> Result<Needed, Error> {
    inside_unit_interval(alpha)?;
    inside_unit_interval(power)?;
    if let Some(&(_, wrong)) = classes
        .iter()
        .find(|(_, excess)| !excess.is_finite() || *excess < -1.0)
    {
        return Err(Error::InvalidEffect(wrong));
    }
    let mut sorted = classes.to_vec();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
    sorted.dedup_by(|more, kept| {
        let is_same = more.1.total_cmp(&kept.1).is_eq();
        kept.0 += if is_same { more.0 } else { 0.0 };
        is_same
    });
    let limit = if sorted.iter().all(|(_, excess)| excess.abs() < SMALL) {
        let effect: f64 = sorted.iter().map(|(share, e)| share * e * e).sum();
        let quantiles = (upper_quantile(alpha)? + upper_quantile(1.0 - power)?).max(0.0);
        (quantiles * quantiles / effect).ceil().max(1.0)
    } else {
        of_ratio(&sorted, alpha, power)?
    };
    match sorted[..] {
        [_, (share, excess)] if limit < COUNTED => of_count(share, excess, (alpha, power), limit),
        _ => Ok(Needed::about(limit)),
    }
}

/// If the excess of every outcome is below this, the logarithm of the ratio is as good as the excess.
const SMALL: f64 = 0.1;

/// Up to this many draws a count is a whole number in a double.
const COUNTED: f64 = 1e15;

/// Up to this many draws the tails are sums, and their relative error was measured, with mpmath, to be below 2e-13.
const SUMMED: f64 = 1e9;

/// How far the powers with one draw more and one draw less must be from the wanted power, so that the number is exact to its
/// last digit.
const MARGIN: f64 = 1e-11;

/// The draws for a law of two classes, the likelier of which has this share of the uniform law, and this excess.
fn of_count(
    share: f64,
    excess: f64,
    (alpha, wanted): (f64, f64),
    start: f64,
) -> Result<Needed, Error> {
    let off = Cell::new(upper_quantile(alpha)? * (share * (1.0 - share)).sqrt());
    let power = |draws: u64| power_of_count(draws, share, excess, alpha, &off);
    // Power never falls: bracket the place where it becomes enough, then find the first such number.
    let start = start as u64;
    let (mut too_few, mut found, mut step) = (start, start, start / 256 + 1);
    while too_few > 0 && power(too_few) >= wanted {
        found = too_few;
        too_few = too_few.saturating_sub(step);
        step *= 2;
    }
    step = start / 256 + 1;
    while found <= too_few || power(found) < wanted {
        too_few = found;
        found += step;
        step *= 2;
    }
    while found - too_few > 1 {
        let middle = too_few + (found - too_few) / 2;
        if power(middle) >= wanted {
            found = middle;
        } else {
            too_few = middle;
        }
    }
    let is_clear =
        power(found) > wanted + MARGIN && (too_few == 0 || power(too_few) < wanted - MARGIN);
    Ok(Needed {
        draws: found as f64,
        is_exact: is_clear && found as f64 <= SUMMED,
    })
}

/// The power of the test that says "not uniform" from some count of likelier outcomes on, and by chance one count below it.
/// `off` is by how much that count was above the mean the last time, over the root of the draws.
fn power_of_count(draws: u64, share: f64, excess: f64, alpha: f64, off: &Cell<f64>) -> f64 {
    let uniform = |count| at_least(count, draws, share).value();
    let real = |count| at_least(count, draws, (share * (1.0 + excess)).min(1.0)).value();
    let (mean, root) = (draws as f64 * share, (draws as f64).sqrt());
    // The first count whose tail is at most alpha, and the one below it; beyond the last count the tail is empty.
    let mut count = ((mean + off.get() * root) as u64).min(draws + 1);
    let mut inner = uniform(count);
    let (mut below, mut outer, mut step) = (count, inner, 1);
    while inner > alpha {
        (below, outer) = (count, inner);
        count = (count + step).min(draws + 1);
        (inner, step) = (uniform(count), 2 * step);
    }
    while outer <= alpha {
        (count, inner) = (below, outer);
        below = below.saturating_sub(step);
        (outer, step) = (uniform(below), 2 * step);
    }
    while count - below > 1 {
        let middle = below + (count - below) / 2;
        match uniform(middle) {
            tail if tail <= alpha => (count, inner) = (middle, tail),
            tail => (below, outer) = (middle, tail),
        }
    }
    off.set((count as f64 - mean) / root);
    let least = real(count);
    least + (alpha - inner) / (outer - inner) * (real(below) - least)
}

/// By the normal limit of the logarithm of the likelihood ratio.
fn of_ratio(classes: &[(f64, f64)], alpha: f64, power: f64) -> Result<f64, Error> {
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
    // The moments under the uniform law on the outcomes that come, and under the other law.
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
    // If all outcomes come, nothing cancels.
    let gap = if never > 0.0 {
        over - under
    } else {
        mean(&|share, e| share * e * e.ln_1p())
    };
    let misses = upper_quantile(1.0 - power)?;
    let enough = |draws: u64| -> Result<bool, Error> {
        let draws = draws as f64;
        // The size that is left if none of the impossible outcomes has come.
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
            None => return Ok(f64::INFINITY),
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
    Ok(found as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(share: f64, excess: f64) -> [(f64, f64); 2] {
        [
            (share, excess),
            (1.0 - share, -excess * share / (1.0 - share)),
        ]
    }

    /// The power by its definition: counts from the greatest down, as long as their chances fit into the size.
    fn naive(n: u64, share: f64, excess: f64, alpha: f64) -> f64 {
        let chances = |p: f64| {
            let mut log = n as f64 * (-p).ln_1p();
            let each = (0..=n).map(|k| {
                let chance = log.exp();
                log += ((n - k) as f64 / (k + 1) as f64).ln() + p.ln() - (-p).ln_1p();
                chance
            });
            each.collect::<Vec<_>>()
        };
        let (mut left, mut power) = (alpha, 0.0);
        for (uniform, real) in chances(share)
            .iter()
            .zip(chances(share * (1.0 + excess)))
            .rev()
        {
            let part = (left / uniform).min(1.0);
            power += part * real;
            left -= part * uniform;
        }
        power
    }

    #[test]
    fn two_classes_take_as_many_draws_as_the_binomial_test_by_its_definition() {
        for (share, excess, alpha, power) in [
            (1.0 / 3.0, 0.2, 1e-3, 0.9),
            (0.5, 0.1, 0.01, 0.8),
            (0.1, 0.5, 1e-4, 0.9),
            (0.9, 0.1, 1e-4, 0.5),
            (0.25, 2.0, 1e-6, 0.99),
            (0.01, 0.09, 0.5, 0.6),
        ] {
            let found = draws_to_tell(&two(share, excess), alpha, power).unwrap();
            let n = found.draws as u64;
            assert!(found.is_exact, "{share}, {excess}: {found:?}");
            assert!(naive(n, share, excess, alpha) >= power, "{share}, {excess}");
            assert!(
                naive(n - 1, share, excess, alpha) < power,
                "{share}, {excess}"
            );
        }
    }

    /// The same sums at 30 digits, mpmath 1.3.0. The normal limit gives 4,773,765 and 77,592,619.
    #[test]
    fn the_games_ranges_take_as_many_draws_as_mpmath_says() {
        for (numbers, favoured, weight, expected) in [
            (96.0, 64.0, 171.0, 4_769_986.0),
            (127.0, 1.0, 130.0, 77_831_573.0),
        ] {
            let share = favoured / numbers;
            let classes = two(share, weight * numbers / 16384.0 - 1.0);
            let found = draws_to_tell(&classes, 1e-6, 0.9).unwrap();
            assert_eq!((found.draws, found.is_exact), (expected, true), "{numbers}");
        }
    }

    /// (alpha, power, noncentrality): `(norm.isf(alpha) + norm.ppf(power))^2` from tables of the normal distribution.
    #[test]
    fn a_small_bias_of_three_weights_needs_what_the_normal_distribution_says() {
        for (alpha, power, expected) in [
            (1e-6, 0.9, 36.420_933_8),
            (0.05, 0.8, 6.182_557_2),
            (0.05, 0.4, 1.936_290_4),
        ] {
            let classes = [(0.25, 2e-5), (0.25, -2e-5), (0.5, 0.0)];
            let found = draws_to_tell(&classes, alpha, power).unwrap();
            assert!(
                !found.is_exact && (found.draws * 2e-10 / expected - 1.0).abs() < 1e-6,
                "({alpha}, {power}): {found:?}"
            );
        }
    }

    #[test]
    fn outcomes_that_never_come_are_missed_soon() {
        let draws =
            |classes: &[(f64, f64)]| draws_to_tell(classes, 1e-6, 0.9).unwrap().draws as u64;
        // Half of all outcomes never come: 0.9 / 2^20 is below 1e-6, 0.9 / 2^19 is not.
        assert_eq!(draws(&[(0.5, 1.0), (0.5, -1.0)]), 20);
        // ln (1e-6 / 0.9) / ln 0.99 = 1364.2
        assert_eq!(draws(&[(0.99, 1.0 / 99.0), (0.01, -1.0)]), 1365);
        // A third weight that hardly differs changes nothing.
        let third = [(0.5, 0.0101), (0.49, 0.00495 / 0.49), (0.01, -1.0)];
        assert_eq!(draws(&third), 1365);
    }

    #[test]
    fn what_cannot_be_told_apart_is_never_and_bad_input_refused() {
        let draws = |classes: &[(f64, f64)]| draws_to_tell(classes, 1e-6, 0.9);
        assert_eq!(draws(&[(1.0, 0.0)]).unwrap().to_string(), "never");
        let parts = draws(&[(0.25, 0.3), (0.5, -0.3), (0.25, 0.3)]);
        assert_eq!(parts, draws(&two(0.5, 0.3)));
        assert!(draws(&[(0.5, 1e-15), (0.5, -1e-15)]).unwrap().draws > 1e30);
        assert_eq!(
            draws_to_tell(&[(1.0, 0.1)], 0.0, 0.9),
            Err(Error::OutsideUnitInterval(0.0))
        );
        assert!(draws_to_tell(&[(1.0, 0.1)], 0.1, 1.0).is_err());
        assert_eq!(draws(&[(1.0, -1.5)]), Err(Error::InvalidEffect(-1.5)));
    }
}
