//! The three questions about randomness, each a function from bytes and options to a typed answer.
//!
//! - [`who`]: what made these numbers? Also how two lists differ that should have been the same.
//! - [`atlas`]: which of the games of Rogue is this?
//! - [`bias`]: is it fair? The exact law of a rule or a shuffle.
//! - [`check`]: is the port right? Words or answers compared with those of a subject.
//! - [`recorded`]: what a real program took from the C library's generators.
//! - [`trace`]: where two traces of draws differ, and why.
//! - [`mod@test`]: are these words, values or permutations what a fair source gives?
//! - [`shim`]: an adapter in any language, by which a port is asked.
//! - [`rule`]: rules that make numbers of words, as people write them.
//! - [`arguments`]: the values of options as people write them.
//! - [`mod@read`]: numbers in text, in bytes and in traces, and what people print around them.
//!
//! Nothing here opens a file, starts a thread or a program, asks for the time, or prints: what an answer needs from outside is
//! given by its caller, so that a terminal, a browser and another language get the same answers.
#![allow(
    clippy::missing_errors_doc,
    reason = "a `ReadError` says itself what is wrong with the input"
)]
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_types,
        clippy::disallowed_methods,
        reason = "tests are callers"
    )
)]

pub mod arguments;
pub mod atlas;
pub mod bias;
pub mod change;
pub mod check;
mod json;
pub mod number;
pub mod read;
pub mod recorded;
pub mod rule;
pub mod seed;
pub mod shim;
pub mod table;
pub mod test;
pub mod trace;
pub mod vectors;
pub mod who;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
