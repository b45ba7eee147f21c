//! The tests of the whole program, in a single test program: it is linked once, and a long test leaves the other cores to the
//! rest.
//!
//! Test programs that make their list of tests at run time are separate: adapters, the catalogue and the snapshots.

mod check;
mod colour;
mod drawing;
mod escapes;
mod files;
mod folders;
mod help;
mod hostile;
mod installed;
mod mistakes;
mod pages;
mod program;
mod scan;
mod state;
mod test_command;
mod trace;
mod trace_exec;
mod vectors;
mod who;
mod words;
