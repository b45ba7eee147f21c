//! Differences of a high order between words far apart.
//!
//! The low bits of eleven words, each 1024 words after the one before, are added with the coefficients of the difference of
//! order ten, modulo `2^b` for `b` bits. Whatever the first ten words are, the sum is uniform, as the last word has the
//! coefficient 1; so the number of sums within 512 of zero is binomial, with no approximation.
//!
//! The test finds: in a congruential generator modulo a power of two, 1024 steps together have a multiplier that is 1 modulo
//! `2^12`, and each difference gains 12 zero bits: ten differences gain 120, whatever the increment. The bits below the output
//! are lost, but up to 104 may be lost, and the carry from the lost bits is less than 512. Quadratic generators such as
//! Coveyou's gain as many but for a few bits. Source: the long-range correlations of De Matteis and Pagnutti, *Parallelization
//! of random number generators and long-range correlations*, 1988, for differences of the first order.

use multiversion::multiversion;

use super::counted::{Counting, CountingTest};
use crate::error::out_of_range;
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// The distance from one word to the next.
const LAG: usize = 1024;

/// The order of the differences.
const ORDER: usize = 10;

/// The distance between the first word and the last.
const REACH: usize = ORDER * LAG;

/// The signed binomial coefficients.
const COEFFICIENTS: [u16; ORDER + 1] = coefficients();

/// How many words are kept beyond those that are needed, before the oldest are dropped.
const KEPT: usize = 1 << 13;

const fn coefficients() -> [u16; ORDER + 1] {
    let (mut all, mut at, mut choose) = ([1; ORDER + 1], 1, 1);
    while at <= ORDER {
        choose = choose * (ORDER + 1 - at) as u16 / at as u16;
        all[at] = if at % 2 == 0 {
            choose
        } else {
            choose.wrapping_neg()
        };
        at += 1;
    }
    all
}

/// Counts differences near zero.
#[derive(Clone, Debug)]
struct Differences {
    /// The bits of a sum.
    bits: u32,
    /// The low bits of the last words, shifted to the top.
    before: Vec<u16>,
    sums: u64,
    small: u64,
}

/// The test of words of `bits` bits.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 12 to 64 bits.
pub fn build_test(name: &'static str, bits: u32) -> BuiltTest<u64> {
    if bits < 12 {
        return Err(out_of_range("bits of a word", bits, "12 to 64"));
    }
    CountingTest::build(name, bits, Differences::new(bits))
}

impl Differences {
    fn new(bits: u32) -> Self {
        Self {
            bits: bits.min(16),
            before: Vec::new(),
            sums: 0,
            small: 0,
        }
    }
}

/// How many differences of the words from `from` on, shifted to the top of 16 bits, are at most `radius` away from zero.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn small(words: &[u16], from: usize, radius: u16) -> u64 {
    let mut small = 0;
    for at in (from..words.len()).step_by(128) {
        let last = (at + 128).min(words.len());
        let mut sums = [radius; 128];
        for (back, coefficient) in COEFFICIENTS.iter().enumerate() {
            let earlier = &words[at - back * LAG..last - back * LAG];
            for (sum, word) in sums.iter_mut().zip(earlier) {
                *sum = sum.wrapping_add(word.wrapping_mul(*coefficient));
            }
        }
        small += sums[..last - at]
            .iter()
            .map(|sum| u64::from(*sum < 2 * radius))
            .sum::<u64>();
    }
    small
}

/// Keeps the low 16 bits of words, moved up.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn keep(words: &[u64], up: u32, kept: &mut Vec<u16>) {
    kept.extend(words.iter().map(|word| (*word as u16) << up));
}

crate::state::kept!(Differences { before, sums, small } but { bits });

impl Counting for Differences {
    fn null(&self) -> String {
        format!(
            "of the differences of order {ORDER} of their low {} bits, {LAG} words apart, one in {} is near zero",
            self.bits,
            1 << (self.bits - ORDER as u32)
        )
    }

    fn take(&mut self, words: &[u64]) {
        let up = 16 - self.bits;
        for words in words.chunks(KEPT) {
            let from = self.before.len().max(REACH);
            keep(words, up, &mut self.before);
            if let Some(sums) = self.before.len().checked_sub(from) {
                self.small += small(&self.before, from, 1 << (ORDER as u32 - 1 + up));
                self.sums += sums as u64;
            }
            if self.before.len() >= REACH + KEPT {
                self.before.drain(..self.before.len() - REACH);
            }
        }
    }

    fn needed(&self) -> u64 {
        (REACH + LAG) as u64
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        std::iter::once(BinomialCount {
            came: self.small,
            trials: self.sums,
            chance: 2_f64.powi(ORDER as i32 - self.bits as i32),
        })
    }

    fn worst(&self, _: usize, count: &BinomialCount) -> String {
        format!(
            "differences of order {ORDER} of the low {} bits, {LAG} words apart, are near zero {}",
            self.bits,
            count.times()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    #[test]
    fn differences_are_those_of_repeated_subtraction() {
        let mut random = fair(60);
        for bits in [12, 16, 40] {
            let words: Vec<u64> = (0..30_000)
                .map(|_| random.next_u64() >> (64 - bits))
                .collect();
            let mut all: Vec<i64> = words.iter().map(|word| *word as i64).collect();
            for _ in 0..ORDER {
                all = all[LAG..]
                    .iter()
                    .zip(&all)
                    .map(|(x, before)| x.wrapping_sub(*before))
                    .collect();
            }
            let modulus = 1 << bits.min(16);
            let near = |difference: &&i64| (*difference + 512).rem_euclid(modulus) < 1024;
            let mut found = Differences::new(bits);
            let (single, blocks) = words.split_at(500);
            single.chunks(1).for_each(|word| found.take(word));
            blocks.chunks(9001).for_each(|words| found.take(words));
            assert_eq!(found.sums, all.len() as u64);
            assert_eq!(
                found.small,
                all.iter().filter(near).count() as u64,
                "{bits}"
            );
        }
    }

    #[test]
    fn the_top_quarter_of_a_congruential_generator_of_128_bits_is_caught_by_its_first_differences()
    {
        let (mut test, mut state) = (build_test("differences", 32).unwrap(), 1_u128);
        while test.items() < test.needed() {
            state = state
                .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
                .wrapping_add(1);
            test.push(&((state >> 96) as u64));
        }
        let outcome = test.outcome().unwrap();
        assert_eq!((outcome.items, outcome.statistic), (1024, 1024.0));
    }
}
