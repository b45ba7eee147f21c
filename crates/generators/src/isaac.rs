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
use core::ops::BitXorAssign;

use crate::bounding::{Bounding, Modulo};
use crate::definition::{Constant, Definition, Right};
use crate::draw::Words;

/// Words of the state, and of a block of results.
const SIZE: usize = 256;

/// The constants of an ISAAC with words of this many bits: the golden ratio, and the shifts of a block, to the places in the
/// memory, and of mixing.
const fn constants(
    bits: u32,
    golden: u64,
    [first, second, third, fourth]: [u64; 4],
    [one, other]: [u64; 2],
    mixing: [u64; 8],
) -> [Constant; 17] {
    let below = bits as u64;
    [
        Constant::factor("golden ratio", golden, bits),
        Constant::count("number of first mixings of the eight words", 4),
        Constant::count("number of times that memory is mixed", 2),
        Constant::shift("first shift of a block", first, below),
        Constant::shift("second shift of a block", second, below),
        Constant::shift("third shift of a block", third, below),
        Constant::shift("fourth shift of a block", fourth, below),
        Constant::shift("shift to the first index", one, below),
        Constant::shift("shift to the second index", other, below),
        Constant::shift("first shift of mixing", mixing[0], below),
        Constant::shift("second shift of mixing", mixing[1], below),
        Constant::shift("third shift of mixing", mixing[2], below),
        Constant::shift("fourth shift of mixing", mixing[3], below),
        Constant::shift("fifth shift of mixing", mixing[4], below),
        Constant::shift("sixth shift of mixing", mixing[5], below),
        Constant::shift("seventh shift of mixing", mixing[6], below),
        Constant::shift("eighth shift of mixing", mixing[7], below),
    ]
}

/// The constants of ISAAC-64.
pub const ISAAC_64: Right<u64> = Right::new(&constants(
    64,
    0x9e37_79b9_7f4a_7c13,
    [21, 5, 12, 33],
    [3, 11],
    [9, 9, 23, 15, 14, 20, 17, 14],
));
const ISAAC_32: Right<u32> = Right::new(&constants(
    32,
    0x9e37_79b9,
    [13, 6, 2, 16],
    [2, 10],
    [11, 2, 8, 16, 10, 4, 8, 9],
));

/// What ISAAC and ISAAC-64 do in ways of their own.
pub trait Mixing: Definition {
    /// Mixes eight words.
    fn mix(&self, x: &mut [Self::Word; 8]);

    /// The accumulator after the first of every four shifts of a block.
    fn after_first(&self, shifted: Self::Word) -> Self::Word;
}

impl Mixing for Right<u32> {
    #[inline]
    fn mix(&self, x: &mut [u32; 8]) {
        for i in 0..8 {
            let (next, by) = (x[(i + 1) % 8], self.constant(9 + i));
            x[i] ^= if i % 2 == 0 { next << by } else { next >> by };
            x[(i + 3) % 8] = x[(i + 3) % 8].wrapping_add(x[i]);
            x[(i + 1) % 8] = x[(i + 1) % 8].wrapping_add(x[(i + 2) % 8]);
        }
    }

    #[inline]
    fn after_first(&self, shifted: u32) -> u32 {
        shifted
    }
}

impl Mixing for Right<u64> {
    #[inline]
    fn mix(&self, x: &mut [u64; 8]) {
        mix_64(self, x);
    }

    #[inline]
    fn after_first(&self, shifted: u64) -> u64 {
        !shifted
    }
}

/// Mixes eight words as ISAAC-64 does.
#[inline]
pub fn mix_64<D: Definition>(d: &D, x: &mut [D::Word; 8]) {
    for i in 0..8 {
        let (last, by) = (x[(i + 7) % 8], d.constant(9 + i));
        let shifted = if i % 2 == 0 {
            d.shift_right(last, by)
        } else {
            d.shift_left(last, by)
        };
        x[i] = d.subtract(x[i], x[(i + 4) % 8]);
        x[(i + 5) % 8] ^= shifted;
        x[(i + 7) % 8] = d.add(last, x[i]);
    }
}

/// The state of ISAAC with words of one width.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct State<W> {
    memory: [W; SIZE],
    a: W,
    b: W,
    c: W,
    results: [W; SIZE],
    /// How many results of the block have not been handed out.
    left: usize,
}

impl<W: Copy + BitXorAssign> State<W> {
    /// Seeded with the words of the memory, which are mixed in this many times.
    #[inline]
    pub fn new<D: Mixing<Word = W>>(d: &D, mut memory: [W; SIZE], times: u64) -> Self {
        let zero = d.word(0);
        let mut x = [d.word(d.constant(0)); 8];
        for _ in 0..d.constant(1) {
            d.mix(&mut x);
        }
        for _ in 0..times {
            for block in memory.as_chunks_mut().0 {
                for (x, &mut word) in x.iter_mut().zip(&mut *block) {
                    *x = d.add(*x, word);
                }
                d.mix(&mut x);
                *block = x;
            }
        }
        Self {
            memory,
            a: zero,
            b: zero,
            c: zero,
            results: [zero; SIZE],
            left: 0,
        }
    }

    /// Makes the next block of results.
    #[inline]
    fn update<D: Mixing<Word = W>>(&mut self, d: &D) {
        self.c = d.add(self.c, d.word(1));
        let (mut a, mut b) = (self.a, d.add(self.b, self.c));
        for i in 0..SIZE {
            let x = self.memory[i];
            let by = d.constant(3 + i % 4);
            a ^= if i % 2 == 0 {
                d.shift_left(a, by)
            } else {
                d.shift_right(a, by)
            };
            if i % 4 == 0 {
                a = d.after_first(a);
            }
            a = d.add(a, self.memory[(i + SIZE / 2) % SIZE]);
            let y = d.add(d.add(self.word_at(d, x, 7), a), b);
            self.memory[i] = y;
            b = d.add(self.word_at(d, y, 8), x);
            self.results[i] = b;
        }
        (self.a, self.b, self.left) = (a, b, SIZE);
    }

    /// The word of the memory at the place that a word says, after the shift that is this constant.
    #[inline]
    fn word_at<D: Mixing<Word = W>>(&self, d: &D, word: W, shift: usize) -> W {
        let place = d.low(d.shift_right(word, d.constant(shift)));
        self.memory[place as usize % SIZE]
    }

    /// The next word: those of a block are handed out from the last to the first.
    #[inline]
    pub fn next<D: Mixing<Word = W>>(&mut self, d: &D) -> W {
        if self.left == 0 {
            self.update(d);
        }
        self.left -= 1;
        self.results[self.left]
    }
}

/// ISAAC, with words of 32 bits.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Isaac(State<u32>);

/// ISAAC-64.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Isaac64(State<u64>);

impl Isaac {
    /// `randinit` with a seed in the first word.
    pub fn new(seed: u32) -> Self {
        let mut memory = [0; SIZE];
        memory[0] = seed;
        Self(State::new(&ISAAC_32, memory, ISAAC_32.constant(2)))
    }

    /// The next word.
    pub fn next_word(&mut self) -> u32 {
        self.0.next(&ISAAC_32)
    }
}

impl Isaac64 {
    /// Seeded with up to 2048 bytes; those after them are ignored.
    pub fn new(seed: &[u8]) -> Self {
        Self::mixed(seed, ISAAC_64.constant(2))
    }

    /// A seed that is mixed into the state this many times: Jenkins's `randinit` mixes once if it is told to take no seed.
    pub(crate) fn mixed(seed: &[u8], times: u64) -> Self {
        let mut memory = [0; SIZE];
        for (word, bytes) in memory.iter_mut().zip(seed.chunks(8)) {
            *word = bytes
                .iter()
                .rev()
                .fold(0, |word, &byte| word << 8 | u64::from(byte));
        }
        Self(State::new(&ISAAC_64, memory, times))
    }

    /// The next word.
    pub fn next_word(&mut self) -> u64 {
        self.0.next(&ISAAC_64)
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
