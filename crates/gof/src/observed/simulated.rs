//! P-values of counts from simulations, for tables that are too sparse for a limit and too large for an exact law.
//!
//! Of `runs` simulated tables with as many items, `hits` are at least as uneven: then `(hits + 1) / (runs + 1)` is a p-value, as
//! the observed table is one more of the same law under the null hypothesis. It cannot be below `1 / (runs + 1)`. Source: Davison
//! and Hinkley 1997, *Bootstrap methods and their application*, 4.2.

use crate::assertion::TestRng;
use crate::{Cells, Outcome, PValue, Reference, Tail, pearson};

/// The seed of all simulations.
pub(super) const SEED: u64 = 1;

/// The most items that are drawn for one answer: about a second.
const DRAWS: u64 = 100_000_000;

/// The most simulated tables, and the fewest.
const MOST_RUNS: u64 = 999_999;
const FEWEST_RUNS: u64 = 9_999;

/// Statistics this close, relative to the observed one, are equal except for rounding.
pub(super) const TIE: f64 = 1e-9;

/// Which of several tables is judged, as each has its own simulations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simulation {
    /// From 0.
    pub(super) table: usize,
    pub(super) tables: usize,
}

impl Simulation {
    /// How many tables of this many items are simulated; `None` if that would take too long.
    pub(super) fn runs(self, items: u64) -> Option<u64> {
        let runs = (DRAWS / self.tables as u64 / items.max(1)).min(MOST_RUNS);
        (runs >= FEWEST_RUNS && items > 0).then_some(runs)
    }

    /// The outcome of counts of this many items, none of which is in a cell of chance zero; `None` if simulations would take
    /// too long.
    pub(super) fn judge(self, counts: &[u64], items: u64, null: &Cells) -> Option<Outcome> {
        let runs = self.runs(items)?;
        let chances = null.probabilities();
        let statistic = pearson::statistic(counts, items, null);
        // The sum of `count^2 / chance` is simpler, and grows with it.
        let observed = (statistic + items as f64) * items as f64;
        let table = AliasTable::new(chances);
        let mut rng = TestRng::new(SEED, self.table as u64);
        let mut simulated = vec![0_u32; chances.len()];
        let mut drawn = vec![0; items as usize];
        let (mut as_uneven, mut as_even) = (0, 0);
        for _ in 0..runs {
            let mut sum = 0.0;
            for cell in &mut drawn {
                *cell = table.draw(&mut rng);
                let count = &mut simulated[*cell];
                sum += f64::from(2 * *count + 1) / chances[*cell];
                *count += 1;
            }
            as_uneven += u64::from(sum >= observed * (1.0 - TIE));
            as_even += u64::from(sum <= observed * (1.0 + TIE));
            for cell in &drawn {
                simulated[*cell] = 0;
            }
        }
        let possible = chances.iter().filter(|chance| **chance > 0.0).count();
        Some(Outcome {
            test: "counts",
            items,
            statistic,
            reference: Reference::Simulated {
                runs,
                freedom: possible as u64 - 1,
            },
            p: PValue::new(share(as_even, runs), share(as_uneven, runs)),
        })
    }
}

/// The p-value of so many simulations that are as far out.
pub(super) fn share(hits: u64, runs: u64) -> Tail {
    Tail::new((hits + 1) as f64 / (runs + 1) as f64)
}

/// Draws cells with their chances, each from one word. Source: Walker 1977, as by Vose 1991.
pub(super) struct AliasTable {
    /// For each cell, the part of its words that are its own, of 2^64, and the cell of the others.
    cells: Vec<(u64, usize)>,
}

impl AliasTable {
    pub(super) fn new(chances: &[f64]) -> Self {
        let number = chances.len() as f64;
        let mut parts: Vec<f64> = chances.iter().map(|chance| chance * number).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..chances.len()).partition(|cell| parts[*cell] < 1.0);
        let mut cells: Vec<(u64, usize)> = (0..chances.len()).map(|i| (u64::MAX, i)).collect();
        while let (Some(poor), Some(rich)) = (small.pop(), large.last().copied()) {
            cells[poor] = ((parts[poor] * 2_f64.powi(64)) as u64, rich);
            parts[rich] -= 1.0 - parts[poor];
            if parts[rich] < 1.0 {
                large.pop();
                small.push(rich);
            }
        }
        Self { cells }
    }

    pub(super) fn draw(&self, rng: &mut TestRng) -> usize {
        let product = u128::from(rng.next_u64()) * self.cells.len() as u128;
        let cell = (product >> 64) as usize;
        let (own, other) = self.cells[cell];
        if (product as u64) < own { cell } else { other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pearson::whole;

    #[test]
    fn alias_table_has_the_chances() {
        for weights in [&[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1][..], &[0, 7, 93], &[1; 6]] {
            let chances = Cells::from_weights(weights)
                .unwrap()
                .probabilities()
                .to_vec();
            let mut found = vec![0.0; chances.len()];
            for (cell, (own, other)) in AliasTable::new(&chances).cells.iter().enumerate() {
                let own = *own as f64 / 2_f64.powi(64);
                found[cell] += own / chances.len() as f64;
                found[*other] += (1.0 - own) / chances.len() as f64;
            }
            for (found, chance) in found.iter().zip(&chances) {
                assert!(
                    (found - chance).abs() < 1e-15,
                    "{weights:?}: {found}, not {chance}"
                );
            }
        }
    }

    /// Both tails, within five standard errors of those of all counts.
    #[test]
    fn simulations_agree_with_the_exact_law() {
        let only = Simulation {
            table: 0,
            tables: 20,
        };
        for (counts, weights) in [
            (
                &[3, 4, 5, 15, 20, 9, 11, 5, 9, 1, 1][..],
                &[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1][..],
            ),
            (&[4, 1, 0, 2, 0, 1], &[1; 6]),
            (&[0, 2, 0, 0, 9, 0, 4], &[0, 1, 2, 1, 5, 0, 1]),
        ] {
            let null = Cells::from_weights(weights).unwrap();
            let items = counts.iter().sum();
            let found = only.judge(counts, items, &null).unwrap();
            let exact = whole::both(counts, &null).unwrap();
            let Reference::Simulated { runs, .. } = found.reference else {
                panic!("{found:?}");
            };
            for (found, exact) in [
                (found.p.upper(), exact.upper()),
                (found.p.lower(), exact.lower()),
            ] {
                let error = (exact.value() * (1.0 - exact.value()) / runs as f64).sqrt();
                assert!(
                    (found.value() - exact.value()).abs() < 5.0 * error,
                    "{found:?}, {exact:?}"
                );
            }
        }
    }

    #[test]
    fn more_items_than_can_be_simulated_are_left_out() {
        let null = Cells::uniform(100_000).unwrap();
        let mut counts = vec![0; 100_000];
        counts[0] = 20_000;
        let only = Simulation {
            table: 0,
            tables: 1,
        };
        assert_eq!(only.judge(&counts, 20_000, &null), None);
    }
}
