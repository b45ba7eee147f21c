//! Sums of some of 13 successive bits: the lowest bits of words, the top ones, the majorities of their bytes, and the two lowest
//! bits of words far apart.
//!
//! It is counted how often each of the 2^13 strings of 13 bits in a row comes, from the first bit of each word on. From these
//! counts a Walsh transform makes the number of odd sums of any of the 13 bits. If one of them is of the first word, no later
//! sum has it; so the sums are independent and their number is binomial, with no approximation. The p-value is that of the
//! farthest of all such sums of all sequences, times their number (Bonferroni). A byte has a majority of ones if more than half
//! of its bits are, or half of them and its top bit.
//!
//! The test finds: bits that depend on several before them, ciphers with too few rounds, and congruential generators of which only
//! mixed bits are seen, as their low bits hardly differ between words that are a power of two apart. Sources: Chris
//! Doty-Humphrey's `PractRand`, whose tests `BCFN` and `DC6` count strings of numbers of ones, and `TMFn` bits of words at equal
//! distances; Yuen, *Testing random number generators by Walsh transform*, 1977.

use multiversion::multiversion;

use super::counted::{Counting, CountingTest};
use super::share::{Blocks, Share};
use crate::error::check_range;
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// The bits of a string.
const LENGTH: usize = 13;

/// How many strings there are.
const STRINGS: usize = 1 << LENGTH;

/// The words in a block.
const BLOCK: usize = 4096;

/// A sequence of bits.
#[derive(Clone, Copy, Debug)]
enum Bits {
    Lowest,
    Top,
    /// The majorities of the bytes of a word, from the top on: of so many as are a power of two.
    Majorities,
    /// The two lowest bits of the first of so many words.
    Apart(u64),
}

const SEQUENCES: [Bits; 5] = [
    Bits::Lowest,
    Bits::Top,
    Bits::Majorities,
    Bits::Apart(1 << 7),
    Bits::Apart(1 << 10),
];

/// The strings of a sequence.
#[derive(Clone, Debug)]
struct Strings {
    bits: Bits,
    /// How many bits of a word are in the sequence.
    each: u32,
    counts: Vec<u64>,
    /// The last bits that were taken one by one, and how many were.
    last: (usize, u64),
}

crate::state::kept!(Strings { counts, last } but { bits, each });

impl Strings {
    fn new(bits: Bits, word: u32) -> Self {
        let each = match bits {
            Bits::Lowest | Bits::Top => 1,
            Bits::Majorities => majorities(word),
            Bits::Apart(_) => 2,
        };
        Self {
            bits,
            each,
            counts: vec![0; STRINGS],
            last: (0, 0),
        }
    }

    /// Takes the next bit.
    fn push(&mut self, bit: u64) {
        let (string, taken) = self.last;
        self.last = (string >> 1 | (bit as usize) << (LENGTH - 1), taken + 1);
        let begins = self.last.1.checked_sub(LENGTH as u64);
        if begins.is_some_and(|begins| begins.is_multiple_of(self.each.into())) {
            self.counts[self.last.0] += 1;
        }
    }

    /// Counts the strings of these bits but those that begin in the last 64, which are there to end the others.
    fn count(&mut self, bits: &[u64]) {
        let Some(counts) = self.counts.first_chunk_mut() else {
            return;
        };
        match self.each {
            1 => count::<1>(bits, counts),
            2 => count::<2>(bits, counts),
            4 => count::<4>(bits, counts),
            _ => count::<8>(bits, counts),
        }
    }

    /// How many strings there were.
    fn strings(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many sums have a bit of the first word.
    const fn sums(&self) -> u64 {
        (STRINGS - (STRINGS >> self.each)) as u64
    }

    /// The fewest odd sums and the most, each with the bits in the sum: the first is the lowest.
    fn extremes(&self) -> [(u64, usize); 2] {
        let mut sums: Vec<i64> = self
            .counts
            .iter()
            .map(|count| count.cast_signed())
            .collect();
        transform(&mut sums);
        // Even sums minus odd ones.
        let strings = sums[0];
        let mut extremes = [(u64::MAX, 0), (0, 0)];
        for (taken, sum) in sums.iter().enumerate() {
            let odd = ((strings - sum) / 2).cast_unsigned();
            if taken % (1 << self.each) > 0 {
                extremes = [extremes[0].min((odd, taken)), extremes[1].max((odd, taken))];
            }
        }
        extremes
    }
}

/// Counts strings of bits.
#[derive(Clone, Debug)]
struct Parities {
    bits: u32,
    words: u64,
    blocks: Blocks,
    sequences: [Strings; SEQUENCES.len()],
}

crate::state::kept!(Parities { words, blocks, sequences } but { bits });

/// The test of words of `bits` bits, of which it reads this share.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 8 to 64 bits.
pub fn build_test(name: &'static str, bits: u32, share: Share) -> BuiltTest<u64> {
    check_range("bits of a word", bits, 8..=64, "8 to 64")?;
    CountingTest::build(name, bits, Parities::new(bits, share.checked()?))
}

impl Parities {
    fn new(bits: u32, share: Share) -> Self {
        Self {
            bits,
            words: 0,
            blocks: Blocks::new(BLOCK, share),
            sequences: SEQUENCES.map(|of| Strings::new(of, bits)),
        }
    }
}

/// The Walsh transform of these numbers, in place.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn transform(numbers: &mut [i64]) {
    let mut half = 1;
    while half < numbers.len() {
        for pair in numbers.chunks_exact_mut(2 * half) {
            let (ones, others) = pair.split_at_mut(half);
            for (one, other) in ones.iter_mut().zip(others) {
                (*one, *other) = (*one + *other, *one - *other);
            }
        }
        half *= 2;
    }
}

/// How many bytes of a word of `bits` bits have their majorities in the sequence.
const fn majorities(bits: u32) -> u32 {
    1 << (bits / 8).ilog2()
}

/// The majorities of the top bytes of each word, the first in the lowest bit.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn take_majorities(words: &[u64], bits: u32, taken: &mut [u8; BLOCK]) {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    let unused = 64 - bits;
    for (taken, word) in taken.iter_mut().zip(words) {
        let word = word << unused;
        let pairs = word - (word >> 1 & (0x55 * LOWEST));
        let fours = (pairs & (0x33 * LOWEST)) + (pairs >> 2 & (0x33 * LOWEST));
        let ones = (fours + (fours >> 4)) & (0x0f * LOWEST);
        // From 128 on where twice the ones and the top bit are more than 8.
        let more = 2 * ones + (word >> 7 & LOWEST) + 119 * LOWEST;
        // The top byte is the first.
        let more = (more >> 7 & LOWEST).wrapping_mul(0x8040_2010_0804_0201);
        *taken = (more >> 56) as u8;
    }
}

/// Counts the strings that begin at every `EACH`-th bit, but in the last 64.
fn count<const EACH: usize>(bits: &[u64], counts: &mut [u64; STRINGS]) {
    for pair in bits.windows(2) {
        let both = u128::from(pair[1]) << 64 | u128::from(pair[0]);
        for place in (0..64).step_by(EACH) {
            counts[(both >> place) as usize % STRINGS] += 1;
        }
    }
}

/// Puts together so many bits of each of these.
fn pack(taken: &[u8], each: u32, bits: &mut Vec<u64>) {
    bits.clear();
    for taken in taken.chunks((64 / each) as usize) {
        let word = taken
            .iter()
            .rev()
            .fold(0, |word, bits| word << (each % 64) | u64::from(*bits));
        bits.push(word);
    }
}

impl Counting for Parities {
    fn null(&self) -> String {
        format!("half of the sums of {LENGTH} successive bits or some of them are odd")
    }

    fn take(&mut self, words: &[u64]) {
        for strings in &mut self.sequences {
            if let Bits::Apart(apart) = strings.bits {
                let first = self.words.next_multiple_of(apart) - self.words;
                for word in words.iter().skip(first as usize).step_by(apart as usize) {
                    strings.push(word & 1);
                    strings.push(word >> 1 & 1);
                }
            }
        }
        self.words += words.len() as u64;
        let (bits, sequences) = (self.bits, &mut self.sequences);
        self.blocks.take(words, |block| {
            let (mut taken, mut packed) = ([0; BLOCK], Vec::new());
            for strings in sequences.iter_mut() {
                match strings.bits {
                    Bits::Lowest => {
                        for (taken, word) in taken.iter_mut().zip(&*block) {
                            *taken = (word & 1) as u8;
                        }
                    }
                    Bits::Top => {
                        for (taken, word) in taken.iter_mut().zip(&*block) {
                            *taken = (word >> (bits - 1)) as u8;
                        }
                    }
                    Bits::Majorities => {
                        take_majorities(block, bits, &mut taken);
                        let mask = u8::MAX >> (8 - strings.each);
                        for taken in &mut taken {
                            *taken &= mask;
                        }
                    }
                    Bits::Apart(_) => continue,
                }
                pack(&taken, strings.each, &mut packed);
                strings.count(&packed);
            }
        });
    }

    fn read(&self, _: u64) -> u64 {
        self.blocks.read()
    }

    fn needed(&self) -> u64 {
        BLOCK as u64
    }

    fn all(&self) -> Option<u64> {
        Some(self.sequences.iter().map(Strings::sums).sum())
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        self.sequences.iter().flat_map(|strings| {
            let trials = strings.strings();
            strings.extremes().map(|(came, _)| BinomialCount {
                came,
                trials,
                chance: 0.5,
            })
        })
    }

    fn worst(&self, place: usize, count: &BinomialCount) -> String {
        let strings = &self.sequences[place / 2];
        let (_, taken) = strings.extremes()[place % 2];
        let places: Vec<String> = (0..LENGTH)
            .filter(|bit| taken >> bit & 1 == 1)
            .map(|bit| (bit + 1).to_string())
            .collect();
        let what = match strings.bits {
            Bits::Lowest => "lowest bits of words".to_owned(),
            Bits::Top => "top bits of words".to_owned(),
            Bits::Majorities => "majorities of bytes".to_owned(),
            Bits::Apart(apart) => format!("two lowest bits of words {apart} apart"),
        };
        format!(
            "of {LENGTH} successive {what}, the sum of {} is odd {} of the time",
            places.join(", "),
            count.shares()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    /// The bits of a sequence, one by one.
    fn bits_of(of: Bits, words: &[u64], bits: u32) -> Vec<u64> {
        let mut sequence = Vec::new();
        for (at, word) in words.iter().enumerate() {
            match of {
                Bits::Lowest => sequence.push(word & 1),
                Bits::Top => sequence.push(word >> (bits - 1)),
                Bits::Majorities => {
                    let size = bits.min(8);
                    for byte in 1..=majorities(bits) {
                        let byte = word >> (bits - size * byte) & ((1 << size) - 1);
                        let top = (byte >> (size - 1)) as u32;
                        sequence.push(u64::from(2 * byte.count_ones() + top > size));
                    }
                }
                Bits::Apart(apart) if (at as u64).is_multiple_of(apart) => {
                    sequence.extend([word & 1, word >> 1 & 1]);
                }
                Bits::Apart(_) => {}
            }
        }
        sequence
    }

    #[test]
    fn strings_begin_with_the_first_bit_of_a_word() {
        for bits in [8, 12, 16, 31, 32, 53, 64] {
            let mut random = fair(83);
            let words: Vec<u64> = (0..BLOCK)
                .map(|_| random.next_u64() >> (64 - bits))
                .collect();
            let mut test = Parities::new(bits, Share::one_in(1));
            words.chunks(1000).for_each(|words| test.take(words));
            for strings in &test.sequences {
                let sequence = bits_of(strings.bits, &words, bits);
                let mut counts = vec![0; STRINGS];
                let each = strings.each as usize;
                for string in sequence.windows(LENGTH).step_by(each) {
                    counts[string.iter().rev().fold(0, |all, bit| all << 1 | *bit) as usize] += 1;
                }
                // The strings that begin in the last 64 bits of a block are left out.
                if !matches!(strings.bits, Bits::Apart(_)) {
                    let last = &sequence[sequence.len() - 64..];
                    for string in last.windows(LENGTH).step_by(each) {
                        counts[string.iter().rev().fold(0, |all, bit| all << 1 | *bit) as usize] -=
                            1;
                    }
                }
                assert_eq!(counts, strings.counts, "{bits}: {:?}", strings.bits);
            }
        }
    }

    /// Half of all bytes have a majority of ones, and no byte has the same as its complement.
    #[test]
    fn majorities_are_fair() {
        let mut taken = [0; BLOCK];
        let bytes: Vec<u64> = (0..256).collect();
        take_majorities(&bytes, 8, &mut taken);
        for byte in 0..256 {
            assert_ne!(taken[byte] & 1, taken[255 - byte] & 1, "{byte}");
        }
    }

    #[test]
    fn odd_sums_are_those_of_the_strings() {
        let mut random = fair(84);
        for each in [1, 2, 8] {
            let mut strings = Strings::new(Bits::Top, 32);
            strings.each = each;
            strings.counts.fill_with(|| random.next_u64() >> 60);
            let mut odd = Vec::new();
            for taken in (1..STRINGS).filter(|taken| taken % (1 << each) > 0) {
                let came = |string: &usize| (string & taken).count_ones() % 2 == 1;
                let sum: u64 = (0..STRINGS)
                    .filter(came)
                    .map(|string| strings.counts[string])
                    .sum();
                odd.push((sum, taken));
            }
            assert_eq!(odd.len() as u64, strings.sums());
            let least = odd.iter().min().copied().unwrap();
            assert_eq!(strings.extremes(), [least, odd.into_iter().max().unwrap()]);
        }
    }

    /// All sequences of 8 words of 2 bits: the three sums of strings of two words with a bit of the first are fair and independent.
    #[test]
    fn sums_of_overlapping_strings_are_independent() {
        for taken in [0b0001_u32, 0b1010, 0b0111] {
            let mut counts = [0_u32; 4];
            for bits in 0..1_u32 << 8 {
                let odd = (0..3).filter(|word| (bits >> (2 * word) & taken).count_ones() % 2 == 1);
                counts[odd.count()] += 1;
            }
            assert_eq!(counts, [32, 96, 96, 32], "{taken:b}");
        }
    }
}
