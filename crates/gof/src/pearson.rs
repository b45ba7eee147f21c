//! Pearson's chi-square of counts against a null hypothesis.
//!
//! Cells are pooled to an expectation of at least 5 ([`Cells`]). Above 0.05 both tails are those of the chi-square
//! distribution, which is the limit for many items. A lower tail near zero is a fit too good to be true.
//!
//! An expectation of 5 is enough for that limit where textbooks use it, but not far out: for 60 items in six cells, four of
//! which expect 5, the limit is more than a thousand times too small for some tail between 0.05 and `1e-9`, by the exact law.
//! Counts are whole numbers, so with few cells the best fit is frequent, while the limit calls it impossible: of 50 coins
//! 25 are heads once in nine times. Below 0.05 a tail is therefore computed for the actual expectations, from all vectors of
//! counts or from a convolution, or is the limit if that is greater; and the lower tail is never below the chance of the counts
//! themselves. Compared with exact laws from the smallest number of items on, a tail from 0.05 to `1e-9` is at most 1.1 times
//! too small, and at most 1.6 times too large.
//!
//! Sources: Pearson 1900; Knuth, TAOCP 2, 3.3.1.
//!
//! ```
//! use roguelab_gof::{Cells, pearson};
//!
//! // Two dice, thrown 288 times: every throw in twice the numbers of Knuth's example (3.3.1).
//! let null = Cells::from_weights(&[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])?;
//! let throws = [4, 8, 20, 24, 44, 58, 42, 30, 28, 18, 12];
//! let outcome = pearson::chi_square("dice", &throws, &null)?;
//! // 14 7/24.
//! assert!((outcome.statistic - 343.0 / 24.0).abs() < 1e-12);
//! assert_eq!(format!("{:.4}", outcome.p.upper().value()), "0.1601");
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

mod finite;
pub(crate) mod whole;

pub(crate) use self::finite::upper_of_equal;
use self::finite::{COMMON, Side};

use crate::sum::Sum;
use crate::tail::saddle::ln_poisson;
use crate::tail::{above_all, binomial, chi_square as reference};
use crate::test::check_enough;
use crate::{Cells, Error, Outcome, PValue, Reference, Tail};

/// The sum of `(observed - expected)^2 / expected`.
///
/// # Errors
/// [`Error::DifferentLengths`], [`Error::TooFew`] below [`Cells::needed`] items. An item in a cell of probability zero is not
/// an error: then the upper tail is zero and the statistic infinite.
pub fn chi_square(test: &'static str, counts: &[u64], null: &Cells) -> Result<Outcome, Error> {
    let items = null.total(counts)?;
    if null.refuted_by(counts) {
        let reference = Reference::ChiSquare {
            freedom: null.freedom(items),
        };
        return Ok(Outcome {
            test,
            items,
            statistic: f64::INFINITY,
            reference,
            p: above_all(),
        });
    }
    check_enough(items, null.needed())?;
    let (statistic, pools) = statistic_of_pools(counts, items, null);
    let freedom = (pools.len() as u64).saturating_sub(1);
    let limit = reference::both(statistic, freedom);
    let lower = finite::tail(Side::Lower, limit.lower(), statistic, items, &pools);
    let upper = finite::tail(Side::Upper, limit.upper(), statistic, items, &pools);
    let p = PValue::new(raise_to_own_chance(lower, items, &pools), upper);
    Ok(Outcome {
        test,
        items,
        statistic,
        reference: Reference::ChiSquare { freedom },
        p,
    })
}

/// The statistic of cells none of which is pooled, and none of chance zero has a count.
pub(crate) fn statistic(counts: &[u64], items: u64, null: &Cells) -> f64 {
    let mut sum = Sum::default();
    for (count, chance) in counts.iter().zip(null.probabilities()) {
        if *chance > 0.0 {
            let expected = chance * items as f64;
            sum.add((*count as f64 - expected).powi(2) / expected);
        }
    }
    sum.value()
}

/// The statistic, and the count and the expectation of each pool of cells.
pub(crate) fn statistic_of_pools(
    counts: &[u64],
    items: u64,
    null: &Cells,
) -> (f64, Vec<(u64, f64)>) {
    let mut sum = Sum::default();
    let mut pools = Vec::new();
    null.pooled(counts, items, |observed, expected| {
        sum.add((observed as f64 - expected).powi(2) / expected);
        pools.push((observed, expected));
    });
    (sum.value(), pools)
}

/// Pearson's chi-square; with two pools of cells, its exact distribution, which is binomial. (The limit has no lower tail
/// there: exact balance, which one in ten runs of 60 fair coins shows, would have a chance of zero.)
pub(crate) fn outcome(test: &'static str, counts: &[u64], null: &Cells) -> Result<Outcome, Error> {
    let outcome = chi_square(test, counts, null)?;
    let (trials, mut pools) = (outcome.items, Vec::new());
    null.pooled(counts, trials, |observed, expected| {
        pools.push((observed, expected));
    });
    match pools[..] {
        [(observed, expected), _] if outcome.statistic.is_finite() => {
            let chance = expected / trials as f64;
            let p = tails_by_distance(
                observed,
                trials,
                trials as f64 * chance,
                |count| binomial::at_most(count, trials, chance),
                |count| binomial::at_least(count, trials, chance),
            );
            Ok(Outcome {
                reference: Reference::TwoCells { trials, chance },
                p,
                ..outcome
            })
        }
        _ => Ok(outcome),
    }
}

/// The chances that a count of at most `most` is at most, and at least, as far from its mean as the observed one.
pub(crate) fn tails_by_distance(
    observed: u64,
    most: u64,
    mean: f64,
    at_most: impl Fn(u64) -> Tail,
    at_least: impl Fn(u64) -> Tail,
) -> PValue {
    let (most, observed) = (most as f64, observed as f64);
    let other = 2.0 * mean - observed;
    let (low, high) = (observed.min(other), observed.max(other));
    // The bound that was not observed may be a whole number except for rounding.
    let rounding = 1e-12 * most;
    let upper = tail_outside(
        (low + rounding).floor(),
        (high - rounding).ceil(),
        most,
        &at_most,
        &at_least,
    );
    let farther = tail_outside(
        (low - rounding).ceil() - 1.0,
        (high + rounding).floor() + 1.0,
        most,
        &at_most,
        &at_least,
    );
    PValue::new(farther.complement(), upper)
}

/// The chance of counts up to `below` and from `above` on; none where these are outside 0 to the most.
fn tail_outside(
    below: f64,
    above: f64,
    most: f64,
    at_most: &impl Fn(u64) -> Tail,
    at_least: &impl Fn(u64) -> Tail,
) -> Tail {
    let (mut low, mut high) = (Tail::new(0.0), Tail::new(0.0));
    if below >= 0.0 {
        low = at_most(below as u64);
    }
    if above <= most {
        high = at_least(above as u64);
    }
    low.plus(high)
}

/// The lower tail, or the chance of exactly these counts if that is greater.
fn raise_to_own_chance(tail: Tail, items: u64, pools: &[(u64, f64)]) -> Tail {
    if tail.value() > COMMON {
        return tail;
    }
    // Multinomial counts are independent Poisson counts given their total.
    let of_total = ln_poisson(items as f64, items as f64);
    let ln: Sum = pools
        .iter()
        .map(|&(observed, expected)| ln_poisson(observed as f64, expected))
        .collect();
    tail.max(Tail::from_ln(ln.value() - of_total))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (counts, weights, chi-square, its upper tail): `scipy.stats.power_divergence` of scipy 1.17.1.
    type Case = (&'static [u64], &'static [u64], f64, f64);

    #[rustfmt::skip]
    const CASES: [Case; 2] = [
        (&[4, 8, 20, 24, 44, 58, 42, 30, 28, 18, 12], &[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], 14.291_666_666_666_666, 0.160_098_639_817_947_72),
        (&[1030, 930, 1111, 45], &[10, 10, 10, 1], 48.040_468_549_422_336, 2.087_670_434_940_380_4e-10),
    ];

    #[test]
    fn statistics_are_those_of_scipy_and_tails_too_or_somewhat_more() {
        for (counts, weights, statistic, tail) in CASES {
            let outcome = chi_square("x", counts, &Cells::from_weights(weights).unwrap()).unwrap();
            assert!(
                (outcome.statistic / statistic - 1.0).abs() < 1e-13,
                "{outcome:?}"
            );
            let more = outcome.p.upper().value() / tail - 1.0;
            assert!(
                if tail > 0.05 {
                    more.abs() < 1e-11
                } else {
                    (0.0..30.0).contains(&more)
                },
                "{outcome:?} {more}"
            );
            assert_eq!(
                outcome.reference,
                Reference::ChiSquare {
                    freedom: counts.len() as u64 - 1
                }
            );
        }
    }

    #[test]
    fn too_good_a_fit_has_a_small_lower_tail() {
        let null = Cells::uniform(100).unwrap();
        let outcome = chi_square("flat", &[1000; 100], &null).unwrap();
        // The chance of just these counts: 1e5! / (1000!^100 100^1e5), by the log-gamma function of mpmath 1.3.0.
        assert!(
            (outcome.p.lower().log10() + 187.013_522_242_376_5).abs() < 1e-9,
            "{outcome:?}"
        );
        assert!(outcome.p.upper().value() > 0.999);
    }

    #[test]
    fn an_item_where_none_can_be_refutes() {
        let null = Cells::from_weights(&[1, 0, 1]).unwrap();
        let outcome = outcome("gap", &[50, 1, 50], &null).unwrap();
        assert!(outcome.p.upper().value() <= 0.0 && outcome.p.upper().log10() == f64::NEG_INFINITY);
        assert!(
            chi_square("gap", &[50, 0, 50], &null)
                .unwrap()
                .p
                .upper()
                .value()
                > 0.9
        );
    }

    #[test]
    fn too_little_is_refused_with_what_is_needed() {
        let null = Cells::uniform(6).unwrap();
        assert_eq!(
            chi_square("die", &[5, 5, 5, 5, 5, 4], &null),
            Err(Error::TooFew { have: 29, need: 30 })
        );
        assert!(chi_square("die", &[5, 5, 5, 5, 5, 5], &null).is_ok());
        assert_eq!(
            chi_square("die", &[5; 5], &null),
            Err(Error::DifferentLengths {
                counts: 5,
                cells: 6
            })
        );
        assert!(matches!(
            chi_square("die", &[u64::MAX; 6], &null),
            Err(Error::TooLarge { .. })
        ));
    }

    /// Compares with the sum over all counts, for every possible count.
    #[test]
    fn two_classes_have_exact_tails() {
        for (weights, trials) in [([1, 1], 10_u64), ([1, 1], 61), ([1, 3], 40), ([2, 5], 63)] {
            let chance = weights[0] as f64 / (weights[0] + weights[1]) as f64;
            let mean = trials as f64 * chance;
            let mut chances = Vec::new();
            for k in 0..=trials {
                let below = if k == 0 {
                    0.0
                } else {
                    binomial::at_most(k - 1, trials, chance).value()
                };
                chances.push(binomial::at_most(k, trials, chance).value() - below);
            }
            for count in 0..=trials {
                let cells = Cells::from_weights(&weights).unwrap();
                let found = super::outcome("two", &[count, trials - count], &cells).unwrap();
                let distance = (count as f64 - mean).abs();
                let (mut upper, mut lower) = (0.0, 0.0);
                for (k, chance) in chances.iter().enumerate() {
                    let other = (k as f64 - mean).abs();
                    if other > distance - 1e-9 {
                        upper += chance;
                    }
                    if other < distance + 1e-9 {
                        lower += chance;
                    }
                }
                assert!(
                    (found.p.upper().value() - upper).abs() < 2e-14,
                    "{weights:?} {count}: {found:?}, {upper}"
                );
                assert!(
                    (found.p.lower().value() - lower).abs() < 2e-14,
                    "{weights:?} {count}: {found:?}, {lower}"
                );
            }
        }
    }
}
