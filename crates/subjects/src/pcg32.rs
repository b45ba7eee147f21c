//! PCG32: words, bounded numbers, jumps; beside our C, the PCG author's C++ header, and the crate `rand_pcg`.
//!
//! The header is asked everything, bounded numbers and steps back by its own functions. State and increment go in as it reads a
//! generator. The header and the crate keep an increment odd: an even one becomes the odd one above it, on the same stream. So
//! states and words are compared, but increments are not.
//!
//! The crate's `new` is `srandom`. State and increment go in and come out through serde, as nothing else of the crate shows
//! them; for that the increment must first be made odd. A step back is a step of 2^64 - 1 forward. The crate has no bounded
//! numbers of its own (those of the crate `rand` follow another rule), so it is not asked for them.

mod cases;
#[cfg(feature = "foreign")]
mod others;

use std::num::NonZeroU32;

use generators::bounding::Threshold;
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use lockstep::{Seen, Subject, TypedSide, WordStream};

use super::arguments::Count;

lockstep::ops! {
    /// An op on PCG32.
    pub enum Op {
        /// Seeds: inc = 2 * initseq + 1, state = 0; one step; state += initstate; one step. All mod 2^64. Shows the state.
        /// A step is state = 6364136223846793005 * state + (inc | 1) mod 2^64.
        Srandom { initstate: u64, initseq: u64 } = "srandom" => u64 [seeds],
        /// Sets state and inc as they are, and shows the state. An even inc steps as the odd one above it.
        Raw { state: u64, inc: u64 } = "raw" => u64 [seeds],
        /// From the state before the step: ((state >> 18) ^ state) >> 27, its low 32 bits rotated right by state >> 59.
        /// Then one step.
        Random = "random" => u32,
        /// As many words of random as count says.
        Randoms { count: Count } = "randoms" => words,
        /// A number below bound (1 to 2^32 - 1): words below 2^32 mod bound are thrown away, of the first other one the
        /// remainder by bound.
        Boundedrand { bound: NonZeroU32 } = "boundedrand" => u32,
        /// delta steps at once, mod 2^64: 2^64 - 1 is one step back. Shows the state.
        Advance { delta: u64 } = "advance" => u64,
        /// One step back. Shows the state.
        StepBack = "step_back" => u64,
    }
}

/// The subject.
pub struct PcgWords;

/// A generator, with what the ops need.
trait Generator {
    fn srandom(&mut self, initstate: u64, initseq: u64);
    fn raw(&mut self, state: u64, inc: u64);
    fn next(&mut self) -> u32;
    fn bounded(&mut self, bound: NonZeroU32) -> u32;
    fn advance(&mut self, delta: u64);
    fn parts(&self) -> (u64, u64);

    fn fill(&mut self, words: &mut [u32]) {
        words.fill_with(|| self.next());
    }

    /// Steps forward by all steps but one.
    fn step_back(&mut self) {
        self.advance(u64::MAX);
    }
}

/// A generator as a side.
struct GeneratorSide<G>(G);

impl<G: Generator> TypedSide for GeneratorSide<G> {
    type Op = Op;

    fn apply(&mut self, op: &Op) -> Seen {
        match *op {
            Op::Srandom { initstate, initseq } => self.0.srandom(initstate, initseq),
            Op::Raw { state, inc } => self.0.raw(state, inc),
            Op::Random => return Seen::number(self.0.next()),
            Op::Randoms { count } => {
                return count.filled(|words| self.0.fill(words));
            }
            Op::Boundedrand { bound } => return Seen::number(self.0.bounded(bound)),
            Op::Advance { delta } => self.0.advance(delta),
            Op::StepBack => self.0.step_back(),
        }
        Seen::number(self.0.parts().0)
    }

    fn state(&self) -> String {
        let (state, inc) = self.0.parts();
        format!("state {state:016x}, inc {inc:016x}")
    }
}

impl Generator for Pcg32 {
    fn srandom(&mut self, initstate: u64, initseq: u64) {
        *self = Self::srandom(initstate, initseq);
    }

    fn raw(&mut self, state: u64, inc: u64) {
        *self = Self::new_raw(state, inc);
    }

    fn next(&mut self) -> u32 {
        self.next_word()
    }

    fn fill(&mut self, words: &mut [u32]) {
        self.fill(words);
    }

    fn bounded(&mut self, bound: NonZeroU32) -> u32 {
        Dice::<_, Threshold>::new(self).draw(bound)
    }

    fn advance(&mut self, delta: u64) {
        self.advance(delta);
    }

    fn step_back(&mut self) {
        self.step_back();
    }

    fn parts(&self) -> (u64, u64) {
        (self.state(), self.inc())
    }
}

impl Subject for PcgWords {
    facts!(
        "pcg32",
        "PCG32: words, bounded numbers, jumps",
        Op,
        others::ROLES,
        Box::new(GeneratorSide(Pcg32::new_raw(0, 0))),
        role => others::side(role)?,
        cases::CASES
    );

    #[cfg(feature = "foreign")]
    fn answers(&self, role: lockstep::Role, ops: &[String]) -> bool {
        role != others::RAND_PCG || !ops.last().is_some_and(|op| op.starts_with("boundedrand "))
    }

    fn words(&self) -> Option<WordStream> {
        Some(WordStream {
            bits: 32,
            seed_bits: 64,
            seed: "srandom {} 54",
            words: "randoms",
            seeding: "the seed of srandom, on stream 54; a seed is a long stream",
        })
    }
}
