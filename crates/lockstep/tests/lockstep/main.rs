//! Differences planted in a toy are found, named, explained and shrunk, and runs that prove nothing fail.

mod hints;
#[cfg(unix)]
mod mistakes;
mod ops;
mod panics;
#[cfg(unix)]
mod programs;
mod runs;
mod shrinking;
mod toml_subject;
mod toy;
