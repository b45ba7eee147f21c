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
mod generator;
mod run;
mod same;
mod seeding;

pub use demand::{Draws, Effect, Permutations, Same, Shuffle, Weighted};
pub use failure::{Bias, Failure};
pub use generator::TestRng;
pub use run::{Passed, Seen};
pub use same::Drawn;

use demand::Demand;

/// Panics with the message of a failure.
#[track_caller]
fn assert_passed(result: Result<Passed, Failure>) {
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

/// Asserts that a shuffle of `items` items is fair, with the error rates of [`Shuffle::of`].
///
/// # Panics
/// If it is not, or gives no permutation: see [`Failure`].
#[track_caller]
pub fn assert_shuffle(items: usize, shuffle: impl FnMut(&mut [usize], &mut TestRng)) {
    assert_passed(Shuffle::of(items).check(shuffle));
}

/// Asserts that a source gives fair permutations of `0..items`, with the error rates of [`Permutations::of`].
///
/// # Panics
/// If it does not, or gives no permutation: see [`Failure`].
#[track_caller]
pub fn assert_permutations(items: usize, source: impl FnMut(&mut TestRng) -> Vec<usize>) {
    assert_passed(Permutations::of(items).check(source));
}

/// Asserts that draws of `0..below` are fair, with the error rates of [`Draws::below`].
///
/// # Panics
/// If they are not, or lie outside: see [`Failure`].
#[track_caller]
pub fn assert_draws<T: TryInto<u64> + Copy + std::fmt::Debug>(below: u64, draw: impl FnMut(&mut TestRng) -> T) {
    assert_passed(Draws::below(below).check(draw));
}

/// Asserts that draws of `0..weights.len()` come as often as their weights say, with the error rates of [`Weighted::of`].
///
/// # Panics
/// If they do not, have no weight, or lie outside: see [`Failure`].
#[track_caller]
pub fn assert_weighted<T: TryInto<u64> + Copy + std::fmt::Debug>(
    weights: &[u64],
    draw: impl FnMut(&mut TestRng) -> T,
) {
    assert_passed(Weighted::of(weights).check(draw));
}

/// Asserts that two sources of integers, floats or permutations have one distribution, with the error rates of
/// [`Same::new`].
///
/// # Panics
/// If they differ, or cannot be compared: see [`Failure`].
#[track_caller]
pub fn assert_same<T: Into<Drawn>, U: Into<Drawn>>(
    one: impl FnMut(&mut TestRng) -> T,
    other: impl FnMut(&mut TestRng) -> U,
) {
    assert_passed(Same::new().check(one, other));
}
