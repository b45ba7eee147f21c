//! `random` and `randomR` of random-1.1, draw for draw.

use crate::draw::Words;
use crate::haskell::PCGen;

/// Types whose values random-1.1 makes from a generator: `Int` is `i64`, `Word` `u64`, `Double` `f64` and `Float` `f32`. `Char`
/// is missing: Haskell's includes surrogates, Rust's cannot hold them.
///
/// Over a source of words of `BITS` bits the result is what random-1.1 makes from a generator whose range is the signed
/// numbers of that many bits; it is the document's for 32.
///
/// ```
/// use roguelab_generators::haskell::{PCGen, Random};
///
/// let mut generator = PCGen::new(42, 109);
/// assert_eq!(f64::random(&mut generator), 0.16754367177937424);
/// assert_eq!(u8::random_r((20, 10), &mut generator.clone()), u8::random_r((10, 20), &mut generator));
/// ```
pub trait Random: Sized {
    /// `randomR`: a value between two others, in either order; for whole numbers, both ends are included.
    fn random_r<W: Words>(range: (Self, Self), words: &mut W) -> Self;

    /// `random`: a value from the whole type, or from 0 to below 1 for a floating-point one.
    fn random<W: Words>(words: &mut W) -> Self;
}

/// `q` of random-1.1: at least how many values of the words there are for each result.
const FAIRNESS: u128 = 1000;

/// How many words of `bits` bits a number in `0..k` is made of: as few as can hold at least `1000*k` values. `k` is
/// at most `2^64`.
pub(super) const fn digits(bits: u32, k: u128) -> u32 {
    (u128::BITS - (FAIRNESS * k - 1).leading_zeros()).div_ceil(bits)
}

/// A number in `0..k` for a `k` from 1 to `2^64`: the words as digits of a long number, the highest first, until that
/// many digits can hold at least `1000*k` values; and its remainder.
///
/// A digit is `next` less the least `next`: the word, its highest bit flipped.
pub(super) fn below<W: Words>(words: &mut W, k: u128) -> u128 {
    const {
        assert!(
            W::BITS >= 1 && W::BITS <= 64,
            "a word has between 1 and 64 bits"
        );
    };
    let mut value = 0;
    for _ in 0..digits(W::BITS, k) {
        let word: u64 = words.next_word().into();
        value = (value << W::BITS) | u128::from(word ^ (1 << (W::BITS - 1)));
    }
    value % k
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Random for $integer {
            fn random_r<W: Words>((low, high): (Self, Self), words: &mut W) -> Self {
                let k = u128::from(low.abs_diff(high)) + 1;
                // Both wrap, and the sum is right modulo the size of the type.
                low.min(high).wrapping_add(below(words, k) as Self)
            }

            fn random<W: Words>(words: &mut W) -> Self {
                Self::random_r((Self::MIN, Self::MAX), words)
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);

/// A number from 0 for false to 1 for true.
impl Random for bool {
    fn random_r<W: Words>((low, high): (Self, Self), words: &mut W) -> Self {
        u8::random_r((low.into(), high.into()), words) != 0
    }

    fn random<W: Words>(words: &mut W) -> Self {
        Self::random_r((false, true), words)
    }
}

macro_rules! floats {
    ($($float:ty, $digits:expr, $integer:ty;)*) => {$(
        impl Random for $float {
            fn random_r<W: Words>((low, high): (Self, Self), words: &mut W) -> Self {
                let (low, high) = if low > high { (high, low) } else { (low, high) };
                // Halved and doubled so that the width of a range cannot overflow.
                2.0 * (0.5 * low + Self::random(words) * (0.5 * high - 0.5 * low))
            }

            fn random<W: Words>(words: &mut W) -> Self {
                const UNIT: $integer = 1 << $digits;
                (<$integer>::random(words) & (UNIT - 1)) as Self / UNIT as Self
            }
        }
    )*};
}

// As many low bits of an integer as a significand has.
floats! {
    f64, f64::MANTISSA_DIGITS, i64;
    f32, f32::MANTISSA_DIGITS, i32;
}

/// The document's instance: there is no generator between two others, so a range is ignored. One `Word64` is both state
/// and increment. The increment may be even, and then steps as the odd number above it; and there are `2^64`
/// such generators, not `2^127`.
impl Random for PCGen {
    fn random_r<W: Words>(_: (Self, Self), words: &mut W) -> Self {
        Self::random(words)
    }

    fn random<W: Words>(words: &mut W) -> Self {
        let x = u64::random(words);
        Self::new(x, x)
    }
}
