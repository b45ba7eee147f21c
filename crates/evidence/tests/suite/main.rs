//! The tests of the program `evidence`. Conformance, pages and snapshots, which make their lists of tests at run time, are
//! programs of their own.

mod command_line;
mod doctor;
#[path = "../../../cli/tests/suite/escapes.rs"]
mod escapes;
#[path = "../../../cli/tests/suite/folders.rs"]
mod folders;
mod gate;
mod gate_fixtures;
mod hostile;
mod installed;
mod program;
