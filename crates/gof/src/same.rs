//! Two samples: whether they come from one distribution.

use crate::tail::chi_square;
use crate::{Error, Outcome, Reference};

/// Pearson's chi-square of two rows of counts over the same cells.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::NothingToTest`] if a row is empty or only one cell has counts.
pub fn counts(one: &[u64], other: &[u64]) -> Result<Outcome, Error> {
    if one.len() != other.len() {
        return Err(Error::DifferentLengths { counts: one.len(), cells: other.len() });
    }
    let (n, m): (u64, u64) = (one.iter().sum(), other.iter().sum());
    let used = one.iter().zip(other).filter(|(a, b)| **a + **b > 0).count() as u64;
    if n == 0 || m == 0 || used < 2 {
        return Err(Error::NothingToTest("two samples need items in two cells"));
    }
    let (items, n, m) = (n + m, n as f64, m as f64);
    let statistic = one.iter().zip(other).filter(|(a, b)| **a + **b > 0).map(|(&a, &b)| {
        let (a, b) = (a as f64, b as f64);
        (a * m - b * n).powi(2) / (n * m * (a + b))
    });
    let (statistic, freedom) = (statistic.sum(), used - 1);
    let p = chi_square::both(statistic, freedom);
    Ok(Outcome { test: "same-counts", items, statistic, reference: Reference::ChiSquare { freedom }, p })
}

/// Two streams of items, `one` and `other`, compared in several views; in constant memory.
#[derive(Debug)]
pub struct Pair<Item: ?Sized> {
    cell: fn(&Item, u64) -> usize,
    parameter: u64,
    counts: [Vec<u64>; 2],
}

/// What one view of two streams shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// What was counted, in a few words.
    pub counted: String,
    /// The test of the counts of both streams; its items are those of both.
    pub outcome: Outcome,
    /// What differs most, in a sentence.
    pub worst: String,
}

impl Pair<u32> {
    /// Values of `0..below`.
    ///
    /// # Errors
    /// [`Error::NothingToTest`] below two.
    pub fn values(below: u32) -> Result<Self, Error> {
        if below < 2 {
            return Err(Error::NothingToTest("fewer than two values have nothing to draw"));
        }
        let cell = |value: &u32, below: u64| (u64::from(*value) * below.min(256) / below) as usize;
        Ok(Self { cell, parameter: below.into(), counts: [vec![0; 256], vec![0; 256]] })
    }
}

impl Pair<u64> {
    /// Words of 1 to 64 bits.
    ///
    /// # Errors
    /// [`Error::Parameter`] for another number of bits.
    pub fn words(bits: u32) -> Result<Self, Error> {
        if !(1..=64).contains(&bits) {
            return Err(Error::Parameter { name: "bits of a word", value: bits.to_string(), expected: "1 to 64" });
        }
        let cell = |word: &u64, bits: u64| (word >> bits.saturating_sub(8)) as usize;
        Ok(Self { cell, parameter: bits.into(), counts: [vec![0; 256], vec![0; 256]] })
    }
}

impl Pair<[u32]> {
    /// Permutations of `0..n`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `n` is 2 to 2048.
    pub fn permutations(n: usize) -> Result<Self, Error> {
        if !(2..=2048).contains(&n) {
            return Err(Error::Parameter {
                name: "length of a permutation",
                value: n.to_string(),
                expected: "2 to 2048",
            });
        }
        let cell = |items: &[u32], _: u64| items[0] as usize;
        Ok(Self { cell, parameter: n as u64, counts: [vec![0; n], vec![0; n]] })
    }
}

impl<Item: ?Sized> Pair<Item> {
    /// Takes an item of the first stream.
    pub fn push_one(&mut self, item: &Item) {
        self.counts[0][(self.cell)(item, self.parameter)] += 1;
    }

    /// Takes an item of the second stream.
    pub fn push_other(&mut self, item: &Item) {
        self.counts[1][(self.cell)(item, self.parameter)] += 1;
    }

    /// How many items of each stream there were.
    pub fn items(&self) -> [u64; 2] {
        [self.counts[0].iter().sum(), self.counts[1].iter().sum()]
    }

    /// Each view's test, all of the hypothesis that both streams are independent items of one distribution. To be judged
    /// together, for instance by [`crate::holm`].
    ///
    /// # Errors
    /// [`Error::NothingToTest`] if a stream is empty.
    pub fn compared(&self) -> Result<Vec<Compared>, Error> {
        let outcome = counts(&self.counts[0], &self.counts[1])?;
        Ok(vec![Compared { counted: "values".into(), outcome, worst: String::new() }])
    }
}
