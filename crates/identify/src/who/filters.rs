//! What the first numbers say about the first outputs of a seed: this rules out most seeds.

use crate::convention::{Convention, Known, TESTED, Tape, lanes, ones};
use crate::numbers::Numbers;
use crate::parallel;
use generators::catalogue::{Generator, LANES, Stream};

/// How many outputs of a seed are looked at before it is tried on all numbers.
const OUTPUTS: usize = 8;

/// This many bits leave about one seed of several blocks.
const FEW_LEFT: f64 = 11.0;

/// This many bits of information distinguish a seed from all others.
const TELLING: f64 = 60.0;

/// How many seeds that pass the first test are tried on all the numbers.
pub(super) const MOST: usize = 1 << 12;

/// A seed, the place in its outputs from which on the first numbers come, and their convention.
pub(super) type Hit = (u64, (u64, Convention));

/// What the first numbers say about the first outputs, by each convention.
pub(super) struct Filters {
    each: Vec<(Convention, Vec<(usize, Known)>)>,
    /// How many numbers tell a seed from all others.
    few: usize,
    /// How many outputs rule out most seeds.
    depth: usize,
}

impl Filters {
    pub(super) fn new(numbers: &Numbers, conventions: Vec<Convention>) -> Self {
        let mut each = Vec::new();
        for convention in conventions {
            let mut early = Vec::new();
            if convention.is_regular(numbers) {
                for (at, known) in convention.known(numbers, OUTPUTS) {
                    if at < OUTPUTS as u64 {
                        early.push((at as usize, known));
                    }
                }
            }
            each.push((convention, early));
        }
        let mut bits = 0.0;
        let information = numbers.information();
        let mut few = 0;
        while few < information.len() && bits < TELLING {
            bits += information[few];
            few += 1;
        }
        let outputs = (FEW_LEFT / information.first().copied().unwrap_or(0.0)).ceil() as usize;
        let depth = if each.iter().any(|(_, known)| known.is_empty()) {
            OUTPUTS
        } else {
            outputs.clamp(1, OUTPUTS)
        };
        Self { each, few, depth }
    }

    /// Some of these seeds, in whose outputs the first numbers begin at one of the first places.
    pub(super) fn hits(
        &self,
        numbers: &Numbers,
        seeded: impl Fn(u64) -> Stream + Sync,
        seeds: Vec<u64>,
        within: u64,
    ) -> Vec<Hit> {
        parallel::take_any(seeds, MOST, |seed| {
            let mut tape = Tape::new(seeded(seed));
            let places = self.places(numbers, &mut tape, within);
            places.into_iter().map(move |place| (seed, place))
        })
    }

    /// The places of a tape, with the conventions, at which the first numbers begin.
    pub(super) fn places(
        &self,
        numbers: &Numbers,
        tape: &mut Tape,
        within: u64,
    ) -> Vec<(u64, Convention)> {
        let mut places = Vec::new();
        for (convention, known) in &self.each {
            let outputs = tape.first(within as usize + OUTPUTS);
            let mut possible = Vec::new();
            for (place, next) in (0..=within).zip(outputs.windows(OUTPUTS)) {
                if known.iter().all(|(at, known)| known.holds(next[*at])) {
                    possible.push(place);
                }
            }
            for place in possible {
                if convention.matched(numbers, tape, place, self.few) == self.few {
                    places.push((place, *convention));
                }
            }
        }
        places
    }

    /// The seeds of a chunk, with places and conventions, that give the first numbers.
    pub(super) fn chunk(
        &self,
        row: &Generator,
        numbers: &Numbers,
        first: u64,
        end: u64,
    ) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut outputs = [[0; LANES]; OUTPUTS];
        for block in (first..end).step_by(LANES) {
            // Make a few outputs first: most seeds are ruled out by them.
            (row.block)(block, &mut outputs[..self.depth]);
            let mut made = self.depth;
            for (convention, known) in &self.each {
                for (part, first) in (block..end.min(block + LANES as u64))
                    .step_by(TESTED)
                    .enumerate()
                {
                    let mut left = self.possible(known, &outputs, part);
                    left &= ones((end - first).min(TESTED as u64) as u32);
                    if left != 0 && made < OUTPUTS {
                        (row.block)(block, &mut outputs);
                        made = OUTPUTS;
                    }
                    while left != 0 {
                        let lane = left.trailing_zeros();
                        left &= left - 1;
                        let at = part * TESTED + lane as usize;
                        if !convention
                            .may_make(numbers, &mut |i| Some(outputs.get(i as usize)?[at]))
                        {
                            continue;
                        }
                        let seed = first + u64::from(lane);
                        let mut tape = Tape::new((row.seeded)(seed));
                        if convention.matched(numbers, &mut tape, 0, self.few) == self.few {
                            hits.push((seed, (0, *convention)));
                        }
                    }
                }
            }
        }
        hits
    }

    /// The seeds of one part of a block that the first outputs leave, one bit each.
    fn possible(
        &self,
        known: &[(usize, Known)],
        outputs: &[[u64; LANES]; OUTPUTS],
        part: usize,
    ) -> u64 {
        let mut left = u64::MAX;
        for (at, known) in known.iter().filter(|(at, _)| *at < self.depth) {
            if left != 0 {
                left &= lanes(*known, &outputs[*at].as_chunks().0[part]);
            }
        }
        left
    }
}
