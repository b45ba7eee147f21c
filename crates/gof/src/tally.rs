//! Counts over the classes of a null distribution.

use crate::cells::Cells;
use crate::{Error, Outcome, pearson};

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
    pub(crate) fn outcome(&self, test: &'static str) -> Result<Outcome, Error> {
        pearson::chi_square(test, &self.counts, &self.cells)
    }
}
