//! Tests of permutations of `0..n`.
//!
//! Most put each permutation into a class of known probability, exact by counting, and compare the counts with these by
//! Pearson's chi-square, cells pooled to an expectation of at least 5. The [`PositionMatrix`] is a quadratic
//! form of its own; `Lagged`, `Repeats`, `rising_sequences` and `kept_pairs` compare each with those before it.
//!
//! An item that is not a permutation of `0..n` lands in a class of probability zero: no test passes then.
//!
//! ```
//! use gof::Test;
//! use gof::permutations::fixed_points;
//!
//! // Rotations have no fixed point, or all of them.
//! let mut test = fixed_points(5)?;
//! for turn in 0..1000 {
//!     let rotated: Vec<u32> = (0..5).map(|i| (i + turn) % 5).collect();
//!     test.push(&rotated);
//! }
//! assert!(test.outcome()?.p.upper().log10() < -10.0);
//! # Ok::<(), gof::Error>(())
//! ```

mod before;
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
pub use cycles::{cycles, parity};
pub use descents::descents;
#[cfg(feature = "battery")]
pub use lagged::Lagged;
pub use matrix::{PositionMatrix, position_matrix};
pub use points::{adjacent_pairs, adjacent_pairs_falling, fixed_points};
pub use ranks::{rank_buckets, ranks};
#[cfg(feature = "battery")]
pub use repeats::Repeats;

use crate::{Cells, Counted, Error};

/// The longest permutation that is taken.
pub const LONGEST: usize = 1 << 24;

/// A test of the classes of permutations; `class` is called with permutations of `0..n` only.
fn classes(
    [name, counted, null]: [&'static str; 3],
    n: usize,
    cells: Cells,
    mut class: impl FnMut(&[u32]) -> usize + Send + 'static,
    class_name: impl Fn(usize) -> String + Send + 'static,
) -> Counted<[u32]> {
    let mut validity = Validity::new(n);
    let class = move |items: &[u32]| validity.is_permutation(items).then(|| class(items));
    Counted::of_cells(name, counted, cells, class, class_name)
        .under(format!("permutations of {n} are uniform: {null}"))
}

/// Tells permutations of `0..n` from other lists.
#[derive(Clone, Debug)]
struct Validity {
    seen: Vec<bool>,
}

impl Validity {
    fn new(n: usize) -> Self {
        Self {
            seen: vec![false; n],
        }
    }

    /// Whether each number below `n` is there once.
    fn is_permutation(&mut self, items: &[u32]) -> bool {
        let n = self.seen.len();
        if items.len() != n {
            return false;
        } else if n <= 64 {
            // As many as there are bits: each has one of its own only if all are different, and below n.
            let bits = items.iter().fold(0_u64, |bits, item| {
                bits | 1_u64.checked_shl(*item).unwrap_or(0)
            });
            return bits == u64::MAX >> (64 - n);
        }
        self.seen.fill(false);
        items
            .iter()
            .all(|item| match self.seen.get_mut(*item as usize) {
                Some(seen) => !std::mem::replace(seen, true),
                None => false,
            })
    }
}

/// Refuses a length outside `least..=most`.
fn length(n: usize, least: usize, most: usize, expected: &'static str) -> Result<(), Error> {
    if (least..=most).contains(&n) {
        Ok(())
    } else {
        Err(Error::Parameter {
            name: "length of a permutation",
            value: n.to_string(),
            expected,
        })
    }
}

#[cfg(test)]
mod check {
    //! What the tests of all of these share.

    use crate::{Counted, Error, Test};
    use rand_chacha::ChaCha8Rng;
    use rand_core::Rng;

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

    /// A uniform permutation, by Fisher and Yates with a bias below n / 2^32.
    pub(super) fn shuffle(random: &mut ChaCha8Rng, n: usize) -> Vec<u32> {
        let mut items: Vec<u32> = (0..n as u32).collect();
        for i in (1..n).rev() {
            items.swap(
                i,
                ((u64::from(random.next_u32()) * (i as u64 + 1)) >> 32) as usize,
            );
        }
        items
    }

    /// The stated probabilities are what going through all permutations gives.
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

    /// Mean and variance of the number of the class, for lengths at which not all permutations can be tried.
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
