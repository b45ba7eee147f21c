//! Tests of values with a law of their own.
//!
//! Each is a set of counts that are binomial, with no approximation, of which the farthest decides.

#[cfg(feature = "battery")]
pub mod absences;
pub(crate) mod extreme;
#[cfg(feature = "battery")]
pub mod lagged;
#[cfg(feature = "battery")]
pub mod period;
#[cfg(feature = "battery")]
pub mod runs;
#[cfg(feature = "battery")]
pub mod weighted;
