//! Exclusive ors of two and of three bits near each other in a word.
//!
//! For bits at the distances `i`, and at the distances `i < j`, up to 16, it is counted over all places of a word how often their
//! sum is odd. Each of these sums has a bit that no sum at a lower place has, so that all are independent and the count is
//! binomial, with no approximation. The p-value is that of the farthest count, times their number (Bonferroni).
//!
//! The test finds: bits that follow their neighbours, in a word or when words are made of a stream of bits.

use multiversion::multiversion;

use super::counted::{Counting, CountingTest};
use super::share::{Blocks, Share};
use crate::error::out_of_range;
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// The words in a block.
const BLOCK: usize = 1024;

/// The longest distance.
const REACH: u32 = 16;

/// How many sums reach no farther than 8 bits: every block has them.
const SHORT: usize = 36;

/// How many words have all sums in all blocks; later one block in eight has.
const ALL: u64 = 1 << 18;

/// The distances of the second bit and the third from the first; those of a pair are equal.
const DISTANCES: [(u32, u32); 136] = distances();

const fn distances() -> [(u32, u32); 136] {
    let (mut all, mut at, mut last) = ([(0, 0); 136], 0, 1);
    while last <= REACH {
        let mut middle = 1;
        while middle <= last {
            all[at] = (middle, last);
            (at, middle) = (at + 1, middle + 1);
        }
        last += 1;
    }
    all
}

/// Counts odd sums of near bits.
#[derive(Clone, Debug)]
struct NearBits {
    bits: u32,
    blocks: Blocks,
    /// How many blocks are complete.
    complete: u64,
    /// The words that have the long sums too.
    long: u64,
    odd: [u64; DISTANCES.len()],
}

/// The test of words of `bits` bits, of which it reads this share.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 2 to 64 bits.
pub fn build_test(name: &'static str, bits: u32, share: Share) -> BuiltTest<u64> {
    if bits < 2 {
        return Err(out_of_range("bits of a word", bits, "2 to 64"));
    }
    let near = NearBits {
        bits,
        blocks: Blocks::new(BLOCK, share.checked()?),
        complete: 0,
        long: 0,
        odd: [0; DISTANCES.len()],
    };
    CountingTest::build(name, bits, near)
}

/// How many sums of bits at these distances are odd in words of `bits` bits.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq",
    "x86_64+avx2"
))]
fn count_odd(words: &[u64], bits: u32, (middle, last): (u32, u32)) -> u64 {
    let mask = (u64::MAX >> (64 - bits)) >> last;
    let both = if middle == last { 0 } else { u64::MAX };
    let mut odd = 0_u64;
    for word in words {
        let sum = word ^ word >> last ^ (word >> middle & both);
        odd = odd.wrapping_add(u64::from((sum & mask).count_ones()));
    }
    odd
}

crate::state::kept!(NearBits { blocks, complete, long, odd } but { bits });

impl Counting for NearBits {
    fn null(&self) -> String {
        format!(
            "half of the sums of two and of three bits within {} are odd",
            REACH + 1
        )
    }

    fn take(&mut self, words: &[u64]) {
        let (bits, complete) = (self.bits, &mut self.complete);
        self.blocks.take(words, |block| {
            let mut taken = SHORT;
            if *complete * (BLOCK as u64) < ALL || complete.is_multiple_of(8) {
                self.long += BLOCK as u64;
                taken = DISTANCES.len();
            }
            *complete += 1;
            for (odd, distances) in self.odd.iter_mut().zip(DISTANCES).take(taken) {
                if distances.1 < bits {
                    *odd += count_odd(block, bits, distances);
                }
            }
        });
    }

    fn read(&self, _: u64) -> u64 {
        self.blocks.read()
    }

    fn needed(&self) -> u64 {
        BLOCK as u64
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        self.odd
            .iter()
            .zip(DISTANCES)
            .enumerate()
            .map(|(place, (came, (_, last)))| {
                let words = if place < SHORT {
                    self.blocks.read()
                } else {
                    self.long
                };
                BinomialCount {
                    came: *came,
                    trials: words * u64::from(self.bits.saturating_sub(last)),
                    chance: 0.5,
                }
            })
    }

    fn worst(&self, place: usize, count: &BinomialCount) -> String {
        let (middle, last) = DISTANCES[place];
        let which = if middle == last {
            format!("two bits {last} apart")
        } else {
            format!("three bits {middle} and {} apart", last - middle)
        };
        format!("the sum of {which} is odd {} of the time", count.shares())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    /// Every sum of a word is counted once, and none that leaves the word.
    #[test]
    fn sums_of_near_bits_are_counted() {
        for bits in [8, 31, 64] {
            let mut random = fair(75);
            let words: Vec<u64> = (0..BLOCK)
                .map(|_| random.next_u64() >> (64 - bits))
                .collect();
            for (middle, last) in DISTANCES.into_iter().filter(|of| of.1 < bits) {
                let mut odd = 0;
                for word in &words {
                    for place in 0..bits - last {
                        let mut sum = word >> place ^ word >> (place + last);
                        if middle < last {
                            sum ^= word >> (place + middle);
                        }
                        odd += sum & 1;
                    }
                }
                assert_eq!(
                    count_odd(&words, bits, (middle, last)),
                    odd,
                    "{bits}: {middle}, {last}"
                );
            }
        }
        assert_eq!((DISTANCES[0], DISTANCES[135]), ((1, 1), (16, 16)));
    }

    /// All words of 10 bits: as many have any number of odd sums at one distance as bits that are fair and independent would.
    #[test]
    fn sums_at_all_places_are_independent() {
        for distances in [(1, 1), (3, 3), (1, 2), (2, 5)] {
            let places = 10 - distances.1;
            let mut counts = vec![0_u64; places as usize + 1];
            for word in 0..1 << 10 {
                counts[count_odd(&[word], 10, distances) as usize] += 1;
            }
            let mut expected = 1_u64 << (10 - places);
            for (odd, count) in counts.into_iter().enumerate() {
                assert_eq!(count, expected, "{distances:?}: {odd}");
                expected = expected * (u64::from(places) - odd as u64) / (odd as u64 + 1);
            }
        }
    }
}
