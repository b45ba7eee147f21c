//! The program `roguelab`: its commands, the gate, the report and the fixtures.
//!
//! It may use every other crate of ours, and no other crate may use it. Start reading at [`cli`], which has one file per
//! command. What the commands share is here: [`gate`] and [`fixtures`] (regression checks and `bless`), [`report`], [`vectors`]
//! and [`pack`] (outputs for and from other implementations), [`campaign`] (plays of the real game).
#![allow(
    clippy::missing_errors_doc,
    reason = "each error says itself what is wrong; only tests and fuzz targets call this crate"
)]

pub mod baseline;
mod bias;
pub mod campaign;
pub mod change;
pub mod cli;
mod clock;
mod digests;
mod files;
pub mod fixtures;
pub mod gate;
mod interrupt;
pub mod pack;
pub mod report;
pub mod shim;
pub mod stretches;
pub mod vectors;
mod wild;
mod words;
