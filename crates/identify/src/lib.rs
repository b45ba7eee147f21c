//! What made these numbers? A catalogue of generators and of known mistakes, and the ways to recognise them.
//!
//! [`catalogue`] is the list of generators: rows of data, each with a function that makes its words. [`who`] names what made
//! some [`Numbers`].

pub mod catalogue;
mod convention;
pub mod evidence;
pub mod mistakes;
pub mod numbers;
mod who;

pub use numbers::Numbers;
pub use who::{Answer, Found, Options, Tried, who};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
