//! Words and draws: the generators of classic roguelikes and the seam through which algorithms use them.
//!
//! Each generator is one file. Start with [`draw`], the seam. [`bounding`] has the rules that turn words into numbers below
//! `n`, as types with their exact weights; [`rule`] has all known rules as values. [`closed_form`] and [`inverse`] compute
//! words without stepping, for many seeds at once, and backwards. With the feature `alloc`, `catalogue` has a row for each of
//! these and of many other generators. The crate needs neither `std` nor `alloc` without its features `alloc` and `dispatch`,
//! which asks the processor at run time for its vector instructions; with `-C target-cpu=native` the portable loops are used.
//!
//! ```
//! use core::num::NonZeroU32;
//! use roguelab_generators::bounding::LowBits;
//! use roguelab_generators::bsd_random::Type3;
//! use roguelab_generators::draw::{Dice, Draw};
//!
//! // What Rogue does to roll 1..=100: the low 14 bits of a word, their remainder by 100, plus one.
//! let mut dice = Dice::<_, LowBits<14>>::new(Type3::srrandom(0));
//! assert_eq!(dice.draw(NonZeroU32::new(100).unwrap()) + 1, 96);
//! ```
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "dispatch"))]
extern crate std;

mod adapter;
mod affine;
pub mod bounding;
pub mod bsd_random;
#[cfg(feature = "alloc")]
pub mod catalogue;
pub mod closed_form;
pub mod definition;
pub mod draw;
pub mod haskell;
pub mod inverse;
pub mod isaac;
pub mod pcg32;
pub mod rogue_lcg;
pub mod rule;
pub mod state;
mod words;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
