//! PCG32 of the C, and the draws of the Haskell of document 001, "Week 3: Random Dungeons".

use core::num::NonZeroU32;

use super::bindings::{Bindings, Pcg32, wide};
use super::documents as c;

/// PCG32 as in the PCG C library, and `PCGen` of the Haskell document with the draws that the package random-1.1 makes from it.
/// It is an ordinary value: no globals, no lock. The document's functions return the next generator beside their result; these
/// change the generator on which they are called.
///
/// ```
/// use roguelab_foreign::reference::ReferencePcg32;
///
/// let mut rng = ReferencePcg32::srandom(42, 54);
/// assert_eq!(rng.random(), 2_707_161_783);
/// let mut rng = ReferencePcg32::new_raw(0x853c_49e6_748f_ea9b, 0xda3e_39cb_94b9_5bdb);
/// assert_eq!(rng.random_r_i64(1, 20), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferencePcg32(Pcg32);

/// The two builds have the same PCG32, as it has no `long` in it.
static C: &Bindings = &wide::BINDINGS;

impl ReferencePcg32 {
    /// A generator with this state and increment. An even increment is kept, but steps as the odd one above it.
    pub fn new_raw(state: u64, inc: u64) -> Self {
        Self(Pcg32 { state, inc })
    }

    /// A generator seeded by `pcg32_srandom_r`.
    pub fn srandom(initstate: u64, initseq: u64) -> Self {
        let mut rng = Pcg32 { state: 0, inc: 0 };
        // SAFETY: the C writes to the given struct and keeps no pointer.
        unsafe { (C.pcg32_srandom_r)(&mut rng, initstate, initseq) };
        Self(rng)
    }

    /// The next word.
    pub fn random(&mut self) -> u32 {
        // SAFETY: as in srandom.
        unsafe { (C.pcg32_random_r)(&mut self.0) }
    }

    /// The next words, in a loop in C.
    pub fn fill(&mut self, words: &mut [u32]) {
        // SAFETY: as in srandom; the C writes as many words as the slice has.
        unsafe { (C.pcg32_words_into)(&mut self.0, words.as_mut_ptr(), words.len()) }
    }

    /// A number below `bound`, all equally likely: words that would favour some numbers are drawn again.
    pub fn boundedrand(&mut self, bound: NonZeroU32) -> u32 {
        // SAFETY: as in srandom; the C divides by the bound, which is not 0.
        unsafe { (C.pcg32_boundedrand_r)(&mut self.0, bound.get()) }
    }

    /// Advances by `delta` steps, modulo the period of 2^64: `u64::MAX` is one step back.
    pub fn advance(&mut self, delta: u64) {
        // SAFETY: as in srandom.
        unsafe { (C.pcg32_advance_r)(&mut self.0, delta) }
    }

    /// The state.
    pub fn state(&self) -> u64 {
        self.0.state
    }

    /// The increment, as it was given.
    pub fn inc(&self) -> u64 {
        self.0.inc
    }

    /// `next`: the next word, as a signed number.
    pub fn next_i32(&mut self) -> i32 {
        // SAFETY: as in srandom.
        unsafe { c::haskell_next(&mut self.0) }
    }

    /// `split`: two generators. This generator does not change.
    pub fn split(&self) -> (Self, Self) {
        let (mut left, mut right) = (Self::new_raw(0, 0), Self::new_raw(0, 0));
        // SAFETY: as in srandom.
        unsafe { c::haskell_split(&self.0, &mut left.0, &mut right.0) };
        (left, right)
    }

    /// `randomR` for integers: a number from `l` to `h`, both included, in either order. Every range of 64 bits works.
    pub fn random_r_i64(&mut self, l: i64, h: i64) -> i64 {
        // SAFETY: as in srandom.
        unsafe { c::haskell_random_r(&mut self.0, l, h) }
    }

    /// `random` for `Word64`.
    pub fn random_u64(&mut self) -> u64 {
        // SAFETY: as in srandom.
        unsafe { c::haskell_random_word64(&mut self.0) }
    }

    /// `random` for `Double`: at least 0 and below 1, a multiple of 2^-53.
    pub fn random_f64(&mut self) -> f64 {
        // SAFETY: as in srandom.
        unsafe { c::haskell_random_double(&mut self.0) }
    }
}
