//! The exact multinomial test: Pearson's statistic of counts, without a limit distribution.
//!
//! For few items, where the chi-square limit is far from the truth ([`crate::pearson`]). Every vector of counts with the
//! same sum is enumerated; both tails contain the ties, and statistics that differ by less than `1e-9` of themselves count
//! as tied, which can only raise a p-value. Source: Read and Cressie 1988.
//!
//! ```
//! use roguelab_gof::{Cells, multinomial::exact};
//!
//! let outcome = exact("coin", &[9, 1], &Cells::uniform(2)?)?;
//! assert!((outcome.p.upper().value() - 22.0 / 1024.0).abs() < 1e-15);
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

use std::cmp::Ordering;

use crate::sum::Sum;
use crate::tail::above_all;
use crate::{Cells, Error, Outcome, PValue, Reference, Tail};

/// How many vectors of counts are enumerated at most.
pub const LIMIT: u64 = 10_000_000;

/// What a cell with some count contributes, or several cells together.
#[derive(Clone, Copy)]
pub(crate) struct CellPart {
    /// To the logarithm of the probability.
    pub(crate) ln_chance: f64,
    /// To the statistic.
    pub(crate) statistic: f64,
}

/// The exact multinomial test.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::NothingToTest`] without items; [`Error::TooLarge`] above [`LIMIT`] vectors.
pub fn exact(test: &'static str, counts: &[u64], null: &Cells) -> Result<Outcome, Error> {
    let items = null.total(counts)?;
    if items == 0 {
        return Err(Error::NothingToTest("there are no items"));
    }
    let mut possible = Vec::new();
    for (&p, &count) in null.probabilities().iter().zip(counts) {
        if p > 0.0 {
            possible.push((p, count));
        }
    }
    let vectors = vectors(items, possible.len());
    if vectors > LIMIT as f64 {
        return Err(Error::TooLarge {
            size: vectors,
            limit: LIMIT,
        });
    }
    let reference = Reference::Exact {
        outcomes: vectors as u64,
    };
    if null.refuted_by(counts) {
        return Ok(Outcome {
            test,
            items,
            statistic: f64::INFINITY,
            reference,
            p: above_all(),
        });
    }
    let ln_factorials = ln_factorials(items);
    let n = items as f64;
    let mut table = Vec::with_capacity(possible.len());
    let mut statistic = 0.0;
    for &(p, observed) in &possible {
        let mut parts = Vec::with_capacity(items as usize + 1);
        for count in 0..=items {
            parts.push(CellPart {
                ln_chance: count as f64 * p.ln() - ln_factorials[count as usize],
                statistic: (count as f64 - n * p).powi(2) / (n * p),
            });
        }
        statistic += parts[observed as usize].statistic;
        table.push(parts);
    }
    let tails = Tails::sum(&table, ln_factorials[items as usize], statistic, 0.0);
    let mut upper = Tail::new(tails.upper);
    // Such chances would be lost, or only partly kept, in doubles.
    if upper.log10() < -280.0 {
        let scale = tails.ln_greatest;
        let scaled = Tails::sum(&table, ln_factorials[items as usize], statistic, scale);
        upper = Tail::from_ln(scaled.upper.ln() + scale);
    }
    Ok(Outcome {
        test,
        items,
        statistic,
        reference,
        p: PValue::new(Tail::new(tails.lower), upper),
    })
}

/// The logarithms of the factorials from 0 to `most`.
fn ln_factorials(most: u64) -> Vec<f64> {
    let mut sum = Sum::default();
    let mut logarithms = Vec::with_capacity(most as usize + 1);
    for i in 0..=most {
        sum.add((i.max(1) as f64).ln());
        logarithms.push(sum.value());
    }
    logarithms
}

/// Both tails of the statistic, each chance divided by the exponential of a scale.
struct Tails {
    lower: f64,
    upper: f64,
    /// The logarithm of the greatest chance in the upper tail, not scaled.
    ln_greatest: f64,
}

impl Tails {
    /// Goes through all vectors of counts. `ln_factorial` is that of the number of items.
    fn sum(table: &[Vec<CellPart>], ln_factorial: f64, statistic: f64, scale: f64) -> Self {
        let (mut lower, mut upper) = (Sum::default(), Sum::default());
        let mut ln_greatest = f64::NEG_INFINITY;
        let start = CellPart {
            ln_chance: ln_factorial,
            statistic: 0.0,
        };
        let items = table.first().map_or(0, |parts| parts.len() - 1);
        enumerate(table, items, start, &mut |vector| {
            let order = compare(vector.statistic, statistic);
            let chance = (vector.ln_chance - scale).exp();
            if order.is_le() {
                lower.add(chance);
            }
            if order.is_ge() {
                upper.add(chance);
                ln_greatest = ln_greatest.max(vector.ln_chance);
            }
        });
        Self {
            lower: lower.value(),
            upper: upper.value(),
            ln_greatest,
        }
    }
}

/// How many vectors of counts have this sum: `items + cells - 1` choose `cells - 1`.
pub(crate) fn vectors(items: u64, cells: usize) -> f64 {
    let mut vectors = 1.0_f64;
    for i in 1..cells {
        vectors = (vectors * (items as f64 + i as f64) / i as f64).round();
    }
    vectors
}

/// Calls `each` for every division of `left` items among the cells. The table has the parts of each cell for the counts from 0
/// on; greater counts than it has are left out.
pub(crate) fn enumerate(
    table: &[Vec<CellPart>],
    left: usize,
    so_far: CellPart,
    each: &mut impl FnMut(CellPart),
) {
    let Some((cell, rest)) = table.split_first() else {
        return;
    };
    // The last cell has all that is left.
    let fewest = if rest.is_empty() { left } else { 0 };
    for (count, part) in cell.iter().enumerate().take(left + 1).skip(fewest) {
        let sum = CellPart {
            ln_chance: so_far.ln_chance + part.ln_chance,
            statistic: so_far.statistic + part.statistic,
        };
        if rest.is_empty() {
            each(sum);
        } else {
            enumerate(rest, left - count, sum, each);
        }
    }
}

/// Compares two statistics, with a tolerance for rounding.
fn compare(value: f64, observed: f64) -> Ordering {
    const TIE: f64 = 1e-9;
    if (value - observed).abs() <= TIE * observed.abs().max(1.0) {
        Ordering::Equal
    } else {
        value.total_cmp(&observed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sides;
    use crate::tail::binomial;

    /// Every vector of `cells` counts with this sum.
    fn vectors(items: u64, cells: usize) -> Vec<Vec<u64>> {
        if cells == 1 {
            return vec![vec![items]];
        }
        let mut all = Vec::new();
        for first in 0..=items {
            for rest in vectors(items - first, cells - 1) {
                all.push([vec![first], rest].concat());
            }
        }
        all
    }

    /// The multinomial probability, by a product of binomial coefficients.
    fn chance(counts: &[u64], probabilities: &[f64]) -> f64 {
        let (mut chance, mut taken) = (1.0, 0);
        for (&count, &p) in counts.iter().zip(probabilities) {
            for i in 1..=count {
                taken += 1;
                chance *= p * f64::from(taken) / i as f64;
            }
        }
        chance
    }

    const NULLS: [(u64, &[u64]); 6] = [
        (10, &[1, 1]),
        (9, &[5, 1]),
        (8, &[1, 1, 1]),
        (12, &[3, 2, 1]),
        (7, &[4, 3, 2, 1]),
        (6, &[1, 1, 1, 1, 1]),
    ];

    #[test]
    fn each_tail_has_exactly_its_level_and_both_together_keep_it() {
        for (items, weights) in NULLS {
            let null = Cells::from_weights(weights).unwrap();
            for sides in [Sides::Upper, Sides::Lower, Sides::Both] {
                let mut outcomes = Vec::new();
                for counts in vectors(items, weights.len()) {
                    let p = exact("null", &counts, &null).unwrap().p.of(sides).value();
                    outcomes.push((p, chance(&counts, null.probabilities())));
                }
                outcomes.sort_by(|a, b| a.0.total_cmp(&b.0));
                let mut below = 0.0;
                for (i, (p, chance)) in outcomes.iter().enumerate() {
                    below += chance;
                    let last_of_its_p = outcomes.get(i + 1).is_none_or(|next| next.0 > p + 1e-12);
                    if sides == Sides::Both {
                        assert!(
                            *p > 1.0 - 1e-12 || below <= p + 1e-12,
                            "{weights:?}: {below} at {p}"
                        );
                    } else if last_of_its_p {
                        assert!(
                            (below - p).abs() < 1e-12,
                            "{weights:?} {sides:?}: {below} at {p}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn ties_do_not_depend_on_the_order_of_the_cells_and_two_cells_are_binomial() {
        let six = Cells::uniform(6).unwrap();
        let mut turned = [7, 3, 2, 1, 0, 0];
        let expected = exact("six", &turned, &six).unwrap().p;
        for _ in 0..5 {
            turned.rotate_left(1);
            let found = exact("six", &turned, &six).unwrap().p;
            assert_eq!(found, expected, "{turned:?}");
        }
        let coin = Cells::uniform(2).unwrap();
        // No double holds the chance of 3000 heads, and one holds that of 1060 with a few bits; both have a logarithm.
        let many = [(1060, 1060), (3000, 3000)];
        for (heads, n) in (0..=40).map(|heads| (heads, 40)).chain(many) {
            let p = exact("coin", &[heads, n - heads], &coin).unwrap().p;
            let expected = binomial::both(heads, n, 0.5).two_sided();
            let off = p.upper().log10() - expected.log10();
            assert!(off.abs() < 1e-11, "{heads}: {p:?} {expected:?}");
        }
    }
}
