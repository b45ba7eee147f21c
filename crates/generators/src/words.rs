//! Raw outputs of generators, before numbers are made from them.

use core::num::NonZeroU32;

use rand_core::Rng;

/// One raw output of a generator: `u32` or `u64`.
pub trait Word: Copy + Into<u64> {
    /// The word modulo `n`.
    fn remainder(self, n: NonZeroU32) -> u32;

    /// The word as a fraction of `2^bits`, times `n`, rounded down.
    fn scaled(self, bits: u32, n: NonZeroU32) -> u32;
}

impl Word for u32 {
    #[inline]
    fn remainder(self, n: NonZeroU32) -> u32 {
        self % n
    }

    #[inline]
    fn scaled(self, bits: u32, n: NonZeroU32) -> u32 {
        ((u64::from(self) * u64::from(n.get())) >> bits) as u32
    }
}

impl Word for u64 {
    #[inline]
    fn remainder(self, n: NonZeroU32) -> u32 {
        (self % u64::from(n.get())) as u32
    }

    #[inline]
    fn scaled(self, bits: u32, n: NonZeroU32) -> u32 {
        ((u128::from(self) * u128::from(n.get())) >> bits) as u32
    }
}

/// A source of words.
pub trait Words {
    /// The type of a word.
    type Word: Word;

    /// How many bits of a word are random: the low ones. The bits above them are zero.
    const BITS: u32;

    /// The next word.
    fn next_word(&mut self) -> Self::Word;

    /// Fills `words` with the next words; generators that can make many at once are faster here.
    fn fill(&mut self, words: &mut [Self::Word]) {
        for word in words {
            *word = self.next_word();
        }
    }
}

impl<W: Words> Words for &mut W {
    type Word = W::Word;
    const BITS: u32 = W::BITS;

    #[inline]
    fn next_word(&mut self) -> W::Word {
        W::next_word(self)
    }

    fn fill(&mut self, words: &mut [W::Word]) {
        W::fill(self, words);
    }
}

/// Any `rand_core` generator as a source of 32-bit words.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RngWords<R>(
    /// The generator.
    pub R,
);

impl<R: Rng> Words for RngWords<R> {
    type Word = u32;
    const BITS: u32 = 32;

    #[inline]
    fn next_word(&mut self) -> u32 {
        self.0.next_u32()
    }
}
