//! The rank of square matrices of bits.
//!
//! A row is made of successive words, as many as have at most `n` bits together; there are as many rows as bits in a row. Over
//! GF(2) a random `n` by `n` matrix has a rank below `n - 1` with a probability of 0.1336, for large `n`; the number of such
//! matrices is binomial, with no approximation. A linear generator with fewer than `n - 1` bits of state gives only such
//! matrices; two bits that are always equal make columns equal. Sources: Marsaglia and Tsay, *Matrices and the structure of
//! random number sequences*, 1985; Kovalenko 1972 for the law.

use super::check_word_bits;
use super::counted::{Counting, CountingTest};
use super::share::{Blocks, Share};
use crate::error::check_range;
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// How many matrices there must be before there is an outcome: fewer can hardly fail.
const NEEDED: u64 = 8;

/// Counts matrices of low rank.
#[derive(Clone, Debug)]
struct MatrixRank {
    bits: u32,
    side: usize,
    /// The probability of a rank below `side - 1`.
    chance: f64,
    matrices: Blocks,
    low: u64,
    /// The lowest rank of all matrices so far.
    lowest: usize,
}

/// The test of words of `bits` bits, for rows of at most `n` bits and this share of the matrices.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 1 to 64 bits, `n` is at least 2 and at least the bits of a
/// word, at most 4096, and the share is not zero.
pub fn build_test(name: &'static str, bits: u32, n: u32, share: Share) -> BuiltTest<u64> {
    check_word_bits(bits)?;
    check_range(
        "side of the matrices",
        n,
        bits.max(2)..=4096,
        "2 to 4096, and at least the bits of a word",
    )?;
    let words = (n / bits) as usize;
    let side = words * bits as usize;
    let [full, but_one] = [0, 1].map(|missing| probability(side as i32, missing));
    let rank = MatrixRank {
        bits,
        side,
        chance: 1.0 - full - but_one,
        matrices: Blocks::new(words * side, share.checked()?),
        low: 0,
        lowest: side,
    };
    CountingTest::build(name, bits, rank)
}

/// The probability that a matrix of `n` by `n` bits has rank `n - missing`:
/// `2^(-missing^2) prod_(i < n - missing) (1 - 2^(i - n))^2 / (1 - 2^(i - n + missing))`.
pub(super) fn probability(n: i32, missing: i32) -> f64 {
    let mut product = 1.0;
    for i in 0..n - missing {
        product *= (1.0 - 2_f64.powi(i - n)).powi(2) / (1.0 - 2_f64.powi(i - n + missing));
    }
    2_f64.powi(-missing * missing) * product
}

/// The rank of a matrix whose rows are `stride` words of memory each. The matrix is destroyed.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub(super) fn rank(matrix: &mut [u64], stride: usize) -> usize {
    let (mut rank, mut rest) = (0, matrix);
    // Each row in turn clears its lowest bit in all that follow.
    while let Some((row, after)) = rest.split_at_mut_checked(stride) {
        if let Some(at) = row.iter().position(|word| *word != 0) {
            let lowest = row[at] & row[at].wrapping_neg();
            rank += 1;
            if stride == 1 {
                let row = row[0];
                for other in after.iter_mut() {
                    *other ^= if *other & lowest == 0 { 0 } else { row };
                }
            } else {
                for other in after.chunks_exact_mut(stride) {
                    let mask = u64::from(other[at] & lowest == 0).wrapping_sub(1);
                    other[at..]
                        .iter_mut()
                        .zip(&row[at..])
                        .for_each(|(other, row)| *other ^= row & mask);
                }
            }
        }
        rest = after;
    }
    rank
}

/// The words of each row, packed one after the other without a gap.
pub(super) fn packed(words: &[u64], bits: usize, side: usize) -> (Vec<u64>, usize) {
    let stride = side.div_ceil(64);
    let mut matrix = vec![0; stride * side];
    for (row, words) in matrix
        .chunks_exact_mut(stride)
        .zip(words.chunks_exact(side / bits))
    {
        for (at, word) in words.iter().enumerate() {
            let place = at * bits;
            row[place / 64] |= word << (place % 64);
            if place % 64 + bits > 64 {
                row[place / 64 + 1] |= word >> (64 - place % 64);
            }
        }
    }
    (matrix, stride)
}

crate::state::kept!(MatrixRank { matrices, low, lowest } but { bits, side, chance });

impl Counting for MatrixRank {
    fn null(&self) -> String {
        format!(
            "{:.4} of the matrices of {} by {} bits have a rank below {}",
            self.chance,
            self.side,
            self.side,
            self.side - 1
        )
    }

    fn take(&mut self, words: &[u64]) {
        let (bits, side) = (self.bits as usize, self.side);
        self.matrices.take(words, |words| {
            let (mut matrix, stride) = packed(words, bits, side);
            let rank = rank(&mut matrix, stride);
            self.low += u64::from(rank + 1 < side);
            self.lowest = self.lowest.min(rank);
        });
    }

    fn read(&self, _: u64) -> u64 {
        self.matrices.read()
    }

    fn needed(&self) -> u64 {
        self.matrices.items(NEEDED)
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        std::iter::once(BinomialCount {
            came: self.low,
            trials: self.matrices.complete(),
            chance: self.chance,
        })
    }

    fn worst(&self, _: usize, count: &BinomialCount) -> String {
        let (side, low) = (self.side, self.side - 1);
        format!(
            "matrices of {side} by {side} bits have a rank below {low} {}; the lowest rank is {}",
            count.times(),
            self.lowest
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes through all matrices of up to 4 by 4 bits, and compares their ranks with the number of different sums of rows.
    #[test]
    fn ranks_and_their_law_are_those_of_all_matrices() {
        for n in 2..=4_usize {
            let mut counts = vec![0_u64; n + 1];
            for code in 0..1_u64 << (n * n) {
                let rows: Vec<u64> = (0..n)
                    .map(|row| code >> (n * row) & ((1 << n) - 1))
                    .collect();
                let mut sums = std::collections::BTreeSet::new();
                for chosen in 0..1_u64 << n {
                    let mut sum = 0;
                    for (i, row) in rows.iter().enumerate() {
                        sum ^= row * (chosen >> i & 1);
                    }
                    sums.insert(sum);
                }
                let by_sums = sums.len().ilog2() as usize;
                assert_eq!(rank(&mut rows.clone(), 1), by_sums, "{rows:?}");
                // The same with two words of memory for each row, and the bits at their ends.
                let mut wide: Vec<u64> =
                    rows.iter().flat_map(|row| [row << 63, row >> 1]).collect();
                assert_eq!(rank(&mut wide, 2), by_sums, "{rows:?}");
                counts[n - by_sums] += 1;
            }
            for (missing, count) in counts.iter().enumerate() {
                let exact = *count as f64 / 2_f64.powi((n * n) as i32);
                assert!(
                    (probability(n as i32, missing as i32) / exact - 1.0).abs() < 1e-12,
                    "{n}, {missing}"
                );
            }
        }
    }

    /// Each row in turn is outside the space of those before it: the chance of full rank is a product.
    #[test]
    fn the_chance_of_full_rank_is_that_of_independent_rows() {
        for n in [35, 64] {
            let full: f64 = (1..=n).map(|row| 1.0 - 0.5_f64.powi(row)).product();
            assert!((probability(n, 0) / full - 1.0).abs() < 1e-12);
            // One row is inside: the i-th of them with the chance 2^(i - n), where i are before it.
            let inside: f64 = (0..n).map(|before| 0.5_f64.powi(n - before)).sum();
            let but_one = inside * full / 0.5;
            assert!((probability(n, 1) / but_one - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn words_of_a_row_have_no_gaps() {
        let words = [0x7fff_ffff, 1, 5, 0x7fff_ffff, 3, 7];
        let (matrix, stride) = packed(&words, 31, 93);
        assert_eq!((stride, matrix.len()), (2, 186));
        assert_eq!(
            matrix[..4],
            [
                0x7fff_ffff | 1 << 31 | 5 << 62,
                5 >> 2,
                0x7fff_ffff | 3 << 31 | 7 << 62,
                7 >> 2
            ]
        );
    }
}
