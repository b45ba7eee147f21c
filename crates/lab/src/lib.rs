//! The laboratory: what is said of the comparisons and tests of the other crates, and the program `roguelab`.
//!
//! - [`fixtures`]: golden outputs and digests, made and checked; [`gate`]: everything held against what is committed;
//!   [`audit`]: fresh seeds, and evidence that is gathered over runs.
//! - [`doctor`]: which oracles are on this machine.
//! - [`vectors`]: outputs made elsewhere, held against the ports; [`pack`]: ours, for ports to other languages.
//! - [`input`]: items that were made elsewhere; [`examination`]: what a battery of tests says about them.
//! - [`trace`]: every draw of a subject, a line each.
//! - [`fuzzing`]: what is done with bytes that nobody chose.
//! - [`checkpoint`]: how far a scan of all seeds has come.
//! - [`campaign`]: many plays of the real game against the port.
//! - [`files`]: files that a user names.
//! - [`report`]: what was compared and, by the crate [`findings`], computed; how it is shown.

pub mod audit;
pub mod campaign;
pub mod checkpoint;
pub mod cli;
pub mod doctor;
pub mod examination;
pub mod files;
pub mod fixtures;
pub mod fuzzing;
pub mod gate;
pub mod input;
pub mod interrupt;
pub mod pack;
pub mod report;
pub mod trace;
pub mod vectors;
pub mod words;
