//! Methods that try seeds.

use std::ops::Range;
use std::sync::LazyLock;
use std::time::Duration;

use super::filters::{Filters, Hit, MOST};
use super::{Candidate, Candidates, Progress, Search, Span, mistakes};
use crate::convention::{Convention, Tape, ones};
use crate::numbers::Numbers;
use crate::parallel;
use generators::catalogue::Generator;

/// How many seeds from 0 are tried in all conventions, and up to which place.
const FIRST: (u64, u64) = (1 << 7, 15);

/// A generator with at most this many seeds is always tried with all of them.
const FEW: u64 = 1 << 11;

/// How many seeds from 0 are tried at every place, in the usual conventions.
const SMALL: u64 = 1 << 10;

/// How many seeds one thread takes at a time.
const CHUNK: u64 = 1 << 12;

/// About how long seeds are tried between looks at the time.
const PATIENCE: Duration = Duration::from_millis(if cfg!(fuzzing) { 1 } else { 40 });

/// Times that programs were or will be seeded with, in seconds since 1970: 2001 to 2033.
const TIMES: Range<u64> = 1_000_000_000..2_000_000_000;

/// Up to which place the seed that was given is tried, or up to the place that was asked for.
const LATER: (u64, u64) = (1 << 12, 1 << 16);

/// Tries the seed that was given, in all conventions, at the first place and at a few after it.
pub(super) fn try_given_seed(search: &mut Search<'_>) {
    try_given_seed_within(search, FIRST.1);
}

/// Tries the seed that was given, in all conventions, at thousands of places.
pub(super) fn try_given_seed_later(search: &mut Search<'_>) {
    let (within, most) = LATER;
    try_given_seed_within(search, within.max(search.options.within.min(most)));
}

fn try_given_seed_within(search: &mut Search<'_>, within: u64) {
    let Some(given) = search.options.seed else {
        return;
    };
    for row in search.rows() {
        let seed = row
            .taken(given)
            .unwrap_or(given as u64 & ones(row.seed_bits));
        let conventions = search.conventions_within(row, false);
        if conventions.is_empty() || seed >= row.seeds() {
            continue;
        }
        let filters = Filters::new(search.numbers, conventions.clone());
        let mut tape = Tape::new((row.seeded)(seed));
        let places = filters.places(search.numbers, &mut tape, within);
        let (first, later): (Vec<_>, Vec<_>) = places.into_iter().partition(|(at, _)| *at == 0);
        for (places, more) in [(first, 0.0), (later, (within as f64).log2())] {
            search.tries += 1;
            let hits = places.into_iter().map(|place| (seed, place)).collect();
            try_hits(search, row, hits, more);
        }
        let candidates = Candidates::PlacesOfGivenSeed(row.key);
        search.record_tried(
            candidates,
            (within as f64 + 1.0).log2(),
            false,
            &conventions,
        );
        if search.is_over() {
            return;
        }
    }
}

/// Tries the few smallest seeds of each row, at the first places.
pub(super) fn try_first_seeds(search: &mut Search<'_>) {
    try_seeds_from_0(search, FIRST.0, FIRST.1.min(search.options.within), false);
}

/// Tries as many seeds of each row as are tried with a mistake, so that no mistake is named where there is none.
pub(super) fn try_more_first_seeds(search: &mut Search<'_>) {
    let within = mistakes::PLACES.min(search.options.within);
    try_seeds_from_0(search, mistakes::SEEDS, within, false);
}

/// Tries small seeds of each row, at every place.
pub(super) fn try_small_seeds(search: &mut Search<'_>) {
    try_seeds_from_0(search, SMALL, search.options.within, true);
}

fn try_seeds_from_0(search: &mut Search<'_>, seeds: u64, within: u64, usual: bool) {
    for row in search.rows() {
        let seeds = if row.seeds() <= FEW {
            row.seeds()
        } else {
            seeds
        };
        let few = FewSeeds {
            candidates: Candidates::Seeds(row.key),
            seeds: (0..seeds).collect(),
            within,
            usual,
        };
        few.try_with(search, row);
        if search.is_over() {
            return;
        }
    }
}

/// Seeds so few that each is tried at several places.
struct FewSeeds {
    candidates: Candidates,
    seeds: Vec<u64>,
    /// The last place.
    within: u64,
    /// Whether they are tried in the usual conventions only.
    usual: bool,
}

impl FewSeeds {
    fn try_with(self, search: &mut Search<'_>, row: &'static Generator) {
        let conventions = search.conventions_within(row, self.usual);
        if conventions.is_empty() {
            return;
        }
        search.tries += 1;
        let count = self.seeds.len() as f64;
        let filters = Filters::new(search.numbers, conventions.clone());
        let hits = filters.hits(search.numbers, row.seeded, self.seeds, self.within);
        try_hits(search, row, hits, (count * (self.within + 1) as f64).log2());
        search.record_tried(self.candidates, count.log2(), false, &conventions);
    }
}

/// Tries seeds that may be answers, out of `candidates` seeds and places; conventions are counted where each is tried.
fn try_hits(search: &mut Search<'_>, row: &'static Generator, mut hits: Vec<Hit>, candidates: f64) {
    // If 0 and another seed are equivalent, people have used the other one.
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

/// Tries seeds that people choose, from the first output on: small ones in the usual conventions, and the most familiar in all.
pub(super) fn try_chosen_seeds(search: &mut Search<'_>) {
    for row in search.rows() {
        scan_seeds(search, row, None, 0..CHOSEN.min(row.seeds()), true);
        let conventions = search.conventions_for(row);
        try_familiar(search, &FAMILIAR, &[(row, conventions)]);
        if search.is_over() {
            return;
        }
    }
}

/// Tries the seeds that people use most, in the conventions of languages, from the first output on. They are so few that fewer
/// numbers are enough.
pub(super) fn try_familiar_seeds(search: &mut Search<'_>) {
    let mut rows = Vec::new();
    for row in search.rows() {
        rows.push((row, search.language_conventions_for(row)));
    }
    let (first, rest) = FAMILIAR.split_at(MOST_FAMILIAR);
    for seeds in [first, rest] {
        if !search.is_over() {
            try_familiar(search, seeds, &rows);
        }
    }
}

/// Tries familiar seeds with these rows in these conventions, counted as one try.
fn try_familiar(
    search: &mut Search<'_>,
    seeds: &[u64],
    rows: &[(&'static Generator, Vec<Convention>)],
) {
    search.tries += 1;
    let (numbers, all) = (search.numbers, search.numbers.len());
    let tried: usize = rows.iter().map(|(_, conventions)| conventions.len()).sum();
    let candidates = ((seeds.len() * tried) as f64).log2();
    for (row, conventions) in rows.iter().filter(|(_, all)| !all.is_empty()) {
        for &seed in seeds.iter().filter(|seed| **seed < row.seeds()) {
            let mut tape = Tape::new((row.seeded)(seed));
            let mut conventions = conventions.iter();
            let Some(&convention) =
                conventions.find(|one| one.matched(numbers, &mut tape, 0, all) == all)
            else {
                continue;
            };
            let is_answer = search.consider_in(
                &Candidate {
                    seed: Some(seed),
                    ..Candidate::new(*row, &|| (row.seeded)(seed), convention, candidates)
                },
                Vec::new(),
            );
            if is_answer && !search.options.all {
                return;
            }
        }
        if search.is_over() {
            return;
        }
    }
}

/// How many seeds from 0 people choose from.
const CHOSEN: u64 = 1 << 14;

/// How many of the most used seeds are tried before the others.
const MOST_FAMILIAR: usize = 60;

/// The seeds that people use most: numbers that come to mind, powers, dates, and constants of programs. If 0 and another seed
/// are equivalent, people have used the other one.
pub(super) static FAMILIAR: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let seeds = include_str!("familiar.txt").split_whitespace();
    seeds.map(|seed| seed.parse().expect("a number")).collect()
});

/// Tries the seconds since 1970 of the last twenty years, for generators that are usually seeded that way: the latest first.
pub(super) fn try_earlier_times(search: &mut Search<'_>) {
    // A clock that is wrong leaves out no time before 2027.
    let recent = RECENT..tomorrow(search).max(1_798_761_600);
    try_times(search, SEEDED_WITH_THE_TIME, Span::Since2023, &recent);
    try_times(
        search,
        SEEDED_WITH_THE_TIME,
        Span::Years2006To2023,
        &(EARLIER..RECENT),
    );
}

/// Tries days written as one number, and the times of the last month, for generators that are usually seeded that way: most
/// programs whose numbers are asked about ran lately.
pub(super) fn try_recent_times(search: &mut Search<'_>) {
    for row in search.rows() {
        if SEEDED_WITH_A_DAY.contains(&row.key) && !search.is_over() {
            let days = FewSeeds {
                candidates: Candidates::Days(row.key),
                seeds: DAYS.filter(|day| is_day(*day)).collect(),
                within: 0,
                usual: true,
            };
            days.try_with(search, row);
        }
    }
    let tomorrow = tomorrow(search);
    let month = tomorrow - 32 * DAY..tomorrow;
    try_times(search, SEEDED_WITH_THE_TIME, Span::LastMonth, &month);
    let days = tomorrow - 2 * DAY..tomorrow;
    try_times(search, SLOWLY_SEEDED, Span::SinceYesterday, &days);
}

/// Whether this number can be a day, as in 20240131.
const fn is_day(number: u64) -> bool {
    matches!(number / 100 % 100, 1..=12) && matches!(number % 100, 1..=31)
}

fn try_times(search: &mut Search<'_>, keys: &[&str], span: Span, times: &Range<u64>) {
    for row in search.rows() {
        // What no program is known to do is not worth so many seeds.
        let is_used = (search.conventions_within(row, true).iter())
            .any(|convention| convention.is_usual() || convention.rank(row.key) < usize::MAX);
        if keys.contains(&row.key) && is_used && !search.is_over() {
            scan_seeds(search, row, Some(span), times.clone(), true);
        }
    }
}

/// The days from 2015 to 2029, as in 20240131, and the numbers between them.
const DAYS: Range<u64> = 20_150_101..20_300_101;

/// Generators that people seed by hand.
const SEEDED_WITH_A_DAY: &[&str] = &[
    "mt19937-array",
    "mt19937",
    "r-mersenne-twister",
    "random-glibc",
    "java-random",
    "numpy-default-rng",
];

/// The first second of 2006.
const EARLIER: u64 = 1_136_073_600;

/// The first second of 2023.
const RECENT: u64 = 1_672_531_200;

/// The seconds of a day.
const DAY: u64 = 24 * 60 * 60;

/// The time in a day from now, within limits, since a clock can be wrong.
fn tomorrow(search: &Search<'_>) -> u64 {
    (search.options.control.now.saturating_add(DAY)).clamp(RECENT + 32 * DAY, TIMES.end)
}

/// Generators that are usually seeded with the time, and of which millions of seeds can be tried per second.
pub(super) const SEEDED_WITH_THE_TIME: &[&str] = &["random-glibc", "msvc-rand"];

/// Other generators that are often seeded with the time; of some, fewer seeds can be tried per second.
const SLOWLY_SEEDED: &[&str] = &[
    "mt19937",
    "mt19937-array",
    "php-mt-rand",
    "java-random",
    "minstd-16807",
    "minstd-48271",
];

/// Generators of languages that print fractions of 53 bits in full: numpy, Python and Ruby, Java.
const PRINTED_IN_FULL: &[&str] = &[
    "mt19937",
    "mt19937-array",
    "java-random",
    "numpy-default-rng",
];

/// Generators of JavaScript whose fractions have 32 bits, and which are often seeded with `Date.now()`.
const SEEDED_WITH_MILLISECONDS: &[&str] = &["mulberry32"];

/// Tries seeds of the generators whose fractions are printed most, if these are fractions: those with as many bits as these.
pub(super) fn try_likely_seeds(search: &mut Search<'_>) {
    if !matches!(search.numbers, Numbers::Fractions(_)) {
        return;
    }
    let have_32_bits = search.numbers.are_multiples_of(2_f64.powi(-32));
    let keys = if have_32_bits {
        SEEDED_WITH_MILLISECONDS
    } else {
        PRINTED_IN_FULL
    };
    for row in search.rows() {
        if keys.contains(&row.key) && !search.is_over() {
            scan_seeds(search, row, None, 0..1 << 20, true);
        }
    }
    if have_32_bits {
        try_milliseconds_of_last_month(search);
    }
}

/// Tries the milliseconds of the last month, of which a seed has the low 32 bits, in two parts if these begin again at 0.
fn try_milliseconds_of_last_month(search: &mut Search<'_>) {
    let tomorrow = tomorrow(search);
    let start = (1000 * (tomorrow - 32 * DAY)) & ones(32);
    let end = (1000 * tomorrow) & ones(32);
    let parts = if start < end {
        [start..end, 0..0]
    } else {
        [0..end, start..1 << 32]
    };
    for times in parts {
        let span = Span::MillisecondsOfLastMonth;
        try_times(search, SEEDED_WITH_MILLISECONDS, span, &times);
    }
}

/// Tries more seeds of each row, from the first output on: fewer in all conventions, more in the usual ones.
pub(super) fn try_million_seeds(search: &mut Search<'_>) {
    for (seeds, usual) in [(1 << 16, false), (1 << 20, true)] {
        for row in search.rows() {
            scan_seeds(search, row, None, 0..seeds.min(row.seeds()), usual);
            if search.is_over() {
                return;
            }
        }
    }
}

/// Tries times, and then all 32-bit seeds, for each row whose states were not all tried.
pub(super) fn try_all_seeds(search: &mut Search<'_>) {
    for (span, seeds) in [(Some(Span::Years2001To2033), TIMES), (None, 0..1 << 32)] {
        for row in search.rows() {
            if were_all_states_tried(search, row) {
                continue;
            }
            let seeds = seeds.start..seeds.end.min(row.seeds());
            scan_seeds(search, row, span, seeds, true);
            if search.is_over() {
                return;
            }
        }
    }
}

/// Whether all states of a row were tried in its usual conventions.
fn were_all_states_tried(search: &Search<'_>, row: &Generator) -> bool {
    let usual = search.conventions_within(row, true);
    let states = Candidates::States(row.key);
    let mut all = search.found.tried.iter();
    all.find(|tried| tried.exhaustive && tried.candidates == states)
        .is_some_and(|tried| usual.iter().all(|one| tried.conventions.contains(one)))
}

/// Tries seeds: from 0 upwards, or times from the latest one back.
fn scan_seeds(
    search: &mut Search<'_>,
    row: &'static Generator,
    span: Option<Span>,
    seeds: Range<u64>,
    usual: bool,
) {
    let Some(mut scan) = Scan::new(search, row, seeds, usual) else {
        return;
    };
    let count = scan.left.end - scan.left.start;
    let done = scan.run(search, None);
    if done == 0 {
        return;
    }
    let all = done == count && !scan.is_downward && row.seed_bits < 64 && count == row.seeds();
    let candidates = match span {
        None => Candidates::Seeds(row.key),
        Some(span) => Candidates::Times {
            span,
            key: row.key,
            latest: (done < count).then_some((done, count)),
        },
    };
    search.record_tried(candidates, (done as f64).log2(), all, &scan.conventions);
}

/// Tries the last of the seeds that the user gave, until this time or until one is found, and leaves those that were not tried.
pub(super) fn scan_given_seeds(
    search: &mut Search<'_>,
    row: &'static Generator,
    seeds: &mut Range<u64>,
    until: Duration,
) {
    let Some(mut scan) = Scan::new(search, row, seeds.clone(), true) else {
        *seeds = 0..0;
        return;
    };
    scan.is_downward = true;
    let done = scan.run(search, Some(until));
    *seeds = scan.left;
    if done > 0 {
        let candidates = Candidates::GivenSeeds(row.key);
        search.record_tried(candidates, (done as f64).log2(), false, &scan.conventions);
    }
}

/// Seeds that are tried one after another.
struct Scan {
    row: &'static Generator,
    conventions: Vec<Convention>,
    filters: Filters,
    /// The seeds that were not tried.
    left: Range<u64>,
    /// Whether the last of them is next.
    is_downward: bool,
}

impl Scan {
    /// The scan of these seeds, which counts as a try; `None` if there is nothing to try.
    fn new(
        search: &mut Search<'_>,
        row: &'static Generator,
        seeds: Range<u64>,
        usual: bool,
    ) -> Option<Self> {
        let conventions = search.conventions_within(row, usual);
        if conventions.is_empty() || seeds.is_empty() {
            return None;
        }
        search.tries += 1;
        Some(Self {
            row,
            filters: Filters::new(search.numbers, conventions.clone()),
            conventions,
            is_downward: seeds.start > 0,
            left: seeds,
        })
    }

    /// Tries seeds until the search is over, or until this time. Returns how many were tried.
    fn run(&mut self, search: &mut Search<'_>, until: Option<Duration>) -> u64 {
        let (numbers, row, filters) = (search.numbers, self.row, &self.filters);
        let candidates = ((self.left.end - self.left.start) as f64).log2();
        let (mut done, mut step) = (0, CHUNK);
        while !self.left.is_empty() && !search.is_late() {
            let started = (search.options.control.clock)();
            if until.is_some_and(|until| started > until) {
                break;
            }
            let some = step.min(self.left.end - self.left.start);
            let from = if self.is_downward {
                self.left.end -= some;
                self.left.end
            } else {
                self.left.start += some;
                self.left.start - some
            };
            let to = from + some;
            (search.options.control.progress)(Progress::Seeds(row.key, from));
            let chunks: Vec<u64> = (from..to).step_by(CHUNK as usize).collect();
            let hits = parallel::take_any(chunks, MOST, |chunk| {
                filters.chunk(row, numbers, chunk, to.min(chunk + CHUNK))
            });
            try_hits(search, row, hits, candidates);
            done += some;
            step = if (search.options.control.clock)() < started + PATIENCE {
                2 * step
            } else {
                (step / 2).max(CHUNK)
            };
            if search.is_over() {
                break;
            }
        }
        done
    }
}
