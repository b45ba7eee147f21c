//! The program `evidence` as the tests run it.

use std::process::Command;

#[path = "../../../cli/tests/suite/said.rs"]
#[allow(dead_code, reason = "no test compares bytes")]
mod said;

pub(crate) use said::{Said, assert_has, copy};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_evidence");

pub(crate) fn evidence(arguments: &[&str]) -> Command {
    said::program(PROGRAM, arguments)
}
