//! Inputs that are not the numbers of a generator, but were made of them in one of a few ways: decks, normals and
//! numbers of more than 64 bits.

mod decks;
mod normals;
mod wide;

pub use decks::of_deck;
pub use normals::{Normal, of_normals};
pub use wide::of_wide;

use crate::numbers::Numbers;

/// A way to read an input as the numbers that were drawn for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The way, in a sentence.
    pub way: &'static str,
    /// The numbers that were drawn, in order.
    pub numbers: Numbers,
}
