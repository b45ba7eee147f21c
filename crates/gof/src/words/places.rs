//! Linear complexity of the bits at every place of the words.
//!
//! [`complexity`](super::complexity) reads one place far; this test reads every place, and each less far. From 2^10 words on,
//! some words after each power of two are taken, and the bits at each place of these are a run. The place of its complexity in
//! the list of complexities, the most frequent first, is geometric, as there: it is at least `t` with the chance `2^-t`. The
//! numbers of runs beyond 8 and beyond 48 are binomial, as all bits are independent, with no approximation; the p-value is that
//! of the farther, times two (Bonferroni).
//!
//! The test finds: words with some linear bits that are not the lowest, however good the others are.
//!
//! **Share.** The runs after `w` words of `b` bits have `sqrt(128 w / b)` bits, so that all of them cost half a nanosecond for
//! each of the words.

use super::complexity::{linear_complexity, place_in_list};
use super::counted::{Counting, CountingTest};
use crate::extreme::BinomialCount;
use crate::test::BuiltTest;

/// After how many words the first runs begin.
const FIRST: u64 = 1 << 10;

/// The places in the list that count as far out.
const FAR: [u64; 2] = [8, 48];

/// The bits of the longest run.
const LONGEST: u64 = 1 << 17;

/// Counts runs of bits that a short register makes.
#[derive(Clone, Debug)]
struct Places {
    bits: u32,
    words: u64,
    /// After how many words the current runs begin.
    begins: u64,
    held: Vec<u64>,
    read: u64,
    runs: u64,
    far: [u64; 2],
    /// The run that is farthest out: its place in the list, the place of its bits, its length and its complexity.
    worst: Option<[u64; 4]>,
}

/// The test of words of `bits` bits.
///
/// # Errors
/// [`Error::Parameter`](crate::Error::Parameter) unless there are 1 to 64 bits.
pub fn build_test(name: &'static str, bits: u32) -> BuiltTest<u64> {
    let places = Places {
        bits,
        words: 0,
        begins: FIRST,
        held: Vec::new(),
        read: 0,
        runs: 0,
        far: [0; 2],
        worst: None,
    };
    CountingTest::build(name, bits, places)
}

/// The bits of a run after this many words: an even number.
const fn length(words: u64, bits: u32) -> u64 {
    let length = (128 * words / bits as u64).isqrt() / 2 * 2;
    if length < LONGEST { length } else { LONGEST }
}

impl Places {
    #[cold]
    fn end_of_runs(&mut self) {
        let length = self.held.len();
        for place in 0..self.bits {
            let mut run = vec![0; length.div_ceil(64)];
            for (at, word) in self.held.iter().enumerate() {
                run[at / 64] |= (word >> place & 1) << (at % 64);
            }
            let complexity = linear_complexity(&run, length) as u64;
            let out = place_in_list(length as u64, complexity);
            for (far, least) in self.far.iter_mut().zip(FAR) {
                *far += u64::from(out >= least);
            }
            if self.worst.is_none_or(|worst| worst[0] < out) {
                self.worst = Some([out, place.into(), length as u64, complexity]);
            }
        }
        self.runs += u64::from(self.bits);
        self.read += length as u64;
        self.held.clear();
        self.begins *= 2;
    }
}

crate::state::kept!(Places { words, begins, held, read, runs, far, worst } but { bits });

impl Counting for Places {
    fn null(&self) -> String {
        "no register shorter than half of them makes the bits at a place".to_owned()
    }

    fn take(&mut self, mut words: &[u64]) {
        while !words.is_empty() {
            let wait = self.begins.saturating_sub(self.words);
            if wait > 0 {
                let wait = wait.min(words.len() as u64);
                self.words += wait;
                words = &words[wait as usize..];
                continue;
            }
            let length = length(self.begins, self.bits) as usize;
            let (now, after) = words.split_at((length - self.held.len()).min(words.len()));
            self.held.extend_from_slice(now);
            words = after;
            if self.held.len() == length {
                self.words += length as u64;
                self.end_of_runs();
            }
        }
    }

    fn read(&self, _: u64) -> u64 {
        self.read
    }

    fn needed(&self) -> u64 {
        FIRST + length(FIRST, self.bits)
    }

    fn counts(&self) -> impl Iterator<Item = BinomialCount> {
        self.far.iter().zip(FAR).map(|(came, least)| BinomialCount {
            came: *came,
            trials: self.runs,
            chance: 2_f64.powi(-(least as i32)),
        })
    }

    fn worst(&self, _: usize, _: &BinomialCount) -> String {
        let [_, place, length, complexity] = self.worst.unwrap_or_default();
        format!(
            "{length} bits at place {place} are made by a shift register of {complexity}, {} expected",
            length / 2
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};

    /// A register of degree 89 in one place of fair words: found by a run longer than twice that, and no sooner.
    #[test]
    fn a_register_at_any_place_is_found() {
        for place in [0, 17, 40, 63] {
            let mut random = fair(72);
            let mut test = build_test("linear-complexity-places", 64).unwrap();
            let mut register = u128::from(random.next_u64()) << 64 | 1;
            for _ in 0..1 << 17 {
                let bit = (register ^ register >> 51) & 1;
                register = (register & ((1 << 89) - 1)) >> 1 | bit << 88;
                let word = random.next_u64() & !(1 << place) | (bit as u64) << place;
                test.push(&word);
                if test.items() == 1 << 14 {
                    assert!(test.outcome().unwrap().p.upper().log10() > -2.0);
                }
            }
            assert!(test.outcome().unwrap().p.upper().log10() < -10.0);
            let worst = test.worst().unwrap();
            assert!(
                worst.contains(&format!("place {place} are made by a shift register of 89")),
                "{worst}"
            );
        }
    }

    /// Of all strings of 12 bits, 2^-t are at the place t of the list or beyond it, up to the ends.
    #[test]
    fn places_in_the_list_are_geometric() {
        let mut beyond = [0_u32; 8];
        for bits in 0..1_u64 << 12 {
            let out = place_in_list(12, linear_complexity(&[bits], 12) as u64);
            for (least, count) in beyond.iter_mut().enumerate() {
                *count += u32::from(out >= least as u64);
            }
        }
        assert_eq!(beyond, [4096, 2048, 1024, 512, 256, 128, 64, 32]);
    }
}
