//! Words modulo three: sums of five successive remainders, each taken once, twice or not at all.
//!
//! If a sum contains the last remainder it is uniform, whatever came before, so each of the 81 sums gives three counts that are
//! binomial, with no approximation. The one or two greatest words, which would make a remainder more frequent, are left out.
//!
//! The test finds: generators of additions and rotations, which are nearly linear modulo three. For an even number of bits
//! `2^b` is 1 modulo three, so a rotation multiplies a remainder by one or two, and an addition loses one or nothing. Source:
//! the test `mod3` of gjrand, which counts tuples of nine remainders.

use super::counted::{Counting, CountingTest};
use super::share::{Blocks, Share};
use crate::error::check_range;
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// How many remainders are in a sum.
const TERMS: usize = 5;

/// How many tuples of remainders there are.
const TUPLES: usize = 243;

/// The words in a block.
const BLOCK: usize = 1024;

/// How often each tuple came.
#[derive(Clone, Debug)]
struct Thirds {
    /// The greatest word that is used.
    last: u64,
    blocks: Blocks,
    /// The counts, indexed by the number whose digits in base three are the tuple, with the latest remainder at the lowest place.
    tuples: [u64; TUPLES],
}

/// The test of words of `bits` bits, of which it reads this share.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 2 to 64 bits.
pub fn build_test(name: &'static str, bits: u32, share: Share) -> BuiltTest<u64> {
    check_range("bits of a word", bits, 2..=64, "2 to 64")?;
    CountingTest::build(name, bits, Thirds::new(bits, share))
}

impl Thirds {
    fn new(bits: u32, share: Share) -> Self {
        let greatest = u64::MAX >> (64 - bits);
        Self {
            last: greatest - 1 - greatest % 3,
            blocks: Blocks::new(BLOCK, share),
            tuples: [0; TUPLES],
        }
    }
}

/// The digits of a number in base three, the lowest first.
fn digits(number: usize) -> [usize; TERMS] {
    let mut rest = number;
    [(); TERMS].map(|()| {
        let digit = rest % 3;
        rest /= 3;
        digit
    })
}

crate::state::kept!(Thirds { blocks, tuples } but { last });

impl Counting for Thirds {
    fn null(&self) -> String {
        format!("sums of {TERMS} successive words have each remainder by 3 a third of the time")
    }

    fn take(&mut self, words: &[u64]) {
        let last = self.last;
        self.blocks.take(words, |block| {
            let (mut remainders, mut used) = ([0_u8; BLOCK], 0);
            for word in block.iter() {
                remainders[used] = (word % 3) as u8;
                used += usize::from(*word <= last);
            }
            for tuple in remainders[..used].windows(TERMS) {
                let number = tuple.iter().fold(0, |number, digit| 3 * number + digit);
                self.tuples[usize::from(number)] += 1;
            }
        });
    }

    fn needed(&self) -> u64 {
        BLOCK as u64
    }

    fn read(&self, _: u64) -> u64 {
        self.blocks.read()
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        let trials = self.tuples.iter().sum();
        let tuples: [[usize; TERMS]; TUPLES] = std::array::from_fn(digits);
        // The latest remainder is taken once, so every third number determines the others.
        (1..TUPLES).step_by(3).flat_map(move |taken| {
            let taken = tuples[taken];
            let mut came = [0; 3];
            for (tuple, count) in tuples.iter().zip(&self.tuples) {
                let products = tuple.iter().zip(taken).map(|(digit, times)| digit * times);
                came[products.sum::<usize>() % 3] += count;
            }
            came.map(|came| BinomialCount {
                came,
                trials,
                chance: 1.0 / 3.0,
            })
        })
    }

    fn worst(&self, place: usize, count: &BinomialCount) -> String {
        let taken = digits(place / 3 * 3 + 1);
        let taken: Vec<String> = taken.iter().rev().map(ToString::to_string).collect();
        format!(
            "the sum of successive words, taken {} times, has the remainder {} by 3 {} of the time",
            taken.join(", "),
            place % 3,
            count.shares()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    #[test]
    fn remainders_of_the_words_that_are_taken_are_equally_frequent() {
        for bits in 2..=16 {
            let last = Thirds::new(bits, Share::one_in(1)).last;
            assert!(
                (last + 1).is_multiple_of(3) && last + 3 >= 1 << bits && last < 1 << bits,
                "{bits}"
            );
        }
        assert_eq!(Thirds::new(64, Share::one_in(1)).last, u64::MAX - 1);
    }

    #[test]
    fn sums_are_counted_by_their_remainders() {
        let mut random = fair(61);
        // The word 255 is left out, and comes now and then.
        let words: Vec<u64> = (0..BLOCK).map(|_| random.next_u64() >> 56).collect();
        let taken: Vec<u64> = words.iter().copied().filter(|word| *word < 255).collect();
        assert!(taken.len() < words.len());
        let mut test = Thirds::new(8, Share::one_in(1));
        test.take(&words);
        let counts: Vec<BinomialCount> = test.counts().collect();
        // The word once, the third before it twice, the fourth once: 1 + 2 * 27 + 81, a third of which is 45.
        let plain = taken
            .windows(5)
            .filter(|of| (of[4] + 2 * of[1] + of[0]) % 3 == 2)
            .count() as u64;
        assert_eq!((counts.len(), counts[3 * 45 + 2].came), (TUPLES, plain));
        assert_eq!(counts[0].trials, taken.len() as u64 - 4);
        assert!(
            test.worst(3 * 45 + 2, &counts[3 * 45 + 2])
                .starts_with("the sum of successive words, taken 1, 2, 0, 0, 1 times")
        );
    }
}
