//! The document's definition of "as spread out as possible": what the algorithm makes fulfils it, and nothing else does.

use grids::spread::{is_palindrome, is_spread, spread};

use super::fraction::pairs;
use crate::prelude::*;

/// The algorithm is run for all pairs of numbers up to this one.
const LARGEST: u64 = 200;
/// All sequences up to this length are judged as well.
const LONGEST: u64 = 15;

#[derive(Serialize)]
pub struct Definition {
    pub largest: u64,
    pub pairs: u64,
    /// For how many of these pairs the sequence has the numbers of items that were asked for.
    pub counts_right: u64,
    /// For how many pairs the groups of the more frequent kind differ in size by at most one.
    pub two_sizes: u64,
    pub alone: u64,
    pub spread: u64,
    pub lengths: Vec<OfLength>,
}

#[derive(Serialize)]
pub struct OfLength {
    pub length: u64,
    pub sequences: u64,
    pub spread: u64,
    pub pairs: u64,
    /// For how many of these only the algorithm's sequence and its reverse fulfil the definition.
    pub settled: u64,
    /// For how many pairs these two are the same sequence.
    pub palindromes: u64,
}

/// What holds for the sequence of a pair: whether the counts are right, the groups have at most two sizes, the items of the
/// rarer kind stand alone, and the definition is fulfilled.
fn judge(na: u64, nb: u64, sequence: &[bool]) -> [bool; 4] {
    let count = sequence.iter().filter(|&&b| b).count() as u64;
    let frequent = nb > na;
    let (mut groups, mut alone) = (Vec::new(), true);
    for run in sequence.chunk_by(|a, b| a == b) {
        if run[0] == frequent {
            groups.push(run.len());
        } else {
            alone &= run.len() == 1;
        }
    }
    let smallest = groups.iter().min().copied().unwrap_or(0);
    let largest = groups.iter().max().copied().unwrap_or(0);
    [
        (sequence.len() as u64 - count, count) == (na, nb),
        largest - smallest <= 1,
        alone,
        is_spread(sequence),
    ]
}

impl Definition {
    pub(super) fn compute() -> Result<Self> {
        let all = pairs(LARGEST);
        let judged = try_parallel_map(&all, |&(na, nb)| {
            spread(false, true, na, nb).map(|spread| judge(na, nb, &spread))
        })?;
        let [counts_right, two_sizes, alone, spread] = [0, 1, 2, 3]
            .map(|column| judged.iter().filter(|judgement| judgement[column]).count() as u64);
        Ok(Self {
            largest: LARGEST,
            pairs: all.len() as u64,
            counts_right,
            two_sizes,
            alone,
            spread,
            lengths: try_parallel_map(0..=LONGEST, OfLength::compute)?,
        })
    }

    pub(super) fn sum(&self, number: fn(&OfLength) -> u64) -> u64 {
        self.lengths.iter().map(number).sum()
    }

    /// The length of the longest sequences that are judged.
    pub(super) const fn longest(&self) -> usize {
        self.lengths.len() - 1
    }
}

impl OfLength {
    fn compute(length: u64) -> Result<Self> {
        let mut fulfil = vec![Vec::new(); length as usize + 1];
        for bits in 0..1u64 << length {
            let sequence: Vec<bool> = (0..length).map(|n| bits >> n & 1 == 1).collect();
            if is_spread(&sequence) {
                fulfil[bits.count_ones() as usize].push(sequence);
            }
        }
        let mut settled = 0;
        for (nb, found) in (0..).zip(&mut fulfil) {
            let sequence = spread(false, true, length - nb, nb)?;
            let mut expected = vec![sequence.iter().rev().copied().collect(), sequence];
            expected.sort();
            expected.dedup();
            found.sort();
            settled += u64::from(*found == expected);
        }
        Ok(Self {
            length,
            sequences: 1 << length,
            spread: fulfil.iter().map(|found| found.len() as u64).sum(),
            pairs: length + 1,
            settled,
            palindromes: (0..=length)
                .filter(|&nb| is_palindrome(length - nb, nb))
                .count() as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(text: &str) -> [bool; 4] {
        judge(
            4,
            2,
            &text.chars().map(|letter| letter == 'b').collect::<Vec<_>>(),
        )
    }

    #[test]
    fn each_judgement_can_be_no() {
        assert_eq!(judged("abaaba"), [true, true, true, true]);
        assert_eq!(judged("aba"), [false, true, true, true]);
        assert_eq!(judged("abaaab"), [true, false, true, false]);
        assert_eq!(judged("aabbaa"), [true, true, false, false]);
        assert_eq!(judged("ababaa"), [true, true, true, false]);
    }
}
