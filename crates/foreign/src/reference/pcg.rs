//! PCG32 of the C.

use core::num::NonZeroU32;

use super::bindings::{Bindings, Pcg32, wide};

/// PCG32 as the PCG C library has it. An ordinary value: no globals, no lock.
///
/// ```
/// use foreign::reference::ReferencePcg32;
///
/// let mut rng = ReferencePcg32::srandom(42, 54);
/// assert_eq!(rng.random(), 2_707_161_783);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferencePcg32(Pcg32);

/// The two builds have the same PCG32: it has no `long` in it.
static C: &Bindings = &wide::BINDINGS;

impl ReferencePcg32 {
    /// A generator with this state and increment. An even increment is kept, but steps as the odd one above it.
    pub fn new_raw(state: u64, inc: u64) -> Self {
        Self(Pcg32 { state, inc })
    }

    /// A generator seeded by `pcg32_srandom_r`.
    pub fn srandom(initstate: u64, initseq: u64) -> Self {
        let mut rng = Pcg32 { state: 0, inc: 0 };
        // SAFETY: the C writes to the struct it is given and keeps nothing.
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

    /// A number below `bound`, all equally likely: words that would favour some are drawn again.
    pub fn boundedrand(&mut self, bound: NonZeroU32) -> u32 {
        // SAFETY: as in srandom; the C divides by the bound, which is not 0.
        unsafe { (C.pcg32_boundedrand_r)(&mut self.0, bound.get()) }
    }

    /// Goes `delta` steps on, modulo the period of 2^64: `u64::MAX` is one step back.
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
}
