//! Tests of permutations of `0..n`.
//!
//! Most put each permutation into a class of known probability, exact by counting, and compare the counts with these by
//! Pearson's chi-square, with cells pooled to an expectation of at least 5. The [`PositionMatrix`] has a quadratic form of its
//! own; `Lagged`, `Repeats`, `rising_sequences` and `kept_pairs` compare each permutation with those before it.
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
mod class;
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
        let mut all = vec![Vec::new()];
        for _ in 0..n {
            let longer = |head: Vec<u32>| {
                let unused: Vec<u32> = (0..n as u32).filter(|i| !head.contains(i)).collect();
                unused
                    .into_iter()
                    .map(move |i| [head.clone(), vec![i]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
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
        let mean: f64 = test
            .probabilities()
            .iter()
            .zip(0..)
            .map(|(p, k)| p * f64::from(k))
            .sum();
        let square = |(p, k): (&f64, i32)| p * (f64::from(k) - mean).powi(2);
        [mean, test.probabilities().iter().zip(0..).map(square).sum()]
    }

    #[test]
    fn long_permutations_have_the_known_moments() {
        for n in [30, 52, 200_usize] {
            let size = n as f64;
            let harmonic = |power: i32| (1..=n).map(|i| (i as f64).powi(-power)).sum::<f64>();
            for (test, mean, variance) in [
                (
                    super::cycles(n),
                    harmonic(1) - 1.0,
                    harmonic(1) - harmonic(2),
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
                let found = moments(&test);
                let close = |found: f64, known: f64| (found / known - 1.0).abs() < 1e-12;
                assert!(
                    close(found[0], mean) && close(found[1], variance),
                    "{test:?}: {found:?} {mean} {variance}"
                );
            }
        }
    }
}
