//! The rank of ever larger square matrices of bits: one far below is proof.
//!
//! A row is made of successive words, as in [`rank`]. The larger the matrix, the more words are in a row, and whatever makes
//! a bit of a word from bits of the words before it, by exclusive or, makes columns dependent: the lowest bit of a sum is such
//! a bit, also if all others have carries. Of all matrices 0.1336 have a rank at least 2 below the full one, 1 in 21,000 at
//! least 4, and 1 in 1.6e14 at least 7. The numbers of the first, by size, and of the others, of all sizes, are binomial, with no
//! approximation; the p-value is that of the farthest, times their number (Bonferroni). Sources: those of [`rank`].
//!
//! **Share.** A matrix of `n` by `n` bits costs about `n^3 / 500` ns. The first of a size begins after `n^3 / 512` words, and
//! there is another one every `n^3 / 16` words, or in words of fewer than 32 bits every `2 n^3` bits.

use super::counted::{Counting, CountingTest};
use super::rank::{self, packed, probability};
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// The most bits in a row, by size.
const SIZES: [u64; 6] = [128, 256, 512, 1024, 2048, 4096];

/// How far a rank is below the full one, counted for each size.
const LOW: usize = 2;

/// How far a rank is below the full one, counted for all sizes together.
const FAR: [usize; 2] = [4, 7];

/// The matrices of one size.
#[derive(Clone, Debug)]
struct Matrices {
    /// The words in a row.
    width: u64,
    /// The bits in a row, and the number of rows.
    side: u64,
    /// After how many words the current matrix begins.
    begins: u64,
    /// After how many words from there the next one does.
    apart: u64,
    /// The words of the current matrix so far.
    held: Vec<u64>,
    complete: u64,
    low: u64,
}

impl Matrices {
    const fn new(bits: u64, size: u64) -> Self {
        let width = size / bits;
        Self {
            width,
            side: width * bits,
            begins: size.pow(3) / 512,
            apart: size.pow(3) / 16 * if bits < 32 { 32 / bits } else { 1 },
            held: Vec::new(),
            complete: 0,
            low: 0,
        }
    }

    /// The words in a matrix.
    const fn words(&self) -> u64 {
        self.width * self.side
    }

    /// Takes words, of which `before` came earlier, and returns how many; if they complete the matrix, also by how much its rank
    /// is below the full one.
    fn take(&mut self, words: &[u64], before: u64) -> (usize, Option<usize>) {
        let wait = self.begins.saturating_sub(before);
        if self.held.is_empty() && wait > 0 {
            return (wait.min(words.len() as u64) as usize, None);
        }
        let missing = self.words() - self.held.len() as u64;
        let taken = missing.min(words.len() as u64) as usize;
        self.held.extend_from_slice(&words[..taken]);
        if (self.held.len() as u64) < self.words() {
            return (taken, None);
        }
        let side = self.side as usize;
        let (mut matrix, stride) = packed(&self.held, side / self.width as usize, side);
        let below = side - rank::rank(&mut matrix, stride);
        self.low += u64::from(below >= LOW);
        self.complete += 1;
        self.held = Vec::new();
        self.begins += self.apart;
        (taken, Some(below))
    }
}

/// Counts matrices of low rank.
#[derive(Clone, Debug)]
struct LargeRanks {
    sizes: [Matrices; SIZES.len()],
    words: u64,
    far: [u64; FAR.len()],
    /// By how much the rank of a matrix is farthest below the full one, and the side of that matrix.
    worst: (usize, u64),
}

/// The test of words of `bits` bits.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 1 to 64 bits.
pub fn build_test(name: &'static str, bits: u32) -> BuiltTest<u64> {
    super::check_word_bits(bits)?;
    let ranks = LargeRanks {
        sizes: SIZES.map(|size| Matrices::new(bits.into(), size)),
        words: 0,
        far: [0; FAR.len()],
        worst: (0, 0),
    };
    CountingTest::build(name, bits, ranks)
}

/// The chance of a rank at least this much below the full one. From 64 bits on it is the same for all sizes, but for less than
/// 2^-50 of itself; what is not added is less than that too.
fn chance(least: usize) -> f64 {
    (least..least + 6)
        .map(|missing| probability(64, missing as i32))
        .sum()
}

crate::state::kept!(Matrices { begins, held, complete, low } but { width, side, apart });
crate::state::kept!(LargeRanks { sizes, words, far, worst } but {});

impl Counting for LargeRanks {
    fn null(&self) -> String {
        format!(
            "{:.4} of the matrices of 128 to 4096 bits a side have a rank at least {LOW} below the full one",
            chance(LOW)
        )
    }

    fn take(&mut self, words: &[u64]) {
        for matrices in &mut self.sizes {
            let mut at = 0;
            while at < words.len() {
                let (taken, below) = matrices.take(&words[at..], self.words + at as u64);
                at += taken;
                let Some(below) = below else { continue };
                for (far, least) in self.far.iter_mut().zip(FAR) {
                    *far += u64::from(below >= least);
                }
                if below > self.worst.0 {
                    self.worst = (below, matrices.side);
                }
            }
        }
        self.words += words.len() as u64;
    }

    fn read(&self, _: u64) -> u64 {
        self.sizes
            .iter()
            .map(|matrices| matrices.complete * matrices.words())
            .sum()
    }

    fn needed(&self) -> u64 {
        SIZES[0].pow(3) / 512 + self.sizes[0].words()
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        let low = self.sizes.iter().map(|matrices| BinomialCount {
            came: matrices.low,
            trials: matrices.complete,
            chance: chance(LOW),
        });
        let all = self.sizes.iter().map(|matrices| matrices.complete).sum();
        let far = self
            .far
            .iter()
            .zip(FAR)
            .map(move |(came, least)| BinomialCount {
                came: *came,
                trials: all,
                chance: chance(least),
            });
        low.chain(far)
    }

    fn worst(&self, place: usize, count: &BinomialCount) -> String {
        let (below, side) = self.worst;
        match self.sizes.get(place) {
            Some(matrices) => {
                let (side, low) = (matrices.side, matrices.side - 1);
                format!(
                    "matrices of {side} by {side} bits have a rank below {low} {}",
                    count.times()
                )
            }
            None => format!(
                "a matrix of {side} by {side} bits has a rank of only {}",
                side - below as u64
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    /// The lowest bit of a sum of two words before, turned, is an exclusive or, though the others have carries: Fog's ranrot.
    #[test]
    fn one_matrix_finds_the_exact_bit_of_a_sum() {
        let mut random = fair(71);
        let mut x: Vec<u32> = (0..17).map(|_| random.next_u32()).collect();
        let mut test = build_test("matrix-rank-large", 32).unwrap();
        let mut before = Vec::new();
        for at in 0..2_200_000_usize {
            let word = x[at % 17]
                .rotate_left(9)
                .wrapping_add(x[(at + 7) % 17].rotate_left(13));
            x[at % 17] = word;
            test.push(&word.into());
            if (at + 1).is_power_of_two() && at > 16_000 {
                before.push(test.outcome().unwrap().p.upper().log10());
            }
        }
        // A row of 1024 bits has 32 words, 15 of which have such a bit; one of 512 bits has none.
        assert!(before.iter().all(|log10| *log10 > -2.0), "{before:?}");
        assert!(test.outcome().unwrap().p.upper().log10() < -12.0);
        let worst = test.worst().unwrap();
        assert!(
            worst.contains("1024 bits has a rank of only 100"),
            "{worst}"
        );
    }

    /// Each matrix is read where the sizes say, however the words are cut.
    #[test]
    fn matrices_of_each_size_have_their_places() {
        let mut random = fair(73);
        let words: Vec<u64> = (0..400_000).map(|_| random.next_u64()).collect();
        let mut test = LargeRanks {
            sizes: SIZES.map(|size| Matrices::new(64, size)),
            words: 0,
            far: [0; 2],
            worst: (0, 0),
        };
        words.chunks(777).for_each(|words| test.take(words));
        // 128: after 4096 words and every 131,072; 256: after 32,768 and every 1,048,576; 512: after 262,144.
        let complete = test.sizes.each_ref().map(|matrices| matrices.complete);
        assert_eq!(complete, [4, 1, 1, 0, 0, 0]);
        let mut low = 0;
        for first in [4096, 4096 + 131_072, 4096 + 2 * 131_072, 4096 + 3 * 131_072] {
            let (mut matrix, stride) = packed(&words[first..first + 256], 64, 128);
            low += u64::from(rank::rank(&mut matrix, stride) < 127);
        }
        assert_eq!(test.sizes[0].low, low);
    }

    #[test]
    fn the_chances_are_sums_of_the_law() {
        let all: f64 = (0..=5).map(|missing| probability(5, missing)).sum();
        // Of the 2^25 matrices of 5 by 5 bits, one has the rank 0.
        assert!((all - 1.0).abs() < 1e-12);
        assert!((probability(5, 5) * 2_f64.powi(25) - 1.0).abs() < 1e-9);
        for (least, published) in [(LOW, 0.1336), (FAR[0], 4.7e-5), (FAR[1], 6.2e-15)] {
            let larger: f64 = (least as i32..40)
                .map(|missing| probability(1024, missing))
                .sum();
            assert!((chance(least) / larger - 1.0).abs() < 1e-12);
            assert!((larger / published - 1.0).abs() < 0.03, "{larger:e}");
        }
    }
}
