//! What made these numbers? This crate contains the known mistakes of ports, and leads from outputs back to a generator, its
//! seed and its state.
//!
//! [`who()`] names what made some [`Numbers`]. The generators that it knows are the rows of
//! [`roguelab_generators::catalogue`](generators::catalogue).

mod convention;
pub mod evidence;
pub mod faults;
pub mod mistakes;
pub mod numbers;
pub mod pair;
pub mod parallel;
pub mod reading;
pub mod related;
pub mod shuffles;
mod who;

pub use convention::Convention;
pub use numbers::Numbers;
pub use who::{
    Answer, BITS_FOR_SEED, Candidates, Complexity, Congruential, Control, Derivation, Found,
    MOST_MADE, Method, Needed, Options, Parameters, Progress, Span, Tried, Why, bits_shown,
    numbers_for_states, who, who_of_any, who_of_quotients, who_of_seeds, who_scaled,
};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
