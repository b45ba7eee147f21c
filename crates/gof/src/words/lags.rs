//! Words against those up to several hundred words before: how many of their bits differ, for each lag.
//!
//! Blocks of [`BLOCK`] successive words are read. Within a block, at every lag, the number of bits that differ is
//! binomial, with no approximation: each exclusive or of two bits has one that no earlier one has. Counts at two lags are
//! independent of one another as far as pairs of bits go. The statistic is the largest distance of a count from its mean, in
//! standard deviations; of `k` lags, the chance that the largest is as large is taken to be `1 - (1 - p)^k`, and is never
//! more than `k p`. Sources: `sstring_AutoCor` of L'Ecuyer and Simard, *`TestU01`*, 2007, for one lag; Šidák 1967 for the
//! largest.

use multiversion::multiversion;

use super::out_of_range;
use super::share::Blocks;
use crate::tail::above_all;
use crate::tally::of_distance;
use crate::{Error, Outcome, Reference, Test};

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
    /// For words of `bits` bits, of which the top 32 are compared, lags of 1 to `lags`, and one block in `share`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 1 to 64 bits, 1 to 1024 lags, and a share that is not zero.
    pub fn new(name: &'static str, bits: u32, lags: u32, share: u64) -> Result<Self, Error> {
        if !(1..=64).contains(&bits) {
            return Err(out_of_range("bits of a word", bits, "1 to 64"));
        }
        if !(1..=1024).contains(&lags) {
            return Err(out_of_range("lags", lags, "1 to 1024"));
        }
        if share == 0 {
            return Err(out_of_range("share of the blocks", share, "one in at least one"));
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

    /// Bits compared at a lag.
    const fn trials(&self, lag: usize) -> u64 {
        self.blocks.complete() * (BLOCK - lag) as u64 * self.compared as u64
    }

    /// The lag with the largest distance, and that in standard deviations.
    fn largest(&self) -> Option<(usize, f64)> {
        let distance = |(at, differing): (usize, &u64)| {
            let trials = self.trials(at + 1) as f64;
            (at + 1, (2.0 * *differing as f64 - trials).abs() / trials.sqrt())
        };
        let all = (self.blocks.complete() > 0).then(|| self.differing.iter().enumerate().map(distance))?;
        all.max_by(|one, other| one.1.total_cmp(&other.1))
    }
}

/// Adds, for every lag from 1 on, how many bits of a word differ from the word that long before.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq", "x86_64+avx2"))]
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
        let all = words.iter().fold(0, |all, word| all | word);
        self.impossible += u64::from(self.bits < 64 && all >> self.bits != 0);
        self.words += words.len() as u64;
        let unused = self.bits - self.compared;
        self.blocks.take(words, |block| {
            let mut top = [0; BLOCK];
            top.iter_mut().zip(block).for_each(|(top, word)| *top = (*word >> unused) as u32);
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
        let (lag, _) = self.largest()?;
        let share = self.differing[lag - 1] as f64 / self.trials(lag) as f64;
        Some(format!("{:.3} % of the bits differ from those {lag} words before, 50 % expected", 100.0 * share))
    }

    /// Its items are words; the statistic is in standard deviations.
    fn outcome(&self) -> Result<Outcome, Error> {
        let Some((lag, statistic)) = self.largest() else {
            return Err(Error::TooFew { have: self.words, need: self.needed() });
        };
        let (trials, chance, lags) = (self.trials(lag), 0.5, self.differing.len() as u64);
        let p = match self.impossible {
            0 => of_distance(self.differing[lag - 1], trials, chance).of_largest(lags),
            _ => above_all(),
        };
        let reference = Reference::Binomial { trials, chance };
        Ok(Outcome { test: self.name, items: self.blocks.read(), statistic, reference, p })
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
            let plain: u32 = (at + 1..300).map(|i| (words[i] ^ words[i - at - 1]).count_ones()).sum();
            assert_eq!(*found, 7 + u64::from(plain), "lag {}", at + 1);
        }
    }

    /// Fair words: the p-values of the largest of 64 lags are uniform, as far as 2000 show it.
    #[test]
    fn the_largest_of_many_lags_has_the_law_of_independent_ones() {
        let mut random = ChaCha8Rng::seed_from_u64(51);
        let p: Vec<f64> = (0..2000)
            .map(|_| {
                let mut test = Lags::new("lags", 8, 64, 1).unwrap();
                (0..BLOCK / 8).for_each(|_| {
                    let word = random.next_u64().to_le_bytes().map(u64::from);
                    test.push_all(&word);
                });
                test.outcome().unwrap().p.randomized(0.5)
            })
            .collect();
        assert!(crate::uniformity::kolmogorov(&p).unwrap().p.upper().value() > 0.001);
    }

    #[test]
    fn an_echo_is_caught_and_its_lag_is_named() {
        let mut random = ChaCha8Rng::seed_from_u64(52);
        let mut past: Vec<u64> = Vec::new();
        for at in 0..32 * BLOCK {
            let word = u64::from(random.next_u32());
            // One word in 20 has the top byte of that 100 before.
            let echo = at >= 100 && random.next_u32() < u32::MAX / 20;
            past.push(if echo { word & 0xff_ffff | past[at - 100] & 0xff00_0000 } else { word });
        }
        let mut test = Lags::new("lags", 32, 512, 1).unwrap();
        test.push_all(&past);
        assert!(test.outcome().unwrap().p.upper().log10() < -9.0);
        assert!(test.worst().unwrap().ends_with("those 100 words before, 50 % expected"), "{:?}", test.worst());
        test.push(&(1 << 32));
        assert!(test.outcome().unwrap().p.upper().log10().is_infinite());
    }
}
