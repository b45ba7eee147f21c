//! Exact bias: weights of bounding rules, chains over a common denominator, distances, sample sizes.
//!
//! Everything here is *exact*: integers over one common denominator ([`num_bigint::BigUint`]) until the last division,
//! then a [`num_rational::BigRational`]. Floating point appears in two places only: for display ([`rational`]), and
//! where the quantity is no rational number (entropy in [`distance`]).
//!
//! | module | question |
//! |---|---|
//! | [`weights`] | how often does a bounding rule give each outcome? |
//! | [`distribution`] | the common result type: one integer per outcome, over their sum |
//! | [`distance`] | how far apart are two distributions? |
//! | [`chain`] | where does one token end after repeated random swaps? |
//! | [`cycle_types`] | how far from uniform is the whole permutation after repeated random swaps? |
//! | [`replacement`] | what does "draw until unused" give, and how many draws does it take? |
//! | [`explore`] | what does an algorithm make, over every branch of its draws? |
//! | [`spanning_trees`] | how many perfect mazes are there, and which? |
//! | [`collisions`] | are independent draws all distinct? |
//! | [`rational`] | how is an exact number shown? |

pub mod chain;
pub mod collisions;
pub mod cycle_types;
pub mod distance;
pub mod distribution;
mod error;
pub mod explore;
pub mod rational;
pub mod replacement;
pub mod spanning_trees;
pub mod weights;

pub use distribution::Distribution;
pub use error::Error;
pub use num_bigint::BigUint;
pub use num_rational::BigRational;
pub use weights::Weights;
