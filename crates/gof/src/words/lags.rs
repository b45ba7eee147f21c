//! Words against those up to several hundred words before: how many of their bits differ, for each lag.
//!
//! Blocks of [`BLOCK`] successive words are read. Within a block, at every lag, the number of bits that differ is
//! binomial, with no approximation: each exclusive or of two bits has one that no earlier one has. The p-value is that of
//! the lag that is farthest out, times the number of lags (Bonferroni). Source: `sstring_AutoCor` of L'Ecuyer and Simard,
//! *`TestU01`*, 2007, for one lag.

use multiversion::multiversion;

use super::share::{Blocks, Share};
use super::{has_more, of_a_word, out_of_range};
use crate::extreme::{self, Count};
use crate::{Error, Outcome, Test};

/// Words in a block.
const BLOCK: usize = 2048;

/// Differing bits at every lag.
#[derive(Clone, Debug)]
pub struct Lags {
    name: &'static str,
    bits: u32,
    /// Bits of a word that are compared: the top ones.
    compared: u32,
    words: u64,
    impossible: u64,
    blocks: Blocks,
    /// By lag, from 1 on.
    differing: Vec<u64>,
}

impl Lags {
    /// For words of `bits` bits, of which the top 32 are compared, lags of 1 to `lags`, and this share of the blocks.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 1 to 64 bits, 1 to 1024 lags, and a share that is not zero.
    pub fn new(name: &'static str, bits: u32, lags: u32, share: Share) -> Result<Self, Error> {
        of_a_word(bits)?;
        if !(1..=1024).contains(&lags) {
            return Err(out_of_range("lags", lags, "1 to 1024"));
        }
        if share.one_in == 0 {
            return Err(out_of_range(
                "share of the blocks",
                share.one_in,
                "one in at least one",
            ));
        }
        Ok(Self {
            name,
            bits,
            compared: bits.min(32),
            words: 0,
            impossible: 0,
            blocks: Blocks::new(BLOCK, share),
            differing: vec![0; lags as usize],
        })
    }

    /// Bits that differ, by lag.
    fn counts(&self) -> impl Iterator<Item = (usize, Count)> {
        let compared = self.blocks.complete() * u64::from(self.compared);
        let count = move |(lag, came): (usize, &u64)| {
            (
                lag,
                Count {
                    came: *came,
                    trials: compared * (BLOCK - lag) as u64,
                    chance: 0.5,
                },
            )
        };
        (1..).zip(&self.differing).map(count)
    }
}

/// Adds, for every lag from 1 on, how many bits of a word differ from the word that long before.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq",
    "x86_64+avx2"
))]
fn count(words: &[u32], differing: &mut [u64]) {
    for (lag, differing) in (1..).zip(differing) {
        // At most 32 times a block of words. With a check for overflow the loop would not take several words at once.
        let mut sum = 0_u32;
        for (word, before) in words[lag..].iter().zip(words) {
            sum = sum.wrapping_add((word ^ before).count_ones());
        }
        *differing += u64::from(sum);
    }
}

impl Test<u64> for Lags {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "words of {} bits are independent and uniform: half of the bits differ from those 1 to {} words before",
            self.bits,
            self.differing.len()
        )
    }

    fn push(&mut self, word: &u64) {
        self.push_all(std::slice::from_ref(word));
    }

    fn push_all(&mut self, words: &[u64]) {
        self.impossible += u64::from(has_more(words, self.bits));
        self.words += words.len() as u64;
        let unused = self.bits - self.compared;
        self.blocks.take(words, |block| {
            let mut top = [0; BLOCK];
            top.iter_mut()
                .zip(block)
                .for_each(|(top, word)| *top = (*word >> unused) as u32);
            count(&top, &mut self.differing);
        });
    }

    fn items(&self) -> u64 {
        self.words
    }

    fn read(&self) -> u64 {
        self.blocks.read()
    }

    fn needed(&self) -> u64 {
        BLOCK as u64
    }

    fn worst(&self) -> Option<String> {
        let (lag, count) = extreme::farthest(self.counts())?;
        Some(format!(
            "{} of the bits differ from those {lag} words before",
            count.shares()
        ))
    }

    /// Its items are words; the statistic is about the standard deviations of the farthest lag.
    fn outcome(&self) -> Result<Outcome, Error> {
        if self.blocks.complete() == 0 {
            return Err(Error::TooFew {
                have: self.words,
                need: self.needed(),
            });
        }
        let outcome = extreme::outcome(self.name, self.blocks.read(), self.counts())?;
        Ok(outcome.refuted_if(self.impossible > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn bits_are_compared_with_those_of_each_lag() {
        let mut random = ChaCha8Rng::seed_from_u64(50);
        let words: Vec<u32> = (0..300).map(|_| random.next_u32()).collect();
        let mut found = [7; 40];
        count(&words, &mut found);
        for (at, found) in found.iter().enumerate() {
            let plain: u32 = (at + 1..300)
                .map(|i| (words[i] ^ words[i - at - 1]).count_ones())
                .sum();
            assert_eq!(*found, 7 + u64::from(plain), "lag {}", at + 1);
        }
    }
}
