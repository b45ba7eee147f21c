//! The balance of each bit of a word: as many ones as zeros at every place.
//!
//! At each of `b` places the number of ones among `n` words is binomial, and the places are independent. The statistic, the sum
//! of `(2 ones - n)^2 / n` over the places, is chi-square with `b` degrees of freedom in the limit. It finds a bit that is
//! stuck in the middle of a word, which no test of its top or low bits sees. The sum over all bits alone is the monobit test of
//! NIST SP 800-22, 2.1.

use super::{check_word_bits, has_more};
use crate::state::{Kept, kept};
use crate::tail;
use crate::test::check_enough;
use crate::{Error, Outcome, Reference, Test};

/// How many words it takes for each place to be close enough to normal.
const NEEDED: u64 = 1000;

/// How many words are added at once, each to counters of its own.
const LANES: usize = 8;

/// The bits of the short counters: they count up to 16,383.
const PLANES: usize = 14;

/// How many rows of words are added together, before their sum is added to the higher planes.
const TOGETHER: usize = 8;

/// A word for each lane.
type Row = [u64; LANES];

/// How many words can be added before a short counter can overflow.
const FULL: usize = ((1 << PLANES) - 1) * LANES;

/// Counts the ones at each place.
#[derive(Clone, Debug)]
pub struct BitBalance {
    name: &'static str,
    bits: u32,
    words: u64,
    impossible: u64,
    ones: [u64; 64],
}

impl BitBalance {
    /// The test for words of `bits` bits.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 1 to 64 bits.
    pub fn new(name: &'static str, bits: u32) -> Result<Self, Error> {
        check_word_bits(bits)?;
        Ok(Self {
            name,
            bits,
            words: 0,
            impossible: 0,
            ones: [0; 64],
        })
    }

    /// How many of the words had a one at each place, the lowest first.
    pub const fn ones(&self) -> [u64; 64] {
        self.ones
    }

    /// The place that is farthest from its mean.
    fn farthest(&self) -> Option<(usize, u64)> {
        let places = self
            .ones
            .iter()
            .copied()
            .enumerate()
            .take(self.bits as usize);
        places.max_by_key(|(_, ones)| (2 * ones).abs_diff(self.words))
    }
}

/// The sum of three bits at each place: its lower and its higher bit.
#[inline]
fn add_three(a: Row, b: Row, c: Row) -> (Row, Row) {
    let (mut low, mut high) = ([0; LANES], [0; LANES]);
    for lane in 0..LANES {
        let differ = a[lane] ^ b[lane];
        low[lane] = differ ^ c[lane];
        high[lane] = a[lane] & b[lane] | differ & c[lane];
    }
    (low, high)
}

/// Adds a bit at each place to the counters whose lowest bits are in the first of these planes.
#[inline]
fn add_row(planes: &mut [Row], row: Row) {
    let mut carry = row;
    for plane in planes {
        for lane in 0..LANES {
            (plane[lane], carry[lane]) = (plane[lane] ^ carry[lane], plane[lane] & carry[lane]);
        }
    }
}

/// Adds each bit of the words, at most [`FULL`] of them, to the count of its place.
///
/// Plane `k` has bit `k` of 64 short counters, one for each place, and there are planes for each lane: a word is added to all
/// 64 at once.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn count(words: &[u64], ones: &mut [u64; 64]) {
    let (rows, rest) = words.as_chunks::<LANES>();
    let mut planes = [[0_u64; LANES]; PLANES];
    let (groups, single) = rows.as_chunks::<TOGETHER>();
    for group in groups {
        let (ones, a) = add_three(planes[0], group[0], group[1]);
        let (ones, b) = add_three(ones, group[2], group[3]);
        let (ones, c) = add_three(ones, group[4], group[5]);
        let (ones, d) = add_three(ones, group[6], group[7]);
        let (twos, a) = add_three(planes[1], a, b);
        let (twos, b) = add_three(twos, c, d);
        let (fours, carry) = add_three(planes[2], a, b);
        (planes[0], planes[1], planes[2]) = (ones, twos, fours);
        add_row(&mut planes[3..], carry);
    }
    for row in single {
        add_row(&mut planes, *row);
    }
    for (place, ones) in ones.iter_mut().enumerate() {
        *ones += rest.iter().map(|word| word >> place & 1).sum::<u64>();
        if !rows.is_empty() {
            let set =
                |plane: &[u64; LANES]| plane.iter().map(|lane| lane >> place & 1).sum::<u64>();
            *ones += planes
                .iter()
                .enumerate()
                .map(|(k, plane)| set(plane) << k)
                .sum::<u64>();
        }
    }
}

kept!(BitBalance { words, impossible, ones } but { name, bits });

impl Test<u64> for BitBalance {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "words of {} bits are independent and uniform: each bit is one half of the time",
            self.bits
        )
    }

    fn push(&mut self, word: &u64) {
        self.push_all(std::slice::from_ref(word));
    }

    fn push_all(&mut self, words: &[u64]) {
        self.impossible += u64::from(has_more(words, self.bits));
        self.words += words.len() as u64;
        words
            .chunks(FULL)
            .for_each(|words| count(words, &mut self.ones));
    }

    fn items(&self) -> u64 {
        self.words
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let (place, ones) = self.farthest()?;
        match (self.words, ones) {
            (0, _) => None,
            (_, 0) => Some(format!("bit {place} is never set")),
            (words, ones) if ones == words => Some(format!("bit {place} is always set")),
            (words, ones) => Some(format!(
                "bit {place} is set in {:.3} % of the words, 50 % expected",
                100.0 * ones as f64 / words as f64
            )),
        }
    }

    fn kept(&mut self) -> Option<&mut dyn Kept> {
        Some(self)
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        check_enough(self.words, NEEDED)?;
        let words = self.words as f64;
        let mut statistic = 0.0;
        for ones in &self.ones()[..self.bits as usize] {
            statistic += (2.0 * *ones as f64 - words).powi(2) / words;
        }
        let freedom = u64::from(self.bits);
        let p = tail::chi_square::both(statistic, freedom);
        Ok(Outcome {
            test: self.name,
            items: self.words,
            statistic,
            reference: Reference::ChiSquare { freedom },
            p,
        }
        .refuted_if(self.impossible > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    #[test]
    fn ones_are_counted_at_each_place() {
        let (mut test, mut plain) = (BitBalance::new("bits", 64).unwrap(), [0; 64]);
        let mut random = fair(3);
        // A bit that is always one fills its counters.
        let words: Vec<u64> = (0..40_000).map(|_| random.next_u64() | 1 << 20).collect();
        for (at, words) in words
            .chunks(9001)
            .chain([&words[..1], &words[..8], &words[..20]])
            .enumerate()
        {
            test.push_all(words);
            for word in words {
                plain
                    .iter_mut()
                    .enumerate()
                    .for_each(|(place, ones)| *ones += word >> place & 1);
            }
            assert_eq!(test.ones(), plain, "block {at}");
        }
        assert_eq!(test.worst().unwrap(), "bit 20 is always set");
    }
}
