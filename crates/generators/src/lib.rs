//! Words and draws: the generators of classic roguelikes and the one seam through which algorithms use them.
//!
//! - [`bsd_random`]: BSD `random(3)`, kinds `TYPE_0` to `TYPE_4`, with the weak and with glibc's seeding. Rogue's
//!   `rrandom` is `TYPE_3` with weak seeding: [`bsd_random::Type3`].
//! - [`closed_form`]: every word of a weakly seeded generator is `a*seed + b`; the proof that a whole game of Rogue
//!   depends only on its seed modulo 2^15 stands there.
//! - [`population`]: the same word or draw of many seeds at once.
//! - [`inverse`]: from words back to seeds and states.
//! - [`pcg32`]: PCG32 XSH RR.
//! - [`haskell`]: PCG32 as *Week 3: Random Dungeons* makes it a Haskell generator, with `randomR` of random-1.1 and
//!   `uniformMay` of `MonadRandom`.
//! - [`block`]: `rand_core`'s blocks and bytes.
//! - [`draw`]: [`draw::Draw`], the seam: an algorithm asks it for a number below `n` and for nothing else.
//! - [`bounding`]: the rules that turn words into such numbers, as types, with their exact weights.
//!
//! Words by the thousand come from the methods `fill`, of the additive generators and PCG32 faster than one by one: the
//! processor is asked at run time for its vectors. A build that takes them for granted (`-C target-cpu=native`) has the same
//! words from the portable loops, more slowly. Without the feature `dispatch`, which is on by default, the crate needs neither
//! `std` nor `alloc`.
//!
//! ```
//! use core::num::NonZeroU32;
//! use generators::bounding::LowBits;
//! use generators::bsd_random::Type3;
//! use generators::draw::{Dice, Draw};
//!
//! // What Rogue does to roll 1..=100: the low 14 bits of a word, their remainder by 100, plus one.
//! let mut dice = Dice::<_, LowBits<14>>::new(Type3::srrandom(0));
//! assert_eq!(dice.draw(NonZeroU32::new(100).unwrap()) + 1, 96);
//! ```
#![no_std]

#[cfg(any(test, feature = "dispatch"))]
extern crate std;

pub mod block;
pub mod bounding;
pub mod bsd_random;
pub mod closed_form;
pub mod draw;
pub mod haskell;
pub mod inverse;
pub mod isaac64;
pub mod pcg32;
pub mod population;
pub mod rogue5;
pub mod state;
