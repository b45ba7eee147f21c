//! Trying seeds.

use rayon::prelude::*;

use super::{Candidate, Search};
use crate::catalogue::{Generator, LANES};
use crate::convention::{Convention, Known, Tape};
use crate::numbers::Numbers;

/// Seeds from 0 that are tried at the first places, in all conventions.
const FIRST: (u64, u64) = (1 << 7, 15);

/// Seeds from 0 that are tried at every place, in the usual conventions.
const SMALL: u64 = 1 << 10;

/// Outputs of a seed that are looked at before it is tried on all numbers.
const OUTPUTS: usize = 4;

/// Seeds that one thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// Seeds after which time is looked at.
const STEP: u64 = 1 << 20;

/// The seconds since 1970 that a program of today or of a while ago was seeded with: 2001 to 2033.
const TIMES: std::ops::Range<u64> = 1_000_000_000..2_000_000_000;

/// So many bits of information tell a seed from all others.
const TELLING: f64 = 60.0;

/// The few smallest seeds of each row, at the first places.
pub(super) fn first(search: &mut Search<'_>) {
    small_seeds(search, FIRST.0, FIRST.1.min(search.options.within), usize::MAX);
}

/// Small seeds of each row, at every place.
pub(super) fn small(search: &mut Search<'_>) {
    small_seeds(search, SMALL, search.options.within, USUAL);
}

fn small_seeds(search: &mut Search<'_>, seeds: u64, within: u64, most: usize) {
    for (row, mistake) in search.rows() {
        let mut conventions = search.conventions(row);
        conventions.truncate(most);
        if conventions.is_empty() {
            continue;
        }
        search.ways += 1;
        let numbers = search.numbers;
        let seeds = seeds.min(1_u64.checked_shl(row.seed_bits).unwrap_or(u64::MAX));
        let filters = Filters::new(numbers, conventions);
        let at = |seed| {
            let mut tape = Tape::new((row.seeded)(seed));
            filters.places(numbers, &mut tape, within).into_iter().map(move |place| (seed, place)).collect::<Vec<_>>()
        };
        let hits: Vec<_> = (0..seeds).into_par_iter().flat_map_iter(at).take_any(MOST).collect();
        let candidates = ((seeds * (within + 1)) as f64).log2() + filters.log2();
        try_hits(search, row, mistake, hits, candidates);
        search.tried(format!("seeds of {}", row.key), (seeds as f64).log2(), false);
        if search.is_over() {
            return;
        }
    }
}

/// How many seeds that pass the first look are tried on all the numbers.
pub(super) const MOST: usize = 1 << 12;

type Hit = (u64, (u64, Convention));

fn try_hits(
    search: &mut Search<'_>,
    row: &'static Generator,
    mistake: Option<&'static str>,
    mut hits: Vec<Hit>,
    candidates: f64,
) {
    hits.sort_by_key(|(seed, (place, _))| (*place, *seed));
    for (seed, (position, convention)) in hits {
        let found = search.consider(&Candidate {
            row,
            mistake,
            stream: &|| (row.seeded)(seed),
            seed: Some(seed),
            state: None,
            position,
            convention,
            candidates,
        });
        if found && !search.options.all {
            return;
        }
    }
}

/// More seeds of each row, from the first output on: 2^20, and then times.
pub(super) fn more(search: &mut Search<'_>) {
    for (row, mistake) in search.rows() {
        let seeds = (1 << 20).min(1_u64.checked_shl(row.seed_bits).unwrap_or(u64::MAX));
        scan(search, row, mistake, 0..seeds, false);
        if search.is_over() {
            return;
        }
    }
}

/// Times, and then all seeds of 32 bits, of each row whose state is not found otherwise.
pub(super) fn all(search: &mut Search<'_>) {
    for seeds in [TIMES, 0..1 << 32] {
        for (row, mistake) in search.rows() {
            let seeds = seeds.start..seeds.end.min(1_u64.checked_shl(row.seed_bits).unwrap_or(u64::MAX));
            (search.options.progress)(&format!("seeds of {}", row.key));
            scan(search, row, mistake, seeds, true);
            if search.is_over() {
                return;
            }
        }
    }
}

fn scan(
    search: &mut Search<'_>,
    row: &'static Generator,
    mistake: Option<&'static str>,
    seeds: std::ops::Range<u64>,
    usual: bool,
) {
    let mut conventions = search.conventions(row);
    if usual {
        // Those that come first are the usual ones.
        conventions.truncate(USUAL);
    }
    if conventions.is_empty() || seeds.is_empty() {
        return;
    }
    search.ways += 1;
    let numbers = search.numbers;
    let filters = Filters::new(numbers, conventions);
    let candidates = ((seeds.end - seeds.start) as f64).log2() + filters.log2();
    let mut from = seeds.start;
    while from < seeds.end && !search.is_late() {
        let to = seeds.end.min(from + STEP);
        let look = |chunk: u64| filters.chunk(row, numbers, chunk, to.min(chunk + CHUNK));
        let chunks: Vec<u64> = (from..to).step_by(CHUNK as usize).collect();
        let hits = chunks.into_par_iter().flat_map_iter(look).take_any(MOST).collect();
        try_hits(search, row, mistake, hits, candidates);
        from = to;
        if search.is_over() {
            break;
        }
    }
    let done = (from - seeds.start) as f64;
    let all = from == seeds.end && seeds.start == 0 && row.seed_bits < 64 && seeds.end >> row.seed_bits == 1;
    search.tried(format!("seeds of {}", row.key), done.log2(), all);
}

/// The conventions that are tried where there are many seeds.
const USUAL: usize = 3;

/// What the first numbers tell about the first outputs, by each convention.
pub(super) struct Filters {
    each: Vec<(Convention, Vec<(usize, Known)>)>,
    /// How many numbers tell a seed from all others.
    few: usize,
}

impl Filters {
    pub(super) fn new(numbers: &Numbers, conventions: Vec<Convention>) -> Self {
        let told = |convention: Convention| {
            let known = if convention.is_regular(numbers) { convention.known(numbers, OUTPUTS) } else { Vec::new() };
            let early = known.into_iter().filter(|(at, _)| *at < OUTPUTS as u64);
            (convention, early.map(|(at, known)| (at as usize, known)).collect())
        };
        let mut bits = 0.0;
        let information = numbers.information();
        let few = information.iter().take_while(|more| (bits < TELLING, bits += **more).0).count();
        Self { each: conventions.into_iter().map(told).collect(), few }
    }

    /// The logarithm of how many there are.
    pub(super) fn log2(&self) -> f64 {
        (self.each.len().max(1) as f64).log2()
    }

    /// The places of a tape, and conventions, from which on the first numbers come.
    pub(super) fn places(&self, numbers: &Numbers, tape: &mut Tape, within: u64) -> Vec<(u64, Convention)> {
        let mut places = Vec::new();
        for place in 0..=within {
            for (convention, known) in &self.each {
                if known.iter().all(|(at, known)| known.holds(tape.at(place + *at as u64)))
                    && convention.matched(numbers, tape, place, self.few) == self.few
                {
                    places.push((place, *convention));
                }
            }
        }
        places
    }

    /// The seeds of a chunk, and conventions, of which the first numbers come.
    fn chunk(&self, row: &Generator, numbers: &Numbers, first: u64, end: u64) -> Vec<Hit> {
        let mut hits = Vec::new();
        // One output first: most seeds are out then.
        let mut outputs = [[0; LANES]; OUTPUTS];
        for first in (first..end).step_by(LANES) {
            (row.block)(first, &mut outputs);
            for (convention, known) in &self.each {
                let passes = |lane: usize| known.iter().all(|(at, known)| known.holds(outputs[*at][lane]));
                for lane in (0..LANES).filter(|lane| passes(*lane)) {
                    let seed = first + lane as u64;
                    let mut tape = Tape::new((row.seeded)(seed));
                    if seed < end && convention.matched(numbers, &mut tape, 0, self.few) == self.few {
                        hits.push((seed, (0, *convention)));
                    }
                }
            }
        }
        hits
    }
}
