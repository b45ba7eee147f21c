//! Autocorrelation of bits: how often a bit differs from the one `lag` bits before it.
//!
//! The words are read as one stream of bits, the top bit of each first. Under the null hypothesis each exclusive or of
//! two bits is fair, and all are independent, as each has a bit that no earlier one has: the number of ones among them
//! is binomial, with no approximation. Source: `sstring_AutoCor` of L'Ecuyer and Simard, *`TestU01`*, 2007.

use multiversion::multiversion;

use super::{BLOCK, of_a_word, out_of_range};
use crate::tail;
use crate::test::enough;
use crate::{Error, Outcome, Reference, Test};

/// Bits compared before there is an outcome.
const NEEDED: u64 = 1000;

/// Bits that differ from an earlier one.
#[derive(Clone, Debug)]
pub struct Autocorrelation {
    name: &'static str,
    bits: u32,
    lag: u32,
    words: u64,
    impossible: u64,
    /// The words that hold the earlier bits, the oldest first; while words are taken, these too.
    before: Vec<u64>,
    compared: u64,
    differing: u64,
}

impl Autocorrelation {
    /// For words of `bits` bits, and a lag in bits.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 1 to 64 bits, and the lag is 1 to 65,536.
    pub fn new(name: &'static str, bits: u32, lag: u32) -> Result<Self, Error> {
        of_a_word(bits)?;
        if !(1..=0x1_0000).contains(&lag) {
            return Err(out_of_range("lag", lag, "1 to 65536 bits"));
        }
        Ok(Self {
            name,
            bits,
            lag,
            words: 0,
            impossible: 0,
            before: Vec::new(),
            compared: 0,
            differing: 0,
        })
    }

    /// How many words back the earliest of the bits is that a word is compared with.
    const fn reach(&self) -> usize {
        self.lag.div_ceil(self.bits) as usize
    }
}

/// How many bits of the words from `reach` on, of `bits` bits, differ from those so many words before, moved on by `shift`
/// bits.
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

impl Test<u64> for Autocorrelation {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "words of {} bits are independent and uniform: half of the bits differ from the one {} before",
            self.bits, self.lag
        )
    }

    fn push(&mut self, word: &u64) {
        self.push_all(std::slice::from_ref(word));
    }

    fn push_all(&mut self, words: &[u64]) {
        let (mask, reach) = (u64::MAX >> (64 - self.bits), self.reach());
        for words in words.chunks(BLOCK.max(reach)) {
            let all = words.iter().fold(0, |all, word| all | word);
            self.impossible += u64::from(all & !mask != 0);
            self.before.extend(words.iter().map(|word| word & mask));
            if let Some(compared) = self.before.len().checked_sub(reach) {
                let shift = reach as u32 * self.bits - self.lag;
                self.differing += count(&self.before, reach, self.bits, shift);
                self.compared += compared as u64 * u64::from(self.bits);
                self.before.drain(..compared);
            }
        }
        self.words += words.len() as u64;
    }

    fn items(&self) -> u64 {
        self.words
    }

    fn needed(&self) -> u64 {
        NEEDED.div_ceil(u64::from(self.bits)) + self.reach() as u64
    }

    fn worst(&self) -> Option<String> {
        let share = 100.0 * self.differing as f64 / self.compared as f64;
        (self.compared > 0).then(|| {
            format!(
                "{share:.3} % of the bits differ from the one {} before, 50 % expected",
                self.lag
            )
        })
    }

    /// Its items are the bits compared.
    fn outcome(&self) -> Result<Outcome, Error> {
        enough(self.words, self.needed())?;
        let chance = 0.5;
        let p = tail::binomial::both(self.differing, self.compared, chance);
        Ok(Outcome {
            test: self.name,
            items: self.compared,
            statistic: self.differing as f64,
            reference: Reference::Binomial {
                trials: self.compared,
                chance,
            },
            p,
        }
        .refuted_if(self.impossible > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn bits_are_compared_with_those_a_lag_before() {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        for bits in [1, 7, 8, 31, 32, 63, 64] {
            let words: Vec<u64> = (0..1100)
                .map(|_| random.next_u64() >> (64 - bits))
                .collect();
            let stream: Vec<u64> = words
                .iter()
                .flat_map(|word| (0..bits).rev().map(move |place| word >> place & 1))
                .collect();
            for lag in [1, 2, 7, 8, 9, 31, 32, 33, 64, 65, 200] {
                let mut test = Autocorrelation::new("autocorrelation", bits, lag).unwrap();
                let (single, blocks) = words.split_at(90);
                for word in single {
                    test.push(word);
                }
                blocks.chunks(600).for_each(|words| test.push_all(words));
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
