//! From words of the BSD family back to seeds and states.
//!
//! - [`seeds_of_words`]: the weak seeds that give these words, from a known place on. Word `n` is `a*seed + b` modulo
//!   2^32, so one word leaves few seeds; the first two words of Rogue's generator leave one.
//! - [`recover`] and [`states_of_words`]: the whole state after any seeding, lost lowest bits included.
//! - [`seed_of_state`]: the seed, and the seeding, from which a state came; [`seeds_before_words`]: the same from words that do
//!   not determine the state.
//!
//! # How the lost bits are found
//!
//! A word is the sum of two before it, modulo 2^32, and is given without its lowest bit. So of three words given, the
//! difference between the third and the sum of the others is the carry out of the lowest bits: 0 or 1, and 1 if and only
//! if both are 1. Lowest bits themselves are sums modulo 2, each a linear form of the first `degree`. So a carry of 1 is
//! two linear equations over GF(2). One of 0 says that not both are 1: an equation as soon as one is known to be 1.
//! Bits that the equations leave open are tried with both values.
//!
//! ```
//! use roguelab_generators::bsd_random::{BsdRandom, Kind, Seeding};
//! use roguelab_generators::inverse::{recover, seed_of_state, seeds_of_words};
//!
//! let seeds: Vec<i32> = seeds_of_words(Kind::Type3, 0, &[1_413_335_460, 1_216_574_727]).unwrap().collect();
//! assert_eq!(seeds, [42]);
//!
//! let mut random = BsdRandom::new(Kind::Type3, Seeding::Glibc, 1_700_000_000);
//! random.next_word();
//! let words: Vec<u32> = (0..120).map(|_| random.next_word()).collect();
//! let mut recovered = recover(Kind::Type3, &words).unwrap();
//! assert_eq!(recovered.after.next_word(), random.next_word());
//! let seeded = seed_of_state(&recovered.before, 10).unwrap();
//! assert_eq!((seeded.seeding, seeded.seed, seeded.index), (Seeding::Glibc, 1_700_000_000, 1));
//! ```

mod coefficients;
mod low_bits;
mod seeding;
mod seeds;
mod states;

pub use seeding::{Seeded, seed_of_state, seeds_before_words};
pub use seeds::{Seeds, seeds_of_words};
pub use states::{Recovered, recover, states_of_words};

use crate::bsd_random::Kind;

/// Why words determine neither a seed nor a state.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InverseError {
    /// There is no word at all.
    #[error("there are no words")]
    NoWords,
    /// A word has a 32nd bit.
    #[error("word {at} is {word}, and a word has 31 bits: the greatest is 2147483647")]
    TooWide {
        /// Its place among the words given, from 0.
        at: usize,
        /// The word.
        word: u32,
    },
    /// A word is not the sum of the two that make it.
    #[error("word {at} is not what TYPE_{} makes of the words before it", *kind as u8)]
    OtherKind {
        /// The kind that was asked for.
        kind: Kind,
        /// Its place among the words given, from 0.
        at: usize,
    },
    /// No lowest bits fit the carries.
    #[error("no state of TYPE_{} gives these words: their carries contradict each other", *kind as u8)]
    Contradiction {
        /// The kind that was asked for.
        kind: Kind,
    },
    /// There are fewer words than the state has.
    #[error("{given} {} too few: a state of TYPE_{} has {} words itself", words_are(*given), *kind as u8, kind.degree())]
    TooShort {
        /// The kind that was asked for.
        kind: Kind,
        /// How many words there are.
        given: usize,
    },
    /// More than one state gives the words.
    #[error("{given} {} too few: more than one state of TYPE_{} fits", words_are(*given), *kind as u8)]
    Ambiguous {
        /// The kind that was asked for.
        kind: Kind,
        /// How many words there are.
        given: usize,
    },
    /// The search for the lowest bits was given up: it is bounded, and words of no generator may make it long.
    #[error("it would take too long to tell which states of TYPE_{} give these words, if any does", *kind as u8)]
    TooHard {
        /// The kind that was asked for.
        kind: Kind,
    },
}

const fn words_are(given: usize) -> &'static str {
    if given == 1 { "word is" } else { "words are" }
}

/// How many words determine the state: three for each word of it, and one for `TYPE_0`.
///
/// For `TYPE_1` and `TYPE_2` running every state proves that, and that no smaller number is enough; for the other two no
/// state is known that needs more.
pub const fn enough_words(kind: Kind) -> usize {
    match kind {
        Kind::Type0 => 1,
        _ => 3 * kind.degree(),
    }
}

/// Words have 31 bits, and there is at least one.
fn check(words: &[u32]) -> Result<(), InverseError> {
    if words.is_empty() {
        return Err(InverseError::NoWords);
    }
    match words.iter().position(|&word| word >> 31 != 0) {
        Some(at) => Err(InverseError::TooWide {
            at,
            word: words[at],
        }),
        None => Ok(()),
    }
}
