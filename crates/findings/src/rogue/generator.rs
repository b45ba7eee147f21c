//! The generator compared with its relatives: the built-in table, type 0, and the C library's seeding.

use generators::bsd_random::{Kind, Seeding, Type0, Type3};

use crate::prelude::*;

#[derive(Serialize)]
pub struct Generator {
    /// The seed below a thousand whose state is the generator's built-in table.
    pub table_is_seed: Option<i32>,
    pub type0_coin_period: u64,
    /// The least period of `get_rand` with type 0, and so of the low 14 bits of its words.
    pub type0_draw_period: u64,
    pub state_bits: [usize; 2],
    /// The words compared with the C library's seeding: how many seeds, and how many words from each.
    pub words_compared: [u64; 2],
    pub words_equal: u64,
}

/// How many seeds, and how many words from each, are compared with the C library's seeding.
const COMPARED: [u64; 2] = [1000, 64];

/// The least period of the low bits of type 0's words, if it divides `most`, which is a power of two.
fn period(bits: u32, most: usize) -> u64 {
    let mut type0 = Type0::srrandom(1);
    let mut words = Vec::new();
    for _ in 0..2 * most {
        words.push(type0.next_word() & ((1 << bits) - 1));
    }
    let mut period = 2 * most;
    while period > 1 && words[period / 2..][..most] == words[..most] {
        period /= 2;
    }
    if period > most { 0 } else { period as u64 }
}

/// How many of the first words from this seed are also the C library's.
fn equal_words(seed: i32, words: u64) -> u64 {
    let mut weak = Type3::srrandom(seed);
    let mut glibc = Type3::new(Seeding::Glibc, seed);
    (0..words)
        .filter(|_| weak.next_word() == glibc.next_word())
        .count() as u64
}

impl Generator {
    pub(super) fn compute() -> Self {
        let unseeded = Type3::unseeded();
        let [seeds, words] = COMPARED;
        Self {
            table_is_seed: (0..1000).find(|&seed| Type3::srrandom(seed).ring() == unseeded.ring()),
            type0_coin_period: period(1, 1 << 10),
            type0_draw_period: period(14, 1 << 16),
            state_bits: [31, 32 * Kind::Type3.degree()],
            words_compared: COMPARED,
            words_equal: (1..=seeds as i32)
                .map(|seed| equal_words(seed, words))
                .sum(),
        }
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
}
