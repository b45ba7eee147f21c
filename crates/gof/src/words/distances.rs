//! Equal parts of words at every distance within blocks of 2^17 parts.
//!
//! A part is the top 16 bits of a word, or each 16 bits of a longer word from the top on, or the top 8 bits of two words that have
//! fewer than 16. At each distance a part is equal to the one before it or not, like tosses of a coin, as each comparison has a
//! part that no earlier one has: how many are equal is binomial, with no approximation. The p-value is that of the farthest
//! count, times the number of distances (Bonferroni).
//!
//! The test finds: copies of what came long before, although few, and hashes of a counter in which a difference of two counts
//! often changes nothing of a part. Source: the test `Gap-16` of Chris Doty-Humphrey's `PractRand`, by the distances from each
//! part to the last equal one.

use super::counted::{Counting, CountingTest};
use super::share::Share;
use crate::error::check_range;
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// The parts in a block.
const BLOCK: usize = 1 << 17;

/// The parts that have a p-value.
const FIRST: u64 = 1 << 10;

/// With how many of the equal parts before it a part is compared: in 10^60 fair blocks no part has more.
const COMPARED: usize = 64;

/// Counts below this one are grouped.
const GROUPED: usize = 1 << 12;

/// Counts equal parts at every distance.
#[derive(Clone, Debug)]
struct Distances {
    bits: u32,
    share: Share,
    /// How many of the next words are left out.
    skipped: u64,
    /// How many words were read.
    read: u64,
    /// The top 8 bits of a word that is the first half of a part.
    half: Option<u16>,
    /// For every part, one more than the place in the block where it came last, or zero.
    last: Vec<u32>,
    /// For every place in the block, one more than the place of the last equal part before it, or zero.
    before: Vec<u32>,
    /// How many blocks are complete.
    blocks: u64,
    /// The counts by distance, from 1 on.
    equal: Vec<u64>,
}

crate::state::kept!(Distances { skipped, read, half, last, before, blocks, equal } but { bits, share });

/// The test of words of `bits` bits, of which it reads this share.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 8 to 64 bits.
pub fn build_test(name: &'static str, bits: u32, share: Share) -> BuiltTest<u64> {
    check_range("bits of a word", bits, 8..=64, "8 to 64")?;
    CountingTest::build(name, bits, Distances::new(bits, share.checked()?))
}

impl Distances {
    fn new(bits: u32, share: Share) -> Self {
        Self {
            bits,
            share,
            skipped: 0,
            read: 0,
            half: None,
            last: vec![0; 1 << 16],
            before: Vec::with_capacity(BLOCK),
            blocks: 0,
            equal: vec![0; BLOCK - 1],
        }
    }

    /// How many words have so many parts.
    const fn words(&self, parts: u64) -> u64 {
        if self.bits < 16 {
            2 * parts
        } else {
            parts.div_ceil((self.bits / 16) as u64)
        }
    }

    /// How many pairs at this distance were compared.
    fn compared(&self, distance: usize) -> u64 {
        let pairs = |parts: usize| parts.saturating_sub(distance) as u64;
        self.blocks * pairs(BLOCK) + pairs(self.before.len())
    }

    /// Compares a part with the equal ones before it in its block, and ends a block.
    #[inline]
    fn push(&mut self, part: u16) {
        let place = self.before.len() as u32 + 1;
        let mut earlier = std::mem::replace(&mut self.last[usize::from(part)], place);
        self.before.push(earlier);
        for _ in 0..COMPARED {
            if earlier == 0 {
                break;
            }
            self.equal[(place - earlier) as usize - 1] += 1;
            earlier = self.before[earlier as usize - 1];
        }
        if self.before.len() == BLOCK {
            self.blocks += 1;
            self.before.clear();
            self.last.fill(0);
        }
    }

    fn split(&mut self, words: &[u64]) {
        let bits = self.bits;
        for word in words {
            if bits >= 16 {
                for part in 1..=bits / 16 {
                    self.push((word >> (bits - 16 * part)) as u16);
                }
                continue;
            }
            let half = (word >> (bits - 8)) as u16;
            match self.half.take() {
                Some(first) => self.push(first << 8 | half),
                None => self.half = Some(half),
            }
        }
    }

    /// The distances whose counts may be the farthest: of those with the same count the shortest and the longest, as fewer pairs
    /// are compared at longer ones.
    fn farthest(&self) -> Vec<usize> {
        let mut grouped = vec![(0, 0); GROUPED];
        let mut farthest = Vec::new();
        for (distance, equal) in (1..).zip(&self.equal).take(self.distances()) {
            match grouped.get_mut(*equal as usize) {
                Some((shortest, longest)) => {
                    if *shortest == 0 {
                        *shortest = distance;
                    }
                    *longest = distance;
                }
                None => farthest.push(distance),
            }
        }
        for (shortest, longest) in grouped {
            farthest.extend([shortest, longest]);
        }
        farthest.retain(|distance| *distance > 0);
        farthest
    }

    /// How many distances there were pairs at.
    fn distances(&self) -> usize {
        let longest = if self.blocks > 0 {
            BLOCK
        } else {
            self.before.len()
        };
        longest.saturating_sub(1)
    }
}

impl Counting for Distances {
    fn null(&self) -> String {
        format!("2^-16 of the parts of 16 bits at each distance below {BLOCK} are equal")
    }

    fn take(&mut self, mut words: &[u64]) {
        let block = self.words(BLOCK as u64);
        while !words.is_empty() {
            let passed = self.skipped.min(words.len() as u64);
            self.skipped -= passed;
            words = &words[passed as usize..];
            let room = (block - self.read % block).min(words.len() as u64);
            let (now, after) = words.split_at(room as usize);
            self.split(now);
            self.read += room;
            words = after;
            if room > 0 && self.read.is_multiple_of(block) && self.read >= self.share.after {
                self.skipped = (self.share.one_in - 1) * block;
            }
        }
    }

    fn read(&self, _: u64) -> u64 {
        self.read
    }

    fn needed(&self) -> u64 {
        self.words(FIRST)
    }

    fn all(&self) -> Option<u64> {
        Some(self.distances() as u64)
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        self.farthest().into_iter().map(|distance| BinomialCount {
            came: self.equal[distance - 1],
            trials: self.compared(distance),
            chance: 1.0 / 65_536.0,
        })
    }

    fn worst(&self, place: usize, count: &BinomialCount) -> String {
        let parts = self.farthest()[place] as f64;
        let words = if self.bits < 16 {
            2.0 * parts
        } else {
            parts / f64::from(self.bits / 16)
        };
        format!(
            "16 bits are equal to those {words} words before {}",
            count.times()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    /// All pairs of parts within each block are compared, however the words are cut.
    #[test]
    fn equal_parts_are_counted_at_each_distance() {
        for bits in [8, 12, 16, 31, 32, 64] {
            let mut random = fair(81);
            // Parts of four values, so that many are equal; 9 bits apart, so that no two parts have one of them.
            let mut word = || (random.next_u64() >> (64 - bits)) & 0x8080_8080_8080_8080;
            let words: Vec<u64> = (0..600).map(|_| word()).collect();
            let parts: Vec<u64> = if bits < 16 {
                let top = |word: u64| word >> (bits - 8);
                words
                    .chunks(2)
                    .map(|two| top(two[0]) << 8 | top(two[1]))
                    .collect()
            } else {
                let split = |word: &u64| {
                    let word = *word;
                    (1..=bits / 16).map(move |part| word >> (bits - 16 * part) & 0xffff)
                };
                words.iter().flat_map(split).collect()
            };
            let mut test = Distances::new(bits as u32, Share::one_in(1));
            words.chunks(77).for_each(|words| test.take(words));
            for distance in [1, 2, 7, parts.len() / 2, parts.len() - 1] {
                // With how many equal ones a part is compared is bounded.
                let equal = (distance..parts.len()).filter(|at| {
                    let between = &parts[at - distance..*at];
                    let before = between.iter().filter(|part| **part == parts[*at]);
                    parts[at - distance] == parts[*at] && before.count() <= COMPARED
                });
                assert_eq!(
                    test.equal[distance - 1],
                    equal.count() as u64,
                    "{bits}: {distance}"
                );
                assert_eq!(test.compared(distance), (parts.len() - distance) as u64);
            }
        }
    }

    #[test]
    fn one_block_in_three_is_read() {
        let share = Share {
            after: 1,
            one_in: 3,
        };
        let mut test = Distances::new(64, share);
        // The same part of 16 bits in each of the blocks of 2^15 words: never equal to one in the same block.
        let words: Vec<u64> = (0..5 << 15)
            .map(|at| (at % (1 << 15)) * 0x0001_0001_0001_0001)
            .collect();
        words.chunks(10_000).for_each(|words| test.take(words));
        assert_eq!((test.blocks, test.read), (2, 2 << 15));
        assert_eq!(test.equal[..4], [6 << 15, 4 << 15, 2 << 15, 0]);
    }

    /// The farthest count by its own tail is among those that are looked at.
    #[test]
    fn farthest_counts_are_kept() {
        let mut random = fair(82);
        let mut test = Distances::new(32, Share::one_in(1));
        let words: Vec<u64> = (0..40_000).map(|_| random.next_u64() >> 32).collect();
        test.take(&words);
        let all = (1..=test.distances()).map(|distance| BinomialCount {
            came: test.equal[distance - 1],
            trials: test.compared(distance),
            chance: 1.0 / 65_536.0,
        });
        let of_all = crate::extreme::outcome("of all", 1, None, all.enumerate()).unwrap();
        let kept =
            crate::extreme::outcome("kept", 1, test.all(), test.counts().enumerate()).unwrap();
        assert_eq!((of_all.p, of_all.reference), (kept.p, kept.reference));
    }
}
