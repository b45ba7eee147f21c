//! The seed that leads to a state that was found, by the ways in which libraries make states from seeds.

use super::{Candidate, Search};
use crate::convention::{Convention, ones};
use generators::catalogue::{Generator, Stream, Structure, splitmix64_before};

/// A raw state before the first number, and how to step it forwards and back.
pub(super) struct Before<'a> {
    pub(super) row: &'a Generator,
    pub(super) convention: Convention,
    pub(super) state: Vec<u64>,
    /// The number of bits in the state.
    pub(super) bits: usize,
    /// The base-2 logarithm of how many candidates were tried.
    pub(super) candidates: f64,
    /// Whether all states that fit go on in the same way.
    pub(super) settled: bool,
    /// Whether this is the only state that fits, and it can be stepped back.
    pub(super) is_only: bool,
    pub(super) stream: &'a dyn Fn(&[u64]) -> Stream,
    /// The state one output before the given state.
    pub(super) back: &'a dyn Fn(&[u64]) -> Option<Vec<u64>>,
}

impl Search<'_> {
    /// Considers a state, or the seed that leads to it, as an answer.
    pub(super) fn consider_state(&mut self, before: &Before<'_>) {
        let Before { stream, back, .. } = *before;
        let first = || before.state.clone();
        let find_seed = |row| {
            let states = std::iter::successors(Some(first()), |state| back(state));
            self.seed_before(row, before.bits, stream, states)
        };
        // A seed as wide as the state proves nothing: some seed leads to almost any state.
        let tells = |(seed, at)| is_telling(seed, at, before.bits);
        let (mut row, mut seed) = (before.row, find_seed(before.row));
        if !seed.is_some_and(tells) {
            // Another row may make the same outputs, seeded in another way.
            for other in self
                .rows()
                .into_iter()
                .filter(|other| has_outputs_of(other, before.row))
            {
                if let Some(found) = find_seed(other).filter(|found| tells(*found)) {
                    (row, seed) = (other, Some(found));
                }
            }
        }
        let (own, position): (Box<dyn Fn() -> Stream>, u64) = match seed {
            Some((seed, position)) => (Box::new(move || (row.seeded)(seed)), position),
            None => (Box::new(|| stream(&before.state)), 0),
        };
        let is_seed = seed.is_some_and(tells);
        let earlier = |outputs| {
            let state = (0..outputs).try_fold(first(), |state, _| back(&state));
            stream(&state.unwrap_or_else(first))
        };
        self.consider(&Candidate {
            seed: seed.map(|(seed, _)| seed),
            state: Some(first()),
            position,
            settled: before.settled,
            earlier: (before.is_only && !is_seed).then_some(&earlier),
            ..Candidate::new(row, &*own, before.convention, before.candidates)
        });
    }

    /// The seed that leads to this stream within the allowed number of outputs, and after how many. `states` are the raw
    /// states, of this many bits, before the first number, one output earlier, and so on.
    fn seed_before(
        &self,
        row: &Generator,
        bits: usize,
        stream: &dyn Fn(&[u64]) -> Stream,
        states: impl Iterator<Item = Vec<u64>>,
    ) -> Option<(u64, u64)> {
        let mut first = None;
        for (position, state) in (0..=self.options.within).zip(states) {
            if position.is_multiple_of(LATE) && self.is_late() {
                break;
            }
            let mut own = stream(&state);
            let outputs: [u64; 3] = std::array::from_fn(|_| own());
            for seed in seeds_of(&state, row.seed_bits) {
                let telling = is_telling(seed, position, bits);
                if !telling && position > 0 {
                    continue;
                }
                let mut seeded = (row.seeded)(seed);
                if outputs.iter().all(|output| seeded() == *output) {
                    if telling {
                        return Some((seed, position));
                    }
                    first = first.or(Some((seed, position)));
                }
            }
        }
        first
    }
}

/// Whether two rows of linear congruential generators make the same outputs from a state.
fn has_outputs_of(one: &Generator, other: &Generator) -> bool {
    let of = |row: &Generator| match row.structure {
        Structure::Congruential {
            multiplier,
            increment,
            modulus,
            shift,
            mask,
        } => Some((multiplier, increment, modulus, shift, mask)),
        _ => None,
    };
    one.key != other.key && of(one).is_some() && of(one) == of(other)
}

/// The number of steps back between looks at the time.
const LATE: u64 = 1 << 10;

/// Whether a seed and its position are so small that they do not lead to a state of this many bits by coincidence.
fn is_telling(seed: u64, position: u64, bits: usize) -> bool {
    (seed as f64 + 1.0).log2() + (position as f64 + 1.0).log2() + 16.0 <= bits as f64
}

/// The inputs from which a library may have made a state.
fn seeds_of(state: &[u64], bits: u32) -> Vec<u64> {
    let mask = ones(bits);
    let mut seeds = Vec::new();
    for &word in state.iter().take(2) {
        // drand48 puts a constant below the seed, Java xors it with one, and others use it as it is, or step first.
        seeds.extend([
            word,
            word >> 16,
            word ^ 0x5_deec_e66d,
            word.wrapping_sub(1),
            word >> 32,
            splitmix64_before(word),
        ]);
    }
    for seed in &mut seeds {
        *seed &= mask;
    }
    seeds.sort_unstable();
    seeds.dedup();
    seeds
}
