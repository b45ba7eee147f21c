//! Permutations without lists.
//!
//! Source: *Randomized Permutations Without Lists* (document 000). Draw `r1` below `n`, `r2` below `n - 1`, and so on
//! down to a draw below one: each tuple of such draws is another permutation of `0..n`, and each number of it follows
//! from the draws made so far. So the numbers come one by one and no list is shuffled.
//!
//! - [`listless`]: the permutation number by number, for any `n`.
//! - [`unrolled`]: two, three and four numbers as closed expressions.
//! - [`directions`]: four directions packed in a byte, as the document's maze takes them.
//! - [`draws`]: from the draws to the permutation and back.
//! - [`rank`]: a permutation's place among all of its length, and back.
//! - [`printed`]: the formula for the third number as the document prints it, and how often it goes wrong.
//! - [`fisher_yates`]: the shuffle of a list, to compare with.
//! - [`comparison`]: which of them when, in draws, bytes and time.
//!
//! The crate needs neither `std` nor `alloc`, and does not depend on a crate that does: it has no allocator to call.
//!
//! All randomness comes through [`Draw`](generators::draw::Draw), so any `rand_core` generator under any bounding rule
//! will do. A `Draw` that gives a number not below its bound breaks the contract of that trait; what comes out here is
//! then no permutation, or a panic.
//!
//! ```
//! use generators::bounding::{LowBits, Threshold};
//! use generators::draw::{Dice, RngWords};
//! use generators::pcg32::Pcg32;
//! use permute::listless::Listless;
//!
//! // Fair draws from a rand_core generator, and Rogue's way of drawing from the same one.
//! let mut fair = Dice::<_, Threshold>::new(RngWords(Pcg32::srandom(42, 54)));
//! let mut rogue = Dice::<_, LowBits<14>>::new(RngWords(Pcg32::srandom(42, 54)));
//! assert!(Listless::<10, _>::new(&mut fair).eq([3, 7, 8, 9, 1, 4, 6, 0, 2, 5]));
//! assert!(Listless::<10, _>::new(&mut rogue).eq([5, 7, 8, 3, 2, 9, 1, 6, 0, 4]));
//! ```
#![no_std]

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
