//! The balance of each bit of a word: as many ones as zeros at every place.
//!
//! At each of `b` places the number of ones among `n` words is binomial, and the places are independent. The statistic,
//! the sum of `(2 ones - n)^2 / n` over the places, is chi-square with `b` degrees of freedom in the limit. It finds the
//! bit that is stuck in the middle of a word, where no test of its top or low bits looks. The sum over all bits alone is
//! the monobit test of NIST SP 800-22, 2.1.

use super::out_of_range;
use crate::tail::{self, above_all};
use crate::{Error, Outcome, Reference, Test};

/// Words before each place is close enough to normal.
const NEEDED: u64 = 1000;

/// Places of the short counters: they hold up to 63.
const PLANES: usize = 6;

/// Ones at each place.
#[derive(Clone, Debug)]
pub struct BitBalance {
    name: &'static str,
    bits: u32,
    words: u64,
    impossible: u64,
    /// Plane `k` has bit `k` of 64 short counters, one for each place: a word is added to all of them at once.
    planes: [u64; PLANES],
    ones: [u64; 64],
}

impl BitBalance {
    /// For words of `bits` bits.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 1 to 64 bits.
    pub fn new(name: &'static str, bits: u32) -> Result<Self, Error> {
        if !(1..=64).contains(&bits) {
            return Err(out_of_range("bits of a word", bits, "1 to 64"));
        }
        Ok(Self { name, bits, words: 0, impossible: 0, planes: [0; PLANES], ones: [0; 64] })
    }

    /// How many of the words had a one at each place, the lowest first.
    pub fn ones(&self) -> [u64; 64] {
        let mut ones = self.ones;
        for (place, ones) in ones.iter_mut().enumerate() {
            *ones += self.planes.iter().enumerate().map(|(k, plane)| (plane >> place & 1) << k).sum::<u64>();
        }
        ones
    }
}

impl Test<u64> for BitBalance {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!("words of {} bits are independent and uniform: each bit is one half of the time", self.bits)
    }

    #[inline]
    fn push(&mut self, word: &u64) {
        self.impossible += u64::from(self.bits < 64 && word >> self.bits != 0);
        self.words += 1;
        let mut carry = *word;
        for plane in &mut self.planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
        // Before a short counter can overflow.
        if self.words.is_multiple_of((1 << PLANES) - 1) {
            self.ones = self.ones();
            self.planes = [0; PLANES];
        }
    }

    fn items(&self) -> u64 {
        self.words
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        if self.words < NEEDED {
            return Err(Error::TooFew { have: self.words, need: NEEDED });
        }
        let words = self.words as f64;
        let deviation = |ones: u64| (2.0 * ones as f64 - words).powi(2) / words;
        let statistic = self.ones().iter().take(self.bits as usize).map(|ones| deviation(*ones)).sum();
        let freedom = u64::from(self.bits);
        let p = match self.impossible {
            0 => tail::chi_square::both(statistic, freedom),
            _ => above_all(),
        };
        Ok(Outcome { test: self.name, items: self.words, statistic, reference: Reference::ChiSquare { freedom }, p })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    fn of(bits: u32, mut word: impl FnMut(u64) -> u64) -> BitBalance {
        let mut test = BitBalance::new("bits", bits).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(2);
        (0..5000).for_each(|_| test.push(&word(random.next_u64())));
        test
    }

    #[test]
    fn ones_are_counted_at_each_place() {
        let (mut test, mut plain) = (BitBalance::new("bits", 64).unwrap(), [0; 64]);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..1000 {
            // A bit that is always one fills its counter.
            let word = random.next_u64() | 1 << 20;
            test.push(&word);
            plain.iter_mut().enumerate().for_each(|(place, ones)| *ones += word >> place & 1);
            assert_eq!(test.ones(), plain);
        }
    }

    #[test]
    fn too_good_a_balance_is_caught() {
        let mut flip = 0;
        let alternating = of(64, |_| {
            flip = !flip;
            flip
        });
        assert!(alternating.outcome().unwrap().p.lower().log10() < -9.0);
    }

    #[test]
    fn words_with_a_bit_too_many_are_impossible() {
        let outcome = of(31, |word| word >> 32).outcome().unwrap();
        assert!(outcome.p.upper().log10().is_infinite());
        assert!(BitBalance::new("bits", 0).is_err() && BitBalance::new("bits", 65).is_err());
    }
}
