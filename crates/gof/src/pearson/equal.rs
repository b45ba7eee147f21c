//! The exact law of Pearson's statistic of equal cells.
//!
//! The statistic grows with the sum of the squared counts, which is a whole number. The counts are Poisson counts given their
//! sum, so the law of both sums follows cell by cell, all terms positive.

use crate::tail::saddle::ln_poisson;
use crate::{PValue, Tail};

/// The most steps: a tenth of a second.
const STEPS: f64 = 3e8;

/// Both tails of the statistic of these counts if all cells are equally likely; `None` if there are too many counts.
pub(crate) fn both(counts: &[u64]) -> Option<PValue> {
    let cells = counts.len();
    let items = usize::try_from(counts.iter().sum::<u64>()).ok()?;
    let squares = counts
        .iter()
        .map(|count| (*count as f64).powi(2))
        .sum::<f64>();
    if cells as f64 * (items as f64).powi(2) / 2.0 * squares > STEPS {
        return None;
    }
    let squares = squares as usize;
    let expected = items as f64 / cells as f64;
    let chances: Vec<f64> = (0..=items)
        .map(|count| ln_poisson(count as f64, expected).exp())
        .collect();
    // For each sum of the counts so far, the chances of the sums of squares up to that observed, and of all above.
    let mut law = vec![vec![0.0; squares + 2]; items + 1];
    law[0][0] = 1.0;
    for _ in 0..cells {
        let mut next = vec![vec![0.0; squares + 2]; items + 1];
        for (sum, before) in law
            .iter()
            .enumerate()
            .filter(|(_, row)| row.iter().any(|chance| *chance > 0.0))
        {
            for (count, chance) in chances[..=items - sum].iter().enumerate() {
                let after = &mut next[sum + count];
                let kept = (squares + 1).saturating_sub(count * count);
                for (after, before) in after[squares + 1 - kept..].iter_mut().zip(&before[..kept]) {
                    *after += chance * before;
                }
                after[squares + 1] += chance * before[kept..].iter().sum::<f64>();
            }
        }
        law = next;
    }
    let law = &law[items];
    let all: f64 = law.iter().sum();
    let lower: f64 = law[..=squares].iter().sum();
    let upper = law[squares] + law[squares + 1];
    Some(PValue::new(Tail::new(lower / all), Tail::new(upper / all)))
}

#[cfg(test)]
mod tests {
    use super::both;
    use crate::{Cells, multinomial};

    #[test]
    fn the_law_is_that_of_all_counts() {
        for counts in [
            &[3, 0, 1][..],
            &[2, 2, 2, 1],
            &[9, 1],
            &[5, 4, 0, 0, 3],
            &[12, 0, 0],
        ] {
            let exact = multinomial::exact("", counts, &Cells::uniform(counts.len()).unwrap())
                .unwrap()
                .p;
            let found = both(counts).unwrap();
            for (found, exact) in [
                (found.upper(), exact.upper()),
                (found.lower(), exact.lower()),
            ] {
                assert!(
                    (found.value() / exact.value() - 1.0).abs() < 1e-12,
                    "{counts:?}: {found:?}, not {exact:?}"
                );
            }
        }
    }

    /// By counting all 20^119 rolls in whole numbers, in Python.
    #[test]
    fn the_p_value_of_a_d20_is_exact() {
        let rolls = [
            15, 3, 2, 1, 10, 3, 3, 5, 7, 9, 8, 5, 10, 7, 5, 1, 9, 1, 5, 10,
        ];
        let upper = both(&rolls).unwrap().upper().value();
        assert!(
            (upper / 6.296_927_181_783_048e-4 - 1.0).abs() < 1e-9,
            "{upper:e}"
        );
        assert_eq!(both(&[1000; 20]), None);
    }
}
