//! Trying seeds.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::{Candidate, Search, mistakes};
use crate::convention::{Convention, Known, Tape, lanes, ones};
use crate::numbers::Numbers;
use generators::catalogue::{Generator, LANES};

/// Seeds from 0 that are tried at the first places, in all conventions.
const FIRST: (u64, u64) = (1 << 7, 15);

/// Seeds from 0 that are tried at every place, in the usual conventions.
const SMALL: u64 = 1 << 10;

/// Outputs of a seed that are looked at before it is tried on all numbers.
const OUTPUTS: usize = 8;

/// This many bits leave one seed of several blocks.
const FEW_LEFT: f64 = 9.0;

/// Seeds that one thread takes at a time.
const CHUNK: u64 = 1 << 12;

/// How long seeds are tried before time is looked at: about as long as this.
const PATIENCE: Duration = Duration::from_millis(if cfg!(fuzzing) { 1 } else { 40 });

/// The seconds since 1970 that a program of today or of a while ago was seeded with: 2001 to 2033.
const TIMES: std::ops::Range<u64> = 1_000_000_000..2_000_000_000;

/// This many bits of information distinguish a seed from all others.
const TELLING: f64 = 60.0;

/// The seed that somebody says was used, in all conventions: at the first place, and at a few after it.
pub(super) fn said(search: &mut Search<'_>) {
    let Some(said) = search.options.seed else {
        return;
    };
    for row in search.rows() {
        let seed = said & ones(row.seed_bits);
        let conventions = search.conventions(row);
        if conventions.is_empty() || seed >= row.seeds() {
            continue;
        }
        let filters = Filters::new(search.numbers, conventions);
        let mut tape = Tape::new((row.seeded)(seed));
        let places = filters.places(search.numbers, &mut tape, FIRST.1);
        let (first, later): (Vec<_>, Vec<_>) = places.into_iter().partition(|(at, _)| *at == 0);
        for (places, more) in [(first, 0.0), (later, (FIRST.1 as f64).log2())] {
            search.ways += 1;
            let hits = places.into_iter().map(|place| (seed, place)).collect();
            try_hits(search, row, hits, more);
        }
        if search.is_over() {
            return;
        }
    }
}

/// The few smallest seeds of each row, at the first places.
pub(super) fn first(search: &mut Search<'_>) {
    small_seeds(search, FIRST.0, FIRST.1.min(search.options.within), false);
}

/// As many seeds of each row as are tried with a mistake, so that none is said where there is none.
pub(super) fn without_mistakes(search: &mut Search<'_>) {
    small_seeds(
        search,
        mistakes::SEEDS,
        mistakes::PLACES.min(search.options.within),
        false,
    );
}

/// Small seeds of each row, at every place.
pub(super) fn small(search: &mut Search<'_>) {
    small_seeds(search, SMALL, search.options.within, true);
}

fn small_seeds(search: &mut Search<'_>, seeds: u64, within: u64, usual: bool) {
    for row in search.rows() {
        let conventions = if usual {
            search.usual(row)
        } else {
            search.conventions(row)
        };
        if conventions.is_empty() {
            continue;
        }
        search.ways += 1;
        let numbers = search.numbers;
        let seeds = seeds.min(row.seeds());
        let filters = Filters::new(numbers, conventions.clone());
        let at = |seed| {
            let mut tape = Tape::new((row.seeded)(seed));
            filters
                .places(numbers, &mut tape, within)
                .into_iter()
                .map(move |place| (seed, place))
                .collect::<Vec<_>>()
        };
        let hits: Vec<_> = (0..seeds)
            .into_par_iter()
            .flat_map_iter(at)
            .take_any(MOST)
            .collect();
        let candidates = ((seeds * (within + 1)) as f64).log2();
        try_hits(search, row, hits, candidates);
        search.tried(
            format!("seeds of {}", row.key),
            (seeds as f64).log2(),
            false,
            &conventions,
        );
        if search.is_over() {
            return;
        }
    }
}

/// How many seeds that pass the first look are tried on all the numbers.
pub(super) const MOST: usize = 1 << 12;

type Hit = (u64, (u64, Convention));

/// Tries what may be an answer, of so many seeds and places; how many conventions there are is counted where each is tried.
fn try_hits(search: &mut Search<'_>, row: &'static Generator, mut hits: Vec<Hit>, candidates: f64) {
    // Where 0 and another seed are the same, people have chosen the other one.
    hits.sort_by_key(|(seed, (place, _))| (*place, *seed == 0, *seed));
    for (seed, (position, convention)) in hits {
        let found = search.consider(&Candidate {
            seed: Some(seed),
            position,
            ..Candidate::new(row, &|| (row.seeded)(seed), convention, candidates)
        });
        if found && !search.options.all {
            return;
        }
    }
}

/// Seeds that people choose, from the first output on: small ones in the usual ways, and the most familiar ones in all.
pub(super) fn chosen(search: &mut Search<'_>) {
    for row in search.rows() {
        scan(search, row, 0..CHOSEN.min(row.seeds()), true);
        let conventions = search.conventions(row);
        try_familiar(search, FAMILIAR, &[(row, conventions)]);
        if search.is_over() {
            return;
        }
    }
}

/// The seeds that people use most, in the ways of languages, from the first output on: together they are so few that fewer numbers
/// are enough.
pub(super) fn familiar(search: &mut Search<'_>) {
    let rows = search.rows().into_iter();
    let ways: Vec<_> = rows.map(|row| (row, search.of_language(row))).collect();
    let (first, rest) = FAMILIAR.split_at(MOST_FAMILIAR);
    for seeds in [first, rest] {
        if !search.is_over() {
            try_familiar(search, seeds, &ways);
        }
    }
}

/// Tries familiar seeds, as one way: each seed with each row and each of its conventions.
fn try_familiar(
    search: &mut Search<'_>,
    seeds: &[u64],
    ways: &[(&'static Generator, Vec<Convention>)],
) {
    search.ways += 1;
    let (numbers, all) = (search.numbers, search.numbers.len());
    let tried: usize = ways.iter().map(|(_, conventions)| conventions.len()).sum();
    let candidates = ((seeds.len() * tried) as f64).log2();
    for (row, conventions) in ways.iter().filter(|(_, all)| !all.is_empty()) {
        for &seed in seeds.iter().filter(|seed| **seed < row.seeds()) {
            let mut tape = Tape::new((row.seeded)(seed));
            let makes = |way: &&Convention| way.matched(numbers, &mut tape, 0, all) == all;
            if let Some(&convention) = conventions.iter().find(makes) {
                let stream = || (row.seeded)(seed);
                let candidate = Candidate {
                    seed: Some(seed),
                    ..Candidate::new(row, &stream, convention, candidates)
                };
                if search.consider_in(&candidate, Vec::new()) && !search.options.all {
                    return;
                }
            }
        }
        if search.is_over() {
            return;
        }
    }
}

/// Seeds from 0 that people choose.
const CHOSEN: u64 = 1 << 14;

/// This many of the most used seeds are tried before the others.
const MOST_FAMILIAR: usize = 64;

/// The seeds that people use most: numbers that come to mind, powers, dates, and constants of programs. Where 0 and another seed are
/// the same, people have chosen the other one.
#[rustfmt::skip]
const FAMILIAR: &[u64] = &[
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 20, 21, 22, 23, 24, 32, 33, 37, 42, 50, 64, 66, 69, 77, 88, 99, 100, 101, 111,
    123, 128, 200, 222, 255, 256, 321, 333, 404, 420, 500, 512, 555, 666, 777, 888, 999, 1000, 1001, 1024, 1111, 1234, 1337, 2000, 4242,
    12_345, 123_456, 12_345_678, 123_456_789, 0,
    27, 47, 300, 314, 444, 456, 911, 987, 1984, 1999, 2010, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026, 2222, 3407,
    4321, 5489, 5555, 7777, 9999, 10_000, 22_222, 31_337, 54_321, 65_535, 65_536, 99_999, 100_000, 111_111, 123_123, 314_159, 424_242,
    654_321, 999_999, 1_000_000, 1_234_567, 8_675_309, 20_200_101, 87_654_321, 271_828_182, 314_159_265, 987_654_321, 1_234_567_890,
    2_147_483_646, 2_147_483_647, 2_147_483_648, 3_141_592_653, 4_294_967_295, 0xdead_beef, 0xcafe_babe, 0x1234_5678, 0x9e37_79b9,
    0x123_4567_89ab_cdef, 0xdead_beef_cafe_babe, 0x9e37_79b9_7f4a_7c15,
];

/// Days as people write them in one number, and the seconds since 1970 of the last twenty years, as seeds of what is usually
/// seeded so: the last years first.
pub(super) fn times(search: &mut Search<'_>) {
    for (times, rows) in [
        (DAYS, SEEDED_WITH_A_DAY),
        (RECENT, SEEDED_WITH_THE_TIME),
        (EARLIER, SEEDED_WITH_THE_TIME),
    ] {
        for row in search.rows() {
            if rows.contains(&row.key) {
                scan(search, row, times.clone(), true);
            }
            if search.is_over() {
                return;
            }
        }
    }
}

/// From 2015 to 2029, as in 20240131.
const DAYS: std::ops::Range<u64> = 20_150_101..20_300_101;

/// Generators that people seed by hand.
const SEEDED_WITH_A_DAY: &[&str] = &[
    "mt19937-array",
    "mt19937",
    "r-mersenne-twister",
    "random-glibc",
    "java-random",
    "numpy-default-rng",
];

/// 2023 to 2028.
const RECENT: std::ops::Range<u64> = 1_672_531_200..1_830_297_600;

/// 2006 to 2023.
const EARLIER: std::ops::Range<u64> = 1_136_073_600..RECENT.start;

/// Generators whose seed is usually the time, and of which millions of seeds are tried in a second.
const SEEDED_WITH_THE_TIME: &[&str] = &["random-glibc", "msvc-rand"];

/// More seeds of each row, from the first output on: fewer in all conventions, more in the usual ones.
pub(super) fn more(search: &mut Search<'_>) {
    for (seeds, usual) in [(1 << 16, false), (1 << 20, true)] {
        for row in search.rows() {
            scan(search, row, 0..seeds.min(row.seeds()), usual);
            if search.is_over() {
                return;
            }
        }
    }
}

/// Times, and then all seeds of 32 bits, of each row of which not all states were tried.
pub(super) fn all(search: &mut Search<'_>) {
    let states_tried = |search: &Search<'_>, row: &Generator| {
        let usual = search.usual(row).into_iter();
        let what = format!("states of {}", row.key);
        let tried = search
            .found
            .tried
            .iter()
            .find(|tried| tried.all && tried.what == what);
        tried.is_some_and(|tried| {
            usual
                .map(|one| one.to_string())
                .all(|one| tried.conventions.contains(&one))
        })
    };
    for seeds in [TIMES, 0..1 << 32] {
        for row in search.rows() {
            if states_tried(search, row) {
                continue;
            }
            scan(search, row, seeds.start..seeds.end.min(row.seeds()), true);
            if search.is_over() {
                return;
            }
        }
    }
}

fn scan(
    search: &mut Search<'_>,
    row: &'static Generator,
    seeds: std::ops::Range<u64>,
    usual: bool,
) {
    let conventions = if usual {
        search.usual(row)
    } else {
        search.conventions(row)
    };
    if conventions.is_empty() || seeds.is_empty() {
        return;
    }
    search.ways += 1;
    let numbers = search.numbers;
    let filters = Filters::new(numbers, conventions.clone());
    let candidates = ((seeds.end - seeds.start) as f64).log2();
    let (mut from, mut step) = (seeds.start, CHUNK);
    while from < seeds.end && !search.is_late() {
        (search.options.progress)(&format!("seeds of {} from {from} on", row.key));
        let (to, started) = (seeds.end.min(from + step), Instant::now());
        let look = |chunk: u64| filters.chunk(row, numbers, chunk, to.min(chunk + CHUNK));
        let chunks: Vec<u64> = (from..to).step_by(CHUNK as usize).collect();
        let hits = chunks
            .into_par_iter()
            .flat_map_iter(look)
            .take_any(MOST)
            .collect();
        try_hits(search, row, hits, candidates);
        from = to;
        step = if started.elapsed() < PATIENCE {
            2 * step
        } else {
            (step / 2).max(CHUNK)
        };
        if search.is_over() {
            break;
        }
    }
    let done = (from - seeds.start) as f64;
    let all =
        from == seeds.end && seeds.start == 0 && row.seed_bits < 64 && seeds.end == row.seeds();
    let what = match seeds.start {
        0 => "seeds of",
        start if start == DAYS.start => "days of 2015 to 2029 as seeds of",
        start if start == RECENT.start => "times of 2023 to 2028 as seeds of",
        start if start == EARLIER.start => "times of 2006 to 2023 as seeds of",
        _ => "times of 2001 to 2033 as seeds of",
    };
    search.tried(
        format!("{what} {}", row.key),
        done.log2(),
        all,
        &conventions,
    );
}

/// The information that the first numbers give about the first outputs, by each convention.
pub(super) struct Filters {
    each: Vec<(Convention, Vec<(usize, Known)>)>,
    /// How many numbers tell a seed from all others.
    few: usize,
    /// How many outputs leave few seeds.
    depth: usize,
}

impl Filters {
    pub(super) fn new(numbers: &Numbers, conventions: Vec<Convention>) -> Self {
        let with_known = |convention: Convention| {
            let known = if convention.is_regular(numbers) {
                convention.known(numbers, OUTPUTS)
            } else {
                Vec::new()
            };
            let early = known.into_iter().filter(|(at, _)| *at < OUTPUTS as u64);
            (
                convention,
                early.map(|(at, known)| (at as usize, known)).collect(),
            )
        };
        let each: Vec<(Convention, Vec<_>)> = conventions.into_iter().map(with_known).collect();
        let mut bits = 0.0;
        let information = numbers.information();
        let few = information
            .iter()
            .take_while(|more| (bits < TELLING, bits += **more).0)
            .count();
        let outputs = (FEW_LEFT / information.first().copied().unwrap_or(0.0)).ceil() as usize;
        let depth = if each.iter().any(|(_, known)| known.is_empty()) {
            OUTPUTS
        } else {
            outputs.clamp(1, OUTPUTS)
        };
        Self { each, few, depth }
    }

    /// The places of a tape, and conventions, from which on the first numbers come.
    pub(super) fn places(
        &self,
        numbers: &Numbers,
        tape: &mut Tape,
        within: u64,
    ) -> Vec<(u64, Convention)> {
        let mut places = Vec::new();
        for place in 0..=within {
            for (convention, known) in &self.each {
                if known
                    .iter()
                    .all(|(at, known)| known.holds(tape.at(place + *at as u64)))
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
        let mut outputs = [[0; LANES]; OUTPUTS];
        for first in (first..end).step_by(LANES) {
            // A few outputs first: most seeds are out then.
            (row.block)(first, &mut outputs[..self.depth]);
            let mut made = self.depth;
            for (convention, known) in &self.each {
                let mut left = ones((end - first).min(LANES as u64) as u32);
                for (at, known) in known.iter().filter(|(at, _)| *at < self.depth) {
                    if left != 0 {
                        left &= lanes(*known, &outputs[*at]);
                    }
                }
                if left != 0 && made < OUTPUTS {
                    (row.block)(first, &mut outputs);
                    made = OUTPUTS;
                }
                while left != 0 {
                    let lane = left.trailing_zeros();
                    left &= left - 1;
                    if !convention.may_make(numbers, &mut |i| {
                        Some(outputs.get(i as usize)?[lane as usize])
                    }) {
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
        hits
    }
}
