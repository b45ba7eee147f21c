//! Starts that are known: where libraries begin if nobody seeds them, and the seeds and the text that the user gave.

use std::cmp::Reverse;
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use generators::catalogue::{
    Generator, InitialState, Stream, TEXT_HASHES, TEXT_SEEDINGS, UNSEEDED, Unseeded,
};

use super::filters::Filters;
use super::seeds::{SEEDED_WITH_THE_TIME, scan_given_seeds};
use super::{Answer, Candidate, Candidates, Search};
use crate::convention::{Convention, Tape, ones};

/// Up to which place these starts are tried.
const PLACES: u64 = 15;

/// How long the given seeds of an unlikely row are tried before those of the next.
const TURN: Duration = Duration::from_millis(50);

impl Answer {
    /// Where its library begins if nobody seeds it, if that is the seed or the state of this answer.
    pub fn unseeded(&self) -> Option<&'static Unseeded> {
        UNSEEDED.iter().find(|unseeded| {
            let is_start = match unseeded.start {
                InitialState::Seed(seed) => self.seed == Some(seed),
                InitialState::State(words) => self.state.as_deref() == Some(words),
            };
            is_start && self.generator == unseeded.key && self.mistake.is_none()
        })
    }
}

/// A stream that is tried at the first places.
struct Start<'a> {
    row: &'static Generator,
    stream: &'a dyn Fn() -> Stream,
    seed: Option<u64>,
    state: Option<Vec<u64>>,
    /// What makes the seed or the state of the text that was given.
    text: Option<&'static str>,
}

impl Start<'_> {
    /// Considers this start, which is one of so many as a power of 2. Returns whether the search is over.
    fn consider(&self, search: &mut Search<'_>, candidates: f64) -> bool {
        let row = self.row;
        let conventions = search.conventions_within(row, false);
        if conventions.is_empty() || !search.options.includes(row.key) {
            return false;
        }
        let filters = Filters::new(search.numbers, conventions);
        let within = PLACES.min(search.options.within);
        let mut tape = Tape::new((self.stream)());
        for (position, convention) in filters.places(search.numbers, &mut tape, within) {
            search.consider(&self.candidate(position, convention, candidates));
        }
        search.is_over()
    }

    fn candidate(&self, position: u64, convention: Convention, candidates: f64) -> Candidate<'_> {
        Candidate {
            seed: self.seed,
            state: self.state.clone(),
            text: self.text,
            position,
            ..Candidate::new(self.row, self.stream, convention, candidates)
        }
    }
}

/// The base-2 logarithm of so many starts at all places.
fn count_starts(starts: usize) -> f64 {
    (starts as f64 * (PLACES + 1) as f64).log2()
}

/// Tries where libraries begin if nobody seeds them.
pub(super) fn try_initial_states(search: &mut Search<'_>) {
    search.tries += 1;
    for unseeded in UNSEEDED {
        let (seed, state) = match unseeded.start {
            InitialState::Seed(seed) => (Some(seed), None),
            InitialState::State(words) => (None, Some(words.to_vec())),
        };
        let start = Start {
            row: unseeded.row(),
            stream: &|| unseeded.stream(),
            seed,
            state,
            text: None,
        };
        // Those that share a state are all considered, so that the likeliest can be named.
        start.consider(search, count_starts(UNSEEDED.len()));
    }
    let count = (UNSEEDED.len() as f64).log2();
    search.record_tried(Candidates::InitialStates, count, false, &[]);
}

/// Tries what programs make of the text that was given.
pub(super) fn try_given_text(search: &mut Search<'_>) {
    let Some(text) = search.options.text else {
        return;
    };
    let rows = search.rows();
    let candidates = count_starts(TEXT_SEEDINGS.len() + TEXT_HASHES.len() * rows.len());
    search.tries += 1;
    for seeding in TEXT_SEEDINGS {
        let start = Start {
            row: seeding.row(),
            stream: &|| (seeding.seeded)(text),
            seed: None,
            state: None,
            text: Some(seeding.about),
        };
        if start.consider(search, candidates) {
            return;
        }
    }
    for hash in TEXT_HASHES {
        let number = (hash.number)(text);
        for &row in &rows {
            let seed = row
                .taken(number)
                .unwrap_or(number as u64 & ones(row.seed_bits));
            let start = Start {
                row,
                stream: &|| (row.seeded)(seed),
                seed: Some(seed),
                state: None,
                text: Some(hash.name),
            };
            if start.consider(search, candidates) {
                return;
            }
        }
    }
    search.record_tried(Candidates::GivenText, candidates, false, &[]);
}

/// Tries the seeds that were given, from the last one back, of all rows in turn: first and longest of those by which languages make
/// such numbers. In each round a row has more time than in the one before, so that no slow one takes it all.
pub(super) fn try_given_seeds(search: &mut Search<'_>) {
    let is_likely = |row: &Generator| {
        let conventions = search.conventions_within(row, true);
        conventions.iter().any(|one| one.rank(row.key) < usize::MAX)
            || SEEDED_WITH_THE_TIME.contains(&row.key)
    };
    let mut rows: Vec<(&'static Generator, Duration)> = Vec::new();
    for row in search.rows() {
        let time = if is_likely(row) { 16 * TURN } else { TURN };
        rows.push((row, time));
    }
    rows.sort_by_key(|(_, time)| Reverse(*time));
    for range in search.options.seeds {
        let mut left = Vec::new();
        for &(row, time) in &rows {
            let parts = seeds_of(row, range).into_iter();
            left.extend(parts.map(|seeds| (row, seeds, time)));
        }
        while !left.is_empty() {
            for (row, mut seeds, time) in std::mem::take(&mut left) {
                let until = (search.options.control.clock)() + time;
                scan_given_seeds(search, row, &mut seeds, until);
                if search.is_over() {
                    return;
                }
                if !seeds.is_empty() {
                    left.push((row, seeds, 4 * time));
                }
            }
        }
    }
}

/// These seeds as the row takes them, in two parts if they begin again at 0: of a seed that is too great, JavaScript and C keep
/// 32 bits.
fn seeds_of(row: &Generator, range: &RangeInclusive<u64>) -> [Range<u64>; 2] {
    let (start, end) = (*range.start(), range.end().saturating_add(1));
    if end <= row.seeds() || row.seed_bits != u32::BITS {
        return [start..end.min(row.seeds()), 0..0];
    }
    if end - start >= row.seeds() {
        return [0..row.seeds(), 0..0];
    }
    let (low_start, low_end) = (start & ones(32), end & ones(32));
    if low_start < low_end {
        [low_start..low_end, 0..0]
    } else {
        [0..low_end, low_start..row.seeds()]
    }
}
