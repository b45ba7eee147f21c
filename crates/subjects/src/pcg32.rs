//! PCG32: words, bounded numbers, jumps; beside our C, the PCG author's C++ header, and the crate `rand_pcg`.
//!
//! The header is asked everything, bounded numbers and steps back by its own functions. State and increment go in as it
//! reads a generator. It keeps an increment odd, and so does the crate: an even one is one less than the one they have,
//! and the same stream, so states and words are compared, and increments are not.
//!
//! The crate's `new` is `srandom`. State and increment go in and come out through serde, as nothing else of it shows them;
//! there the increment must be made odd first. A step back is a step of 2^64 - 1 forward. It has no bounded numbers of its
//! own (those of the crate `rand` follow another rule), so they are not asked of it.

use std::num::NonZeroU32;

use foreign::pcg_cpp::{PcgCpp, PcgCppRandom};
use foreign::reference::ReferencePcg32;
use generators::bounding::Threshold;
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use lockstep::{
    Budget, Cases, Chooser, Kind, Missing, Role, Seen, Side, Subject, TypedSide, WordStream,
    split_ops,
};

use rand_core::Rng as _;
use rand_pcg::Lcg64Xsh32;
use serde_json::{Value, json};

use super::arguments::Count;
use crate::oracles::libraries::{self, PCG_CPP};

lockstep::ops! {
    /// An op on PCG32.
    pub enum PcgOp {
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

/// A generator as the ops ask it.
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

    /// All the steps but one, forward.
    fn step_back(&mut self) {
        self.advance(u64::MAX);
    }
}

struct Of<G>(G);

impl<G: Generator> TypedSide for Of<G> {
    type Op = PcgOp;

    fn apply(&mut self, op: &PcgOp) -> Seen {
        match *op {
            PcgOp::Srandom { initstate, initseq } => self.0.srandom(initstate, initseq),
            PcgOp::Raw { state, inc } => self.0.raw(state, inc),
            PcgOp::Random => return Seen::number(self.0.next()),
            PcgOp::Randoms { count } => {
                return count.filled(|words| self.0.fill(words));
            }
            PcgOp::Boundedrand { bound } => return Seen::number(self.0.bounded(bound)),
            PcgOp::Advance { delta } => self.0.advance(delta),
            PcgOp::StepBack => self.0.step_back(),
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

/// The C has no step back of its own.
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
const RAND_PCG: Role = Role::Oracle("rand-pcg");

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

    /// It is not asked for these; should it be, this agrees with nobody.
    fn bounded(&mut self, _: NonZeroU32) -> u32 {
        u32::MAX
    }

    fn advance(&mut self, delta: u64) {
        self.advance(delta);
    }

    fn parts(&self) -> (u64, u64) {
        let written = serde_json::to_value(self).unwrap_or_default();
        let part = |key| written.get(key).and_then(Value::as_u64);
        part("state")
            .zip(part("increment"))
            .expect("the crate writes its state and its increment")
    }
}

/// A little of everything: bounds at both ends, at powers of two, and one just above 2^31, where nearly every second word is
/// refused; and jumps.
const SOME_OF_EACH: &str = "random; boundedrand 1; boundedrand 2; boundedrand 3; boundedrand 6; boundedrand 100; \
    boundedrand 65536; boundedrand 2147483648; boundedrand 2147483649; boundedrand 4294967295; \
    advance 0; random; step_back; advance 1; random; step_back; advance 2; random; step_back; advance 1000; random; step_back; \
    advance 1099511627776; random; step_back; advance 9223372036854775808; random; step_back; \
    advance 18446744073709551615; random; step_back";

/// Back by 2, 6, 1000, 2^40 and 2^63 - 1.
const BACK: &str = "advance 18446744073709551614; random; advance 18446744073709551610; random; \
    advance 18446744073709550616; random; advance 18446742974197923840; random; advance 9223372036854775809; random";

/// States whose next word is the threshold 2^32 mod bound, which is kept, or one less, which is thrown away; with the bounds.
#[rustfmt::skip]
const ON_THE_THRESHOLD: [(u64, u32); 9] = [
    (536_870_912, 6), (402_653_184, 6), (12_884_901_888, 100), (12_750_684_160, 100),
    (288_229_276_640_083_968, 2_147_483_649), (288_229_276_774_301_696, 2_147_483_649),
    (173_808_093_765_828_608, 3_000_000_000), (173_808_142_218_428_416, 3_000_000_000), (0, 65536),
];

fn random_op(chooser: &mut Chooser) -> String {
    match chooser.below(8) {
        0 => format!("srandom {} {}", chooser.next_u64(), chooser.next_u64()),
        1 => format!("raw {} {}", chooser.next_u64(), chooser.next_u64()),
        // Of any size, so that small bounds come as often as large ones.
        2 => format!(
            "boundedrand {}",
            (chooser.any_u32() >> chooser.below(32)).max(1)
        ),
        3 => format!("advance {}", chooser.next_u64() >> chooser.below(64)),
        4 => "step_back".into(),
        _ => "random".into(),
    }
}

impl Subject for PcgWords {
    facts!(
        "pcg32",
        "PCG32: words, bounded numbers, jumps",
        PcgOp,
        [Role::Port, Role::Reference, PCG_CPP, RAND_PCG],
        "pcg32"
    );

    fn side<'a>(&'a self, role: Role) -> Result<Box<dyn Side + 'a>, Missing> {
        Ok(match role {
            Role::Port => Box::new(Of(Pcg32::new_raw(0, 0))),
            PCG_CPP => Box::new(Of(header(libraries::pcg_cpp()?)?)),
            RAND_PCG => {
                let mut random = Lcg64Xsh32::new(0, 0);
                random.raw(0, 0);
                Box::new(Of(random))
            }
            _ => Box::new(Of(ReferencePcg32::new_raw(0, 0))),
        })
    }

    fn answers(&self, role: Role, ops: &[String]) -> bool {
        role != RAND_PCG || !ops.last().is_some_and(|op| op.starts_with("boundedrand "))
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

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases> {
        Some(match kind {
            // The seeds of the document and of the generator's own demonstration, raw and through srandom.
            Kind::Golden => {
                let starts = ["srandom 42 54", "raw 42 54", "raw 42 55"];
                let case = |start| split_ops(&format!("{start}; {SOME_OF_EACH}"));
                Cases::new(kind, 3, starts.map(case))
            }
            Kind::Edge => {
                let ends = [0, 1, u64::MAX, 1 << 63];
                let pairs = ends.into_iter().flat_map(move |a| ends.map(|b| (a, b)));
                let both = |(a, b)| {
                    ["srandom", "raw"]
                        .map(|op| split_ops(&format!("{op} {a} {b}; {SOME_OF_EACH}; {BACK}")))
                };
                // The words about the threshold, and the word after each.
                let about = ON_THE_THRESHOLD
                    .map(|(state, bound)| format!("raw {state} 1; boundedrand {bound}; random"));
                let about = split_ops(&about.join("; "));
                Cases::new(kind, 33, pairs.flat_map(both).chain([about]))
            }
            // One long run of words on each of 64 neighbouring streams.
            Kind::Sweep => {
                let stream = |initseq| split_ops(&format!("srandom 7 {initseq}; randoms 10000"));
                Cases::new(kind, 64, (0..64).map(stream))
            }
            Kind::Random => Cases::random(budget, |chooser| {
                (0..200).map(|_| random_op(chooser)).collect()
            }),
            Kind::Exhaustive => return None,
        })
    }
}
