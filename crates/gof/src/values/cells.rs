//! The farthest of all values and of all pairs of neighbours.
//!
//! A chi-square statistic adds up all cells of a table: it needs about five items in each, and a single cell that is off drowns
//! in the others. Here each cell is judged alone. The count of a value is binomial, and so is that of a pair, as pairs do not
//! overlap; the p-value is that of the farthest count by Bonferroni's inequality, with no approximation.
//!
//! Sources: Knuth, *The Art of Computer Programming* 2, 3.3.2 A and B, for the counts; Fuchs and Kenett, *A test for detecting
//! outlying cells in the multinomial distribution*, JASA 75, 1980, for the farthest.
//!
//! The test finds: one value of many, or one after another, that comes too often or not at all.

use super::project_test;
use crate::extreme::{self, BinomialCount};
use crate::test::BuiltTest;
use crate::words::{Projection as _, Values, groups};
use crate::{Error, Outcome, Test};

/// More values than this are put into groups.
const MOST: u32 = 1 << 16;

/// Up to this many values, pairs are counted too.
const PAIRED: usize = 1 << 8;

/// How many values there must be before there is an outcome.
const NEEDED: u64 = 100;

/// The test for values below a bound.
///
/// # Errors
/// [`Error::NothingToTest`] unless `below` is at least 2.
pub fn build_test(name: &'static str, below: u32) -> BuiltTest<u32> {
    if below < 2 {
        return Err(Error::NothingToTest("all symbols are equal"));
    }
    let values = Values::new(below, groups(below, MOST))?;
    let null = "none comes too often or too rarely, nor one right after another";
    project_test(values, Box::new(FarthestCell::new(name, values)), null)
}

/// Counts symbols, and pairs that do not overlap.
struct FarthestCell {
    name: &'static str,
    projection: Values,
    singles: Vec<u64>,
    /// For each first symbol, the counts of all second ones; empty if there are too many.
    pairs: Vec<u64>,
    taken: u64,
    first: usize,
}

/// What is counted: a symbol, perhaps after another.
type Cell = (Option<usize>, usize);

impl FarthestCell {
    fn new(name: &'static str, projection: Values) -> Self {
        let symbols = projection.symbols() as usize;
        let pairs = if symbols <= PAIRED { symbols.pow(2) } else { 0 };
        Self {
            name,
            projection,
            singles: vec![0; symbols],
            pairs: vec![0; pairs],
            taken: 0,
            first: 0,
        }
    }

    fn counts(&self) -> impl Iterator<Item = (Cell, BinomialCount)> {
        let symbols = self.singles.len();
        let chance = 1.0 / symbols as f64;
        let singles = self.singles.iter().enumerate().map(move |(symbol, &came)| {
            let count = BinomialCount {
                came,
                trials: self.taken,
                chance,
            };
            ((None, symbol), count)
        });
        let pairs = self.pairs.iter().enumerate().map(move |(pair, &came)| {
            let count = BinomialCount {
                came,
                trials: self.taken / 2,
                chance: chance * chance,
            };
            ((Some(pair / symbols), pair % symbols), count)
        });
        singles.chain(pairs)
    }
}

impl Test<u64> for FarthestCell {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        "no symbol and no pair comes too often or too rarely".into()
    }

    fn push(&mut self, symbol: &u64) {
        let symbol = *symbol as usize;
        self.singles[symbol] += 1;
        self.taken += 1;
        if !self.taken.is_multiple_of(2) {
            self.first = symbol;
        } else if let Some(pair) = self.pairs.get_mut(self.first * self.singles.len() + symbol) {
            *pair += 1;
        }
    }

    fn items(&self) -> u64 {
        self.taken
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let ((first, symbol), count) = extreme::farthest(self.counts())?;
        let mut cell = self.projection.name(symbol as u32);
        if let Some(first) = first {
            cell = format!("{}, then {cell}", self.projection.name(first as u32));
        }
        Some(format!("{cell}: {}", count.times()))
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        extreme::test_outcome(self, self.counts(), false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks over all strings of five symbols out of three that every count is binomial.
    #[test]
    fn counts_of_values_and_of_pairs_are_binomial() {
        let mut found = vec![[0_u64; 6]; 12];
        for string in 0..3_u64.pow(5) {
            let mut test = FarthestCell::new("cells", Values::new(3, 3).unwrap());
            (0..5).for_each(|at| test.push(&(string / 3_u64.pow(at) % 3)));
            for (cell, (_, count)) in test.counts().enumerate() {
                found[cell][count.came as usize] += 1;
            }
        }
        // 5 of 1/3: C(5, k) 2^(5 - k); 2 of 1/9, with any fifth symbol: 3 C(2, k) 8^(2 - k).
        assert!(
            found[..3]
                .iter()
                .all(|ways| *ways == [32, 80, 80, 40, 10, 1])
        );
        assert!(found[3..].iter().all(|ways| *ways == [192, 48, 3, 0, 0, 0]));
    }
}
