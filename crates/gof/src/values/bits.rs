//! Bits of values below an even bound, as words for the tests of words.
//!
//! The lowest bit of `word % 6` is that of the word, and the upper half of `word * 6 / 2^32` is its highest bit: a generator
//! that is linear over two elements is linear in these too. Values below a power of two are words.

use super::halves;
use crate::test::Made;
use crate::words::complexity::LinearComplexity;
use crate::words::rank::MatrixRank;
use crate::words::{Projection, Share, Symbol, Values};
use crate::{Error, Outcome, Test};

/// Linear complexity of the lowest bit, or of the bit that is set in the upper half.
///
/// # Errors
/// [`Error::NothingToTest`] for an odd bound, and where the upper half is the lowest bit.
pub fn complexity(name: &'static str, below: u32, lowest: bool) -> Made<u32> {
    if below == 2 && !lowest {
        return Err(Error::NothingToTest("the upper half is the lowest bit"));
    }
    Ok(Box::new(OfWords {
        projection: halves(below, lowest)?,
        test: LinearComplexity::new(name, 1, 0)?,
        null: "no shift register shorter than half of them makes these bits",
        items: 0,
        impossible: false,
    }))
}

/// The rank of matrices of all bits of values below a power of two.
///
/// # Errors
/// [`Error::NothingToTest`] for another bound.
pub fn rank(name: &'static str, below: u32, share: Share) -> Made<u32> {
    if !below.is_power_of_two() || below < 2 {
        return Err(Error::NothingToTest("bits of values below a power of two"));
    }
    Ok(Box::new(OfWords {
        projection: Values::new(below, below)?,
        test: MatrixRank::new(name, below.ilog2(), 64, share)?,
        null: "square matrices of their bits have the ranks of random ones",
        items: 0,
        impossible: false,
    }))
}

/// Gives symbols as words to a test.
struct OfWords<T> {
    projection: Values,
    test: T,
    /// What is so if the symbols are independent and uniform.
    null: &'static str,
    items: u64,
    impossible: bool,
}

impl<T: Test<u64>> Test<u32> for OfWords<T> {
    fn name(&self) -> &'static str {
        self.test.name()
    }

    fn null(&self) -> String {
        let about = self.projection.about();
        format!("{about} are independent and uniform: {}", self.null)
    }

    fn push(&mut self, item: &u32) {
        self.items += 1;
        match self.projection.symbol(item) {
            Symbol::Of(symbol) => self.test.push(&symbol.into()),
            _ => self.impossible = true,
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn read(&self) -> u64 {
        self.test.read()
    }

    fn needed(&self) -> u64 {
        self.test.needed()
    }

    fn worst(&self) -> Option<String> {
        self.test.worst()
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        Ok(self.test.outcome()?.refuted_if(self.impossible))
    }
}
