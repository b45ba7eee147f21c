//! The laboratory: which ports are compared with what, what the experiments on them say, and the program `roguelab`.
//!
//! - [`registry`]: the single list of subjects, [`subjects`] what they are.
//! - [`conformance`]: every comparison there is, as a list that the tests and the report run.
//! - [`oracles`]: what happens when an oracle is not on this machine.
//! - [`fixtures`]: golden outputs and digests, made and checked; [`gate`]: everything held against what is committed;
//!   [`audit`]: fresh seeds, and evidence that is gathered over runs.
//! - [`sources`]: randomness by key, with exact laws; [`zoo`]: the same, broken; [`statistics`]: the plan of tests of them.
//! - [`input`]: items that were made elsewhere; [`examination`]: what a battery of tests says about them.
//! - [`campaign`]: many plays of the real game against the port.
//! - [`experiments`]: what is computed about each document; [`report`]: how it is shown.

pub mod audit;
pub mod calibration;
pub mod campaign;
pub mod cli;
pub mod conformance;
pub mod examination;
pub mod experiments;
pub mod fixtures;
pub mod gate;
pub mod input;
pub mod oracles;
pub mod registry;
pub mod report;
pub mod sources;
pub mod statistics;
pub mod subjects;
pub mod vectors;
pub mod zoo;
