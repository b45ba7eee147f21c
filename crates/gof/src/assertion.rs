//! Three lines in a `#[test]` that check a shuffle, a source of permutations, a draw, or two sources against each other.
//!
//! ```
//! use rand::seq::SliceRandom;
//!
//! # /*
//! #[test]
//! # */
//! fn my_shuffle_is_fair() {
//!     roguelab_gof::assert_shuffle(6, |items, rng| items.shuffle(rng));
//! }
//! # my_shuffle_is_fair();
//! ```
//!
//! A fair source fails with a chance of at most 1e-9, a bias of a stated size is found with a power of 0.999, and the number
//! of samples is computed from these. All can be set, and a success says what it excludes:
//!
//! ```
//! use roguelab_gof::{Draws, Effect};
//! use rand::RngExt;
//!
//! let passed = Draws::below(6)
//!     .false_alarms(1e-12)
//!     .power(0.9999)
//!     .against(Effect::TotalVariation(0.02))
//!     .check(|rng| rng.random_range(0..6))?;
//! assert_eq!(passed.samples, 60_819);
//! assert_eq!(
//!     passed.to_string(),
//!     "\
//! the draw below 6: nothing found in 60819 samples with seed 1
//!   a bias is found with a chance of at least 0.9999 from this total variation on:
//!   2.00%   in all 6 values
//!   3.44%   in pairs of successive values
//!   3.12%   in values equal to one of the 8 before them
//!   not seen: dependence over more than 8 draws, among three or more, and periods"
//! );
//! # Ok::<(), roguelab_gof::assertion::Failure>(())
//! ```
//!
//! It is deterministic: the generator it hands out starts from a fixed seed. `GOF_FRESH=1` in the environment takes a fresh
//! seed and prints it, and `GOF_SEED=...` replays one; neither changes a seed that the assertion pins. The false-alarm rate is
//! over seeds; for a source that brings its own randomness it is the same over runs.
//!
//! # What is counted
//!
//! | of | counted | default effect |
//! |---|---|---|
//! | shuffles and permutations of up to 7 | all permutations | 0.02, from 6 items on 0.04 |
//! | of 8 to 2048 | the item at each position; the order of the first five; the number of cycles; even and odd; items in their own place; items followed or preceded by their successor; descents | 0.04 |
//! | draws of up to 1024 values | each value | 0.005, above 256 values 0.01 |
//! | of more | 256 ranges, the lowest four bits, each bit; from 16,384 values on, values equal to one of the first 4096, which
//! finds sources that reach only some values | 0.01 |
//! | weighted draws | each value by itself, however rare, and all together, the rarest joined | 0.005, above 256 values 0.01 |
//! | all draws | values equal to the one 1 to 8 before; except for weighted draws, pairs of successive values in 16 ranges |
//! none: a success says what it excludes |
//! | two sources of numbers | up to 256 cells between quantiles of both; each bit of integers; equal values at lags 1 to 8 | 0.02 |
//! | two sources of permutations | as above | 0.02 |
//!
//! The effect is a total variation of the distribution counted (for positions: of the item at a random position; for bits and
//! the like: by how much the chance of one is off). [`Passed::views`] has for each what it excludes.
//!
//! A defect that shows in none of these is not found: dependence between successive shuffles, a period, a draw copied from 31
//! draws before, patterns of three or more. `roguelab_gof::battery` has tests for these, and for words.
//!
//! # What default sizes do not see
//!
//! They do not see a bias below the effect, or patterns of three or more. Both of these pass:
//!
//! ```
//! // 15 bits modulo 100: 68 values come 328 times in 32,768 and the others 327 times, a total variation of 0.00066.
//! roguelab_gof::assert_draws(100, |rng| (rng.next_u32() >> 17) % 100);
//!
//! // A d20 that never shows four alike in a row.
//! let (mut last, mut alike) = (0, 0);
//! roguelab_gof::assert_draws(20, move |rng| {
//!     loop {
//!         let roll = rng.next_u64() % 20;
//!         let run = if roll == last { alike + 1 } else { 1 };
//!         if run < 4 {
//!             (last, alike) = (roll, run);
//!             return roll;
//!         }
//!     }
//! });
//! ```
//!
//! `Draws::below(100).against(Effect::TotalVariation(0.0006))` finds the first, with seventy times as many draws; the test
//! `equal-runs` of `roguelab_gof::battery` finds the second, with a million rolls.
//!
//! # How it is judged
//!
//! A rejection is confirmed on equally many fresh samples ([`crate::confirmation`]), each stage at the square root of the rate;
//! all counts share the rate evenly. There are enough samples that the chi-square limit is accurate to a tenth there
//! ([`crate::limit`]), for which the levels compensate, and rare classes are joined until 100 are expected in each.
//! Counts of two cells and of single events have their exact binomial distribution. Counts that are too even fail too,
//! wherever there are enough cells to tell. The chi-square per sample of a total variation `d` is at least `4 d^2`, and
//! between two samples of one size at least `2 d^2`.

mod demand;
mod distribution;
mod effect;
mod failure;
mod generator;
mod run;
mod same;
mod seeding;

pub use demand::{Distribution, Draws, Permutations, Same, Shuffle, Weighted};
pub use distribution::{assert_cover, assert_distribution, assert_seeded, check_distribution};
pub use effect::Effect;
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
/// If it is not fair, or does not give a permutation: see [`Failure`].
#[track_caller]
pub fn assert_shuffle(items: usize, shuffle: impl FnMut(&mut [usize], &mut TestRng)) {
    assert_passed(Shuffle::of(items).check(shuffle));
}

/// Asserts that a source gives fair permutations of `0..items`, with the error rates of [`Permutations::of`].
///
/// # Panics
/// If they are not fair, or it does not give a permutation: see [`Failure`].
#[track_caller]
pub fn assert_permutations(items: usize, source: impl FnMut(&mut TestRng) -> Vec<usize>) {
    assert_passed(Permutations::of(items).check(source));
}

/// Asserts that draws of `0..below` are fair, with the error rates of [`Draws::below`].
///
/// # Panics
/// If they are not fair, or lie outside `0..below`: see [`Failure`].
#[track_caller]
pub fn assert_draws<T: TryInto<u64> + Copy + std::fmt::Debug>(
    below: u64,
    draw: impl FnMut(&mut TestRng) -> T,
) {
    assert_passed(Draws::below(below).check(draw));
}

/// Asserts that draws of `0..weights.len()` come as often as their weights say, with the error rates of [`Weighted::of`].
///
/// # Panics
/// If they do not, if one has weight zero, or if one lies outside: see [`Failure`].
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
