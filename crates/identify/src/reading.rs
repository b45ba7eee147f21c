//! Inputs that are not the numbers of a generator, but were made of them in one of a few ways: decks, normals, numbers of more
//! than 64 bits, and numbers of which nobody said what they are below.

mod decks;
mod normals;
mod spread;
mod wide;

pub use decks::of_deck;
pub use normals::{Normal, of_normals};
pub use spread::{Decimal, of_coins, of_normal, of_range, of_small, of_spread};
pub use wide::of_wide;

use std::borrow::Cow;

use crate::numbers::Numbers;

/// A way to read an input as the numbers that were drawn for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The way, in a sentence.
    pub way: Cow<'static, str>,
    /// The numbers that were drawn, in order.
    pub numbers: Numbers,
    /// The lowest number of the input, where the numbers count from 0, if it is known.
    pub base: Option<u64>,
}

impl Reading {
    fn new(way: impl Into<Cow<'static, str>>, numbers: Numbers) -> Self {
        Self {
            way: way.into(),
            numbers,
            base: None,
        }
    }
}
