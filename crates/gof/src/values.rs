//! Tests of values with a law of their own.
//!
//! Most count sets of binomial events, with no approximation, of which the farthest count decides; [`drift`] adds up the
//! chi-square statistics of blocks. Bits and other symbols of values go to tests of words, as [`Symbols`].

pub mod absences;
pub mod cells;
pub mod drift;
pub mod lagged;
pub mod period;
pub mod relations;
pub mod runs;
pub mod weighted;

use crate::test::BuiltTest;
use crate::words::{Projection, Symbol, Values};
use crate::{Error, Outcome, Test};

/// A bit of values below an even bound: the lowest, or whether they are in the upper half.
///
/// The lowest bit of `word % 6` is that of the word, and the upper half of `word * 6 / 2^32` is its highest bit: if the bits of
/// the word are linear over GF(2), so are these.
///
/// # Errors
/// [`Error::NothingToTest`] for an odd bound.
pub fn halves(below: u32, is_lowest: bool) -> Result<Values, Error> {
    match (below % 2, is_lowest) {
        (1, _) => Err(Error::NothingToTest("an odd bound: no bit is uniform")),
        (_, true) => Values::remainders(below, 2),
        (_, false) => Values::new(below, 2),
    }
}

/// Gives the symbols of values to a test of words; `null` says what holds if they are independent and uniform.
///
/// # Errors
/// If the test cannot be made.
pub fn project_test(
    projection: impl Projection<u32> + 'static,
    test: Box<dyn Test<u64>>,
    null: &'static str,
) -> BuiltTest<u32> {
    Ok(Box::new(Symbols {
        projection,
        test,
        null,
        items: 0,
        is_impossible: false,
    }))
}

struct Symbols<P> {
    projection: P,
    test: Box<dyn Test<u64>>,
    null: &'static str,
    items: u64,
    is_impossible: bool,
}

impl<P: Projection<u32>> Test<u32> for Symbols<P> {
    fn name(&self) -> &'static str {
        self.test.name()
    }

    fn null(&self) -> String {
        let about = self.projection.about();
        format!("{about} are independent and uniform: {}", self.null)
    }

    fn push(&mut self, item: &u32) {
        self.push_all(std::slice::from_ref(item));
    }

    fn push_all(&mut self, items: &[u32]) {
        let mut symbols = Vec::with_capacity(items.len());
        for item in items {
            match self.projection.symbol(item) {
                Symbol::Of(symbol) => symbols.push(symbol.into()),
                Symbol::Skipped => {}
                Symbol::Impossible => self.is_impossible = true,
            }
        }
        self.items += items.len() as u64;
        self.test.push_all(&symbols);
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn read(&self) -> u64 {
        self.test.read()
    }

    fn needed(&self) -> u64 {
        self.projection.items(self.test.needed())
    }

    fn worst(&self) -> Option<String> {
        self.test.worst()
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        Ok(self.test.outcome()?.refuted_if(self.is_impossible))
    }
}
