//! PCG32 XSH RR: 64 bits of state, 32 bits of output, 2^63 streams.
//!
//! Source: Melissa O'Neill, *PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
//! Number Generation*, HMC-CS-2014-0905; the document on PCG32 in Haskell (001) uses the same generator with its
//! state and increment set directly.
//!
//! Faithful to the minimal form that the document ports: an increment is kept as given, even if it is even, and made
//! odd only where it is added. So two increments that differ only in the lowest bit are one stream.
//!
//! ```
//! use roguelab_generators::pcg32::Pcg32;
//!
//! let mut pcg = Pcg32::srandom(42, 54);
//! let start = pcg.clone();
//! assert_eq!(pcg.next_word(), 2_707_161_783);
//! pcg.step_back();
//! assert_eq!(pcg, start);
//! ```

mod bulk;

use rand_core::{SeedableRng, utils};

use crate::adapter::generator_of_words;
use crate::rule::odd_inverse;

/// Knuth's multiplier for 64-bit linear congruential generators.
pub const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

/// The shifts of [`word_of`].
pub const SHIFTS: [u64; 3] = [18, 27, 59];

/// Its inverse modulo 2^64.
const INVERSE: u64 = odd_inverse(MULTIPLIER);

/// The generator.
#[derive(Clone, Debug)]
pub struct Pcg32 {
    state: u64,
    inc: u64,
}

impl Pcg32 {
    /// The generator with this state and this increment, as they are.
    pub const fn new_raw(state: u64, inc: u64) -> Self {
        Self { state, inc }
    }

    /// PCG's own seeding: `initstate` says where in the stream to start, `initseq` which of 2^63 streams (its top
    /// bit is lost).
    pub const fn srandom(initstate: u64, initseq: u64) -> Self {
        let mut pcg = Self {
            state: 0,
            inc: (initseq << 1) | 1,
        };
        pcg.step();
        pcg.state = pcg.state.wrapping_add(initstate);
        pcg.step();
        pcg
    }

    /// The 64 bits of state.
    pub const fn state(&self) -> u64 {
        self.state
    }

    /// The increment as it was given.
    pub const fn inc(&self) -> u64 {
        self.inc
    }

    /// The increment as it is added: always odd.
    const fn odd_inc(&self) -> u64 {
        self.inc | 1
    }

    #[inline]
    const fn step(&mut self) {
        self.state = self
            .state
            .wrapping_mul(MULTIPLIER)
            .wrapping_add(self.odd_inc());
    }

    /// The next word.
    #[inline]
    pub const fn next_word(&mut self) -> u32 {
        let old = self.state;
        self.step();
        output(old)
    }

    /// Undoes one step.
    #[inline]
    pub const fn step_back(&mut self) {
        self.state = self
            .state
            .wrapping_sub(self.odd_inc())
            .wrapping_mul(INVERSE);
    }

    /// Takes `delta` steps at once, in time proportional to the number of bits of `delta`. Steps back are steps
    /// forward modulo 2^64: `advance(n.wrapping_neg())` undoes `advance(n)`.
    pub const fn advance(&mut self, delta: u64) {
        self.state = advanced(self.state, MULTIPLIER, self.odd_inc(), delta);
    }

    /// Whether both walk through the same cycle of states and give the same words there.
    pub const fn same_stream(&self, other: &Self) -> bool {
        self.odd_inc() == other.odd_inc()
    }

    /// How many steps from here to `other`, if it is on the same stream.
    pub const fn distance_to(&self, other: &Self) -> Option<u64> {
        if !self.same_stream(other) {
            return None;
        }
        // One step toggles the lowest bit; 2^k steps toggle bit k and change no bit below it.
        let (mut mult, mut plus) = (MULTIPLIER, self.odd_inc());
        let (mut here, mut bit, mut distance) = (self.state, 1u64, 0u64);
        while here != other.state {
            if (here ^ other.state) & bit != 0 {
                here = here.wrapping_mul(mult).wrapping_add(plus);
                distance |= bit;
            }
            plus = mult.wrapping_add(1).wrapping_mul(plus);
            mult = mult.wrapping_mul(mult);
            bit <<= 1;
        }
        Some(distance)
    }
}

#[inline]
const fn output(state: u64) -> u32 {
    word_of(state, SHIFTS)
}

/// The word of a state. XSH: the high bits folded onto those below, 32 of them kept; RR: rotated by the top five.
#[inline]
pub const fn word_of(state: u64, [first, second, turn]: [u64; 3]) -> u32 {
    let xorshifted = (((state >> first) ^ state) >> second) as u32;
    xorshifted.rotate_right((state >> turn) as u32)
}

/// The state after `delta` steps `x -> mult * x + plus` at once.
pub const fn advanced(mut state: u64, mut mult: u64, mut plus: u64, mut delta: u64) -> u64 {
    // Squaring a step doubles its length; the bits of delta choose the lengths.
    while delta > 0 {
        if delta & 1 == 1 {
            state = state.wrapping_mul(mult).wrapping_add(plus);
        }
        plus = mult.wrapping_add(1).wrapping_mul(plus);
        mult = mult.wrapping_mul(mult);
        delta >>= 1;
    }
    state
}

/// Equal generators give equal words for ever: the same state, and the same increment except for the lowest bit.
impl PartialEq for Pcg32 {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.same_stream(other)
    }
}

impl Eq for Pcg32 {}

generator_of_words!(Pcg32, 32, Pcg32::next_word);

/// The seed is `initstate` and then `initseq`, little endian, for [`Pcg32::srandom`].
impl SeedableRng for Pcg32 {
    type Seed = [u8; 16];

    fn from_seed(seed: [u8; 16]) -> Self {
        let [initstate, initseq] = utils::read_words(&seed);
        Self::srandom(initstate, initseq)
    }
}

#[cfg(test)]
mod tests {
    use rand_core::TryRng as _;

    use super::*;
    use crate::draw::Words;

    #[test]
    fn an_even_increment_is_kept_and_walks_as_the_odd_one_above_it() {
        let (mut even, mut odd) = (Pcg32::new_raw(42, 54), Pcg32::new_raw(42, 55));
        assert_eq!(even, odd);
        for _ in 0..100 {
            assert_eq!(even.next_word(), odd.next_word());
        }
        assert_eq!((even.inc(), odd.inc()), (54, 55));
    }

    #[test]
    fn streams_with_other_increments_are_not_equal() {
        let (a, b) = (Pcg32::new_raw(42, 54), Pcg32::new_raw(42, 56));
        assert_ne!(a, b);
        assert_eq!(a.distance_to(&b), None);
    }

    #[test]
    fn filled_words_and_64_bits_are_the_next_words() {
        let (mut pcg, mut stepped) = (Pcg32::srandom(42, 54), Pcg32::srandom(42, 54));
        let mut filled = [0; 2];
        Words::fill(&mut pcg, &mut filled);
        assert_eq!(filled, [(); 2].map(|()| stepped.next_word()));
        let [low, high] = [(); 2].map(|()| u64::from(stepped.next_word()));
        assert_eq!(pcg.try_next_u64(), Ok(high << 32 | low));
    }

    #[test]
    fn a_seed_of_bytes_is_initstate_and_initseq() {
        let mut seed = [0; 16];
        (seed[0], seed[8]) = (42, 54);
        assert_eq!(Pcg32::from_seed(seed), Pcg32::srandom(42, 54));
    }
}
