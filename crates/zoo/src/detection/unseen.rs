//! Generators and planted defects that no test was chosen by: the second table of the page.

mod other;
mod planted;
mod small;

use super::generators::{Outputs, outputs_of_row};

/// A generator of the second table, which is tested with two seeds.
#[derive(Debug)]
pub struct Unseen {
    /// What it is, in a few words.
    pub name: &'static str,
    /// The number of bits in a word: 8, 16, 32 or 64.
    pub bits: u32,
    open: fn(u64) -> Outputs,
}

impl Unseen {
    /// The words from this seed.
    pub fn open(&self, seed: u64) -> Outputs {
        (self.open)(seed)
    }
}

const fn unseen(name: &'static str, bits: u32, open: fn(u64) -> Outputs) -> Unseen {
    Unseen { name, bits, open }
}

/// All of them: small generators, others, and defects.
pub fn all() -> impl Iterator<Item = &'static Unseen> {
    small::SMALL
        .iter()
        .chain(other::OTHER)
        .chain(planted::PLANTED)
}

/// Fair words of 64 bits.
fn fair(seed: u64) -> Outputs {
    outputs_of_row("numpy-sfc64", seed)
}

/// A state of fair words.
fn state<const N: usize>(seed: u64) -> [u64; N] {
    let mut fair = fair(seed);
    std::array::from_fn(|_| fair())
}

/// Outputs of `bits` bits put into words of `size` bits without gaps, the first in the lowest bits.
fn packed(bits: u32, size: u32, mut outputs: Outputs) -> Outputs {
    let (mut kept, mut count) = (0_u128, 0);
    Box::new(move || {
        while count < size {
            kept |= u128::from(outputs()) << count;
            count += bits;
        }
        let word = kept & ((1 << size) - 1);
        kept >>= size;
        count -= size;
        word as u64
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn generators_have_names_of_their_own_and_words_of_their_size() {
        let mut names = BTreeSet::new();
        for row in all() {
            assert!(names.insert(row.name), "{}", row.name);
            assert!([8, 16, 32, 64].contains(&row.bits), "{}", row.name);
            let [mut one, mut other] = [1, 2].map(|seed| row.open(seed));
            let mut union = 0;
            let mut equal = 0;
            for _ in 0..10_000 {
                let (word, second) = (one(), other());
                union |= word;
                equal += u32::from(word == second);
            }
            assert_eq!(union, u64::MAX >> (64 - row.bits), "{}", row.name);
            assert!(equal < 200, "{}: seeds give equal words", row.name);
        }
        assert!(names.len() >= 60, "{}", names.len());
    }

    #[test]
    fn outputs_are_packed_without_gaps() {
        let mut next = 0;
        let five = move || {
            next += 1;
            next
        };
        let mut words = packed(5, 8, Box::new(five));
        // 1, 2, 3, 4, 5 in five bits each, the first lowest: 00001, 00010, 00011, 00100, 00101.
        assert_eq!([words(), words(), words()], [0x41, 0x0c, 0x52]);
    }
}
