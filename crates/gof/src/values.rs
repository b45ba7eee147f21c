//! Tests of values with a law of their own.
//!
//! Most are a set of counts that are binomial, with no approximation, of which the farthest decides; [`bits`] gives bits of
//! the values to tests of words.

pub mod absences;
pub mod bits;
pub mod lagged;
pub mod period;
pub mod relations;
pub mod runs;
pub mod weighted;

use crate::Error;
use crate::words::Values;

/// A bit of values below an even bound: the lowest, or whether they are in the upper half.
fn halves(below: u32, lowest: bool) -> Result<Values, Error> {
    if below % 2 == 1 {
        return Err(Error::NothingToTest("an odd bound: no bit is uniform"));
    }
    if lowest {
        Values::remainders(below, 2)
    } else {
        Values::new(below, 2)
    }
}
