//! Tests of values with a law of their own.
//!
//! Each is a set of counts that are binomial, with no approximation, of which the farthest decides.

pub mod absences;
pub mod lagged;
pub mod period;
pub mod runs;
pub mod weighted;
