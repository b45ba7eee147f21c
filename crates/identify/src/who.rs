//! What made these numbers?

mod answer;
mod before;
mod berlekamp;
mod bsd;
mod congruential;
mod constants;
mod filters;
mod judge;
mod lattice;
mod linear;
mod lines;
mod method;
mod mistakes;
mod previous;
mod recurrences;
mod scaled;
mod seeds;
mod truncated_twister;
mod twister;
mod words;

pub use answer::{Answer, Control, Derivation, Found, MOST_MADE, Options, Why};
pub use lines::who_of_seeds;
pub use method::{Candidates, Method, Progress, Span, Tried};
pub(crate) use scaled::around;
pub use scaled::who_scaled;

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::convention::Convention;
use crate::numbers::Numbers;
use answer::Next;
use generators::catalogue::{self, Generator, Stream, Structure};
use method::{LATELY, QUICK, THOROUGH};

/// A candidate for what made the numbers.
struct Candidate<'a> {
    row: &'a Generator,
    mistake: Option<&'a str>,
    /// A stream of outputs.
    stream: &'a dyn Fn() -> Stream,
    seed: Option<u64>,
    state: Option<Vec<u64>>,
    /// How many outputs precede the first number.
    position: u64,
    convention: Convention,
    /// Whether the numbers determine those that follow: false if other states, which may go on differently, were not tried.
    settled: bool,
    /// A stream that begins this many outputs earlier, if the state can be stepped back.
    earlier: Option<&'a dyn Fn(u64) -> Stream>,
    /// The base-2 logarithm of how many candidates were tried in this way.
    candidates: f64,
}

impl<'a> Candidate<'a> {
    /// A candidate whose seed and state are not known, at the beginning of its stream.
    const fn new(
        row: &'a Generator,
        stream: &'a dyn Fn() -> Stream,
        convention: Convention,
        candidates: f64,
    ) -> Self {
        Self {
            row,
            mistake: None,
            stream,
            seed: None,
            state: None,
            position: 0,
            convention,
            settled: true,
            earlier: None,
            candidates,
        }
    }
}

struct Search<'a> {
    numbers: &'a Numbers,
    information: Vec<f64>,
    options: Options<'a>,
    /// When the search ends, by the clock of its options.
    end: Option<Duration>,
    /// How many ways were tried, times the readings of the input: each of them may find something by coincidence.
    ways: u64,
    /// In how many ways the input is read.
    readings: u64,
    found: Found,
}

/// Searches for what made the numbers, trying cheap ways first.
pub fn who(numbers: &Numbers, options: Options<'_>) -> Found {
    let ways = if options.quick {
        vec![QUICK, LATELY]
    } else {
        vec![QUICK, THOROUGH]
    };
    search(numbers, &ways, 1, options)
}

/// Searches for what made an input that can be read as numbers in several ways, such as a deck by each way of shuffling. Cheap
/// ways are tried first, for all readings. For those from the index `guesses` on, which are less likely, only seeds are tried.
/// Returns the index of the reading that has the answer, or 0, and what was found.
///
/// # Panics
/// If there is no reading before `guesses`.
pub fn who_of_any(readings: &[Numbers], guesses: usize, options: Options<'_>) -> (usize, Found) {
    let clock = options.control.clock;
    let end = options.time.map(|time| clock() + time);
    // Try the most used seeds first for all readings, because the other ways may take seconds on a wrong reading.
    let phases: &[&[Method]] = if options.quick {
        &[QUICK, LATELY]
    } else {
        &[&QUICK[..2], QUICK, THOROUGH]
    };
    // Half of the time or more is for readings that are not guesses.
    let share = |reading| {
        if reading < guesses {
            (readings.len() / guesses).max(2) as u32 - 1
        } else {
            1
        }
    };
    let mut first: Option<(usize, Found)> = None;
    for (phase, methods) in phases.iter().enumerate() {
        // If other phases follow, a phase may take two thirds of the remaining time. Its readings share that time.
        let end = end.map(|end| match phases.len() - phase {
            1 => end,
            _ => clock() + end.saturating_sub(clock()) * 2 / 3,
        });
        let mut left: u32 = (0..readings.len()).map(share).sum();
        for (reading, numbers) in readings.iter().enumerate() {
            let time = end.map(|end| end.saturating_sub(clock()) * share(reading) / left);
            left -= share(reading);
            let options = Options { time, ..options };
            let mut methods = methods.to_vec();
            methods.retain(|method| {
                !(is_guess(readings, reading) && method.names_families()
                    || reading >= guesses && !method.tries_only_seeds()
                    // A mistake in the generator might just be another reading.
                    || (guesses, reading) != (1, 0) && *method == Method::KnownMistakes)
            });
            let found = search(numbers, &[&methods], readings.len() as u64, options);
            let is_whole = |found: &Found| {
                let best = found.answers.first();
                best.is_some_and(|answer| answer.evidence.is_whole())
            };
            if !is_whole(&found) {
                // Another reading may explain what an answer leaves open.
                let seed = found
                    .answers
                    .first()
                    .and_then(|answer| answer.seed)
                    .map(i128::from);
                let others = seed.map_or(readings.len(), |_| 0)..readings.len();
                let options = Options { seed, ..options };
                let guess = |i| {
                    (
                        i,
                        search(&readings[i], &[&QUICK[..1]], readings.len() as u64, options),
                    )
                };
                if let Some(whole) = others
                    .filter(|&i| i != reading)
                    .map(guess)
                    .find(|(_, found)| is_whole(found))
                {
                    return whole;
                }
            }
            if !found.answers.is_empty() || found.stopped {
                return (reading, found);
            }
            match &mut first {
                Some((before, first)) if *before == reading => first.extend(found),
                // A candidate that fits is reported even though it is not an answer.
                Some((_, first)) if !first.fits.is_empty() || found.fits.is_empty() => {}
                _ => first = Some((reading, found)),
            }
        }
    }
    first.expect("a reading")
}

/// Whether a reading guesses the bound of the numbers. Numbers that people make up, some of which follow a rule, are read this
/// way too, so only generators of the catalogue are named for them.
fn is_guess(readings: &[Numbers], reading: usize) -> bool {
    matches!(
        (&readings[0], &readings[reading]),
        (_, Numbers::Fractions(_) | Numbers::Points(_))
            | (Numbers::Words { .. }, Numbers::Bounded(_))
    )
}

/// Tries the methods, one group after another.
fn search(numbers: &Numbers, methods: &[&[Method]], readings: u64, options: Options<'_>) -> Found {
    let mut search = Search {
        readings,
        ..Search::new(numbers, options)
    };
    // Any broken generator makes numbers that are all equal.
    if !numbers.is_empty() && !numbers.is_too_few() && !numbers.are_equal() {
        search.run(methods);
        search.of_the_same_seed();
    }
    if let Some(period) = numbers.period().filter(|_| search.found.answers.is_empty()) {
        search.found.complexity = Some(format!("the numbers repeat after {period}"));
    }
    let mut found = search.found;
    found.fits.sort_by_key(|(_, more)| *more);
    found.answers.sort_by_key(|answer| {
        (
            !answer.evidence.is_whole(),
            std::cmp::Reverse(answer.evidence.matched),
            // Some wider seed leads to almost any state.
            answer.seed.is_none_or(|seed| seed >> 32 != 0),
            !answer.is_of_language,
            !is_output_of_state(answer),
            answer.seed.is_none(),
        )
    });
    if !options.all {
        if let Some(best) = found.answers.first() {
            let rest = found
                .answers
                .iter()
                .skip(1)
                .filter(|answer| answer.evidence.is_whole());
            let (alike, others): (Vec<&Answer>, Vec<&Answer>) =
                rest.partition(|other| is_alike(best, other));
            // An answer with a seed has no rivals among those without one: that a state has a seed is no coincidence.
            let rivals = |of: fn(&Answer) -> &Next| {
                let is_rival = move |other: &&&Answer| of(other).is_ok();
                others.iter().filter(is_rival)
            };
            let mut agreed = (*best).clone();
            for other in rivals(|other| &other.next) {
                if other.seed.is_some() == best.seed.is_some() {
                    agreed.agree(numbers, other.next.clone(), best.previous.clone());
                }
            }
            for other in rivals(|other| &other.previous) {
                agreed.agree(numbers, agreed.next.clone(), other.previous.clone());
            }
            let alike = alike
                .into_iter()
                .filter_map(|other| Some(catalogue::find(&other.generator)?.key))
                .collect();
            found.others = others.len();
            agreed.alike = alike;
            found.answers[0] = agreed;
        }
        found.answers.truncate(1);
    }
    if !found.answers.is_empty() {
        found.fits.clear();
    }
    found
}

/// The lags of a row and what has the same lagged sums, if several generators of the catalogue do.
fn lagged_sum(row: &Generator) -> Option<(String, String)> {
    let of = |row: &Generator| match row.structure {
        Structure::Additive {
            long,
            short,
            minus,
            modulus,
            shift,
        } => Some((long, short, minus, modulus, shift)),
        _ => None,
    };
    let (long, short, ..) = of(row)?;
    let keys: Vec<&str> = catalogue::all()
        .filter(|other| of(other) == of(row))
        .map(|other| other.key)
        .collect();
    (keys.len() > 1).then(|| {
        (
            format!("lags {long} and {short}"),
            format!("the recurrence of {}", keys.join(", ")),
        )
    })
}

/// Whether the numbers are as they are the outputs of a row that shows some bits of a state, of which others may show more.
fn is_output_of_state(answer: &Answer) -> bool {
    answer.is_as_it_is()
        && catalogue::find(&answer.generator)
            .and_then(recurrence)
            .is_some()
}

/// Whether two answers are different generators with the same recurrence, which make the same numbers.
fn is_alike(one: &Answer, other: &Answer) -> bool {
    let of = |answer: &Answer| catalogue::find(&answer.generator).and_then(recurrence);
    one.generator != other.generator && of(one).is_some() && of(one) == of(other)
}

impl<'a> Search<'a> {
    fn new(numbers: &'a Numbers, options: Options<'a>) -> Self {
        Self {
            numbers,
            information: numbers.information(),
            options,
            end: options.time.map(|time| (options.control.clock)() + time),
            ways: 0,
            readings: 1,
            found: Found::default(),
        }
    }

    fn run(&mut self, methods: &[&[Method]]) {
        for method in methods.iter().copied().flatten() {
            // An answer that misses a number does not end the search: a later row may make that number too.
            if self.is_over() || !self.options.all && !self.found.answers.is_empty() {
                break;
            }
            if method.names_families() && self.numbers.gaps().next().is_some() {
                continue;
            }
            (self.options.control.progress)(Progress::Begins(*method));
            method.run(self);
        }
    }

    /// Other generators that make the numbers from the seed that was found: outputs may be left out later on.
    fn of_the_same_seed(&mut self) {
        let Some(Answer {
            seed: Some(seed),
            position,
            generator,
            ..
        }) = self.found.answers.first().cloned()
        else {
            return;
        };
        let rows = self.rows().into_iter();
        for row in rows.filter(|row| row.key != generator && seed < row.seeds()) {
            let mut conventions = self.conventions(row);
            let every_second = conventions.iter().filter_map(|one| one.every_second());
            let suiting = every_second.filter(|one| one.suits(row.key));
            conventions.extend(suiting.collect::<Vec<_>>());
            if let Some(&convention) = conventions.first() {
                let stream = || (row.seeded)(seed);
                let candidate = Candidate {
                    seed: Some(seed),
                    position,
                    ..Candidate::new(row, &stream, convention, 0.0)
                };
                self.consider_in(&candidate, conventions);
            }
        }
    }

    /// Whether the search is over, because an answer was found or time ran out.
    fn is_over(&mut self) -> bool {
        self.found.stopped |= self.options.control.stop.load(Ordering::Relaxed);
        self.found.unfinished |= self.is_late();
        let whole = self
            .found
            .answers
            .iter()
            .any(|answer| answer.evidence.is_whole());
        self.found.unfinished || !self.options.all && whole
    }

    fn is_late(&self) -> bool {
        self.options.control.stop.load(Ordering::Relaxed)
            || self
                .end
                .is_some_and(|end| (self.options.control.clock)() >= end)
    }

    /// The rows of the catalogue that are searched.
    fn rows(&self) -> Vec<&'static Generator> {
        let only = |key: &str| self.options.only.is_none_or(|only| key.starts_with(only));
        catalogue::all().filter(|row| only(row.key)).collect()
    }

    fn conventions(&self, row: &Generator) -> Vec<Convention> {
        let mut all = Convention::all(self.numbers, row.bits, row.range());
        all.retain(|convention| convention.suits(row.key));
        // The ways of the generator's own language first: other ways make the same numbers below a power of 2.
        all.sort_by_key(|convention| convention.rank(row.key));
        if Convention::has_blocks(row.key) {
            let blocks = all.clone();
            all.splice(
                0..0,
                blocks.into_iter().map(|convention| convention.in_blocks(0)),
            );
        }
        all
    }

    /// The conventions, or only the usual ones, which are tried when there are many seeds.
    fn ways(&self, row: &Generator, usual: bool) -> Vec<Convention> {
        let mut all = self.conventions(row);
        if usual {
            let known = all
                .iter()
                .filter(|convention| convention.rank(row.key) < usize::MAX);
            all.truncate(known.count().max(USUAL));
        }
        all
    }

    /// Records what was tried: of entries of the same candidates, the one with the most candidates, with all conventions tried that
    /// far.
    fn tried(
        &mut self,
        candidates: Candidates,
        log2_count: f64,
        exhaustive: bool,
        conventions: &[Convention],
    ) {
        let new = Tried {
            candidates,
            log2_count,
            exhaustive,
            conventions: conventions.to_vec(),
        };
        let mut all = self.found.tried.iter_mut();
        let Some(tried) = all.find(|tried| tried.candidates == candidates) else {
            self.found.tried.push(new);
            return;
        };
        match (new.exhaustive, log2_count).partial_cmp(&(tried.exhaustive, tried.log2_count)) {
            Some(std::cmp::Ordering::Greater) => *tried = new,
            Some(std::cmp::Ordering::Equal) => {
                for convention in new.conventions {
                    if !tried.conventions.contains(&convention) {
                        tried.conventions.push(convention);
                    }
                }
            }
            _ => {}
        }
    }

    /// The ways in which languages make such numbers with the generator of this row; also words as they are, and the usual
    /// fractions.
    fn of_language(&self, row: &Generator) -> Vec<Convention> {
        let mut all = self.conventions(row);
        let known = all
            .iter()
            .filter(|convention| convention.rank(row.key) < usize::MAX);
        let least = usize::from(!matches!(self.numbers, Numbers::Bounded(_)));
        all.truncate(known.count().max(least));
        all
    }
}

/// The number of usual conventions if no language is known to use the generator.
const USUAL: usize = 3;

/// The multiplier, increment and modulus of a linear congruential row.
const fn recurrence(row: &Generator) -> Option<(u64, u64, u128)> {
    match row.structure {
        Structure::Congruential {
            multiplier,
            increment,
            modulus,
            ..
        } => Some((multiplier, increment, modulus)),
        _ => None,
    }
}
