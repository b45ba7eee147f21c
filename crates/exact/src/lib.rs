//! Exact probabilities: what bounding rules, loops and whole algorithms give, in rational numbers.
//!
//! It computes in integers over one common denominator ([`num_bigint::BigUint`]) until the last division, then in a
//! [`num_rational::BigRational`]; floating point is only for display ([`rational`]). Of our crates it may use `generators`
//! alone. Start with
//! [`weights`] for one draw, and with [`explore`] for a whole algorithm.
//!
//! | module | question |
//! |---|---|
//! | [`weights`] | how often does a bounding rule give each outcome? |
//! | [`distribution`] | the common result type: one integer per outcome, over their sum |
//! | [`distance`] | how far apart are two distributions? |
//! | [`explore`] | what does an algorithm make, over every branch of its draws? |
//! | [`chain`] | where does one token end after repeated random swaps? |
//! | [`transpositions`] | how far from uniform is the whole permutation then? By [`characters`] of the symmetric group ([`partitions`]) |
//! | [`shuffles`] | how far from uniform do naive swaps, Sattolo's, riffles and overhand shuffles leave a deck? |
//! | [`replacement`] | what does "draw until unused" give, and how many draws does it take? |
//! | [`collisions`] | are independent draws all distinct? |
//! | [`classes`] | how many rows of a table look alike to somebody who knows some columns? |
//! | [`spanning_trees`] | how many perfect mazes are there, and which? |
//! | [`rational`] | how is an exact number shown? |

extern crate roguelab_generators as generators;

pub mod chain;
pub mod characters;
pub mod classes;
pub mod collisions;
mod counting;
pub mod distance;
pub mod distribution;
mod error;
pub mod explore;
pub mod partitions;
pub mod rational;
pub mod replacement;
pub mod shuffles;
pub mod spanning_trees;
pub mod transpositions;
pub mod weights;

pub use distribution::Distribution;
pub use error::Error;
pub use num_bigint::BigUint;
pub use num_rational::BigRational;
pub use weights::Weights;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
