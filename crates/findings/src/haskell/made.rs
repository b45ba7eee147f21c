//! A generator made by `random`: one number sets both of its fields.

use generators::draw::Words;
use generators::haskell::{PCGen, Random};
use generators::pcg32::Pcg32;

use super::families::{Family, first_word};
use crate::prelude::*;
use crate::prose::HASKELL as WORDS;

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
    pub second_equal: u64,
    /// Pairs in which one generator is less than `2^32` steps ahead of the other.
    pub close: u64,
    /// Generators with an even increment whose words differed from those with the odd increment above it.
    pub even_unlike_odd: u64,
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

fn made_of(words: [u32; 3]) -> u64 {
    PCGen::random(&mut Three { words, taken: 0 }).state()
}

/// How many bits of the word at this place influence what is made.
fn bits_used(place: usize) -> u32 {
    let given = [0x0123_4567, 0x89ab_cdef, 0x0246_8ace];
    let used = |bit: &u32| {
        let mut other = given;
        other[place] ^= 1 << bit;
        made_of(other) != made_of(given)
    };
    (0..32).filter(used).count() as u32
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
        let pair = |even: &u64| [PCGen::new(*even, *even), PCGen::new(even + 1, even + 1)];
        let count = |holds: &dyn Fn(&[PCGen; 2]) -> bool| {
            evens.iter().map(pair).filter(holds).count() as u64
        };
        let second_word = |generator: &PCGen| {
            let mut generator = generator.clone();
            generator.step_gen();
            generator.step_gen()
        };
        let unlike = |[even, _]: &[PCGen; 2]| {
            let (mut even, mut odd) = (even.clone(), PCGen::new(even.state(), even.inc() + 1));
            (0..8).any(|_| even.step_gen() != odd.step_gen())
        };
        Self {
            words_taken: distance(&start, &words),
            bits_used: [0, 1, 2].map(bits_used),
            pairs: evens.len() as u64,
            one_stream: count(&|[a, b]| Pcg32::from(a.clone()).same_stream(&b.clone().into())),
            first_equal: count(&|[a, b]| first_word(a) == first_word(b)),
            second_equal: count(&|[a, b]| second_word(a) == second_word(b)),
            close: count(&|[a, b]| distance(a, b) < 1 << 32),
            even_unlike_odd: count(&unlike),
        }
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        WORDS.beside(self, json!({})).blocks("made", [])
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
