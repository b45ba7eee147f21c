//! A generator made by `random`: one number sets both of its fields.

use generators::draw::Words;
use generators::haskell::{PCGen, Random};
use generators::pcg32::Pcg32;

use super::families::{Family, first_word};
use crate::prelude::*;

const TRIED: usize = 1 << 16;

#[derive(Serialize)]
pub struct Made {
    pub words_taken: u64,
    /// How many bits of each of these words are used.
    pub bits_used: [u32; 3],
    /// Pairs of generators made from an even number and the odd number above it.
    pub pairs: u64,
    pub one_stream: u64,
    pub first_equal: u64,
}

struct Three {
    words: [u32; 3],
    taken: usize,
}

impl Words for Three {
    type Word = u32;
    const BITS: u32 = 32;

    fn next_word(&mut self) -> u32 {
        self.taken += 1;
        self.words[self.taken - 1]
    }
}

fn state_from(words: [u32; 3]) -> u64 {
    PCGen::random(&mut Three { words, taken: 0 }).state()
}

/// How many bits of the word at this place influence what is made.
fn bits_used(place: usize) -> u32 {
    let given = [0x0123_4567, 0x89ab_cdef, 0x0246_8ace];
    let mut used = 0;
    for bit in 0..32 {
        let mut other = given;
        other[place] ^= 1 << bit;
        used += u32::from(state_from(other) != state_from(given));
    }
    used
}

/// How many steps apart two generators are, in whichever direction is shorter.
fn distance(one: &PCGen, other: &PCGen) -> u64 {
    let ahead = Pcg32::from(one.clone())
        .distance_to(&other.clone().into())
        .unwrap_or(u64::MAX);
    ahead.min(ahead.wrapping_neg())
}

impl Made {
    pub(super) fn compute() -> Self {
        let start = PCGen::new(42, 109);
        let mut words = start.clone();
        PCGen::random(&mut words);
        let evens: Vec<u64> = Family::Made
            .parents(TRIED)
            .iter()
            .map(|made| made.state() & !1)
            .collect();
        let (mut one_stream, mut first_equal) = (0, 0);
        for &even in &evens {
            let (a, b) = (PCGen::new(even, even), PCGen::new(even + 1, even + 1));
            first_equal += u64::from(first_word(&a) == first_word(&b));
            one_stream += u64::from(Pcg32::from(a).same_stream(&b.into()));
        }
        Self {
            words_taken: distance(&start, &words),
            bits_used: [0, 1, 2].map(bits_used),
            pairs: evens.len() as u64,
            one_stream,
            first_equal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_the_shorter_way() {
        let (start, mut later) = (PCGen::new(1, 3), PCGen::new(1, 3));
        later.step_gen();
        later.step_gen();
        assert_eq!((distance(&start, &later), distance(&later, &start)), (2, 2));
    }
}
