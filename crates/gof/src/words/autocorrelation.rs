//! Autocorrelation of bits: how often a bit differs from the one `lag` bits before it.
//!
//! The words are read as one stream of bits, the top bit of each first. Under the null hypothesis each exclusive or of
//! two bits is fair, and all are independent, as each has a bit that no earlier one has: the number of ones among them
//! is binomial, with no approximation. Source: `sstring_AutoCor` of L'Ecuyer and Simard, *`TestU01`*, 2007.

use multiversion::multiversion;

use super::counted::{Counting, CountingTest};
use crate::error::check_range;
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// How many bits must be compared before there is an outcome.
const NEEDED: u64 = 1000;

/// Counts bits that differ from an earlier one.
#[derive(Clone, Debug)]
struct Autocorrelation {
    bits: u32,
    lag: u32,
    /// The words that hold the earlier bits, the oldest first.
    before: Vec<u64>,
    compared: u64,
    differing: u64,
}

/// The test of words of `bits` bits, for a lag in bits.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 1 to 64 bits, and the lag is 1 to 65,536.
pub fn build_test(name: &'static str, bits: u32, lag: u32) -> BuiltTest<u64> {
    check_range("lag", lag, 1..=0x1_0000, "1 to 65536 bits")?;
    CountingTest::build(name, bits, Autocorrelation::new(bits, lag))
}

impl Autocorrelation {
    const fn new(bits: u32, lag: u32) -> Self {
        Self {
            bits,
            lag,
            before: Vec::new(),
            compared: 0,
            differing: 0,
        }
    }

    /// How many words back the earliest bit is with which a word is compared.
    const fn reach(&self) -> usize {
        self.lag.div_ceil(self.bits) as usize
    }

    /// Compares each word with the earlier ones, but for the first `reach` words.
    fn compare(&mut self, words: &[u64], reach: usize) {
        if let Some(compared @ 1..) = words.len().checked_sub(reach) {
            let shift = reach as u32 * self.bits - self.lag;
            self.differing += count(words, reach, self.bits, shift);
            self.compared += compared as u64 * u64::from(self.bits);
        }
    }
}

/// How many bits of the words from `reach` on, of `bits` bits, differ from those `reach` words before, shifted by `shift` bits.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq",
    "x86_64+avx2"
))]
fn count(words: &[u64], reach: usize, bits: u32, shift: u32) -> u64 {
    let (mask, down) = (u64::MAX >> (64 - bits), bits - 1 - shift);
    // With a check for overflow the loop would not take several words at once.
    let mut differing = 0_u64;
    // The earlier bits lie in two neighbouring words, or in one.
    for ((older, newer), word) in words.iter().zip(&words[1..]).zip(&words[reach..]) {
        let earlier = older << shift | newer >> 1 >> down;
        differing = differing.wrapping_add(u64::from(((word ^ earlier) & mask).count_ones()));
    }
    differing
}

crate::state::kept!(Autocorrelation { before, compared, differing } but { bits, lag });

impl Counting for Autocorrelation {
    fn null(&self) -> String {
        format!("half of the bits differ from the one {} before", self.lag)
    }

    fn take(&mut self, words: &[u64]) {
        let reach = self.reach();
        // The first words are compared with those before, the others with the first.
        let mut before = std::mem::take(&mut self.before);
        before.extend_from_slice(&words[..words.len().min(reach)]);
        self.compare(&before, reach);
        self.compare(words, reach);
        if words.len() > reach {
            before.clear();
            before.extend_from_slice(&words[words.len() - reach..]);
        } else {
            before.drain(..before.len().saturating_sub(reach));
        }
        self.before = before;
    }

    fn needed(&self) -> u64 {
        NEEDED.div_ceil(u64::from(self.bits)) + self.reach() as u64
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        std::iter::once(BinomialCount {
            came: self.differing,
            trials: self.compared,
            chance: 0.5,
        })
    }

    fn worst(&self, _: usize, count: &BinomialCount) -> String {
        format!(
            "{} of the bits differ from the one {} before",
            count.shares(),
            self.lag
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    #[test]
    fn bits_are_compared_with_those_a_lag_before() {
        let mut random = fair(4);
        for bits in [1, 7, 8, 31, 32, 63, 64] {
            let words: Vec<u64> = (0..1100)
                .map(|_| random.next_u64() >> (64 - bits))
                .collect();
            let stream: Vec<u64> = words
                .iter()
                .flat_map(|word| (0..bits).rev().map(move |place| word >> place & 1))
                .collect();
            for lag in [1, 2, 7, 8, 9, 31, 32, 33, 64, 65, 200] {
                let mut test = Autocorrelation::new(bits, lag);
                let (single, blocks) = words.split_at(90);
                single.chunks(1).for_each(|word| test.take(word));
                blocks.chunks(600).for_each(|words| test.take(words));
                let first = test.reach() * bits as usize;
                let differing = (first..stream.len())
                    .filter(|at| stream[*at] != stream[at - lag as usize])
                    .count();
                assert_eq!(test.differing, differing as u64, "{bits} bits, lag {lag}");
                assert_eq!(test.compared, (stream.len() - first) as u64);
            }
        }
    }
}
