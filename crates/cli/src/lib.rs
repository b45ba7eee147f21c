//! The program `roguelab`: its commands.
//!
//! It may use every other crate of ours except `evidence`, the only one that uses it. Start reading at [`cli`], which has one
//! file per command. What they answer is in the library `answers`; what they share is here: [`files`], [`interrupt`] and [`ending`].
#![allow(
    clippy::missing_errors_doc,
    reason = "each error says itself what is wrong; only `evidence`, tests and fuzz targets call this crate"
)]

pub mod cli;
mod clock;
pub mod ending;
pub mod files;
pub mod interrupt;
mod words;
