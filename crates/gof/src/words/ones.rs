//! The numbers of ones in words: how often each comes, and whether words near each other depend by them.
//!
//! Each word gives two fair bits: whether its number of ones is odd, and whether it has more ones than zeros, where its top bit
//! decides if it has as many. The second is fair too, as a word and its complement give different bits. Blocks of [`BLOCK`]
//! words are read. Within a block, at every lag up to 64, how often such a bit differs from the one before it at that distance
//! is binomial, with no approximation, and so is how many words have each number of ones. The p-value is that of the farthest
//! count, times their number (Bonferroni).
//!
//! The test finds: words with many ones that follow such words, although no bit depends on another one. Source: Blackman and
//! Vigna, *Scrambled linear pseudorandom number generators*, 2021, for dependence of numbers of ones.

use multiversion::multiversion;

use super::counted::{Counting, CountingTest};
use super::share::{Blocks, Share};
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// The words in a block.
const BLOCK: usize = 4096;

/// The longest lag.
const LAGS: usize = 64;

/// Counts words by their ones, and pairs of words by those of both.
#[derive(Clone, Debug)]
struct Ones {
    bits: u32,
    /// The share of words with each number of ones.
    shares: Vec<f64>,
    blocks: Blocks,
    /// How many words had each number of ones.
    words: [u64; 65],
    /// How often the parity, and the majority, differed at each lag from 1 on.
    differing: [[u64; LAGS]; 2],
}

/// The test of words of `bits` bits, of which it reads this share.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 1 to 64 bits.
pub fn build_test(name: &'static str, bits: u32, share: Share) -> BuiltTest<u64> {
    super::check_word_bits(bits)?;
    CountingTest::build(name, bits, Ones::new(bits, share.checked()?))
}

impl Ones {
    fn new(bits: u32, share: Share) -> Self {
        let mut with = 2_f64.powi(-(bits as i32));
        let mut shares = Vec::with_capacity(bits as usize + 1);
        for ones in 0..=bits {
            shares.push(with);
            with = with * f64::from(bits - ones) / f64::from(ones + 1);
        }
        Self {
            bits,
            shares,
            blocks: Blocks::new(BLOCK, share),
            words: [0; 65],
            differing: [[0; LAGS]; 2],
        }
    }
}

/// Whether a word of `bits` bits has more ones than zeros, or as many and its top bit set.
fn has_more_ones(ones: u8, word: u64, bits: u32) -> bool {
    let top = (word >> (bits - 1) & 1) as u32;
    2 * u32::from(ones) + top > bits
}

/// The numbers of ones of a block of words.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq",
    "x86_64+avx2"
))]
fn count_ones(words: &[u64], ones: &mut [u8; BLOCK]) {
    for (ones, word) in ones.iter_mut().zip(words) {
        *ones = word.count_ones() as u8;
    }
}

/// Adds, for every lag from 1 on, how many of the bits of a block differ from the one at that distance.
fn count_differing(bits: &[u64; BLOCK / 64], differing: &mut [u64; LAGS]) {
    for (lag, differing) in (1..).zip(differing) {
        for at in 0..bits.len() {
            let above = bits.get(at + 1).unwrap_or(&0);
            let later = bits[at] >> (lag - 1) >> 1 | above << (64 - lag);
            // The last bits of the block have no later one.
            let mask = if at + 1 < bits.len() {
                u64::MAX
            } else {
                u64::MAX >> (lag - 1) >> 1
            };
            *differing += u64::from(((bits[at] ^ later) & mask).count_ones());
        }
    }
}

crate::state::kept!(Ones { blocks, words, differing } but { bits, shares });

impl Counting for Ones {
    fn null(&self) -> String {
        format!(
            "their numbers of ones are binomial, and those of words 1 to {LAGS} apart are independent"
        )
    }

    fn take(&mut self, words: &[u64]) {
        let bits = self.bits;
        self.blocks.take(words, |block| {
            let mut ones = [0; BLOCK];
            count_ones(block, &mut ones);
            let (mut odd, mut more) = ([0; BLOCK / 64], [0; BLOCK / 64]);
            for (at, (ones, word)) in ones.iter().zip(block).enumerate() {
                self.words[usize::from(*ones)] += 1;
                odd[at / 64] |= u64::from(ones & 1) << (at % 64);
                more[at / 64] |= u64::from(has_more_ones(*ones, *word, bits)) << (at % 64);
            }
            count_differing(&odd, &mut self.differing[0]);
            count_differing(&more, &mut self.differing[1]);
        });
    }

    fn read(&self, _: u64) -> u64 {
        self.blocks.read()
    }

    fn needed(&self) -> u64 {
        BLOCK as u64
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        let words = self
            .shares
            .iter()
            .zip(self.words)
            .map(|(share, came)| BinomialCount {
                came,
                trials: self.blocks.read(),
                chance: *share,
            });
        let pairs = self
            .differing
            .iter()
            .flat_map(|of| (1..).zip(of))
            .map(|(lag, came)| BinomialCount {
                came: *came,
                trials: self.blocks.complete() * (BLOCK - lag) as u64,
                chance: 0.5,
            });
        words.chain(pairs)
    }

    fn worst(&self, place: usize, count: &BinomialCount) -> String {
        let ones = self.bits as usize + 1;
        match place.checked_sub(ones) {
            None => format!("{place} ones in a word come {}", count.shares()),
            Some(pair) => format!(
                "words {} apart differ in {} {} of the time",
                pair % LAGS + 1,
                [
                    "the parity of their ones",
                    "whether most of their bits are ones"
                ][pair / LAGS],
                count.shares()
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    /// Half of all words are odd, and half have more ones, or as many and the top bit set.
    #[test]
    fn both_bits_of_a_word_are_fair() {
        for bits in [1, 2, 7, 8, 11, 12] {
            let words = 1_u64 << bits;
            let more = (0..words)
                .filter(|word| has_more_ones(word.count_ones() as u8, *word, bits))
                .count();
            let odd = (0..words).filter(|word| word.count_ones() % 2 == 1).count();
            assert_eq!((more as u64, odd as u64), (words / 2, words / 2), "{bits}");
        }
    }

    #[test]
    fn words_and_pairs_are_counted_within_blocks() {
        for bits in [8, 31, 64] {
            let mut random = fair(74);
            let words: Vec<u64> = (0..2 * BLOCK)
                .map(|_| random.next_u64() >> (64 - bits))
                .collect();
            let mut test = Ones::new(bits, Share::one_in(1));
            words.chunks(999).for_each(|words| test.take(words));
            let counts: Vec<BinomialCount> = test.counts().collect();
            for ones in 0..=bits {
                let came = words.iter().filter(|word| word.count_ones() == ones);
                let count = counts[ones as usize];
                assert_eq!((count.came, count.trials), (came.count() as u64, 8192));
            }
            let is_odd = |at: usize| words[at].count_ones() % 2 == 1;
            let has_more = |at: usize| {
                let ones = words[at].count_ones();
                2 * ones > bits || 2 * ones == bits && words[at] >> (bits - 1) == 1
            };
            for lag in 1..=LAGS {
                let pairs: Vec<usize> = (0..2 * BLOCK)
                    .filter(|at| at % BLOCK + lag < BLOCK)
                    .collect();
                let odd = pairs
                    .iter()
                    .filter(|at| is_odd(**at) != is_odd(**at + lag))
                    .count();
                let more = pairs
                    .iter()
                    .filter(|at| has_more(**at) != has_more(**at + lag))
                    .count();
                let first = bits as usize + lag;
                for (place, came) in [(first, odd), (first + LAGS, more)] {
                    let count = counts[place];
                    assert_eq!(
                        (count.came, count.trials),
                        (came as u64, pairs.len() as u64),
                        "{bits}, {lag}"
                    );
                }
            }
        }
    }

    /// The binomial coefficients of 8.
    #[test]
    fn shares_of_words_are_binomial() {
        let shares = Ones::new(8, Share::one_in(1)).shares;
        let expected = [1, 8, 28, 56, 70, 56, 28, 8, 1].map(|of| f64::from(of) / 256.0);
        assert!(
            shares
                .iter()
                .zip(expected)
                .all(|(share, of)| (share - of).abs() < 1e-15)
        );
    }
}
