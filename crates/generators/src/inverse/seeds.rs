//! Weak seeding inverted: from words to the seeds that give them.

use super::coefficients::Coefficients;
use super::{InverseError, check};
use crate::affine::Affine;
use crate::bsd_random::Kind;
use crate::rule::odd_inverse;

/// The seeds that, weakly seeded, make `kind` give these `words` from word number `at` on, counted from 0. Each comes
/// once, in no particular order.
///
/// The top bit of the seed never reaches a word of `TYPE_0`: there are two seeds or none.
///
/// # Errors
/// If there are no words, or one of more than 31 bits.
pub fn seeds_of_words(kind: Kind, at: u64, words: &[u32]) -> Result<Seeds<'_>, InverseError> {
    check(words)?;
    let first = Coefficients::new(kind, at);
    let mut each = first.clone();
    let functions = words.iter().map(|&word| (each.next(), word));
    // The word that leaves the fewest seeds.
    let telling = functions.min_by_key(|(function, _)| function.a.trailing_zeros());
    let (function, word) = telling.ok_or(InverseError::NoWords)?;
    let class = match kind {
        Kind::Type0 => Class::of_low_bits(function, word),
        _ => Class::of_high_bits(function, word),
    };
    Ok(Seeds {
        kind,
        words,
        first,
        class,
    })
}

/// The seeds that give some words: see [`seeds_of_words`].
#[derive(Clone, Debug)]
pub struct Seeds<'a> {
    kind: Kind,
    words: &'a [u32],
    /// The functions of the words, from the first on.
    first: Coefficients,
    /// The seeds that the most informative word leaves.
    class: Class,
}

impl Seeds<'_> {
    fn gives_all_words(&self, seed: u32) -> bool {
        let mut functions = self.first.clone();
        let shift = u32::from(self.kind != Kind::Type0);
        self.words
            .iter()
            .all(|&word| (functions.next().apply(seed) >> shift) & 0x7fff_ffff == word)
    }
}

impl Iterator for Seeds<'_> {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        loop {
            let seed = self.class.next()?;
            if self.gives_all_words(seed) {
                return Some(seed as i32);
            }
        }
    }
}

/// Seeds at equal distances.
#[derive(Clone, Debug)]
struct Class {
    seed: u32,
    step: u32,
    left: u64,
}

impl Class {
    const NONE: Self = Self {
        seed: 0,
        step: 0,
        left: 0,
    };

    /// The seeds whose value has `word` as its low 31 bits. The factor is odd.
    const fn of_low_bits(function: Affine, word: u32) -> Self {
        let inverse = odd_inverse(function.a as u64) as u32;
        Self {
            seed: inverse.wrapping_mul(word.wrapping_sub(function.b)),
            step: 1 << 31,
            left: 2,
        }
    }

    /// The seeds whose value has `word` as its high 31 bits.
    const fn of_high_bits(Affine { a, b }: Affine, word: u32) -> Self {
        let twos = a.trailing_zeros();
        let product = (word << 1).wrapping_sub(b);
        if twos == 0 {
            // The lost bit may be either.
            let inverse = odd_inverse(a as u64) as u32;
            return Self {
                seed: inverse.wrapping_mul(product),
                step: inverse,
                left: 2,
            };
        }
        // The product is even, which settles the lost bit.
        let product = product.wrapping_add(product & 1);
        if product.trailing_zeros() < twos {
            return Self::NONE;
        }
        if twos == u32::BITS {
            return Self {
                seed: 0,
                step: 1,
                left: 1 << u32::BITS,
            };
        }
        let seed = (odd_inverse((a >> twos) as u64) as u32).wrapping_mul(product >> twos);
        let step = 1 << (u32::BITS - twos);
        Self {
            seed: seed & (step - 1),
            step,
            left: 1 << twos,
        }
    }
}

impl Iterator for Class {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        let seed = self.seed;
        self.seed = seed.wrapping_add(self.step);
        Some(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the class of some factors and summands, for every word, with the seeds below 2^32 that fit, found by trying.
    #[test]
    fn a_class_holds_exactly_the_seeds_that_give_the_word() {
        for twos in [0, 1, 2, 5, 20, 29, 31] {
            for odd in [1u32, 3, 0x9e37_79b9] {
                for b in [0, 1, 2, 7, 1 << 20] {
                    let function = Affine { a: odd << twos, b };
                    let word = function.apply(0x1234_5678) >> 1;
                    let class = Class::of_high_bits(function, word);
                    assert_eq!(class.left, 1 << twos.max(1));
                    let mut met = false;
                    for seed in class.clone().take(1 << 10) {
                        assert_eq!(function.apply(seed) >> 1, word, "{function:?}");
                        met |= seed == 0x1234_5678;
                    }
                    assert!(met || class.left > 1 << 10, "{function:?}");
                    assert_ne!(class.clone().next(), class.clone().nth(1), "seeds differ");
                }
            }
        }
    }

    #[test]
    fn a_constant_function_fits_all_seeds_or_none() {
        assert_eq!(Class::of_high_bits(Affine { a: 0, b: 14 }, 7).left, 1 << 32);
        assert_eq!(Class::of_high_bits(Affine { a: 0, b: 15 }, 7).left, 1 << 32);
        assert_eq!(Class::of_high_bits(Affine { a: 0, b: 16 }, 7).left, 0);
    }
}
