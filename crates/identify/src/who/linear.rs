//! States of generators that are linear over GF(2), and of generators whose outputs give their states directly.

mod system;

use system::System;

use super::before::Before;
use super::{Candidates, Search};
use crate::convention::{Convention, Known, ones};
use generators::catalogue::{Generator, Stream, Structure};

/// States of more bits than this take too long.
const MOST_BITS: usize = 4096;

/// This many more equations than unknowns are solved; the rest of the numbers are only compared.
const SURE: usize = 64;

/// This many consecutive bits contain all the bits of one output.
const WHOLE: usize = 128;

/// The number of outputs that V8 makes in advance, of which any number may have been taken.
const BLOCK: u64 = 64;

/// The outputs of the states that have a single bit set.
struct Basis {
    streams: Vec<Stream>,
    unscrambled: fn(u64) -> u64,
    /// The unscrambled outputs, indexed by output, then by bit of the state.
    outputs: Vec<Vec<u64>>,
}

impl Basis {
    fn new(
        state: usize,
        bits: u32,
        unscrambled: fn(u64) -> u64,
        from_state: fn(&[u64]) -> Stream,
    ) -> Self {
        let mut streams = Vec::new();
        for i in 0..state * bits as usize {
            let mut words = vec![0; state];
            words[i / bits as usize] = 1 << (i % bits as usize);
            streams.push(from_state(&words));
        }
        Self {
            streams,
            unscrambled,
            outputs: Vec::new(),
        }
    }

    fn at(&mut self, i: u64) -> &[u64] {
        while self.outputs.len() as u64 <= i {
            self.outputs.push(
                self.streams
                    .iter_mut()
                    .map(|stream| (self.unscrambled)(stream()))
                    .collect(),
            );
        }
        &self.outputs[i as usize]
    }

    /// The bits of the state whose sum is this bit of this output.
    fn equation(&mut self, output: u64, bit: u32) -> Vec<u64> {
        let mut left = vec![0; self.streams.len().div_ceil(64)];
        for (i, word) in self.at(output).iter().enumerate() {
            left[i / 64] |= (word >> bit & 1) << (i % 64);
        }
        left
    }
}

/// The raw words of the state in which these bits are set.
fn words(bits: &[u64], state: usize, each: u32) -> Vec<u64> {
    let mut words = vec![0; state];
    for i in 0..state * each as usize {
        let bit = bits[i / 64] >> (i % 64) & 1;
        words[i / each as usize] |= bit << (i % each as usize);
    }
    words
}

pub(super) fn solve_states(search: &mut Search<'_>) {
    for row in search.rows() {
        let Structure::Linear {
            state,
            bits,
            mask,
            unscrambled,
            from_state,
        } = row.structure
        else {
            continue;
        };
        let unknown = state * bits as usize;
        if unknown > MOST_BITS {
            continue;
        }
        let (mut basis, mut tried) = (None, Vec::new());
        for convention in conventions(search, row) {
            let known = linear_bits(search, convention, (mask, unscrambled), 3 * unknown + SURE);
            let equations = known
                .iter()
                .map(|(_, mask, _)| mask.count_ones() as usize)
                .sum::<usize>();
            if equations <= unknown / 2 {
                continue;
            }
            search.tries += 1;
            // With fewer equations several states remain, and one is as good as another.
            tried.extend((equations >= unknown).then_some(convention));
            let basis =
                basis.get_or_insert_with(|| Basis::new(state, bits, unscrambled, from_state));
            let Some((solved, rank, settled)) = solve(basis, unknown, &known, &|| search.is_late())
            else {
                continue;
            };
            let before = words(&solved, state, bits);
            let back = Back::new(basis, unknown, mask);
            search.consider_state(&Before {
                row,
                convention,
                state: before,
                bits: unknown,
                candidates: rank as f64,
                settled,
                // A state that is one of several leads back to several.
                is_only: back.is_some() && rank == unknown,
                stream: &from_state,
                back: &|words| back.as_ref()?.step(row, words),
            });
            if search.is_over() {
                return;
            }
        }
        if !tried.is_empty() {
            search.record_tried(Candidates::States(row.key), unknown as f64, true, &tried);
        }
        if search.is_over() {
            return;
        }
    }
}

/// The conventions of a row; for outputs in blocks, one for each number of outputs taken before.
fn conventions(search: &Search<'_>, row: &Generator) -> Vec<Convention> {
    let mut all = Vec::new();
    for convention in search.conventions_for(row) {
        if !convention.is_regular(search.numbers) {
            continue;
        }
        if convention == convention.in_blocks(0) && convention.is_browsers() {
            all.extend((0..BLOCK).map(|taken| convention.in_blocks(taken)));
        } else {
            all.push(convention);
        }
    }
    all
}

/// The linear bits that are known of outputs, at least `enough` if there are that many.
fn linear_bits(
    search: &Search<'_>,
    convention: Convention,
    (linear, unscrambled): (u64, fn(u64) -> u64),
    enough: usize,
) -> Vec<(u64, u64, u64)> {
    // If an output is scrambled, all of its bits must be known.
    let scrambled = (0..64).any(|bit| unscrambled(1 << bit) != 1 << bit);
    let mut most = 64;
    loop {
        let known = convention
            .known(search.numbers, most)
            .into_iter()
            .map(|(at, known)| {
                let (mask, value) = known.bits(convention.output);
                if mask == ones(convention.output) {
                    (at, linear, unscrambled(value) & linear)
                } else if scrambled {
                    (at, 0, 0)
                } else {
                    (at, mask & linear, value & linear)
                }
            });
        let known: Vec<_> = known.filter(|(_, mask, _)| *mask != 0).collect();
        let bits: usize = known
            .iter()
            .map(|(_, mask, _)| mask.count_ones() as usize)
            .sum();
        if bits >= enough || most >= search.numbers.len() || most > 4 * MOST_BITS {
            return known;
        }
        most *= 2;
    }
}

/// The state that gives these bits (any one of several), how many of its bits they determine, and whether the others give the
/// same outputs; `None` if no state gives them, or if they are too few to decide.
fn solve(
    basis: &mut Basis,
    unknown: usize,
    known: &[(u64, u64, u64)],
    is_late: &dyn Fn() -> bool,
) -> Option<(Vec<u64>, usize, bool)> {
    let mut system = System::new(unknown, 1);
    let (mut redundant, mut checked) = (0, 0);
    for &(at, mask, value) in known {
        if is_late() {
            return None;
        }
        for bit in (0..u64::BITS).filter(|bit| mask >> bit & 1 == 1) {
            match system.add(basis.equation(at, bit), vec![value >> bit & 1]) {
                system::Added::New => redundant = 0,
                system::Added::Redundant => (redundant, checked) = (redundant + 1, checked + 1),
                system::Added::Contradiction => return None,
            }
        }
        // The high bits of consecutive outputs may depend on each other, while later ones still add something.
        if redundant > SURE && system.rank() == unknown || redundant > unknown + SURE {
            break;
        }
    }
    // With fewer equations than unknowns there is always a solution, so it means nothing.
    if checked == 0 && system.rank() < unknown {
        return None;
    }
    let mut bits = vec![0; unknown.div_ceil(64)];
    for (i, value) in system.solution().into_iter().enumerate() {
        bits[i / 64] |= value[0] << (i % 64);
    }
    // Once a whole output adds nothing new, later ones do not either.
    Some((
        bits,
        system.rank(),
        system.rank() == unknown || redundant >= WHOLE,
    ))
}

/// Steps back: the outputs of the earlier state, from the second on, are those of the given one.
struct Back {
    outputs: u64,
    /// The bits of outputs that determine a state; `sums` has each bit of the state as a sum of them.
    chosen: Vec<(u64, u32)>,
    sums: Vec<Vec<u64>>,
}

impl Back {
    /// `None` if outputs do not determine the state.
    fn new(basis: &mut Basis, unknown: usize, mask: u64) -> Option<Self> {
        let (mut system, mut chosen) = (System::new(unknown, unknown), Vec::new());
        let mut at = 1;
        while system.rank() < unknown && at <= 2 * unknown as u64 {
            for bit in (0..u64::BITS).filter(|bit| mask >> bit & 1 == 1) {
                let mut right = vec![0; unknown.div_ceil(64)];
                let i = chosen.len();
                if i == unknown {
                    break;
                }
                right[i / 64] |= 1 << (i % 64);
                if system.add(basis.equation(at, bit), right) == system::Added::New {
                    chosen.push((at - 1, bit));
                }
            }
            at += 1;
        }
        (system.rank() == unknown).then(|| Self {
            outputs: at,
            chosen,
            sums: system.solution(),
        })
    }

    /// The state one output before this one.
    fn step(&self, row: &Generator, words: &[u64]) -> Option<Vec<u64>> {
        let Structure::Linear {
            state,
            bits,
            unscrambled,
            from_state,
            ..
        } = row.structure
        else {
            return None;
        };
        let mut stream = from_state(words);
        let outputs: Vec<u64> = (0..self.outputs).map(|_| unscrambled(stream())).collect();
        let unknown = state * bits as usize;
        let (mut right, mut earlier) =
            (vec![0; unknown.div_ceil(64)], vec![0; unknown.div_ceil(64)]);
        for (i, &(output, bit)) in self.chosen.iter().enumerate() {
            right[i / 64] |= (outputs[output as usize] >> bit & 1) << (i % 64);
        }
        for (i, sum) in self.sums.iter().enumerate() {
            let ones: u32 = sum
                .iter()
                .zip(&right)
                .map(|(a, b)| (a & b).count_ones())
                .sum();
            earlier[i / 64] |= u64::from(ones & 1) << (i % 64);
        }
        Some(self::words(&earlier, state, bits))
    }
}

/// Tries the states that a function of the catalogue computes from outputs.
pub(super) fn invert_outputs(search: &mut Search<'_>) {
    for row in search.rows() {
        let Structure::Invertible {
            needs,
            state,
            from_state,
        } = row.structure
        else {
            continue;
        };
        for convention in conventions(search, row) {
            // Two numbers may come from one output.
            let known = convention.known(search.numbers, 2 * needs + BLOCK as usize);
            let Some(outputs) = whole(&known, needs, row.bits) else {
                continue;
            };
            search.tries += 1;
            search.record_tried(
                Candidates::States(row.key),
                needs as f64 * f64::from(row.bits),
                true,
                &[convention],
            );
            let Some(before) = state(&outputs) else {
                continue;
            };
            search.consider_state(&Before {
                row,
                convention,
                state: before,
                bits: needs * row.bits as usize,
                candidates: needs as f64 * f64::from(row.bits),
                settled: true,
                is_only: false,
                stream: &from_state,
                back: &|_| None,
            });
            if search.is_over() {
                return;
            }
        }
    }
}

/// The first `needs` outputs, if all of their bits are known.
fn whole(known: &[(u64, Known)], needs: usize, bits: u32) -> Option<Vec<u64>> {
    let (mut outputs, mut masks) = (vec![0; needs], vec![0; needs]);
    for (at, known) in known {
        if let Some(i) = usize::try_from(*at).ok().filter(|i| *i < needs) {
            let (mask, value) = known.bits(bits);
            masks[i] |= mask;
            outputs[i] |= value & mask;
        }
    }
    masks
        .iter()
        .all(|mask| *mask == ones(bits))
        .then_some(outputs)
}
