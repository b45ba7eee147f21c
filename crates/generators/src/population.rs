//! The same word, or the same draw, of many seeds at once.
//!
//! Word `n` of a weakly seeded generator is `a_n*seed + b_n` (see [`closed_form`](crate::closed_form)). Of consecutive
//! seeds it is a column that needs no stepping and vectorises, so that all 2^32 seeds can be examined.
//!
//! ```
//! use core::num::NonZeroU32;
//! use generators::bsd_random::Type3;
//! use generators::closed_form::Table;
//! use generators::population::Population;
//!
//! static WORDS: Table<8> = Table::additive::<31, 3>();
//!
//! // The first word of a thousand seeds, and what Rogue makes of it for a number below 100.
//! let (mut words, mut draws) = ([0; 1000], [0; 1000]);
//! Population::from_seed(-500).words(&WORDS, 0, &mut words);
//! Population::from_seed(-500).draws(&WORDS, 0, NonZeroU32::new(100).unwrap(), &mut draws);
//! for (seed, (word, draw)) in (-500..).zip(words.into_iter().zip(draws)) {
//!     assert_eq!(word, Type3::srrandom(seed).next_word());
//!     assert_eq!(draw, (word & 0x3fff) % 100);
//! }
//! ```

use core::num::NonZeroU32;

use multiversion::multiversion;

use crate::closed_form::{Table, Value};

/// Seeds one after the other; after the highest comes the lowest.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Population {
    first: u32,
}

impl Population {
    /// The seeds from `first` on.
    pub const fn from_seed(first: i32) -> Self {
        Self {
            first: first as u32,
        }
    }

    /// Word `n`, counted from 0, of as many seeds as there are places, fewer than 2^32.
    ///
    /// # Panics
    /// If `n` is not below `N`.
    pub fn words<const N: usize>(self, table: &Table<N>, n: usize, words: &mut [u32]) {
        column(table.value(n), self.first, words);
    }

    /// The draws below `below` that Rogue makes of word `n`: the low 14 bits of each, and their remainder
    /// ([`LowBits<14>`](crate::bounding::LowBits)).
    ///
    /// # Panics
    /// If `n` is not below `N`.
    pub fn draws<const N: usize>(
        self,
        table: &Table<N>,
        n: usize,
        below: NonZeroU32,
        draws: &mut [u32],
    ) {
        low_bits_column(table.value(n), self.first, Quotient::by(below), draws);
    }
}

/// The low bits that a draw of Rogue keeps.
const KEPT: u32 = 14;

/// Division of numbers below 2^14 by a multiplication.
///
/// With `l` such that `n <= 2^l`, and `m = 2^(14 + l) / n` rounded up, `m*n` exceeds `2^(14 + l)` by less than `2^l`; so for
/// all `v` below 2^14 the quotient is `v * m >> (14 + l)`. (Granlund and Montgomery, *Division by invariant integers using
/// multiplication*, 1994, theorem 4.2.) Above 2^14 it is 0.
#[derive(Clone, Copy)]
struct Quotient {
    n: u32,
    multiplier: u32,
    shift: u32,
}

impl Quotient {
    const fn by(n: NonZeroU32) -> Self {
        let n = n.get();
        if n > 1 << KEPT {
            return Self {
                n,
                multiplier: 0,
                shift: 0,
            };
        }
        let shift = KEPT + n.next_power_of_two().trailing_zeros();
        Self {
            n,
            multiplier: (1u32 << shift).div_ceil(n),
            shift,
        }
    }

    /// Nothing wraps, but overflow checks would prevent vectorisation.
    #[inline]
    const fn remainder(self, value: u32) -> u32 {
        let quotient = value.wrapping_mul(self.multiplier).wrapping_shr(self.shift);
        value.wrapping_sub(quotient.wrapping_mul(self.n))
    }
}

macro_rules! with_vectors {
    ($($column:item)*) => {$(
        #[cfg_attr(feature = "dispatch", multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2")))]
        #[cfg_attr(
            not(feature = "dispatch"),
            multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"), dispatcher = "static")
        )]
        $column
    )*};
}

with_vectors! {
    fn column(value: Value, first: u32, words: &mut [u32]) {
        let mut seed = first;
        for word in words {
            *word = value.word(seed);
            seed = seed.wrapping_add(1);
        }
    }

    fn low_bits_column(value: Value, first: u32, below: Quotient, draws: &mut [u32]) {
        let mut seed = first;
        for draw in draws {
            *draw = below.remainder(value.word(seed) & ((1 << KEPT) - 1));
            seed = seed.wrapping_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;
    use crate::bsd_random::{Type0, Type1, Type3};

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn every_remainder_of_fourteen_bits_is_exact() {
        let all = (1..=1 << KEPT).chain([(1 << KEPT) + 1, 1 << 31, u32::MAX]);
        for below in all {
            let quotient = Quotient::by(NonZeroU32::new(below).unwrap());
            // Where a quotient goes up, and everywhere for small numbers.
            let step = if below < 200 { 1 } else { below };
            let edges = (0..1 << KEPT)
                .step_by(step as usize)
                .flat_map(|value: u32| [value.saturating_sub(1), value]);
            for value in edges.chain([(1 << KEPT) - 1]) {
                assert_eq!(
                    quotient.remainder(value),
                    value % below,
                    "{value} by {below}"
                );
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn columns_are_the_words_of_each_seed() {
        let (additive, shorter, linear) = (
            Table::<40>::additive::<31, 3>(),
            Table::<40>::additive::<7, 3>(),
            Table::<40>::linear(),
        );
        // The last seed before and the first ones after the highest; lengths that fill no vector.
        for (first, length) in [(i32::MAX - 20, 41), (-3, 7), (0, 0), (12345, 100)] {
            for n in [0, 1, 39] {
                let (mut type3, mut type1, mut type0) =
                    (vec![0; length], vec![0; length], vec![0; length]);
                let population = Population::from_seed(first);
                population.words(&additive, n, &mut type3);
                population.words(&shorter, n, &mut type1);
                population.words(&linear, n, &mut type0);
                for below in [1, 100, 1 << KEPT, (1 << KEPT) + 1, u32::MAX] {
                    let mut draws = vec![0; length];
                    population.draws(&additive, n, NonZeroU32::new(below).unwrap(), &mut draws);
                    let kept = type3.iter().map(|word| word % (1 << KEPT));
                    assert!(
                        draws.into_iter().eq(kept.map(|value| value % below)),
                        "word {n} below {below}"
                    );
                }
                for (i, word) in type3.into_iter().enumerate() {
                    let seed = first.wrapping_add(i as i32);
                    let (mut stepped3, mut stepped1, mut stepped0) = (
                        Type3::srrandom(seed),
                        Type1::srrandom(seed),
                        Type0::srrandom(seed),
                    );
                    for _ in 0..n {
                        stepped3.next_word();
                        stepped1.next_word();
                        stepped0.next_word();
                    }
                    let stepped = (
                        stepped3.next_word(),
                        stepped1.next_word(),
                        stepped0.next_word(),
                    );
                    assert_eq!((word, type1[i], type0[i]), stepped, "word {n} of {seed}");
                }
            }
        }
    }
}
