//! Exact bias: weights of bounding rules, chains over a common denominator, distances, sample sizes.
//!
//! Everything here is *exact*: integers over one common denominator ([`num_bigint::BigUint`]) until the last division,
//! then a [`num_rational::BigRational`]. Floating point appears in two places only: for display ([`rational`]), and
//! where the quantity is no rational number (entropy in [`distance`], sample sizes in [`stakes`]).
//!
//! | module | question |
//! |---|---|
//! | [`weights`] | how often does a bounding rule give each outcome? |
//! | [`distribution`] | the common result type: one integer per outcome, over their sum |
//! | [`distance`] | how far apart are two distributions? |
//! | [`stakes`] | what does that amount to, and how many draws does it take to notice? |
//! | [`classes`] | the same for outcomes too many to list |
//! | [`chain`] | where does one token end after repeated random swaps? |
//! | [`cycle_types`] | how far from uniform is the whole permutation after repeated random swaps? |
//! | [`transpositions`] | the same, by [`characters`] of the symmetric group ([`partitions`]) |
//! | [`shuffles`] | how far from uniform do other shuffles leave a deck, and what can they reach? |
//! | [`replacement`] | what does "draw until unused" give, and how many draws does it take? |
//! | [`explore`] | what does an algorithm make, over every branch of its draws? |
//! | [`spanning_trees`] | how many perfect mazes are there, and which? |
//! | [`collisions`] | are independent draws all distinct? |
//! | [`rational`] | how is an exact number shown? |

pub mod chain;
pub mod characters;
pub mod classes;
pub mod collisions;
mod counting;
pub mod cycle_types;
pub mod distance;
pub mod distribution;
mod error;
pub mod explore;
pub mod partitions;
pub mod rational;
pub mod replacement;
pub mod shuffles;
pub mod spanning_trees;
pub mod stakes;
pub mod transpositions;
pub mod weights;

pub use distribution::Distribution;
pub use error::Error;
pub use num_bigint::BigUint;
pub use num_rational::BigRational;
pub use stakes::Stakes;
pub use weights::Weights;
