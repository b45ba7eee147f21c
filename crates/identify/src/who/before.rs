//! The seed that leads to a state that was found, as libraries make states from seeds.

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
        let Before { row, bits, .. } = *before;
        let (mut row, mut seed) = (row, self.seed_before(row, before));
        // A seed as wide as the state proves nothing: some seed leads to almost any state.
        let mut is_seed = seed.is_some_and(|seed| is_telling(seed, bits));
        if !is_seed {
            // Another row may make the same outputs, seeded in another way.
            for other in self.rows() {
                if has_outputs_of(other, before.row)
                    && let Some(found) = self.seed_before(other, before)
                    && is_telling(found, bits)
                {
                    (row, seed, is_seed) = (other, Some(found), true);
                }
            }
        }
        let own: Box<dyn Fn() -> Stream> = match seed {
            Some(seed) => Box::new(move || (row.seeded)(seed.seed)),
            None => Box::new(|| (before.stream)(&before.state)),
        };
        self.consider(&Candidate {
            seed: seed.map(|seed| seed.seed),
            state: Some(before.state.clone()),
            position: seed.map_or(0, |seed| seed.position),
            settled: before.settled,
            earlier: (before.is_only && !is_seed).then_some(&|outputs| before.earlier(outputs)),
            ..Candidate::new(row, &*own, before.convention, before.candidates)
        });
    }

    /// The seed by which a row comes to a state within the allowed number of outputs: the first that tells, or else the first.
    fn seed_before(&self, row: &Generator, before: &Before<'_>) -> Option<Seed> {
        let mut first = None;
        let mut state = Some(before.state.clone());
        for position in 0..=self.options.within {
            let Some(words) = state else { break };
            if position.is_multiple_of(LATE) && self.is_late() {
                break;
            }
            let mut own = (before.stream)(&words);
            let outputs: [u64; 3] = std::array::from_fn(|_| own());
            for seed in seeds_of(&words, row.seed_bits) {
                let found = Seed { seed, position };
                let is_telling = is_telling(found, before.bits);
                if !is_telling && position > 0 {
                    continue;
                }
                let mut seeded = (row.seeded)(seed);
                if outputs.iter().all(|output| seeded() == *output) {
                    if is_telling {
                        return Some(found);
                    }
                    first = first.or(Some(found));
                }
            }
            state = (before.back)(&words);
        }
        first
    }
}

impl Before<'_> {
    /// The stream that begins this many outputs earlier; that of the state itself if it cannot be stepped back.
    fn earlier(&self, outputs: u64) -> Stream {
        let mut state = self.state.clone();
        for _ in 0..outputs {
            match (self.back)(&state) {
                Some(earlier) => state = earlier,
                None => return (self.stream)(&self.state),
            }
        }
        (self.stream)(&state)
    }
}

/// A seed, and how many outputs lie between it and a state.
#[derive(Clone, Copy)]
struct Seed {
    seed: u64,
    position: u64,
}

/// Whether two rows of linear congruential generators make the same outputs from a state.
fn has_outputs_of(one: &Generator, other: &Generator) -> bool {
    let parameters = congruential_parameters(one);
    one.key != other.key && parameters.is_some() && parameters == congruential_parameters(other)
}

const fn congruential_parameters(row: &Generator) -> Option<(u64, u64, u128, u32, u64)> {
    match row.structure {
        Structure::Congruential {
            multiplier,
            increment,
            modulus,
            shift,
            mask,
        } => Some((multiplier, increment, modulus, shift, mask)),
        _ => None,
    }
}

/// The number of steps back between looks at the time.
const LATE: u64 = 1 << 10;

/// Whether a seed and its position are so small that they do not lead to a state of this many bits by coincidence.
fn is_telling(Seed { seed, position }: Seed, bits: usize) -> bool {
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
