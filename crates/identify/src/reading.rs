//! Inputs that are not the numbers of a generator, but were made of them in one of a few ways: decks and normals.

mod decks;
mod normals;

pub use decks::of_deck;
pub use normals::{Normal, of_normals};

use crate::numbers::Numbers;

/// A way to read an input as the numbers that were drawn for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The way, in a sentence.
    pub way: &'static str,
    /// The numbers that were drawn, in order.
    pub numbers: Numbers,
}
