//! Every word of a weakly seeded generator is an affine function of its seed.
//!
//! Weak seeding makes each word of the ring from the one before by `x -> 1103515245 x + 12345`, and stepping only adds
//! words. Both keep the form `a*seed + b`, modulo 2^32. So word `n`, before its lowest bit is shifted out, is
//! `a_n * seed + b_n`: a [`Table`] of coefficients gives any word of any seed by one multiplication and one addition.
//!
//! # Why a game of Rogue depends only on its seed modulo 2^15
//!
//! Bit `i` of `a*seed + b` depends on bits `0..=i` of the seed alone: carries run upward. `get_rand` keeps the low 14 bits
//! of what `rrandom` returns, `coin_toss` the lowest one, and `rrandom` has shifted out one bit before: these are bits 1
//! to 14, and bit 1, of `a_n * seed + b_n`. So no draw ever sees bit 15 of the seed or one above it. How many draws a game
//! takes is decided by its draws, therefore `n` does not depend on these bits either. There are 2^15 = 32,768 games.
//!
//! ```
//! use roguelab_generators::bsd_random::Type3;
//! use roguelab_generators::closed_form::Table;
//!
//! static WORDS: Table<100> = Table::additive::<31, 3>();
//!
//! let mut stepped = Type3::srrandom(-5);
//! for n in 0..100 {
//!     assert_eq!(WORDS.nth(-5, n), stepped.next_word());
//! }
//! ```

pub use crate::affine::Affine;

use multiversion::multiversion;

use crate::bsd_random::{Additive, DISCARDED_PER_WORD, WEAK};
use crate::draw::Words;

/// The ring of a weakly seeded generator, as functions of the seed. The walk over it is the generator's own.
struct Ring<const DEGREE: usize, const SEPARATION: usize> {
    words: [Affine; DEGREE],
    front: usize,
    rear: usize,
}

impl<const DEGREE: usize, const SEPARATION: usize> Ring<DEGREE, SEPARATION> {
    /// The ring after seeding.
    const fn seeded(by: Affine) -> Self {
        let mut words = [Affine::IDENTITY; DEGREE];
        let mut i = 1;
        while i < DEGREE {
            words[i] = words[i - 1].then(by);
            i += 1;
        }
        let mut ring = Self {
            words,
            front: SEPARATION,
            rear: 0,
        };
        let mut i = 0;
        while i < DISCARDED_PER_WORD * DEGREE {
            ring.step();
            i += 1;
        }
        ring
    }

    const fn step(&mut self) -> Affine {
        let word = self.words[self.front].plus(self.words[self.rear]);
        self.words[self.front] = word;
        self.front = (self.front + 1) % DEGREE;
        self.rear = (self.rear + 1) % DEGREE;
        word
    }
}

/// The words of the ring after weak seeding. Ten times the degree is a whole number of rounds: both pointers are back
/// where they began.
pub(crate) const fn seeded_ring<const DEGREE: usize, const SEPARATION: usize>() -> [Affine; DEGREE]
{
    Ring::<DEGREE, SEPARATION>::seeded(WEAK).words
}

/// The first `N` words of a weakly seeded generator, for every seed.
#[derive(Clone, Debug)]
pub struct Table<const N: usize> {
    words: [Affine; N],
    /// How far the value is shifted right before its low 31 bits are taken as the word.
    shift: u32,
}

impl<const N: usize> Table<N> {
    /// The table of a generator of `TYPE_1` to `TYPE_4`: `Table::additive::<31, 3>()` is Rogue's.
    pub const fn additive<const DEGREE: usize, const SEPARATION: usize>() -> Self {
        Self::seeded_by::<DEGREE, SEPARATION>(WEAK)
    }

    /// The same, with a seeding that makes each word of the ring from the one before by this function.
    pub(crate) const fn seeded_by<const DEGREE: usize, const SEPARATION: usize>(
        by: Affine,
    ) -> Self {
        let mut ring = Ring::<DEGREE, SEPARATION>::seeded(by);
        let mut words = [Affine::IDENTITY; N];
        let mut n = 0;
        while n < N {
            words[n] = ring.step();
            n += 1;
        }
        Self { words, shift: 1 }
    }

    /// The table of `TYPE_0`.
    pub const fn linear() -> Self {
        let mut words = [Affine::IDENTITY; N];
        let mut word = Affine::IDENTITY;
        let mut n = 0;
        while n < N {
            word = word.then(WEAK);
            words[n] = word;
            n += 1;
        }
        Self { words, shift: 0 }
    }

    /// The coefficients `(a_n, b_n)` of all words, before the lowest bit is shifted out.
    pub const fn coefficients(&self) -> &[Affine; N] {
        &self.words
    }

    /// Word `n`, counted from 0, of `seed`.
    ///
    /// # Panics
    /// If `n` is not below `N`.
    #[inline]
    pub const fn nth(&self, seed: i32, n: usize) -> u32 {
        self.value(n).word(seed as u32)
    }

    /// Word `n`, counted from 0, of as many seeds as `words` has places, from `first` on; the highest seed is followed by the
    /// lowest.
    ///
    /// # Panics
    /// If `n` is not below `N`.
    pub fn column(&self, n: usize, first: i32, words: &mut [u32]) {
        column(self.value(n), first as u32, words);
    }

    /// Word `n` as a function of the seed.
    #[inline]
    pub(crate) const fn value(&self, n: usize) -> Value {
        Value {
            before_the_shift: self.words[n],
            shift: self.shift,
        }
    }

    /// A generator that reads the words of `seed` from this table.
    pub const fn words(&self, seed: i32) -> TableWords<'_, N> {
        TableWords {
            table: self,
            seed,
            taken: 0,
        }
    }
}

/// One word as a function of the seed.
#[derive(Clone, Copy)]
pub(crate) struct Value {
    before_the_shift: Affine,
    shift: u32,
}

impl Value {
    #[inline]
    pub(crate) const fn word(self, seed: u32) -> u32 {
        self.before_the_shift.apply(seed).wrapping_shr(self.shift) & 0x7fff_ffff
    }
}

/// Computes words without stepping, in a loop that vectorises, so that all 2^32 seeds can be examined.
#[cfg_attr(
    feature = "dispatch",
    multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))
)]
#[cfg_attr(
    not(feature = "dispatch"),
    multiversion(
        targets("x86_64+avx512f+avx512dq", "x86_64+avx2"),
        dispatcher = "static"
    )
)]
fn column(value: Value, first: u32, words: &mut [u32]) {
    let mut seed = first;
    for word in words {
        *word = value.word(seed);
        seed = seed.wrapping_add(1);
    }
}

/// The words of one seed, read from a [`Table`].
#[derive(Clone, Debug)]
pub struct TableWords<'a, const N: usize> {
    table: &'a Table<N>,
    seed: i32,
    taken: usize,
}

impl<const N: usize> Words for TableWords<'_, N> {
    type Word = u32;
    const BITS: u32 = 31;

    /// # Panics
    /// Past the end of the table.
    #[inline]
    fn next_word(&mut self) -> u32 {
        let word = self.table.nth(self.seed, self.taken);
        self.taken += 1;
        word
    }
}

/// The largest degree, and the room that a product of two polynomials of lower degree needs.
const MOST: usize = 63;
const PRODUCT: usize = 2 * MOST - 1;

/// A polynomial over the integers modulo 2^32, reduced modulo x^DEGREE - x^(DEGREE - SEPARATION) - 1.
#[derive(Clone, Copy)]
struct Polynomial<const DEGREE: usize, const SEPARATION: usize>([u32; DEGREE]);

impl<const DEGREE: usize, const SEPARATION: usize> Polynomial<DEGREE, SEPARATION> {
    const ONE: Self = {
        let mut coefficients = [0; DEGREE];
        coefficients[0] = 1;
        Self(coefficients)
    };

    /// Folds a product down: x^k is x^(k - SEPARATION) + x^(k - DEGREE).
    fn reduce(mut product: [u32; PRODUCT]) -> Self {
        for k in (DEGREE..PRODUCT).rev() {
            let carry = core::mem::take(&mut product[k]);
            product[k - SEPARATION] = product[k - SEPARATION].wrapping_add(carry);
            product[k - DEGREE] = product[k - DEGREE].wrapping_add(carry);
        }
        Self(core::array::from_fn(|k| product[k]))
    }

    fn times(self, other: Self) -> Self {
        let mut product = [0u32; PRODUCT];
        for (i, &p) in self.0.iter().enumerate() {
            for (j, &q) in other.0.iter().enumerate() {
                product[i + j] = product[i + j].wrapping_add(p.wrapping_mul(q));
            }
        }
        Self::reduce(product)
    }

    /// x to the power `exponent`.
    fn power_of_x(exponent: u64) -> Self {
        let mut power = Self::ONE;
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            power = power.times(power);
            if exponent >> bit & 1 == 1 {
                let mut shifted = [0; PRODUCT];
                shifted[1..=DEGREE].copy_from_slice(&power.0);
                power = Self::reduce(shifted);
            }
        }
        power
    }
}

impl<const DEGREE: usize, const SEPARATION: usize> Additive<DEGREE, SEPARATION> {
    /// The same generator as [`Additive::srrandom`], by the closed form: `DEGREE` multiplications and additions in
    /// place of ten times `DEGREE` steps.
    #[inline]
    pub fn seeded_by_closed_form(seed: i32) -> Self {
        let coefficients = const { seeded_ring::<DEGREE, SEPARATION>() };
        Self::of_ring(coefficients.map(|word| word.apply(seed as u32)), SEPARATION)
    }

    /// Takes `steps` steps at once, in time proportional to the number of bits of `steps`.
    pub fn jump(&mut self, steps: u64) {
        let power = Polynomial::<DEGREE, SEPARATION>::power_of_x(steps);
        let (ring, front) = (self.ring(), self.front());
        let mut words = [0u32; 2 * MOST];
        let (newer, older) = ring.split_at(front);
        words[..older.len()].copy_from_slice(older);
        words[older.len()..DEGREE].copy_from_slice(newer);
        for i in DEGREE..2 * DEGREE {
            words[i] = words[i - DEGREE].wrapping_add(words[i - SEPARATION]);
        }
        let front = (front + (steps % DEGREE as u64) as usize) % DEGREE;
        let mut jumped = [0; DEGREE];
        for j in 0..DEGREE {
            let sum =
                |sum: u32, (i, &c): (usize, &u32)| sum.wrapping_add(c.wrapping_mul(words[i + j]));
            jumped[(front + j) % DEGREE] = power.0.iter().enumerate().fold(0, sum);
        }
        *self = Self::of_ring(jumped, front);
    }
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;

    #[test]
    fn columns_are_the_words_of_each_seed() {
        let tables = [
            Table::<40>::additive::<31, 3>(),
            Table::<40>::additive::<7, 3>(),
            Table::<40>::linear(),
        ];
        // The seeds on both sides of the highest one; and lengths that do not fill a vector.
        for (first, length) in [(i32::MAX - 20, 41), (-3, 7), (0, 0), (12345, 100)] {
            for (n, table) in [0, 1, 39].into_iter().zip(&tables) {
                let mut words = vec![0; length];
                table.column(n, first, &mut words);
                for (i, word) in words.into_iter().enumerate() {
                    let seed = first.wrapping_add(i as i32);
                    assert_eq!(word, table.nth(seed, n), "word {n} of {seed}");
                }
            }
        }
    }
}
