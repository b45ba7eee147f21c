//! Counts over the classes of a null distribution.

use crate::cells::Cells;
use crate::tail::binomial;
use crate::{Error, Outcome, PValue, Reference, Tail, pearson};

/// One count for each class, and one more, of probability zero, for what the null hypothesis does not allow at all.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    counts: Vec<u64>,
    cells: Cells,
}

impl Tally {
    /// From the probabilities of the classes.
    pub(crate) fn new(mut probabilities: Vec<f64>) -> Result<Self, Error> {
        probabilities.push(0.0);
        Ok(Self {
            counts: vec![0; probabilities.len()],
            cells: Cells::from_probabilities(probabilities)?,
        })
    }

    /// From whole numbers in proportion to the probabilities.
    pub(crate) fn weighted(mut weights: Vec<u64>) -> Result<Self, Error> {
        weights.push(0);
        Ok(Self {
            counts: vec![0; weights.len()],
            cells: Cells::from_weights(&weights)?,
        })
    }

    /// Counts one of a class; a class that does not exist counts as not allowed.
    #[inline]
    pub(crate) fn add(&mut self, class: usize) {
        match self.counts.get_mut(class) {
            Some(count) => *count += 1,
            None => self.add_impossible(),
        }
    }

    /// Counts one that the null hypothesis does not allow.
    #[cold]
    pub(crate) fn add_impossible(&mut self) {
        if let Some(count) = self.counts.last_mut() {
            *count += 1;
        }
    }

    /// The counts of the classes.
    pub(crate) fn counts(&self) -> &[u64] {
        &self.counts[..self.counts.len() - 1]
    }

    /// The probabilities of the classes.
    pub(crate) fn probabilities(&self) -> &[f64] {
        &self.cells.probabilities()[..self.counts.len() - 1]
    }

    /// How many must be counted before Pearson's test means what it says.
    pub(crate) fn needed(&self) -> u64 {
        self.cells.needed()
    }

    /// Pearson's chi-square over the classes; with two of them its exact distribution, which is binomial. (The limit has
    /// no lower tail there: exact balance, one in ten of 60 fair coins, would have a chance of zero.)
    pub(crate) fn outcome(&self, test: &'static str) -> Result<Outcome, Error> {
        let outcome = pearson::chi_square(test, &self.counts, &self.cells)?;
        let mut pools = Vec::new();
        self.cells
            .pooled(&self.counts, outcome.items, |observed, expected| {
                pools.push((observed, expected));
            });
        match pools[..] {
            [(observed, expected), _] if outcome.statistic.is_finite() => {
                let (trials, chance) = (outcome.items, expected / outcome.items as f64);
                let p = of_distance(observed, trials, chance);
                Ok(Outcome {
                    reference: Reference::Binomial { trials, chance },
                    p,
                    ..outcome
                })
            }
            _ => Ok(outcome),
        }
    }
}

/// The chances that a binomial count is at most, and at least, as far from its mean as the observed one.
fn of_distance(observed: u64, trials: u64, chance: f64) -> PValue {
    let (n, observed, mean) = (trials as f64, observed as f64, trials as f64 * chance);
    let (low, high) = (
        observed.min(2.0 * mean - observed),
        observed.max(2.0 * mean - observed),
    );
    // The one that is not observed may be a whole number except for rounding.
    let rounding = 1e-12 * n;
    // Counts up to `below` and from `above` on; none where these are outside 0 to n.
    let outside = |below: f64, above: f64| {
        let at_most = if below < 0.0 {
            Tail::new(0.0)
        } else {
            binomial::at_most(below as u64, trials, chance)
        };
        let at_least = if above > n {
            Tail::new(0.0)
        } else {
            binomial::at_least(above as u64, trials, chance)
        };
        at_most.plus(at_least)
    };
    let upper = outside((low + rounding).floor(), (high - rounding).ceil());
    let farther = outside(
        (low - rounding).ceil() - 1.0,
        (high + rounding).floor() + 1.0,
    );
    PValue::new(farther.complement(), upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the sum over all counts, for every count there can be.
    #[test]
    fn two_classes_have_exact_tails() {
        for (weights, trials) in [([1, 1], 10_u64), ([1, 1], 61), ([1, 3], 40), ([2, 5], 63)] {
            let chance = weights[0] as f64 / (weights[0] + weights[1]) as f64;
            let mean = trials as f64 * chance;
            let of = |k: u64| {
                binomial::at_most(k, trials, chance).value()
                    - if k == 0 {
                        0.0
                    } else {
                        binomial::at_most(k - 1, trials, chance).value()
                    }
            };
            for count in 0..=trials {
                let mut tally = Tally::weighted(weights.to_vec()).unwrap();
                tally.counts[0] = count;
                tally.counts[1] = trials - count;
                let found = tally.outcome("two").unwrap();
                let distance = |k: u64| (k as f64 - mean).abs();
                let sum = |holds: &dyn Fn(f64) -> bool| {
                    (0..=trials)
                        .filter(|k| holds(distance(*k)))
                        .map(of)
                        .sum::<f64>()
                };
                let upper = sum(&|other| other > distance(count) - 1e-9);
                let lower = sum(&|other| other < distance(count) + 1e-9);
                assert!(
                    (found.p.upper().value() - upper).abs() < 1e-12,
                    "{weights:?} {count}: {found:?}, {upper}"
                );
                assert!(
                    (found.p.lower().value() - lower).abs() < 1e-12,
                    "{weights:?} {count}: {found:?}, {lower}"
                );
            }
        }
    }

    fn coins(heads: u64, tails: u64) -> Tally {
        let mut tally = Tally::weighted(vec![1, 1]).unwrap();
        tally.counts[..2].copy_from_slice(&[heads, tails]);
        tally
    }

    #[test]
    fn as_many_heads_as_tails_are_not_too_good() {
        // C(1000, 500) / 2^1000, by mpmath 1.3.0.
        let p = coins(500, 500).outcome("coins").unwrap().p;
        assert!(
            (p.lower().value() / 0.025_225_018_178_360_803 - 1.0).abs() < 1e-12,
            "{}",
            p.lower().value()
        );
    }
}
