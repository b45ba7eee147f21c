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
        draws_of_ratio_test(&sorted, alpha, power)?
    };
    match sorted[..] {
        [_, (share, excess)] if limit < COUNTED => {
            let test = CountTest::new(share, excess, alpha)?;
            Ok(test.find_draws(power, limit as u64))
        }
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

/// The test of a law of two classes by the count of outcomes in the likelier one.
struct CountTest {
    /// The share of the likelier class in the uniform law.
    share: f64,
    /// By how much each of its outcomes is likelier than under that law, relative to it.
    excess: f64,
    alpha: f64,
    /// By how much the critical count was above the mean the last time, over the root of the draws.
    off: f64,
}

impl CountTest {
    fn new(share: f64, excess: f64, alpha: f64) -> Result<Self, Error> {
        Ok(Self {
            share,
            excess,
            alpha,
            off: upper_quantile(alpha)? * (share * (1.0 - share)).sqrt(),
        })
    }

    /// The smallest number of draws with which the test has this power. The search begins with `start` draws.
    fn find_draws(mut self, wanted: f64, start: u64) -> Needed {
        // Power never falls: bracket the place where it becomes enough, then find the first such number.
        let (mut too_few, mut found, mut step) = (start, start, start / 256 + 1);
        while too_few > 0 && self.power(too_few) >= wanted {
            found = too_few;
            too_few = too_few.saturating_sub(step);
            step *= 2;
        }
        step = start / 256 + 1;
        while found <= too_few || self.power(found) < wanted {
            too_few = found;
            found += step;
            step *= 2;
        }
        while found - too_few > 1 {
            let middle = too_few + (found - too_few) / 2;
            if self.power(middle) >= wanted {
                found = middle;
            } else {
                too_few = middle;
            }
        }
        let is_clear = self.power(found) > wanted + MARGIN
            && (too_few == 0 || self.power(too_few) < wanted - MARGIN);
        Needed {
            draws: found as f64,
            is_exact: is_clear && found as f64 <= SUMMED,
        }
    }

    /// The power of the test that says "not uniform" from some count of likelier outcomes on, and by chance one count below it.
    fn power(&mut self, draws: u64) -> f64 {
        let (mean, root) = (draws as f64 * self.share, (draws as f64).sqrt());
        // The first count whose tail is at most alpha, and the one below it; beyond the last count the tail is empty.
        let mut count = ((mean + self.off * root) as u64).min(draws + 1);
        let mut inner = self.uniform_tail(count, draws);
        let (mut below, mut outer, mut step) = (count, inner, 1);
        while inner > self.alpha {
            (below, outer) = (count, inner);
            count = (count + step).min(draws + 1);
            (inner, step) = (self.uniform_tail(count, draws), 2 * step);
        }
        while outer <= self.alpha {
            (count, inner) = (below, outer);
            below = below.saturating_sub(step);
            (outer, step) = (self.uniform_tail(below, draws), 2 * step);
        }
        while count - below > 1 {
            let middle = below + (count - below) / 2;
            let tail = self.uniform_tail(middle, draws);
            if tail <= self.alpha {
                (count, inner) = (middle, tail);
            } else {
                (below, outer) = (middle, tail);
            }
        }
        self.off = (count as f64 - mean) / root;
        let least = self.real_tail(count, draws);
        least + (self.alpha - inner) / (outer - inner) * (self.real_tail(below, draws) - least)
    }

    /// The chance of at least this count under the uniform law.
    fn uniform_tail(&self, count: u64, draws: u64) -> f64 {
        at_least(count, draws, self.share).value()
    }

    /// The chance of at least this count under the other law.
    fn real_tail(&self, count: u64, draws: u64) -> f64 {
        let chance = (self.share * (1.0 + self.excess)).min(1.0);
        at_least(count, draws, chance).value()
    }
}

/// The test by the normal limit of the logarithm of the likelihood ratio.
struct RatioTest {
    alpha: f64,
    /// The share of the outcomes that never come in the uniform law.
    never: f64,
    /// The standard deviation of the logarithm under the uniform law on the outcomes that come, and under the other law.
    deviation_uniform: f64,
    deviation_real: f64,
    /// The difference of its means.
    gap: f64,
    /// The normal quantile of the chance to miss the bias.
    misses: f64,
}

impl RatioTest {
    fn new(classes: &[(f64, f64)], alpha: f64, power: f64) -> Result<Self, Error> {
        let never: f64 = classes
            .iter()
            .filter(|(_, excess)| *excess <= -1.0)
            .map(|(share, _)| share)
            .sum();
        let (mut uniform, mut uniform_square) = (0.0, 0.0);
        let (mut real, mut real_square, mut difference) = (0.0, 0.0, 0.0);
        for &(share, excess) in classes.iter().filter(|(_, excess)| *excess > -1.0) {
            let ln = excess.ln_1p();
            uniform += share / (1.0 - never) * ln;
            uniform_square += share / (1.0 - never) * ln.powi(2);
            real += share * (1.0 + excess) * ln;
            real_square += share * (1.0 + excess) * ln.powi(2);
            difference += share * excess * ln;
        }
        Ok(Self {
            alpha,
            never,
            deviation_uniform: deviation(uniform, uniform_square),
            deviation_real: deviation(real, real_square),
            // If all outcomes come, nothing cancels.
            gap: if never > 0.0 {
                real - uniform
            } else {
                difference
            },
            misses: upper_quantile(1.0 - power)?,
        })
    }

    /// Whether the test has its power with this many draws.
    fn is_enough(&self, draws: u64) -> Result<bool, Error> {
        let draws = draws as f64;
        // The size that is left if none of the impossible outcomes has come.
        let left = self.alpha.ln() - draws * (-self.never).ln_1p();
        if left >= 0.0 {
            return Ok(true);
        }
        if self.gap.is_nan() || self.gap <= 0.0 {
            return Ok(false);
        }
        let quantile = upper_quantile(left.exp())?;
        let needed = quantile * self.deviation_uniform + self.misses * self.deviation_real;
        Ok(self.gap * draws.sqrt() >= needed)
    }
}

/// The standard deviation of a variable with this mean and this mean of its square.
fn deviation(mean: f64, square: f64) -> f64 {
    (square - mean * mean).max(0.0).sqrt()
}

/// The draws that [`RatioTest`] needs, infinite beyond `u64::MAX`.
fn draws_of_ratio_test(classes: &[(f64, f64)], alpha: f64, power: f64) -> Result<f64, Error> {
    let test = RatioTest::new(classes, alpha, power)?;
    let (mut too_few, mut found) = (0_u64, 1_u64);
    while !test.is_enough(found)? {
        too_few = found;
        match found.checked_mul(2) {
            Some(doubled) => found = doubled,
            None => return Ok(f64::INFINITY),
        }
    }
    while found - too_few > 1 {
        let middle = too_few + (found - too_few) / 2;
        if test.is_enough(middle)? {
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

    /// The chance of each count of `n` trials.
    fn binomial_chances(n: u64, p: f64) -> Vec<f64> {
        let mut log = n as f64 * (-p).ln_1p();
        let mut chances = Vec::new();
        for k in 0..=n {
            chances.push(log.exp());
            log += ((n - k) as f64 / (k + 1) as f64).ln() + p.ln() - (-p).ln_1p();
        }
        chances
    }

    /// The power by its definition: counts from the greatest down, as long as their chances fit into the size.
    fn naive_power(n: u64, share: f64, excess: f64, alpha: f64) -> f64 {
        let (mut left, mut power) = (alpha, 0.0);
        for (uniform, real) in binomial_chances(n, share)
            .iter()
            .zip(binomial_chances(n, share * (1.0 + excess)))
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
            assert!(
                naive_power(n, share, excess, alpha) >= power,
                "{share}, {excess}"
            );
            assert!(
                naive_power(n - 1, share, excess, alpha) < power,
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

    fn find_draws(classes: &[(f64, f64)]) -> Result<Needed, Error> {
        draws_to_tell(classes, 1e-6, 0.9)
    }

    fn count_draws(classes: &[(f64, f64)]) -> u64 {
        find_draws(classes).unwrap().draws as u64
    }

    #[test]
    fn outcomes_that_never_come_are_missed_soon() {
        // Half of all outcomes never come: 0.9 / 2^20 is below 1e-6, 0.9 / 2^19 is not.
        assert_eq!(count_draws(&[(0.5, 1.0), (0.5, -1.0)]), 20);
        // ln (1e-6 / 0.9) / ln 0.99 = 1364.2
        assert_eq!(count_draws(&[(0.99, 1.0 / 99.0), (0.01, -1.0)]), 1365);
        // A third weight that hardly differs changes nothing.
        let third = [(0.5, 0.0101), (0.49, 0.00495 / 0.49), (0.01, -1.0)];
        assert_eq!(count_draws(&third), 1365);
    }

    #[test]
    fn what_cannot_be_told_apart_is_never_and_bad_input_refused() {
        assert_eq!(find_draws(&[(1.0, 0.0)]).unwrap().to_string(), "never");
        let parts = find_draws(&[(0.25, 0.3), (0.5, -0.3), (0.25, 0.3)]);
        assert_eq!(parts, find_draws(&two(0.5, 0.3)));
        assert!(find_draws(&[(0.5, 1e-15), (0.5, -1e-15)]).unwrap().draws > 1e30);
        assert_eq!(
            draws_to_tell(&[(1.0, 0.1)], 0.0, 0.9),
            Err(Error::OutsideUnitInterval(0.0))
        );
        assert!(draws_to_tell(&[(1.0, 0.1)], 0.1, 1.0).is_err());
        assert_eq!(find_draws(&[(1.0, -1.5)]), Err(Error::InvalidEffect(-1.5)));
    }
}
