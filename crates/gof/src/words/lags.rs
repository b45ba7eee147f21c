//! Words compared with those up to several hundred words before: how many of their bits differ, for each lag.
//!
//! Blocks of [`BLOCK`] successive words are read. Within a block, at every lag, the number of bits that differ is binomial,
//! with no approximation: each exclusive or of two bits has a bit that no earlier one has. The p-value is that of the lag that
//! is farthest out, times the number of lags (Bonferroni). Source: `sstring_AutoCor` of L'Ecuyer and Simard, *`TestU01`*, 2007,
//! for one lag.

use multiversion::multiversion;

use super::counted::{Counting, CountingTest};
use super::share::{Blocks, Share};
use crate::error::check_range;
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// The words in a block.
const BLOCK: usize = 2048;

/// Counts differing bits at every lag.
#[derive(Clone, Debug)]
struct Lags {
    /// How many bits of a word are compared: the top ones.
    compared: u32,
    /// How many low bits of a word are not compared.
    unused: u32,
    blocks: Blocks,
    /// The counts by lag, from 1 on.
    differing: Vec<u64>,
}

/// The test of words of `bits` bits, of which the top 32 are compared, for lags of 1 to `lags` and this share of the blocks.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 1 to 64 bits, 1 to 1024 lags, and a share that is not zero.
pub fn build_test(name: &'static str, bits: u32, lags: u32, share: Share) -> BuiltTest<u64> {
    check_range("lags", lags, 1..=1024, "1 to 1024")?;
    let lags = Lags {
        compared: bits.min(32),
        unused: bits.saturating_sub(32),
        blocks: Blocks::new(BLOCK, share.checked()?),
        differing: vec![0; lags as usize],
    };
    CountingTest::build(name, bits, lags)
}

/// Adds, for every lag from 1 on, how many bits of a word differ from the word at that distance before it.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq",
    "x86_64+avx2"
))]
fn count(words: &[u32], differing: &mut [u64]) {
    for (lag, differing) in (1..).zip(differing) {
        // The sum is at most 32 times a block of words. With a check for overflow the loop would not take several words at once.
        let mut sum = 0_u32;
        for (word, before) in words[lag..].iter().zip(words) {
            sum = sum.wrapping_add((word ^ before).count_ones());
        }
        *differing += u64::from(sum);
    }
}

impl Counting for Lags {
    fn null(&self) -> String {
        format!(
            "half of the bits differ from those 1 to {} words before",
            self.differing.len()
        )
    }

    fn take(&mut self, words: &[u64]) {
        let unused = self.unused;
        self.blocks.take(words, |block| {
            let mut top = [0; BLOCK];
            top.iter_mut()
                .zip(block)
                .for_each(|(top, word)| *top = (*word >> unused) as u32);
            count(&top, &mut self.differing);
        });
    }

    fn read(&self, _: u64) -> u64 {
        self.blocks.read()
    }

    fn needed(&self) -> u64 {
        BLOCK as u64
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        let compared = self.blocks.complete() * u64::from(self.compared);
        (1..)
            .zip(&self.differing)
            .map(move |(lag, came)| BinomialCount {
                came: *came,
                trials: compared * (BLOCK - lag) as u64,
                chance: 0.5,
            })
    }

    fn worst(&self, place: usize, count: &BinomialCount) -> String {
        format!(
            "{} of the bits differ from those {} words before",
            count.shares(),
            place + 1
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    #[test]
    fn bits_are_compared_with_those_of_each_lag() {
        let mut random = fair(50);
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
