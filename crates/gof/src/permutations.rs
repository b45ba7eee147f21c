//! Tests of permutations of `0..n`.
//!
//! Most put each permutation into a class of known probability, exact by counting, and compare the counts with these by
//! Pearson's chi-square, with cells pooled to an expectation of at least 5. The [`PositionMatrix`] has a quadratic form of its
//! own; `Lagged`, `Repeats`, `FarthestCell`, `rising_sequences` and `kept_pairs` compare each permutation with those before it.
//!
//! An item that is not a permutation of `0..n` falls into a class of probability zero: then no test passes.
//!
//! ```
//! use roguelab_gof::Test;
//! use roguelab_gof::permutations::fixed_points;
//!
//! // Rotations have no fixed point, or all of them.
//! let mut test = fixed_points(5)?;
//! for turn in 0..1000 {
//!     let rotated: Vec<u32> = (0..5).map(|i| (i + turn) % 5).collect();
//!     test.push(&rotated);
//! }
//! assert!(test.outcome()?.p.upper().log10() < -10.0);
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

mod before;
#[cfg(feature = "battery")]
mod cells;
pub(crate) mod class;
mod cycles;
mod descents;
#[cfg(feature = "battery")]
mod lagged;
mod matrix;
mod points;
pub(crate) mod ranks;
#[cfg(feature = "battery")]
mod repeats;

pub use before::{kept_pairs, rising_sequences};
#[cfg(feature = "battery")]
pub use cells::FarthestCell;
pub use class::LONGEST;
pub use cycles::{cycles, parity};
pub use descents::descents;
#[cfg(feature = "battery")]
pub use lagged::Lagged;
pub use matrix::{PositionMatrix, position_matrix};
pub use points::{adjacent_pairs, adjacent_pairs_falling, fixed_points};
pub use ranks::{rank_buckets, ranks};
#[cfg(feature = "battery")]
pub use repeats::Repeats;

#[cfg(test)]
mod check {
    //! The common parts of all these tests.

    use crate::{Counted, Error, Test};

    /// All permutations of `0..n`, in lexicographic order.
    pub(super) fn all(n: usize) -> Vec<Vec<u32>> {
        let mut all: Vec<Vec<u32>> = vec![Vec::new()];
        for _ in 0..n {
            let mut longer = Vec::new();
            for head in &all {
                for item in (0..n as u32).filter(|item| !head.contains(item)) {
                    longer.push([&head[..], &[item]].concat());
                }
            }
            all = longer;
        }
        all
    }

    /// Checks that going through all permutations gives the stated probabilities.
    pub(super) fn is_exact(
        test: impl Fn(usize) -> Result<Counted<[u32]>, Error>,
        lengths: std::ops::RangeInclusive<usize>,
    ) {
        for n in lengths {
            let mut test = test(n).unwrap();
            let all = all(n);
            for permutation in &all {
                test.push(permutation);
            }
            assert_eq!(
                test.counts().iter().sum::<u64>(),
                all.len() as u64,
                "none is impossible"
            );
            for (class, (count, stated)) in
                test.counts().iter().zip(test.probabilities()).enumerate()
            {
                let expected = *count as f64 / all.len() as f64;
                assert!(
                    (stated - expected).abs() < 1e-14,
                    "n = {n}, class {class}: {stated}, not {expected}"
                );
            }
        }
    }

    /// The mean and variance of the number of the class, for lengths at which not all permutations can be tried.
    fn moments(test: &Counted<[u32]>) -> [f64; 2] {
        let (mut mean, mut variance) = (0.0, 0.0);
        for (k, p) in test.probabilities().iter().enumerate() {
            mean += p * k as f64;
        }
        for (k, p) in test.probabilities().iter().enumerate() {
            variance += p * (k as f64 - mean).powi(2);
        }
        [mean, variance]
    }

    /// The sum of the powers of `1/i` for `i` from 1 to `n`.
    fn harmonic(n: usize, power: i32) -> f64 {
        (1..=n).map(|i| (i as f64).powi(-power)).sum()
    }

    #[test]
    fn long_permutations_have_the_known_moments() {
        for n in [30, 52, 200_usize] {
            let size = n as f64;
            for (test, mean, variance) in [
                (
                    super::cycles(n),
                    harmonic(n, 1) - 1.0,
                    harmonic(n, 1) - harmonic(n, 2),
                ),
                (super::descents(n), (size - 1.0) / 2.0, (size + 1.0) / 12.0),
                (super::fixed_points(n), 1.0, 1.0),
                (
                    super::adjacent_pairs(n),
                    1.0 - 1.0 / size,
                    1.0 - 1.0 / size - 1.0 / (size * size),
                ),
            ] {
                let test = test.unwrap();
                let [found_mean, found_variance] = moments(&test);
                assert!(
                    (found_mean / mean - 1.0).abs() < 1e-12,
                    "{test:?}: {found_mean} {mean}"
                );
                assert!(
                    (found_variance / variance - 1.0).abs() < 1e-12,
                    "{test:?}: {found_variance} {variance}"
                );
            }
        }
    }
}
