//! Differences planted in a toy are found, named, explained and shrunk; runs that prove nothing fail.

mod hints;
mod ops;
mod panics;
mod runs;
mod shrinking;
mod toy;
