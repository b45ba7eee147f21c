//! Counts over the classes of a null distribution.

use std::f64::consts::TAU;

use crate::cells::Cells;
use crate::tail::saddle;
use crate::{Error, Outcome, PValue, Tail, pearson};

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
        Ok(Self { counts: vec![0; probabilities.len()], cells: Cells::from_probabilities(probabilities)? })
    }

    /// From whole numbers in proportion to the probabilities.
    pub(crate) fn weighted(mut weights: Vec<u64>) -> Result<Self, Error> {
        weights.push(0);
        Ok(Self { counts: vec![0; weights.len()], cells: Cells::from_weights(&weights)? })
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

    /// Pearson's chi-square over the classes.
    ///
    /// The lower tail contains the counts that were seen, and is not less than their own chance: with few classes the
    /// best fit there can be is not rare, and the chi-square distribution, which is continuous, gives it nothing.
    pub(crate) fn outcome(&self, test: &'static str) -> Result<Outcome, Error> {
        let mut outcome = pearson::chi_square(test, &self.counts, &self.cells)?;
        let chance = Tail::from_ln(self.ln_chance());
        if chance.log10() > outcome.p.lower().log10() {
            outcome.p = PValue::new(chance, outcome.p.upper());
        }
        Ok(outcome)
    }

    /// The logarithm of the chance of just these counts, after pooling: of independent Poisson counts, given their sum.
    fn ln_chance(&self) -> f64 {
        let items = self.counts.iter().sum::<u64>();
        let mut ln = -ln_poisson(items as f64, items as f64);
        self.cells.pooled(&self.counts, items, |count, expected| ln += ln_poisson(count as f64, expected));
        ln
    }
}

/// The logarithm of the chance of a Poisson count.
fn ln_poisson(count: f64, mean: f64) -> f64 {
    if count <= 0.0 {
        return -mean;
    }
    -saddle::half_deviance(count, mean) - saddle::stirling_error(count) - (TAU * count).ln() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coins(heads: u64, tails: u64) -> Tally {
        let mut tally = Tally::weighted(vec![1, 1]).unwrap();
        (0..heads).for_each(|_| tally.add(0));
        (0..tails).for_each(|_| tally.add(1));
        tally
    }

    #[test]
    fn as_many_heads_as_tails_are_not_too_good() {
        // C(1000, 500) / 2^1000, by mpmath 1.3.0.
        let p = coins(500, 500).outcome("coins").unwrap().p;
        assert!((p.lower().value() / 0.025_225_018_178_360_803 - 1.0).abs() < 1e-12, "{}", p.lower().value());
        assert!(p.two_sided().value() > 0.05 && p.upper().value() > 0.999);
    }

    #[test]
    fn a_fair_coin_fails_no_more_often_than_stated() {
        // Exactly, over all that 200 throws can give: the chance of a p-value of at most alpha.
        for alpha in [0.1, 0.05, 0.01, 0.001, 1e-5] {
            let of = |heads: u64| coins(heads, 200 - heads);
            let rejected =
                (0..=200).filter(|heads| of(*heads).outcome("coins").unwrap().p.two_sided().value() <= alpha);
            let chance: f64 = rejected.map(|heads| of(heads).ln_chance().exp()).sum();
            assert!(chance <= 1.35 * alpha, "{alpha}: {chance}");
        }
    }

    #[test]
    fn chances_of_all_tables_sum_to_one() {
        let mut sum = 0.0;
        for (a, b) in (0..=40).flat_map(|a| (0..=40 - a).map(move |b| (a, b))) {
            let mut tally = Tally::weighted(vec![3, 2, 2]).unwrap();
            for (class, count) in [a, b, 40 - a - b].into_iter().enumerate() {
                (0..count).for_each(|_| tally.add(class));
            }
            sum += tally.ln_chance().exp();
        }
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }

    #[test]
    fn too_good_a_fit_of_many_classes_is_still_caught() {
        let mut tally = Tally::weighted(vec![1; 64]).unwrap();
        (0..6400).for_each(|item| tally.add(item % 64));
        assert!(tally.outcome("even").unwrap().p.lower().log10() < -30.0);
    }
}
