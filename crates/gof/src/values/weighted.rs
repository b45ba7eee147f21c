//! Tests of values with given weights, such as a loot table.

use crate::tally::Tally;
use crate::{Error, Outcome, Test};

/// All tests of values from 0 that have these weights.
///
/// # Errors
/// [`Error::NothingToTest`] with fewer than two weights above zero; [`Error::TooLarge`] for too many.
pub fn battery(weights: &[u64]) -> Result<Vec<Box<dyn Test<u32>>>, Error> {
    Ok(vec![Box::new(Frequency { tally: Tally::weighted(weights.to_vec())?, items: 0 })])
}

/// Each value's count.
struct Frequency {
    tally: Tally,
    items: u64,
}

impl Test<u32> for Frequency {
    fn name(&self) -> &'static str {
        "frequency"
    }

    fn null(&self) -> String {
        "each value comes as often as its weight says".into()
    }

    fn push(&mut self, item: &u32) {
        self.items += 1;
        self.tally.add(*item as usize);
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn needed(&self) -> u64 {
        self.tally.needed()
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        self.tally.outcome(self.name())
    }
}
