//! Inputs that are not the numbers of a generator, but were made from them in one of a few ways: decks, normals, numbers of
//! more than 64 bits, and numbers whose bound was not given.

mod decks;
mod normals;
mod quotients;
mod spread;
mod wide;

pub use decks::{of_deck, of_hands};
pub(crate) use normals::quantile;
pub use normals::{Method, Normal, of_normals};
pub use quotients::of_quotients;
pub use spread::{Decimal, of_decks, of_names, of_normal, of_range, of_small, of_spread, orders};
pub use wide::of_wide;

use std::borrow::Cow;

use crate::numbers::Numbers;

/// A way to read an input as the numbers that were drawn to make it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The way, described in a sentence.
    pub way: Cow<'static, str>,
    /// The numbers that were drawn, in order.
    pub numbers: Numbers,
    /// The input's lowest number, which stands for 0 in `numbers`, if that is known.
    pub base: Option<i64>,
    /// How a number that was drawn is written like the input.
    pub written: Written,
}

/// How numbers that were drawn are written like the input that was made from them.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Written {
    /// As they are.
    #[default]
    Plain,
    /// As the names in these places, from 0 on.
    Names(Vec<String>),
    /// Integers divided by this.
    Quotients(u64),
    /// Fractions as numbers from the first of these up to the second.
    Range(f64, f64),
    /// Fractions as normals with this mean and deviation.
    Normals(Method, f64, f64),
    /// In no way: what was drawn is shown.
    Drawn,
}

impl Reading {
    /// Numbers that were made from others in this way.
    pub fn new(way: impl Into<Cow<'static, str>>, numbers: Numbers) -> Self {
        Self {
            way: way.into(),
            numbers,
            base: None,
            written: Written::Plain,
        }
    }
}
