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

/// The contribution of a cell with a count: to the logarithm of the probability, and to the statistic.
type Part = (f64, f64);

/// The exact multinomial test.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::NothingToTest`] without items; [`Error::TooLarge`] above [`LIMIT`] vectors.
pub fn exact(test: &'static str, counts: &[u64], null: &Cells) -> Result<Outcome, Error> {
    let items = null.total(counts)?;
    if items == 0 {
        return Err(Error::NothingToTest("there are no items"));
    }
    let possible = || {
        null.probabilities()
            .iter()
            .zip(counts)
            .filter(|(p, _)| **p > 0.0)
    };
    let vectors = vectors(items, possible().count());
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
    let mut ln_factorial = Sum::default();
    let ln_factorials: Vec<f64> = (0..=items)
        .map(|i| {
            ln_factorial.add((i.max(1) as f64).ln());
            ln_factorial.value()
        })
        .collect();
    let n = items as f64;
    let statistic_of = |p: f64, count: u64| (count as f64 - n * p).powi(2) / (n * p);
    let parts = |(&p, _): (&f64, &u64)| -> Vec<Part> {
        (0..=items)
            .map(|count| {
                (
                    count as f64 * p.ln() - ln_factorials[count as usize],
                    statistic_of(p, count),
                )
            })
            .collect()
    };
    let table: Vec<Vec<Part>> = possible().map(parts).collect();
    let statistic: f64 = possible().map(|(&p, &count)| statistic_of(p, count)).sum();
    // The tails, each chance divided by the exponential of `scale`, and the logarithm of the greatest chance in the upper one.
    let sums = |scale: f64| {
        let (mut tails, mut greatest) = ([Sum::default(); 2], f64::NEG_INFINITY);
        enumerate(
            &table,
            items as usize,
            (ln_factorials[items as usize], 0.0),
            &mut |(ln, value)| {
                let order = compare(value, statistic);
                let chance = (ln - scale).exp();
                if order.is_le() {
                    tails[0].add(chance);
                }
                if order.is_ge() {
                    tails[1].add(chance);
                    greatest = greatest.max(ln);
                }
            },
        );
        (tails.map(Sum::value), greatest)
    };
    let ([lower, upper], greatest) = sums(0.0);
    let mut upper = Tail::new(upper);
    // Such chances would be lost, or only partly kept, in doubles.
    if upper.log10() < -280.0 {
        upper = Tail::from_ln(sums(greatest).0[1].ln() + greatest);
    }
    Ok(Outcome {
        test,
        items,
        statistic,
        reference,
        p: PValue::new(Tail::new(lower), upper),
    })
}

/// How many vectors of counts have this sum: `items + cells - 1` choose `cells - 1`.
pub(crate) fn vectors(items: u64, cells: usize) -> f64 {
    (1..cells).fold(1.0, |product: f64, i| {
        (product * (items as f64 + i as f64) / i as f64).round()
    })
}

/// Calls `each` with every vector of counts: the logarithm of its probability and its statistic.
fn enumerate(table: &[Vec<Part>], left: usize, so_far: Part, each: &mut impl FnMut(Part)) {
    let with = |part: Part| (so_far.0 + part.0, so_far.1 + part.1);
    match table {
        [] => {}
        [last] => each(with(last[left])),
        [cell, rest @ ..] => {
            for (count, &part) in cell.iter().take(left + 1).enumerate() {
                enumerate(rest, left - count, with(part), each);
            }
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
        let with_first = |first: u64| {
            vectors(items - first, cells - 1)
                .into_iter()
                .map(move |rest| [vec![first], rest].concat())
        };
        (0..=items).flat_map(with_first).collect()
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
                let outcome = |counts: Vec<u64>| {
                    let p = exact("null", &counts, &null).unwrap().p.of(sides).value();
                    (p, chance(&counts, null.probabilities()))
                };
                let mut outcomes: Vec<_> = vectors(items, weights.len())
                    .into_iter()
                    .map(outcome)
                    .collect();
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
        let p = |counts: &[u64]| exact("six", counts, &six).unwrap().p;
        let mut turned = [7, 3, 2, 1, 0, 0];
        for _ in 0..5 {
            turned.rotate_left(1);
            assert_eq!(p(&turned), p(&[7, 3, 2, 1, 0, 0]), "{turned:?}");
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
