//! The bits of a word after one that is near zero or near the greatest.
//!
//! A word is near an end if its top 12 bits are equal. After such a word the next one is not asked for its own top bits. So it is
//! independent of which words were near an end, and how many of the next words have a 1 in a place is binomial, with no
//! approximation: for words of at least 12, 13, ... 20 equal bits at the top, and for each place. The p-value is that of the
//! farthest count, times their number (Bonferroni).
//!
//! The test finds: squares and products without much mixing, as those of small numbers are small. Source: the test `FPF` of Chris
//! Doty-Humphrey's `PractRand`, which counts the numbers of zeros before the first 1 and what comes after it.

use multiversion::multiversion;

use super::counted::{Counting, CountingTest};
use crate::error::check_range;
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// The fewest equal bits at the top.
const LEAST: u32 = 12;

/// By how many more bits words are told apart.
const SIZES: usize = 9;

/// The words that are searched at once.
const SEARCHED: usize = 32;

/// Counts the bits of words after those near an end.
#[derive(Clone, Debug)]
struct Ends {
    bits: u32,
    /// How many bits at the top of the last word were equal, if the next one is to be counted.
    before: Option<u32>,
    /// For each number of equal bits from 12 on, how many words had as many or, the last, more.
    words: [u64; SIZES],
    /// For these, how many of the next words had a 1 in each place.
    ones: [[u64; 64]; SIZES],
}

crate::state::kept!(Ends { before, words, ones } but { bits });

/// The test of words of `bits` bits.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 16 to 64 bits.
pub fn build_test(name: &'static str, bits: u32) -> BuiltTest<u64> {
    check_range("bits of a word", bits, 16..=64, "16 to 64")?;
    let ends = Ends {
        bits,
        before: None,
        words: [0; SIZES],
        ones: [[0; 64]; SIZES],
    };
    CountingTest::build(name, bits, ends)
}

/// Whether any of these words has equal bits at the top.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn is_any_near(words: &[u64], bits: u32) -> bool {
    let mut near = false;
    for word in words {
        near |= ((word >> (bits - LEAST)) + 1) & ((1 << LEAST) - 2) == 0;
    }
    near
}

impl Ends {
    /// Counts a word after one near an end, or asks whether this one is.
    fn push(&mut self, word: u64) {
        if let Some(equal) = self.before.take() {
            let size = (equal - LEAST).min(SIZES as u32 - 1) as usize;
            self.words[size] += 1;
            for (place, ones) in self.ones[size].iter_mut().enumerate() {
                *ones += word >> place & 1;
            }
            return;
        }
        let top = word << (64 - self.bits);
        let equal = top.leading_zeros().max(top.leading_ones()).min(self.bits);
        self.before = (equal >= LEAST).then_some(equal);
    }
}

impl Counting for Ends {
    fn null(&self) -> String {
        format!(
            "after a word of {LEAST} to {} equal bits at the top each bit is fair",
            LEAST as usize + SIZES - 1
        )
    }

    fn take(&mut self, words: &[u64]) {
        for words in words.chunks(SEARCHED) {
            if self.before.is_some() || is_any_near(words, self.bits) {
                for word in words {
                    self.push(*word);
                }
            }
        }
    }

    /// About 32 words near an end.
    fn needed(&self) -> u64 {
        16 << LEAST
    }

    fn all(&self) -> Option<u64> {
        Some((SIZES * self.bits as usize) as u64)
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        (0..SIZES).flat_map(move |least| {
            let trials = self.words[least..].iter().sum();
            (0..self.bits as usize).map(move |place| BinomialCount {
                came: self.ones[least..].iter().map(|ones| ones[place]).sum(),
                trials,
                chance: 0.5,
            })
        })
    }

    fn worst(&self, place: usize, count: &BinomialCount) -> String {
        let (least, bit) = (place / self.bits as usize, place % self.bits as usize);
        format!(
            "after a word of at least {} equal bits at the top, bit {bit} is 1 {} of the time",
            least + LEAST as usize,
            count.shares()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    #[test]
    fn words_after_those_near_an_end_are_counted() {
        for bits in [16, 31, 64] {
            let mut random = fair(85);
            // One word in four is near an end.
            let mut word = || {
                let word = random.next_u64();
                let ends = [word, word, word << 20 >> 20, word | !(u64::MAX >> 13)];
                ends[(random.next_u64() % 4) as usize] >> (64 - bits)
            };
            let words: Vec<u64> = (0..3000).map(|_| word()).collect();
            let (mut came, mut ones, mut at) = ([0; SIZES], [[0; 64]; SIZES], 0);
            while at + 1 < words.len() {
                let text = format!("{:0width$b}", words[at], width = bits as usize);
                let first = &text[..1];
                let equal = text.len() - text.trim_start_matches(first).len();
                if equal >= 12 {
                    at += 1;
                    for least in 12..=equal.min(20) {
                        came[least - 12] += 1;
                        for (place, ones) in ones[least - 12].iter_mut().enumerate() {
                            *ones += words[at] >> place & 1;
                        }
                    }
                }
                at += 1;
            }
            let mut test = Ends {
                bits,
                before: None,
                words: [0; SIZES],
                ones: [[0; 64]; SIZES],
            };
            words.chunks(333).for_each(|words| test.take(words));
            let counts: Vec<BinomialCount> = test.counts().collect();
            assert_eq!(counts.len(), SIZES * bits as usize);
            for (at, count) in counts.iter().enumerate() {
                let (least, place) = (at / bits as usize, at % bits as usize);
                assert_eq!(
                    (count.trials, count.came),
                    (came[least], ones[least][place]),
                    "{bits}: {least}, {place}"
                );
            }
        }
    }
}
