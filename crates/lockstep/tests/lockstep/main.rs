//! Differences planted in a toy are found, named, explained and shrunk, and runs that prove nothing fail.

mod hints;
mod ops;
mod panics;
#[cfg(unix)]
mod programs;
mod runs;
mod shrinking;
mod toml_subject;
mod toy;
