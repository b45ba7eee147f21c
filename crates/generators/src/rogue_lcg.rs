//! The generator of Rogue 3.6, 5.2, 5.3 and 5.4, and their `rnd` and `roll`.
//!
//! Each draw advances `seed = seed * 11109 + 13849`. Rogue 3.6 takes `(seed & 0x7fff) >> 1` from it, 14 bits; 5.2 and
//! later take `(seed >> 16) & 0xffff`.
//!
//! Sources: for 3.6 `rogue.h` and `main.c` of the repositories `rogueforge/rogue3.6` and
//! `RoguelikeRestorationProject/rogue3.6`; for 5.x `extern.h` and `main.c` of `rogueforge/rogue5.2` and
//! `rogueforge/rogue5.4`, `extern.c` and `main.c` of `Davidslv/rogue` (5.4.4), `extern.h` of `lcn2/rogue5.4`.
//!
//! Faithful to: constants, both output forms, no step for `rnd(0)`, C's remainder for a negative range. The seed is an
//! `int` in 3.6 and in 5.4.4, a `long` in 5.2; neither output depends on more than its low 32 bits.
//!
//! Departs from: `abs` is left out. No word is negative where an `int` has 32 bits, as here.
//!
//! The multiplier is 1 modulo 4 and the increment odd, so the seed has full period modulo every power of two (Hull and
//! Dobell 1962), and bit `k` of the seed has period `2^(k+1)`. It follows that
//!
//! - a game of 3.6 depends only on the low 15 bits of its seed, and all 32,768 of them lie on one ring: each game starts
//!   somewhere else on the same sequence of 32,768 words;
//! - `rnd(2)` of 3.6 is bit 1 of the seed and repeats every 4 draws; `rnd(2)` of 5.x is bit 16 and repeats every 131,072.
//!
//! ```
//! use roguelab_generators::rogue_lcg::{Rogue3, Rogue5};
//!
//! let mut game = Rogue3::new(1);
//! assert_eq!([(); 8].map(|()| game.rnd(2)), [1, 1, 0, 0, 1, 1, 0, 0]);
//! assert_eq!((Rogue3::bit_period(0), Rogue5::bit_period(0)), (4, 131_072));
//! ```

use crate::draw::Words;

/// `a` of `seed = a * seed + c`.
pub const MULTIPLIER: u32 = 11109;

/// `c` of `seed = a * seed + c`.
pub const INCREMENT: u32 = 13849;

/// The generator; its words are the `BITS` bits of the seed from bit `SHIFT` on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Lcg<const SHIFT: u32, const BITS: u32> {
    seed: u32,
}

/// The generator of Rogue 3.6.
pub type Rogue3 = Lcg<1, 14>;

/// The generator of Rogue 5.2 to 5.4.
pub type Rogue5 = Lcg<16, 16>;

impl<const SHIFT: u32, const BITS: u32> Lcg<SHIFT, BITS> {
    /// How many words come before they repeat: every seed has the same period.
    pub const PERIOD: u64 = Self::bit_period(BITS - 1);

    /// A game's generator before its first draw. The game's seed is the dungeon number.
    pub const fn new(seed: i32) -> Self {
        Self { seed: seed as u32 }
    }

    /// The current seed.
    pub const fn seed(&self) -> i32 {
        self.seed as i32
    }

    /// `RN`: the next word.
    pub const fn next_word(&mut self) -> u32 {
        self.seed = self.seed.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        self.seed >> SHIFT & u32::MAX >> (32 - BITS)
    }

    /// A number in `0..range`; 0 without a draw if `range` is 0; below `-range` if it is negative.
    pub const fn rnd(&mut self, range: i32) -> i32 {
        if range == 0 {
            0
        } else {
            self.next_word() as i32 % range
        }
    }

    /// The sum of `number` dice with faces 1 to `sides`.
    pub fn roll(&mut self, number: u32, sides: i32) -> i32 {
        (0..number).fold(0, |total: i32, _| total.wrapping_add(self.rnd(sides) + 1))
    }

    /// After how many words bit `bit` of a word repeats.
    pub const fn bit_period(bit: u32) -> u64 {
        2 << (SHIFT + bit)
    }
}

impl<const SHIFT: u32, const BITS: u32> Words for Lcg<SHIFT, BITS> {
    type Word = u32;
    const BITS: u32 = BITS;

    #[inline]
    fn next_word(&mut self) -> u32 {
        Self::next_word(self)
    }
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;

    /// The least period of the first words of a sequence, which must be a power of two of at most half its length.
    fn period(words: &[u32]) -> usize {
        let repeats = |&period: &usize| {
            words[period..]
                .iter()
                .zip(words)
                .all(|(later, word)| later == word)
        };
        (0..words.len().ilog2())
            .map(|log| 1 << log)
            .find(repeats)
            .unwrap_or(0)
    }

    #[test]
    fn every_seed_of_3_6_is_on_one_ring_of_32768() {
        let mut game = Rogue3::new(0);
        let mut seen = vec![false; 1 << 15];
        let words: Vec<u32> = (0..1 << 16)
            .map(|_| {
                seen[game.seed() as usize % (1 << 15)] = true;
                game.next_word()
            })
            .collect();
        assert!(seen.iter().all(|&seen| seen));
        assert_eq!((period(&words), Rogue3::PERIOD), (1 << 15, 1 << 15));
        assert!((0..14).all(|word| {
            words[..1 << 15]
                .iter()
                .filter(|&&other| other == 1 << word)
                .count()
                == 2
        }));
    }

    #[test]
    fn bits_have_the_periods_that_full_period_gives() {
        assert_eq!((MULTIPLIER % 4, INCREMENT % 2), (1, 1));
        for start in [0, 1, -1, i32::MIN, 123_456_789] {
            let mut game = Rogue3::new(start);
            let words: Vec<u32> = (0..1 << 16).map(|_| game.next_word()).collect();
            for bit in 0..14 {
                let bits: Vec<u32> = words.iter().map(|word| word >> bit & 1).collect();
                assert_eq!(
                    period(&bits) as u64,
                    Rogue3::bit_period(bit),
                    "bit {bit} of 3.6"
                );
            }
        }
        let mut game = Rogue5::new(7);
        let words: Vec<u32> = (0..1 << 21).map(|_| game.next_word()).collect();
        for bit in 0..4 {
            let bits: Vec<u32> = words.iter().map(|word| word >> bit & 1).collect();
            assert_eq!(
                period(&bits) as u64,
                Rogue5::bit_period(bit),
                "bit {bit} of 5.x"
            );
        }
        assert_eq!(Rogue5::PERIOD, 1 << 32);
    }
}
