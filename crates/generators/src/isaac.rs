//! ISAAC-64, the generator of `NetHack` 3.6 and 3.7 (where built with `USE_ISAAC64`), and their `rn2` and `rnd`.
//!
//! Sources: Robert J. Jenkins Jr., *ISAAC* (1996, `burtleburtle.net/bob/rand/isaac.html`), whose 64-bit form the
//! documentation of the crate `rand_isaac` describes; `NetHack`'s `isaac64.c` (Timothy Terriberry, CC0) and `rnd.c`.
//!
//! Faithful to: the state of 256 words, the order in which a block's results are handed out (the last one first),
//! and `NetHack`'s seeding. `NetHack` takes the bytes of an `unsigned long`, the lowest first, as the start of 256 words
//! that are otherwise zero, and mixes them into the state twice. An `unsigned long` of 4 bytes gives the same words as
//! one of 8 with the same value. `rand_isaac::Isaac64Rng::from_seed` gives the same words for the 8 bytes of the seed
//! followed by 24 zeros; its `seed_from_u64` does not, because it mixes once.
//!
//! Departs from: `rn2(0)` and negative arguments, which `NetHack` never means, cannot be written.
//!
//! ```
//! use core::num::NonZeroU32;
//! use generators::isaac::Isaac64;
//!
//! let mut nethack = Isaac64::nethack(42);
//! let hundred = NonZeroU32::new(100).unwrap();
//! assert_eq!(nethack.clone().rnd(hundred), nethack.rn2(hundred) + 1);
//! ```

use core::num::NonZeroU32;

use crate::bounding::{Bounding, Modulo};
use crate::draw::Words;

/// Words of the state, and of a block of results.
const SIZE: usize = 256;

/// The generator.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Isaac64 {
    memory: [u64; SIZE],
    a: u64,
    b: u64,
    c: u64,
    results: [u64; SIZE],
    /// How many results have not been handed out.
    left: usize,
}

impl Isaac64 {
    /// `isaac64_init`: seeded with up to 2048 bytes; those after them are ignored.
    pub fn new(seed: &[u8]) -> Self {
        Self::mixed(seed, 2)
    }

    /// A seed that is mixed into the state so often: Jenkins's `randinit` mixes once where it is to take no seed.
    pub(crate) fn mixed(seed: &[u8], times: usize) -> Self {
        let mut memory = [0; SIZE];
        for (word, bytes) in memory.iter_mut().zip(seed.chunks(8)) {
            *word = bytes
                .iter()
                .rev()
                .fold(0, |word, &byte| word << 8 | u64::from(byte));
        }
        let mut x = [0x9e37_79b9_7f4a_7c13; 8]; // the golden ratio
        for _ in 0..4 {
            mix(&mut x);
        }
        for _ in 0..times {
            for block in memory.as_chunks_mut().0 {
                for (x, &mut word) in x.iter_mut().zip(&mut *block) {
                    *x = x.wrapping_add(word);
                }
                mix(&mut x);
                *block = x;
            }
        }
        let mut isaac = Self {
            memory,
            a: 0,
            b: 0,
            c: 0,
            results: [0; SIZE],
            left: 0,
        };
        isaac.update();
        isaac
    }

    /// `init_isaac64`: `NetHack`'s seeding.
    pub fn nethack(seed: u64) -> Self {
        Self::new(&seed.to_le_bytes())
    }

    /// `isaac64_update`: makes the next block of results.
    fn update(&mut self) {
        self.c = self.c.wrapping_add(1);
        let (mut a, mut b) = (self.a, self.b.wrapping_add(self.c));
        for i in 0..SIZE {
            let x = self.memory[i];
            a = match i % 4 {
                0 => !(a ^ a << 21),
                1 => a ^ a >> 5,
                2 => a ^ a << 12,
                _ => a ^ a >> 33,
            };
            a = a.wrapping_add(self.memory[(i + SIZE / 2) % SIZE]);
            let y = self.memory[(x >> 3) as usize % SIZE]
                .wrapping_add(a)
                .wrapping_add(b);
            self.memory[i] = y;
            b = self.memory[(y >> 11) as usize % SIZE].wrapping_add(x);
            self.results[i] = b;
        }
        (self.a, self.b, self.left) = (a, b, SIZE);
    }

    /// `isaac64_next_uint64`: the next word.
    pub fn next_word(&mut self) -> u64 {
        if self.left == 0 {
            self.update();
        }
        self.left -= 1;
        self.results[self.left]
    }

    /// A number in `0..x`: the remainder of the next word.
    pub fn rn2(&mut self, x: NonZeroU32) -> u32 {
        Modulo::bound(self, x)
    }

    /// A number in `1..=x`.
    pub fn rnd(&mut self, x: NonZeroU32) -> u32 {
        self.rn2(x) + 1
    }
}

/// `isaac64_mix`.
fn mix(x: &mut [u64; 8]) {
    for (i, shift) in [9, 9, 23, 15, 14, 20, 17, 14].into_iter().enumerate() {
        let shifted = if i % 2 == 0 {
            x[(i + 7) % 8] >> shift
        } else {
            x[(i + 7) % 8] << shift
        };
        x[i] = x[i].wrapping_sub(x[(i + 4) % 8]);
        x[(i + 5) % 8] ^= shifted;
        x[(i + 7) % 8] = x[(i + 7) % 8].wrapping_add(x[i]);
    }
}

impl Words for Isaac64 {
    type Word = u64;
    const BITS: u32 = 64;

    fn next_word(&mut self) -> u64 {
        Self::next_word(self)
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn trailing_zeros_and_bytes_after_the_state_do_not_count() {
        assert_eq!(Isaac64::new(&[7]), Isaac64::nethack(7));
        let mut long = [1; 8 * SIZE + 1];
        let first = Isaac64::new(&long);
        long[8 * SIZE] = 2;
        assert_eq!(Isaac64::new(&long), first);
    }

    #[test]
    fn isaac64_gives_the_oracle_s_words_in_three_blocks() {
        let mut isaac = Isaac64::nethack(42);
        let words: Vec<u64> = (0..515).map(|_| Words::next_word(&mut isaac)).collect();
        assert_eq!(
            [0, 1, 255, 256, 257, 511, 512].map(|place| words[place]),
            [
                13_535_040_523_913_025_898,
                11_186_036_148_076_763_066,
                14_659_560_147_241_351_890,
                526_608_684_172_664_766,
                8_028_293_994_754_673_622,
                3_951_765_226_803_776_866,
                134_809_600_763_208_420,
            ]
        );
        assert_eq!(
            words.iter().fold(0, |sum, word| sum ^ word),
            4_468_354_364_772_844_019
        );
        // Sixteen blocks, by another implementation that gives the words above: the counter of blocks goes on.
        let mut isaac = Isaac64::nethack(42);
        let sum = (0..16 * 256).fold(0, |sum, _| sum ^ isaac.next_word());
        assert_eq!(sum, 7_125_037_521_398_171_347);
        let mut isaac = Isaac64::nethack(0);
        assert_eq!(
            [isaac.next_word(), isaac.next_word()],
            [11_329_126_462_075_137_345, 3_096_006_490_854_172_103]
        );
    }

    #[test]
    fn isaac64_s_bounded_numbers_are_the_oracle_s() {
        let mut isaac = Isaac64::nethack(42);
        let numbers = [1, 2, 3, 6, 100, 2_147_483_649, 4_294_967_295]
            .map(|bound| isaac.rn2(NonZeroU32::new(bound).unwrap()));
        assert_eq!(numbers, [0, 0, 2, 1, 84, 1_912_429_985, 3_078_509_518]);
        assert_eq!(
            [1, 6, 20, 4_294_967_295].map(|bound| isaac.rnd(NonZeroU32::new(bound).unwrap())),
            [1, 2, 9, 1_039_437_572]
        );
    }
}
