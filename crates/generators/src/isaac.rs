//! ISAAC; and ISAAC-64, the generator of `NetHack` 3.6 and 3.7 (where built with `USE_ISAAC64`), and their `rn2` and `rnd`.
//!
//! Sources: Robert J. Jenkins Jr., *ISAAC* (1996, `burtleburtle.net/bob/rand/isaac.html`), whose 64-bit form the
//! documentation of the crate `rand_isaac` describes; `NetHack`'s C of it (Timothy Terriberry, CC0) and `rnd.c`.
//!
//! Faithful to: the state of 256 words, the order in which a block's results are handed out (the last one first),
//! and `NetHack`'s seeding. `NetHack` takes the bytes of an `unsigned long`, the lowest first, as the start of 256 words
//! that are otherwise zero, and mixes them into the state twice. An `unsigned long` of 4 bytes gives the same words as
//! one of 8 with the same value. `rand_isaac::Isaac64Rng::from_seed` gives the same words for the 8 bytes of the seed
//! followed by 24 zeros; its `seed_from_u64` does not, because it mixes once.
//!
//! Departs from: `rn2(0)` and negative arguments, which `NetHack` never uses, cannot be written.
//!
//! ```
//! use core::num::NonZeroU32;
//! use roguelab_generators::isaac::Isaac64;
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

/// ISAAC with words of one width: its golden ratio, how it mixes, the four steps of its accumulator, and where its places are
/// in a word.
macro_rules! isaac {
    ($(#[$doc:meta])* $name:ident, $word:ident, $golden:literal, $mix:expr, $steps:expr, $low:literal, $high:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Eq, PartialEq)]
        pub struct $name {
            memory: [$word; SIZE],
            a: $word,
            b: $word,
            c: $word,
            results: [$word; SIZE],
            /// How many results of the block have not been handed out.
            left: usize,
        }

        impl $name {
            /// Seeded with the words of the state, which are mixed in this many times.
            fn of(mut memory: [$word; SIZE], times: usize) -> Self {
                let mut x = [$golden; 8];
                for _ in 0..4 {
                    $mix(&mut x);
                }
                for _ in 0..times {
                    for block in memory.as_chunks_mut().0 {
                        for (x, &mut word) in x.iter_mut().zip(&mut *block) {
                            *x = x.wrapping_add(word);
                        }
                        $mix(&mut x);
                        *block = x;
                    }
                }
                Self {
                    memory,
                    a: 0,
                    b: 0,
                    c: 0,
                    results: [0; SIZE],
                    left: 0,
                }
            }

            /// Makes the next block of results.
            fn update(&mut self) {
                self.c = self.c.wrapping_add(1);
                let (mut a, mut b) = (self.a, self.b.wrapping_add(self.c));
                for i in 0..SIZE {
                    let x = self.memory[i];
                    a = $steps(a, i % 4);
                    a = a.wrapping_add(self.memory[(i + SIZE / 2) % SIZE]);
                    let y = self.memory[(x >> $low) as usize % SIZE]
                        .wrapping_add(a)
                        .wrapping_add(b);
                    self.memory[i] = y;
                    b = self.memory[(y >> $high) as usize % SIZE].wrapping_add(x);
                    self.results[i] = b;
                }
                (self.a, self.b, self.left) = (a, b, SIZE);
            }

            /// The next word: those of a block are handed out from the last to the first.
            pub fn next_word(&mut self) -> $word {
                if self.left == 0 {
                    self.update();
                }
                self.left -= 1;
                self.results[self.left]
            }
        }
    };
}

isaac!(
    /// ISAAC-64.
    Isaac64, u64, 0x9e37_79b9_7f4a_7c13, mix_64,
    |a: u64, step| match step {
        0 => !(a ^ a << 21),
        1 => a ^ a >> 5,
        2 => a ^ a << 12,
        _ => a ^ a >> 33,
    },
    3, 11
);

isaac!(
    /// ISAAC, with words of 32 bits.
    Isaac, u32, 0x9e37_79b9, mix_32,
    |a: u32, step| match step {
        0 => a ^ a << 13,
        1 => a ^ a >> 6,
        2 => a ^ a << 2,
        _ => a ^ a >> 16,
    },
    2, 10
);

impl Isaac {
    /// `randinit` with a seed in the first word.
    pub fn new(seed: u32) -> Self {
        let mut memory = [0; SIZE];
        memory[0] = seed;
        Self::of(memory, 2)
    }
}

impl Isaac64 {
    /// Seeded with up to 2048 bytes; those after them are ignored.
    pub fn new(seed: &[u8]) -> Self {
        Self::mixed(seed, 2)
    }

    /// A seed that is mixed into the state this many times: Jenkins's `randinit` mixes once if it is told to take no seed.
    pub(crate) fn mixed(seed: &[u8], times: usize) -> Self {
        let mut memory = [0; SIZE];
        for (word, bytes) in memory.iter_mut().zip(seed.chunks(8)) {
            *word = bytes
                .iter()
                .rev()
                .fold(0, |word, &byte| word << 8 | u64::from(byte));
        }
        Self::of(memory, times)
    }

    /// The generator as `NetHack` seeds it.
    pub fn nethack(seed: u64) -> Self {
        Self::new(&seed.to_le_bytes())
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

fn mix_64(x: &mut [u64; 8]) {
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

fn mix_32(x: &mut [u32; 8]) {
    for (i, shift) in [11, 2, 8, 16, 10, 4, 8, 9].into_iter().enumerate() {
        let next = x[(i + 1) % 8];
        x[i] ^= if i % 2 == 0 {
            next << shift
        } else {
            next >> shift
        };
        x[(i + 3) % 8] = x[(i + 3) % 8].wrapping_add(x[i]);
        x[(i + 1) % 8] = x[(i + 1) % 8].wrapping_add(x[(i + 2) % 8]);
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
    fn the_words_of_sixteen_blocks_are_those_of_another_implementation() {
        let mut isaac = Isaac64::nethack(42);
        let sum = (0..16 * 256).fold(0, |sum, _| sum ^ isaac.next_word());
        assert_eq!(sum, 7_125_037_521_398_171_347);
    }
}
