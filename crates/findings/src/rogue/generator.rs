//! The generator compared with its relatives: the built-in table, type 0, and the C library's seeding.

use generators::bsd_random::{Kind, Seeding, Type0, Type3};

use crate::prelude::*;
use crate::prose::ROGUE as WORDS;

#[derive(Serialize)]
pub struct Generator {
    /// The seed below a thousand whose state is the generator's built-in table.
    pub table_is_seed: Option<i32>,
    pub discarded: usize,
    pub type0_coin_period: u64,
    /// The least period of `get_rand` with type 0, and so of the low 14 bits of its words.
    pub type0_draw_period: u64,
    /// The least period that coin tosses of type 3 can have, if the argument for it holds.
    pub type3_least_period: Option<u64>,
    pub state_bits: [usize; 2],
    /// The words compared with the C library's seeding: how many seeds, and how many words from each.
    pub words_compared: [u64; 2],
    pub words_equal: u64,
}

/// How many seeds, and how many words from each, are compared with the C library's seeding.
const COMPARED: [u64; 2] = [1000, 64];

/// The least period of a sequence whose period divides `most`, provided that `most` is a power of two.
fn period(bits: u32, most: u64) -> u64 {
    let words = |from: u64| {
        let mut type0 = Type0::srrandom(1);
        for _ in 0..from {
            type0.next_word();
        }
        (0..most).map(move |_| type0.next_word() & ((1 << bits) - 1))
    };
    let halves = |period: &u64| words(*period).eq(words(0));
    std::iter::successors(Some(most), |period| {
        period.is_multiple_of(2).then_some(period / 2)
    })
    .take_while(halves)
    .last()
    .unwrap_or(0)
}

/// Whether 1 + x^separation + x^degree is irreducible over the field of two elements, for a prime degree below 32. It is
/// irreducible if x^(2^degree) leaves the remainder x and neither 0 nor 1 is a root, which holds because there are three terms.
fn is_irreducible(degree: u32, separation: u32) -> bool {
    let reduce = |square: u64| {
        (degree..=2 * degree - 2)
            .rev()
            .fold(square, |square, power| {
                let trinomial = (1 << degree | 1 << separation | 1) << (power - degree);
                if square >> power & 1 == 1 {
                    square ^ trinomial
                } else {
                    square
                }
            })
    };
    // To square a polynomial over two elements, put zeros between its coefficients.
    let spread = |x: u64| {
        (0..degree)
            .filter(|bit| x >> bit & 1 == 1)
            .fold(0, |square, bit| square | 1u64 << (2 * bit))
    };
    (0..degree).fold(2, |x, _| reduce(spread(x))) == 2
}

/// A lower bound for the period of the coin tosses of type 3, if the argument for it holds.
///
/// The lowest bits of the ring follow a recurrence over two elements. It is irreducible, it does not start with zeros only (the
/// lowest bits of the seeding alternate, so two seeds show it for all), and 2^31 - 1 is prime, so that is its period. A coin
/// toss is the bit above, which adds the carries of the lowest bits. If the coin tosses have a period, so have the carries.
/// These are not constant, and what they are made from has a prime period, so that is their period too, and it divides the
/// coin's.
fn least_period() -> Option<u64> {
    let kind = Kind::Type3;
    let starts = (0..2).all(|seed| {
        Type3::srrandom(seed)
            .ring()
            .iter()
            .any(|word| word & 1 == 1)
    });
    (kind.degree() == 31 && starts && is_irreducible(31, kind.separation() as u32))
        .then_some((1 << 31) - 1)
}

impl Generator {
    pub(super) fn compute() -> Self {
        let unseeded = Type3::unseeded();
        let [seeds, words] = COMPARED;
        let equal = |seed: i32| {
            let (mut weak, mut glibc) = (Type3::srrandom(seed), Type3::new(Seeding::Glibc, seed));
            (0..words)
                .filter(|_| weak.next_word() == glibc.next_word())
                .count() as u64
        };
        Self {
            table_is_seed: (0..1000).find(|&seed| Type3::srrandom(seed).ring() == unseeded.ring()),
            discarded: 10 * Kind::Type3.degree(),
            type0_coin_period: period(1, 1 << 10),
            type0_draw_period: period(14, 1 << 16),
            type3_least_period: least_period(),
            state_bits: [31, 32 * Kind::Type3.degree()],
            words_compared: COMPARED,
            words_equal: (1..=seeds as i32).map(equal).sum(),
        }
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let least = self.type3_least_period.map_or_else(String::new, grouped);
        WORDS
            .beside(self, json!({ "least": least }))
            .blocks("generator", [])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_bit_of_a_linear_congruential_generator_alternates() {
        assert_eq!(period(1, 1 << 10), 2);
        assert_eq!(period(3, 1 << 10), 8);
    }

    #[test]
    fn irreducible_trinomials_are_told_from_others() {
        // 1 + x + x^3 and 1 + x^2 + x^5 are irreducible; 1 + x + x^5 is (1 + x + x^2)(1 + x^2 + x^3).
        assert!(is_irreducible(3, 1) && is_irreducible(5, 2) && !is_irreducible(5, 1));
    }
}
