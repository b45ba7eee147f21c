//! Definitions of generators over an arithmetic and over constants with names: with a wrong one of them, the same function is a
//! generator with a mistake.

use core::marker::PhantomData;
use core::ops::{BitAnd, BitOr, BitXor, BitXorAssign};

/// A number in a generator's definition.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Constant {
    /// Its name, as in `multiplier`.
    pub name: &'static str,
    /// Its value in the right generator.
    pub value: u64,
    /// The other values that it can have.
    pub kind: Kind,
}

/// The use of a constant, which decides how it can be mistaken.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A factor or a summand of this many bits: a digit of it may be wrong, or it may be cut off.
    Factor(u32),
    /// By how many bits something is shifted or rotated, or how many are kept; always below this number.
    Shift(u64),
    /// How often something is done, or how far apart things are.
    Count,
}

impl Constant {
    /// A factor or a summand of this many bits.
    pub const fn factor(name: &'static str, value: u64, bits: u32) -> Self {
        let kind = Kind::Factor(bits);
        Self { name, value, kind }
    }

    /// A shift or rotation by less than this many bits.
    pub const fn shift(name: &'static str, value: u64, below: u64) -> Self {
        let kind = Kind::Shift(below);
        Self { name, value, kind }
    }

    /// A number of times.
    pub const fn count(name: &'static str, value: u64) -> Self {
        let kind = Kind::Count;
        Self { name, value, kind }
    }
}

/// How a definition computes, and its constants. [`Right`] is the right way, and costs nothing.
pub trait Definition {
    /// A word. That of a mistake may be wider than it should be.
    type Word: Copy
        + BitAnd<Output = Self::Word>
        + BitOr<Output = Self::Word>
        + BitXor<Output = Self::Word>
        + BitXorAssign;

    /// A number as a word.
    fn word(&self, number: u64) -> Self::Word;

    /// The low 64 bits of a word.
    fn low(&self, word: Self::Word) -> u64;

    /// The value of the constant at this place.
    fn constant(&self, at: usize) -> u64;

    /// The sum of two words.
    fn add(&self, a: Self::Word, b: Self::Word) -> Self::Word;

    /// The difference of two words.
    fn subtract(&self, a: Self::Word, b: Self::Word) -> Self::Word;

    /// The product of a word and a factor, plus a summand.
    fn multiply_add(&self, x: Self::Word, factor: u64, summand: u64) -> Self::Word;

    /// The product of a word and a factor.
    #[inline]
    fn multiply(&self, x: Self::Word, factor: u64) -> Self::Word {
        self.multiply_add(x, factor, 0)
    }

    /// The word shifted to the left.
    fn shift_left(&self, x: Self::Word, by: u64) -> Self::Word;

    /// The word shifted to the right.
    fn shift_right(&self, x: Self::Word, by: u64) -> Self::Word;

    /// The word rotated to the left.
    fn rotate_left(&self, x: Self::Word, by: u64) -> Self::Word;
}

/// The right arithmetic of words of this type, and the right constants.
#[derive(Clone, Copy, Debug)]
pub struct Right<W> {
    /// The constants.
    pub constants: &'static [Constant],
    word: PhantomData<W>,
}

impl<W> Right<W> {
    /// The definition with these constants.
    pub const fn new(constants: &'static [Constant]) -> Self {
        let word = PhantomData;
        Self { constants, word }
    }
}

macro_rules! right {
    ($($word:ident)*) => {
        $(impl Definition for Right<$word> {
            type Word = $word;

            #[inline]
            fn word(&self, number: u64) -> $word {
                number as $word
            }

            #[inline]
            fn low(&self, word: $word) -> u64 {
                word.into()
            }

            #[inline]
            fn constant(&self, at: usize) -> u64 {
                self.constants[at].value
            }

            #[inline]
            fn add(&self, a: $word, b: $word) -> $word {
                a.wrapping_add(b)
            }

            #[inline]
            fn subtract(&self, a: $word, b: $word) -> $word {
                a.wrapping_sub(b)
            }

            #[inline]
            fn multiply_add(&self, x: $word, factor: u64, summand: u64) -> $word {
                x.wrapping_mul(factor as $word).wrapping_add(summand as $word)
            }

            #[inline]
            fn shift_left(&self, x: $word, by: u64) -> $word {
                x << by
            }

            #[inline]
            fn shift_right(&self, x: $word, by: u64) -> $word {
                x >> by
            }

            #[inline]
            fn rotate_left(&self, x: $word, by: u64) -> $word {
                x.rotate_left(by as u32)
            }
        })*
    };
}

right!(u32 u64);
