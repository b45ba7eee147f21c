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

/// The bytes of a line of memory: a register that is loaded from two lines takes twice as long.
const LINE: usize = 64;

/// A block of words of up to four bytes, from the beginning of a line of memory on.
#[repr(align(64))]
struct Bytes([u8; 4 * BLOCK]);

/// Counts differing bits at every lag.
#[derive(Clone, Debug)]
struct Lags {
    /// How many bits of a word are compared: the top ones.
    compared: u32,
    /// How many low bits of a word are not compared.
    unused: u32,
    /// The bytes in which the compared bits are kept: 1, 2 or 4.
    bytes: usize,
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
    CountingTest::build(name, bits, Lags::new(bits, lags, share.checked()?))
}

impl Lags {
    fn new(bits: u32, lags: u32, share: Share) -> Self {
        let compared = bits.min(32);
        Self {
            compared,
            unused: bits - compared,
            bytes: (compared.div_ceil(8) as usize).next_power_of_two(),
            blocks: Blocks::new(BLOCK, share),
            differing: vec![0; lags as usize],
        }
    }
}

/// Adds, for every lag from 1 on, how many bits of a word of `size` bytes differ from the word at that distance before it.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq",
    "x86_64+avx2"
))]
fn count(block: &Bytes, size: usize, differing: &mut [u64]) {
    let (length, line) = (size * BLOCK, LINE / size);
    let mut moved = Bytes([0; 4 * BLOCK]);
    for shift in 0..line {
        // The words are moved down, so that a lag is whole lines of memory.
        let moved = &mut moved.0[..length - shift * size];
        moved.copy_from_slice(&block.0[shift * size..length]);
        let lags = (shift..=differing.len()).step_by(line);
        for lag in lags.filter(|lag| *lag > 0) {
            differing[lag - 1] += count_differing(&moved[(lag - shift) * size..], &block.0);
        }
    }
}

/// How many bits differ from those in the same place of other bytes, which are at least as many.
#[inline]
fn count_differing(bytes: &[u8], others: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let (other_words, other_rest) = others[..bytes.len()].as_chunks::<8>();
    // With a check for overflow the loop would not take several words at once.
    let mut sum = 0_u64;
    for (word, other) in words.iter().zip(other_words) {
        let differ = u64::from_ne_bytes(*word) ^ u64::from_ne_bytes(*other);
        sum = sum.wrapping_add(u64::from(differ.count_ones()));
    }
    for (byte, other) in rest.iter().zip(other_rest) {
        sum += u64::from((byte ^ other).count_ones());
    }
    sum
}

/// The low `N` bytes of each word, moved down by `unused` bits.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn pack<const N: usize>(words: &[u64], unused: u32, bytes: &mut Bytes) {
    for (bytes, word) in bytes.0.as_chunks_mut::<N>().0.iter_mut().zip(words) {
        bytes.copy_from_slice(&(word >> unused).to_le_bytes()[..N]);
    }
}

crate::state::kept!(Lags { blocks, differing } but { compared, unused, bytes });

impl Counting for Lags {
    fn null(&self) -> String {
        format!(
            "half of the bits differ from those 1 to {} words before",
            self.differing.len()
        )
    }

    fn take(&mut self, words: &[u64]) {
        let (unused, size) = (self.unused, self.bytes);
        self.blocks.take(words, |block| {
            let mut bytes = Bytes([0; 4 * BLOCK]);
            match size {
                1 => pack::<1>(block, unused, &mut bytes),
                2 => pack::<2>(block, unused, &mut bytes),
                _ => pack::<4>(block, unused, &mut bytes),
            }
            count(&bytes, size, &mut self.differing);
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
        for bits in [1, 8, 13, 16, 31, 53] {
            let words: Vec<u64> = (0..BLOCK)
                .map(|_| random.next_u64() >> (64 - bits))
                .collect();
            let mut lags = Lags::new(bits, 40, Share::one_in(1));
            lags.differing.fill(7);
            lags.take(&words);
            for (at, found) in lags.differing.iter().enumerate() {
                let plain: u32 = (at + 1..BLOCK)
                    .map(|i| ((words[i] ^ words[i - at - 1]) >> lags.unused).count_ones())
                    .sum();
                assert_eq!(
                    *found,
                    7 + u64::from(plain),
                    "lag {} of {bits} bits",
                    at + 1
                );
            }
        }
    }
}
