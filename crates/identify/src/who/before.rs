//! The seed of a state that was found, as libraries make one of the other.

use super::Search;
use crate::convention::ones;
use generators::catalogue::{Generator, Stream};

impl Search<'_> {
    /// The seed that leads to this stream after at most so many outputs, and after how many. `states` are the raw states, of so
    /// many bits, before the first number, one output earlier, and so on.
    pub(super) fn seed_before(
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

/// Steps back after which time is looked at.
const LATE: u64 = 1 << 10;

/// Whether a seed and its position are so small that a state of so many bits is not there by coincidence.
pub(super) fn is_telling(seed: u64, position: u64, bits: usize) -> bool {
    (seed as f64 + 1.0).log2() + (position as f64 + 1.0).log2() + 16.0 <= bits as f64
}

/// What a library may have made a state of.
fn seeds_of(state: &[u64], bits: u32) -> Vec<u64> {
    let mask = ones(bits);
    let mut seeds = Vec::new();
    for &word in state.iter().take(2) {
        // drand48 puts a constant below it, Java has a constant in it, others use it as it is, or step first.
        seeds.extend([
            word,
            word >> 16,
            word ^ 0x5_deec_e66d,
            word.wrapping_sub(1),
            word >> 32,
            splitmix(word),
        ]);
    }
    for seed in &mut seeds {
        *seed &= mask;
    }
    seeds.sort_unstable();
    seeds.dedup();
    seeds
}

/// The seed of which splitmix64 makes this as its first output.
fn splitmix(word: u64) -> u64 {
    let mut z = word;
    z = (z ^ z >> 31 ^ z >> 62).wrapping_mul(0x3196_42b2_d24d_8ec3);
    z = (z ^ z >> 27 ^ z >> 54).wrapping_mul(0x96de_1b17_3f11_9089);
    z = z ^ z >> 30 ^ z >> 60;
    z.wrapping_sub(0x9e37_79b9_7f4a_7c15)
}
