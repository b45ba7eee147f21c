//! The numbers of ones in words up to thousands of words apart: whether both are ordinary, or both are not.
//!
//! A word is ordinary if its number of ones is so near one half of its bits that at least half of all words are. Blocks of 2048
//! words and the 8192 after them are read. At every lag each of the first words, or of as many as the lag, is compared with the
//! word at that distance after it: no word is in two pairs, so the number of pairs that are alike is binomial, with no
//! approximation. The p-value is that of the lag that is farthest out, times the number of lags (Bonferroni).
//!
//! The test finds: `x[n] = a x[n-r] + carry` with few bits in `a`, as in Marsaglia's CMWC4827 and MWC4691. A word with few ones
//! makes another with few runs, and no bit of the one is correlated with a bit of the other. Sources: L'Ecuyer and Simard,
//! *Beware of linear congruential generators with multipliers of the form a = ±2^q ± 2^r*, 1999; Blackman and Vigna, *Scrambled
//! linear pseudorandom number generators*, 2021, for dependence of numbers of ones.

use multiversion::multiversion;

use super::counted::{Counting, CountingTest};
use super::share::{Blocks, Share};
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// The longest lag.
const LAGS: usize = 1 << 13;

/// How many words are compared with later ones.
const NEAR: usize = 1 << 11;

/// The words in a block.
const BLOCK: usize = NEAR + LAGS;

/// Counts pairs of words that differ, by lag.
#[derive(Clone, Debug)]
struct Weights {
    bits: u32,
    /// How much twice the number of ones of an ordinary word may differ from the number of bits.
    most: u32,
    /// The chance that two words are alike.
    chance: f64,
    blocks: Blocks,
    /// The counts by lag, from 1 on.
    differing: Vec<u64>,
}

/// The test of words of `bits` bits, of which it reads this share.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 1 to 64 bits.
pub fn build_test(name: &'static str, bits: u32, share: Share) -> BuiltTest<u64> {
    super::check_word_bits(bits)?;
    CountingTest::build(name, bits, Weights::new(bits, share))
}

impl Weights {
    fn new(bits: u32, share: Share) -> Self {
        // The share of words with each number of ones.
        let mut with = 2_f64.powi(-(bits as i32));
        let mut shares = Vec::with_capacity(bits as usize + 1);
        for ones in 0..=bits {
            shares.push(with);
            with = with * f64::from(bits - ones) / f64::from(ones + 1);
        }
        let mut most = 0;
        while most < bits && ordinary_share(&shares, most) < 0.5 {
            most += 1;
        }
        let ordinary = ordinary_share(&shares, most);
        Self {
            bits,
            most,
            chance: ordinary * ordinary + (1.0 - ordinary) * (1.0 - ordinary),
            blocks: Blocks::new(BLOCK, share),
            differing: vec![0; LAGS],
        }
    }
}

/// The share of words whose ones are ordinary, by the share of each number of ones.
fn ordinary_share(shares: &[f64], most: u32) -> f64 {
    let bits = shares.len() as u32 - 1;
    let ordinary = (0..)
        .zip(shares)
        .filter(|(ones, _)| is_ordinary(*ones, bits, most));
    ordinary.map(|(_, share)| share).sum()
}

fn is_ordinary(ones: u32, bits: u32, most: u32) -> bool {
    (2 * ones).abs_diff(bits) <= most
}

/// A bit for each word, the lowest for the first: whether it is ordinary.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq",
    "x86_64+avx2"
))]
fn mark_ordinary(words: &[u64; 64], bits: u32, most: u32) -> u64 {
    let mut marks = 0;
    for (at, word) in words.iter().enumerate() {
        marks |= u64::from(is_ordinary(word.count_ones(), bits, most)) << at;
    }
    marks
}

/// Adds, for every lag from 1 on, how many of the first places differ from those at that distance after them.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq",
    "x86_64+avx2"
))]
fn count(places: &[u64; BLOCK / 64], differing: &mut [u64]) {
    for shift in 0..64 {
        // The places are moved down, so that a lag is whole words of memory.
        let mut moved = [0; BLOCK / 64];
        for (at, moved) in moved.iter_mut().enumerate() {
            let above = places.get(at + 1).unwrap_or(&0);
            *moved = places[at] >> shift | above << 1 << (63 - shift);
        }
        let lags = (shift..=LAGS).step_by(64).filter(|lag| *lag > 0);
        for lag in lags {
            let (later, pairs) = (&moved[lag / 64..], lag.min(NEAR));
            let mut sum = 0_u64;
            for (place, later) in places[..pairs / 64].iter().zip(later) {
                sum = sum.wrapping_add(u64::from((place ^ later).count_ones()));
            }
            if pairs % 64 > 0 {
                let last = (places[pairs / 64] ^ later[pairs / 64]) << (64 - pairs % 64);
                sum += u64::from(last.count_ones());
            }
            differing[lag - 1] += sum;
        }
    }
}

crate::state::kept!(Weights { blocks, differing } but { bits, most, chance });

impl Counting for Weights {
    fn null(&self) -> String {
        let (least, most) = (
            (self.bits - self.most).div_ceil(2),
            u32::midpoint(self.bits, self.most),
        );
        format!(
            "{:.4} of the pairs of words 1 to {LAGS} apart are both of {least} to {most} ones, or neither",
            self.chance
        )
    }

    fn take(&mut self, words: &[u64]) {
        let (bits, most) = (self.bits, self.most);
        self.blocks.take(words, |block| {
            let mut places = [0; BLOCK / 64];
            for (place, words) in places.iter_mut().zip(block.as_chunks::<64>().0) {
                *place = mark_ordinary(words, bits, most);
            }
            count(&places, &mut self.differing);
        });
    }

    fn needed(&self) -> u64 {
        BLOCK as u64
    }

    fn read(&self, _: u64) -> u64 {
        self.blocks.read()
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        (1..).zip(&self.differing).map(|(lag, differing)| {
            let trials = self.blocks.complete() * NEAR.min(lag) as u64;
            BinomialCount {
                came: trials - differing,
                trials,
                chance: self.chance,
            }
        })
    }

    fn worst(&self, place: usize, count: &BinomialCount) -> String {
        format!(
            "words {} apart have both about half of their bits set, or neither, {} of the time",
            place + 1,
            count.shares()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    #[test]
    fn the_chance_is_that_of_all_pairs_of_words() {
        for bits in [1, 2, 7, 8, 10] {
            let weights = Weights::new(bits, Share::one_in(1));
            let ordinary = (0..1_u32 << bits)
                .filter(|word| is_ordinary(word.count_ones(), bits, weights.most))
                .count();
            let share = ordinary as f64 / f64::from(1 << bits);
            assert!(
                share >= 0.5
                    && (share.powi(2) + (1.0 - share).powi(2) - weights.chance).abs() < 1e-12
            );
        }
        assert_eq!(Weights::new(32, Share::one_in(1)).most, 4);
    }

    #[test]
    fn pairs_are_compared_at_every_lag() {
        let mut random = fair(62);
        let words: Vec<u64> = (0..2 * BLOCK).map(|_| random.next_u64() >> 32).collect();
        let mut test = Weights::new(32, Share::one_in(1));
        words.chunks(999).for_each(|words| test.take(words));
        let ordinary = |at: usize| (14..=18).contains(&words[at].count_ones());
        for (lag, count) in (1..)
            .zip(test.counts())
            .filter(|(lag, _)| lag % 97 < 2 || *lag == LAGS)
        {
            let firsts = (0..2 * BLOCK).filter(|at| at % BLOCK < NEAR.min(lag));
            let alike: Vec<bool> = firsts
                .map(|at| ordinary(at) == ordinary(at + lag))
                .collect();
            let came = alike.iter().filter(|alike| **alike).count();
            assert_eq!(
                (count.came, count.trials),
                (came as u64, alike.len() as u64),
                "{lag}"
            );
        }
    }
}
