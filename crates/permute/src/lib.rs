//! Permutations without lists, for any length; uses `generators`, and needs neither `std` nor `alloc`.
//!
//! Source: *Randomized Permutations Without Lists* (document 000). Draw `r1` below `n`, `r2` below `n - 1`, and so on
//! down to a draw below one: each tuple of such draws gives a different permutation of `0..n`, and each number follows
//! from the draws so far, so no list is shuffled.
//!
//! Start with [`listless`] (any length, number by number) or [`unrolled`] (two to four numbers as closed expressions);
//! [`directions`] packs four into a byte. [`draws`] and [`rank`] go from draws or ranks to permutations and back,
//! [`printed`] is the document's misprinted formula, [`fisher_yates`] the shuffle to compare with, and [`comparison`]
//! says which to use when. A `Draw` that breaks its bound gives no permutation, or a panic.
//!
//! ```
//! use roguelab_generators::bounding::{LowBits, Threshold};
//! use roguelab_generators::draw::{Dice, RngWords};
//! use roguelab_generators::pcg32::Pcg32;
//! use roguelab_permute::listless::Listless;
//!
//! // Fair draws from a rand_core generator, and Rogue's way of drawing from the same one.
//! let mut fair = Dice::<_, Threshold>::new(RngWords(Pcg32::srandom(42, 54)));
//! let mut rogue = Dice::<_, LowBits<14>>::new(RngWords(Pcg32::srandom(42, 54)));
//! assert!(Listless::<10, _>::new(&mut fair).eq([3, 7, 8, 9, 1, 4, 6, 0, 2, 5]));
//! assert!(Listless::<10, _>::new(&mut rogue).eq([5, 7, 8, 3, 2, 9, 1, 6, 0, 4]));
//! ```
#![no_std]

extern crate roguelab_generators as generators;

pub mod comparison;
pub mod directions;
pub mod draws;
mod error;
pub mod fisher_yates;
pub mod listless;
pub mod printed;
pub mod rank;
pub mod unrolled;

pub use error::Error;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
