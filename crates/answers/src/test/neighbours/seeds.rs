//! The streams of neighbouring seeds, and what tests on them have in common.

use std::fmt;

use gof::{Error, Outcome, PValue, Reference, Tail};

use crate::read::{InputSummary, ReadError, Reader};

/// The streams of several seeds.
#[derive(Clone, Copy, Debug)]
pub struct Seeds {
    /// The first seed.
    pub first: u64,
    /// The number of seeds.
    pub count: u64,
    /// How many words are taken of each.
    pub words: u64,
    /// The number of bits in a word.
    pub bits: u32,
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            first,
            count,
            words,
            bits,
        } = self;
        write!(
            f,
            "words of {bits} bits: the first {words} of each seed from {first} to {}, seeds in order, word by word",
            first + (count - 1)
        )
    }
}

impl Seeds {
    /// How many words there are in all.
    pub(super) const fn items(self) -> u64 {
        self.count.saturating_mul(self.words)
    }

    /// The number of words in a window: as many as fit into 128 bits.
    pub(super) const fn window(self) -> u64 {
        (128 / self.bits) as u64
    }

    pub(super) const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }
}

/// The words of several seeds: the first of each seed in order, then the second of each, and so on.
#[derive(Clone, Debug)]
pub struct WordsByPlace {
    words: Vec<u64>,
    at: usize,
}

impl WordsByPlace {
    /// The words of each seed, all as many.
    pub fn new(of_seeds: &[Vec<u64>]) -> Self {
        let mut words = Vec::new();
        for place in 0..of_seeds.first().map_or(0, Vec::len) {
            for of_seed in of_seeds {
                words.push(of_seed[place]);
            }
        }
        Self { words, at: 0 }
    }
}

impl Reader for WordsByPlace {
    type Block = Vec<u64>;

    fn next_block(&mut self, most: u64) -> Result<Vec<u64>, ReadError> {
        let rest = &self.words[self.at..];
        let block = rest[..rest.len().min(usize::try_from(most).unwrap_or(usize::MAX))].to_vec();
        self.at += block.len();
        Ok(block)
    }

    fn summary(&self) -> InputSummary {
        InputSummary {
            bytes: 8 * self.at as u64,
            ..InputSummary::default()
        }
    }
}

/// An error unless there are enough items.
pub(super) fn enough(have: u64, need: u64) -> Result<(), Error> {
    if have < need {
        return Err(Error::TooFew { have, need });
    }
    Ok(())
}

/// A result in which only the upper tail counts.
pub(super) fn upper(
    test: &'static str,
    items: u64,
    statistic: u64,
    reference: Reference,
    p: Tail,
) -> Outcome {
    Outcome {
        test,
        items,
        statistic: statistic as f64,
        reference,
        p: PValue::new(Tail::new(1.0), p),
    }
}
