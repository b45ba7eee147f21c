//! Tests of values with a law of their own.

pub mod weighted;
