//! What only a checkout of the repository needs: the report, and the fixtures with what regenerates them.
//!
//! It may use every other crate of ours, and no other crate may use it. Start reading at [`commands`], which has one file per
//! command; `cargo xtask` starts them.
#![allow(
    clippy::missing_errors_doc,
    reason = "each error says itself what is wrong; only tests call this crate"
)]

pub mod baseline;
pub mod campaign;
pub mod commands;
mod digests;
mod fixtures;
pub mod report;
mod wild;
