//! Partitions of a number: the cycle types of permutations, and the shapes of Young diagrams.
//!
//! As a shape, a partition has a row of cells for each part, the longest on top. The *content* of a cell is its column
//! less its row, its *hook* the cell with all to the right of it and all below it. Sources: Macdonald, *Symmetric
//! Functions and Hall Polynomials*, section I.1; Frame, Robinson and Thrall, *The hook graphs of the symmetric group*,
//! 1954; class sizes `n!/z` as in Stanley, *Enumerative Combinatorics* 1, section 1.3.
//!
//! ```
//! use roguelab_exact::partitions::Partition;
//!
//! let shapes = Partition::all(4)?;
//! assert_eq!(shapes[1].parts(), [3, 1]);
//! assert_eq!(shapes[1].class_size().to_string(), "8");
//! assert_eq!(shapes[1].content_sum(), 2);
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

use num_bigint::BigUint;

use crate::counting::factorial;
use crate::error::Error;

/// The greatest number whose partitions are listed.
pub const MOST_LISTED: usize = 60;

/// A partition: its parts, longest first, none zero.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Partition(Vec<usize>);

impl Partition {
    /// All partitions of `n` in descending lexicographic order: `n` itself is first, all ones are last. There are 135 for
    /// 14, 627 for 20 and 966,467 for 60.
    ///
    /// # Errors
    /// [`Error::BeyondLimit`] beyond [`MOST_LISTED`].
    pub fn all(n: usize) -> Result<Vec<Self>, Error> {
        fn extend(left: usize, prefix: &mut Vec<usize>, found: &mut Vec<Partition>) {
            if left == 0 {
                found.push(Partition(prefix.clone()));
            }
            let largest = prefix.last().map_or(left, |&last| last.min(left));
            for part in (1..=largest).rev() {
                prefix.push(part);
                extend(left - part, prefix, found);
                prefix.pop();
            }
        }
        if n > MOST_LISTED {
            return Err(Error::BeyondLimit {
                what: "things to partition",
                requested: n as u64,
                limit: MOST_LISTED as u64,
            });
        }
        let mut found = Vec::new();
        extend(n, &mut Vec::new(), &mut found);
        Ok(found)
    }

    /// The cycle type of a permutation that takes place `i` to `permutation[i]`. None if it is not a permutation.
    #[cfg(test)]
    pub(crate) fn cycle_type(permutation: &[usize]) -> Option<Self> {
        let mut seen = vec![false; permutation.len()];
        let mut lengths = Vec::new();
        for start in 0..permutation.len() {
            let (mut length, mut place) = (0, start);
            while !std::mem::replace(seen.get_mut(place)?, true) {
                length += 1;
                place = permutation[place];
            }
            // If it is not a permutation, this comes to a place that was seen, but is not where it started.
            if place != start {
                return None;
            }
            lengths.push(length);
        }
        lengths.retain(|&length| length > 0);
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        Some(Self(lengths))
    }

    /// The parts, longest first.
    pub fn parts(&self) -> &[usize] {
        &self.0
    }

    /// The number that is partitioned: the sum of the parts.
    pub fn size(&self) -> usize {
        self.0.iter().sum()
    }

    /// How many parts are one: of a cycle type, the fixed points.
    pub fn ones(&self) -> usize {
        self.0.iter().filter(|&&part| part == 1).count()
    }

    /// How many permutations have this cycle type: `n!/z`, `z` the product of `length^m * m!` over `m` cycles of a length.
    pub fn class_size(&self) -> BigUint {
        let mut z = BigUint::from(1_u32);
        for group in self.0.chunk_by(|a, b| a == b) {
            z *= num_traits::pow(BigUint::from(group[0]), group.len()) * factorial(group.len());
        }
        factorial(self.size()) / z
    }

    /// The sum of the contents of the shape's cells.
    pub fn content_sum(&self) -> i64 {
        let mut sum = 0;
        for (row, &part) in self.0.iter().enumerate() {
            for column in 0..part {
                sum += column as i64 - row as i64;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn all(n: usize) -> Vec<Partition> {
        Partition::all(n).unwrap()
    }

    #[test]
    fn there_are_as_many_as_euler_counted() {
        // OEIS A000041.
        let counted: Vec<usize> = (0..=20).map(|n| Partition::all(n).unwrap().len()).collect();
        assert_eq!(counted[..10], [1, 1, 2, 3, 5, 7, 11, 15, 22, 30]);
        assert_eq!((counted[14], counted[20]), (135, 627));
        assert!(all(9).is_sorted_by(|a, b| a > b), "descending, none twice");
    }

    #[test]
    fn class_sizes_equal_counts_of_permutations() {
        let mut counted = BTreeMap::<Partition, u32>::new();
        for code in 0..6_usize.pow(6) {
            let word: Vec<usize> = (0..6).map(|place| code / 6_usize.pow(place) % 6).collect();
            if let Some(cycles) = Partition::cycle_type(&word) {
                *counted.entry(cycles).or_default() += 1;
            }
        }
        assert_eq!(counted.len(), 11);
        for (cycles, count) in counted {
            assert_eq!(cycles.class_size(), BigUint::from(count), "{cycles:?}");
        }
    }

    #[test]
    fn what_is_too_much_is_refused() {
        assert!(matches!(
            Partition::all(61),
            Err(Error::BeyondLimit {
                requested: 61,
                limit: 60,
                ..
            })
        ));
        assert_eq!(all(60).len(), 966_467, "the most that are listed");
    }
}
