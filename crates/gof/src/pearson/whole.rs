//! The exact law of Pearson's statistic of cells whose chances are whole weights with a small sum: equal cells, sums of dice.
//!
//! With weights `w` the statistic grows with the sum of `count^2 / w`, which is a whole number once it is multiplied by the least
//! common multiple of the weights. The counts are Poisson counts given their sum, so the law of both sums follows cell by cell,
//! all terms positive.

use crate::sum::Sum;
use crate::tail::saddle::ln_poisson;
use crate::{Cells, PValue, Tail};

/// The most steps, of which about a third are taken: a fifth of a second.
const STEPS: f64 = 1e9;

/// The most chances in a table.
const CHANCES: f64 = 5e6;

/// The greatest sum of weights.
const GREATEST_SUM: u32 = 10_000;

/// How far a chance times the sum of weights may be from its weight.
const ROUNDING: f64 = 1e-9;

/// Both tails of the statistic of these counts; `None` if there are too many counts or the chances are no such weights. No
/// count is in a cell of chance zero.
pub(crate) fn both(counts: &[u64], null: &Cells) -> Option<PValue> {
    let weights = whole_weights(null.probabilities())?;
    let mut multiple = 1_u64;
    for weight in &weights {
        multiple = multiple.checked_mul(*weight / greatest_divisor(multiple, *weight))?;
    }
    let mut cells = Vec::new();
    let (mut items, mut statistic) = (0_u64, 0_u64);
    let possible = null.probabilities().iter().zip(counts);
    for ((chance, count), weight) in possible.filter(|(p, _)| **p > 0.0).zip(&weights) {
        let factor = multiple / weight;
        let square = count.checked_mul(*count)?.checked_mul(factor)?;
        statistic = statistic.checked_add(square)?;
        items = items.checked_add(*count)?;
        cells.push((*chance, factor));
    }
    let mut most_counts = 0.0;
    for (_, factor) in &cells {
        most_counts += (statistic as f64 / *factor as f64).sqrt().min(items as f64);
    }
    let table = (items as f64 + 1.0) * statistic as f64;
    if table > CHANCES || table * most_counts > STEPS {
        return None;
    }
    let (items, statistic) = (items as usize, statistic as usize);
    let mut law = Law::new(items, statistic);
    for (chance, factor) in cells {
        law = law.with_cell(chance * items as f64, factor as usize);
    }
    Some(law.tails(items))
}

/// The chances above zero as whole weights with the smallest sum.
fn whole_weights(chances: &[f64]) -> Option<Vec<u64>> {
    // Each weight is at least 1.
    let possible = chances.iter().filter(|chance| **chance > 0.0).count();
    for sum in possible as u32..=GREATEST_SUM {
        let mut weights = Vec::new();
        for chance in chances.iter().filter(|chance| **chance > 0.0) {
            let weight = chance * f64::from(sum);
            if weight < 0.5 || (weight - weight.round()).abs() > ROUNDING {
                break;
            }
            weights.push(weight.round() as u64);
        }
        if weights.iter().sum::<u64>() == u64::from(sum) {
            return Some(weights);
        }
    }
    None
}

fn greatest_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The law of the counts and the statistic of the cells so far.
struct Law {
    /// For each sum of the counts, the chances of the statistics up to the observed one, and of all above.
    rows: Vec<Vec<f64>>,
    /// The observed statistic.
    statistic: usize,
}

impl Law {
    fn new(items: usize, statistic: usize) -> Self {
        let mut rows = vec![vec![0.0; statistic + 2]; items + 1];
        rows[0][0] = 1.0;
        Self { rows, statistic }
    }

    /// The law with one more cell, which expects this many.
    fn with_cell(&self, expected: f64, factor: usize) -> Self {
        let (items, above) = (self.rows.len() - 1, self.statistic + 1);
        let chances: Vec<f64> = (0..=items)
            .map(|count| ln_poisson(count as f64, expected).exp())
            .collect();
        let mut rows = vec![vec![0.0; self.statistic + 2]; items + 1];
        for (sum, before) in self.rows.iter().enumerate() {
            // From each statistic on, the chance of all.
            let mut from: Vec<f64> = before.clone();
            for i in (0..above).rev() {
                from[i] += from[i + 1];
            }
            if from[0] <= 0.0 {
                continue;
            }
            for (count, chance) in chances[..=items - sum].iter().enumerate() {
                let after = &mut rows[sum + count];
                let more = (count * count).saturating_mul(factor).min(above);
                for (after, before) in after[more..above].iter_mut().zip(before) {
                    *after += chance * before;
                }
                after[above] += chance * from[above - more];
            }
        }
        Self {
            rows,
            statistic: self.statistic,
        }
    }

    /// Both tails, given that there are this many items.
    fn tails(&self, items: usize) -> PValue {
        let law = &self.rows[items];
        let (lower, above) = law.split_at(self.statistic + 1);
        let lower = lower.iter().copied().collect::<Sum>().value();
        let upper = law[self.statistic] + above[0];
        let all = lower + above[0];
        PValue::new(Tail::new(lower / all), Tail::new(upper / all))
    }
}

#[cfg(test)]
mod tests {
    use super::both;
    use crate::{Cells, multinomial};

    #[test]
    fn the_law_is_that_of_all_counts() {
        for (counts, weights) in [
            (&[3, 0, 1][..], &[1, 1, 1][..]),
            (&[2, 2, 2, 1], &[1; 4]),
            (&[9, 1], &[1, 1]),
            (&[5, 4, 0, 0, 3], &[1; 5]),
            (&[12, 0, 0], &[1; 3]),
            (&[1, 0, 5, 2], &[1, 0, 3, 2]),
            (&[0, 7, 3], &[5, 2, 93]),
            (&[1, 2, 0, 2, 4, 0], &[1, 2, 3, 4, 5, 6]),
        ] {
            let null = Cells::from_weights(weights).unwrap();
            let exact = multinomial::exact("", counts, &null).unwrap().p;
            let found = both(counts, &null).unwrap();
            for (found, exact) in [
                (found.upper(), exact.upper()),
                (found.lower(), exact.lower()),
            ] {
                assert!(
                    (found.value() / exact.value() - 1.0).abs() < 1e-9,
                    "{counts:?}: {found:?}, not {exact:?}"
                );
            }
        }
    }

    /// By counting all 20^119 rolls, and all of 36^83 pairs of dice, in whole numbers, in Python.
    #[test]
    fn p_values_of_a_d20_and_of_two_dice_are_exact() {
        let d20 = [
            15, 3, 2, 1, 10, 3, 3, 5, 7, 9, 8, 5, 10, 7, 5, 1, 9, 1, 5, 10,
        ];
        let two_dice = Cells::from_weights(&[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]).unwrap();
        for (counts, null, upper) in [
            (
                &d20[..],
                Cells::uniform(20).unwrap(),
                6.296_927_181_783_048e-4,
            ),
            (
                &[3, 4, 5, 15, 20, 9, 11, 5, 9, 1, 1],
                two_dice,
                0.048_064_966_120_916_32,
            ),
        ] {
            let found = both(counts, &null).unwrap().upper().value();
            assert!((found / upper - 1.0).abs() < 1e-9, "{counts:?}: {found:e}");
        }
        assert_eq!(both(&[1000; 20], &Cells::uniform(20).unwrap()), None);
    }

    #[test]
    fn chances_without_a_small_denominator_are_left_out() {
        let null = Cells::from_weights(&[1, 1 << 20, 7]).unwrap();
        assert_eq!(both(&[1, 40, 2], &null), None);
    }
}
