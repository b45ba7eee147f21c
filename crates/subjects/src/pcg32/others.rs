//! PCG32 of our C, of the author's C++ header, and of the crate `rand_pcg`.

use std::num::NonZeroU32;

use foreign::pcg_cpp::{PcgCpp, PcgCppRandom};
use foreign::reference::ReferencePcg32;
use lockstep::{Missing, Role, Side};
use rand_core::Rng as _;
use rand_pcg::Lcg64Xsh32;
use serde_json::json;

use super::{Generator, GeneratorSide};
use crate::oracles::libraries::{self, PCG_CPP};

/// The C does not have a step back of its own.
impl Generator for ReferencePcg32 {
    fn srandom(&mut self, initstate: u64, initseq: u64) {
        *self = Self::srandom(initstate, initseq);
    }

    fn raw(&mut self, state: u64, inc: u64) {
        *self = Self::new_raw(state, inc);
    }

    fn next(&mut self) -> u32 {
        self.random()
    }

    fn fill(&mut self, words: &mut [u32]) {
        self.fill(words);
    }

    fn bounded(&mut self, bound: NonZeroU32) -> u32 {
        self.boundedrand(bound)
    }

    fn advance(&mut self, delta: u64) {
        self.advance(delta);
    }

    fn parts(&self) -> (u64, u64) {
        (self.state(), self.inc())
    }
}

/// The header, and a generator of it.
type Header = (&'static PcgCpp, PcgCppRandom<'static>);

fn header(library: &'static PcgCpp) -> Result<Header, Missing> {
    let random = library.raw(0, 0).map_err(|error| Missing {
        role: PCG_CPP,
        why: error.to_string(),
        remedy: "set it up again".into(),
    })?;
    Ok((library, random))
}

impl Generator for Header {
    fn srandom(&mut self, initstate: u64, initseq: u64) {
        let seeded = self.0.seeded(initstate, initseq);
        self.1 = seeded.expect("there is room for a generator");
    }

    fn raw(&mut self, state: u64, inc: u64) {
        let read = self.0.raw(state, inc);
        self.1 = read.expect("the header reads what it writes");
    }

    fn next(&mut self) -> u32 {
        self.1.next()
    }

    fn fill(&mut self, words: &mut [u32]) {
        self.1.fill(words);
    }

    fn bounded(&mut self, bound: NonZeroU32) -> u32 {
        self.1.bounded(bound)
    }

    fn advance(&mut self, delta: u64) {
        self.1.advance(delta);
    }

    fn step_back(&mut self) {
        self.1.backstep(1);
    }

    fn parts(&self) -> (u64, u64) {
        (self.1.state(), self.1.increment())
    }
}

/// The crate of the `rand` project as an implementation.
pub(super) const RAND_PCG: Role = Role::Oracle("rand-pcg");

pub(super) const ROLES: [Role; 4] = [Role::Port, Role::Reference, PCG_CPP, RAND_PCG];

impl Generator for Lcg64Xsh32 {
    fn srandom(&mut self, initstate: u64, initseq: u64) {
        *self = Self::new(initstate, initseq);
    }

    fn raw(&mut self, state: u64, inc: u64) {
        let written = json!({ "state": state, "increment": inc | 1 });
        *self = serde_json::from_value(written).expect("the crate reads what it writes");
    }

    fn next(&mut self) -> u32 {
        self.next_u32()
    }

    /// The crate is not asked for these; if it were, this would agree with nothing.
    fn bounded(&mut self, _: NonZeroU32) -> u32 {
        u32::MAX
    }

    fn advance(&mut self, delta: u64) {
        self.advance(delta);
    }

    fn parts(&self) -> (u64, u64) {
        let written = serde_json::to_value(self).unwrap_or_default();
        let state = written["state"].as_u64();
        let increment = written["increment"].as_u64();
        state
            .zip(increment)
            .expect("the crate writes its state and its increment")
    }
}

pub(super) fn side(role: Role) -> Result<Box<dyn Side>, Missing> {
    Ok(match role {
        PCG_CPP => Box::new(GeneratorSide(header(libraries::pcg_cpp()?)?)),
        RAND_PCG => {
            let mut random = Lcg64Xsh32::new(0, 0);
            random.raw(0, 0);
            Box::new(GeneratorSide(random))
        }
        _ => Box::new(GeneratorSide(ReferencePcg32::new_raw(0, 0))),
    })
}
