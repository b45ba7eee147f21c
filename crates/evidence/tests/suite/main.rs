//! The tests of the program `evidence`. Conformance, pages and snapshots, which make their lists of tests at run time, are
//! programs of their own.

mod command_line;
mod doctor;
mod fixtures;
#[path = "../../../cli/tests/suite/folders.rs"]
mod folders;
mod installed;
mod program;
