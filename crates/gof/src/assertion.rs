//! Three lines in a `#[test]` that check a shuffle, a source of permutations or a bounded draw.
//!
//! ```
//! use rand::seq::SliceRandom;
//!
//! # /*
//! #[test]
//! # */
//! fn my_shuffle_is_fair() {
//!     gof::assert_shuffle(6, |items, rng| items.shuffle(rng));
//! }
//! # my_shuffle_is_fair();
//! ```
//!
//! A fair source fails with a chance of at most 1e-9, one that is off by a total variation of 0.05 is found with a power of
//! 0.999, and the number of samples is computed from the two. All three can be set:
//!
//! ```
//! use gof::{Draws, Effect};
//! use rand::RngExt;
//!
//! let passed = Draws::below(6)
//!     .false_alarms(1e-12)
//!     .power(0.9999)
//!     .against(Effect::TotalVariation(0.02))
//!     .check(|rng| rng.random_range(0..6))?;
//! assert_eq!(passed.samples, 59_600);
//! # Ok::<(), gof::assertion::Failure>(())
//! ```
//!
//! It is deterministic: the generator given is `ChaCha` from a fixed seed. `GOF_FRESH=1` in the environment takes a fresh
//! seed and prints it, `GOF_SEED=...` replays one; a seed that the assertion pins is left alone. The false-alarm rate is
//! over seeds; a source that brings its own randomness keeps to the same rate over runs.
//!
//! A rejection is confirmed on equally many fresh samples ([`crate::confirmation`]), each stage at the square root of the
//! rate, with enough samples that the chi-square limit is true there to a tenth ([`crate::limit`]), for which the levels
//! compensate. Counts that are too even fail too, wherever there are enough cells to tell.
//!
//! What is counted: up to 7 items all permutations, otherwise the item at each position and the order of the first five;
//! for draws below 1025 each value, otherwise 256 ranges of values and their lowest four bits. A defect that shows in none
//! of these is not found. The total variation is that of the distribution counted (for positions: of the item at a random
//! position); the chi-square per sample of a total variation `d` is at least `4 d^2`.

mod demand;
mod failure;
mod seeding;
mod table;

pub use demand::{Draws, Effect, Passed, Permutations, Shuffle};
pub use failure::{Bias, Failure};

/// The generator that an assertion hands out: a cryptographic one, to rule out that the defect is its own.
pub type TestRng = rand_chacha::ChaCha12Rng;

/// Asserts that a shuffle of `items` items is fair, with the error rates of [`Shuffle::of`].
///
/// # Panics
/// If it is not, or gives no permutation: see [`Failure`].
#[track_caller]
pub fn assert_shuffle(items: usize, shuffle: impl FnMut(&mut [usize], &mut TestRng)) {
    if let Err(failure) = Shuffle::of(items).check(shuffle) {
        panic!("{failure}");
    }
}

/// Asserts that a source gives fair permutations of `0..items`, with the error rates of [`Permutations::of`].
///
/// # Panics
/// If it does not, or gives no permutation: see [`Failure`].
#[track_caller]
pub fn assert_permutations(items: usize, source: impl FnMut(&mut TestRng) -> Vec<usize>) {
    if let Err(failure) = Permutations::of(items).check(source) {
        panic!("{failure}");
    }
}

/// Asserts that draws of `0..below` are fair, with the error rates of [`Draws::below`].
///
/// # Panics
/// If they are not, or lie outside: see [`Failure`].
#[track_caller]
pub fn assert_draws<T: TryInto<u64> + Copy + std::fmt::Debug>(below: u64, draw: impl FnMut(&mut TestRng) -> T) {
    if let Err(failure) = Draws::below(below).check(draw) {
        panic!("{failure}");
    }
}
