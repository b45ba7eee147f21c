//! What made these numbers?

mod answer;
mod before;
mod berlekamp;
mod bsd;
mod carries;
mod congruential;
mod constants;
mod filters;
mod judge;
mod lattice;
mod linear;
mod lines;
mod method;
mod mistakes;
mod needed;
mod previous;
mod recurrences;
mod scaled;
mod seeds;
mod shifts;
mod starts;
mod truncated_twister;
mod twister;
mod words;

pub use answer::{
    Answer, Complexity, Congruential, Control, Derivation, Found, MOST_MADE, Options, Parameters,
    Why,
};
pub use lines::who_of_seeds;
pub use method::{Candidates, Method, Progress, Span, Tried};
pub use needed::{BITS_FOR_SEED, Needed, bits_shown, numbers_for_states};
pub(crate) use scaled::around;
pub use scaled::who_scaled;

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::convention::Convention;
use crate::numbers::Numbers;
use answer::Next;
use generators::catalogue::{self, Generator, Stream, Structure};
use method::{LIKELIEST, QUICK, RECENT, STATES, THOROUGH};

/// What gives the outputs of a candidate: a generator of the catalogue, or a subject with a mistake.
#[derive(Clone, Copy)]
struct Source {
    /// The key of the generator, or the name of the subject.
    key: &'static str,
    /// What it is and how it is seeded.
    about: &'static str,
    /// What it is.
    algorithm: &'static str,
    /// Bits of an output.
    bits: u32,
    /// Exclusive upper bound of an output.
    range: u128,
    /// How its outputs follow from each other, if that is known.
    structure: Structure,
}

impl From<&Generator> for Source {
    fn from(row: &Generator) -> Self {
        Self {
            key: row.key,
            about: row.about,
            algorithm: row.algorithm(),
            bits: row.bits,
            range: row.range(),
            structure: row.structure,
        }
    }
}

/// A candidate for what made the numbers.
struct Candidate<'a> {
    source: Source,
    mistake: Option<&'a str>,
    /// A stream of outputs.
    stream: &'a dyn Fn() -> Stream,
    seed: Option<u64>,
    state: Option<Vec<u64>>,
    /// What makes the seed or the state of the text that was given.
    text: Option<&'static str>,
    /// How many outputs precede the first number.
    position: u64,
    convention: Convention,
    /// Whether the numbers determine those that follow: false if other states, which may go on differently, were not tried.
    settled: bool,
    /// A stream that begins this many outputs earlier, if the state can be stepped back.
    earlier: Option<&'a dyn Fn(u64) -> Stream>,
    /// The base-2 logarithm of how many candidates were tried with it.
    candidates: f64,
}

impl<'a> Candidate<'a> {
    /// A candidate whose seed and state are not known, at the beginning of its stream.
    fn new(
        source: impl Into<Source>,
        stream: &'a dyn Fn() -> Stream,
        convention: Convention,
        candidates: f64,
    ) -> Self {
        Self {
            source: source.into(),
            mistake: None,
            stream,
            seed: None,
            state: None,
            text: None,
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
    /// How many times candidates were tried: each time something may be found by coincidence.
    tries: u64,
    /// How many readings the input has, by which the tries are multiplied.
    readings: u64,
    found: Found,
}

/// Searches for what made the numbers, by cheap methods first.
pub fn who(numbers: &Numbers, options: Options<'_>) -> Found {
    let methods = if options.quick {
        vec![QUICK, RECENT]
    } else {
        vec![QUICK, THOROUGH]
    };
    // That the rule was given is one more thing that was tried.
    let readings = 1 + u64::from(matches!(numbers, Numbers::Stepped(_)));
    search(numbers, &methods, readings, options)
}

/// The raw state that a seeding of the row with this key left for these numbers to be made from, if they determine it beyond
/// coincidence.
pub(crate) fn state_before(numbers: &Numbers, key: &str, control: Control<'_>) -> Option<Vec<u64>> {
    let options = Options {
        within: 0,
        only: Some(key),
        time: Some(LONGEST),
        control,
        ..Options::default()
    };
    let found = search(numbers, &[STATES], 1, options);
    let mut answers = found.answers.into_iter();
    let answer = answers.find(|answer| answer.generator == key && answer.evidence.is_whole())?;
    let state = answer.raw_state?;
    if state.len() != twister::SIZE {
        return Some(state);
    }
    // A seeded Twister makes all its words anew first, and uses only the highest bit of the first one.
    let mut seeded = twister::earlier(&state, twister::SIZE as u64);
    seeded[0] &= 1 << 31;
    Some(seeded)
}

/// How long the search for a state may take.
const LONGEST: Duration = Duration::from_secs(10);

/// Searches for a linear congruential generator that is not in the catalogue, whose states are these numbers, all below one bound.
pub fn who_of_quotients(numbers: &Numbers, options: Options<'_>) -> Found {
    let mut found = search(numbers, &[&[Method::UnknownCongruential]], 1, options);
    found.answers.retain(|answer| !has_row(answer));
    found
}

/// Whether a row of the catalogue is the only generator that an answer may be.
fn has_row(answer: &Answer) -> bool {
    let Some(Parameters::Congruential(all)) = &answer.parameters else {
        return false;
    };
    let [only] = &all[..] else { return false };
    catalogue::all()
        .filter_map(recurrence)
        .any(|(multiplier, increment, modulus)| {
            (only.multiplier, only.increment, only.modulus)
                == (multiplier.into(), increment.into(), modulus)
        })
}

/// Searches for what made an input that can be read as numbers in several ways, such as a deck by each way of shuffling. Cheap
/// methods are used first, for all readings. For those from the index `guesses` on, which are less likely, only seeds are tried.
/// Returns the index of the reading that has the answer, or 0, and what was found.
///
/// # Panics
/// If there is no reading before `guesses`.
pub fn who_of_any(readings: &[Numbers], guesses: usize, options: Options<'_>) -> (usize, Found) {
    let clock = options.control.clock;
    let end = options.time.map(|time| clock() + time);
    // Try the most used seeds first for all readings, because the other methods may take seconds on a wrong reading.
    let phases: &[&[Method]] = if options.quick {
        &[QUICK, RECENT]
    } else {
        &[LIKELIEST, QUICK, THOROUGH]
    };
    let mut first: Option<(usize, Found)> = None;
    for (phase, methods) in phases.iter().enumerate() {
        // If other phases follow, a phase may take two thirds of the remaining time. Its readings share that time.
        let end = end.map(|end| match phases.len() - phase {
            1 => end,
            _ => clock() + end.saturating_sub(clock()) * 2 / 3,
        });
        let mut left: u32 = (0..readings.len())
            .map(|reading| time_share(readings.len(), guesses, reading))
            .sum();
        for (reading, numbers) in readings.iter().enumerate() {
            let share = time_share(readings.len(), guesses, reading);
            let time = end.map(|end| end.saturating_sub(clock()) * share / left);
            left -= share;
            let options = Options { time, ..options };
            let methods = methods_for_reading(methods, readings, guesses, reading);
            let found = search(numbers, &[&methods], readings.len() as u64, options);
            if !found.has_whole_answer()
                && let Some(whole) = explain_by_other_reading(readings, reading, &found, options)
            {
                return whole;
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

/// The share of the time that a reading has: half of it or more is for readings that are not guesses.
fn time_share(readings: usize, guesses: usize, reading: usize) -> u32 {
    if reading < guesses {
        (readings / guesses).max(2) as u32 - 1
    } else {
        1
    }
}

/// The methods that make sense for this reading.
fn methods_for_reading(
    methods: &[Method],
    readings: &[Numbers],
    guesses: usize,
    reading: usize,
) -> Vec<Method> {
    let mut methods = methods.to_vec();
    if is_guess(readings, reading) {
        methods.retain(|method| !method.names_families());
    }
    if reading >= guesses {
        methods.retain(|method| method.tries_only_seeds());
    }
    // A mistake in the generator might just be another reading.
    if (guesses, reading) != (1, 0) {
        methods.retain(|method| *method != Method::KnownMistakes);
    }
    methods
}

/// Another reading whose numbers are all made from the seed that was found: it explains what the answer leaves open.
fn explain_by_other_reading(
    readings: &[Numbers],
    reading: usize,
    found: &Found,
    options: Options<'_>,
) -> Option<(usize, Found)> {
    let seed = found.answers.first()?.seed?;
    let options = Options {
        seed: Some(seed.into()),
        ..options
    };
    for (other, numbers) in readings.iter().enumerate() {
        if other != reading {
            let found = search(numbers, &[&QUICK[..1]], readings.len() as u64, options);
            if found.has_whole_answer() {
                return Some((other, found));
            }
        }
    }
    None
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

/// Searches by the methods, one group after another.
fn search(numbers: &Numbers, methods: &[&[Method]], readings: u64, options: Options<'_>) -> Found {
    let mut search = Search {
        readings,
        ..Search::new(numbers, options)
    };
    // Any broken generator makes numbers that are all equal.
    if !numbers.is_empty() && !numbers.is_too_few() && !numbers.are_equal() {
        search.run(methods);
        search.try_seed_in_other_rows();
    }
    if let Some(period) = numbers.period().filter(|_| search.found.answers.is_empty()) {
        search.found.complexity = Some(Complexity::Repeated(period as u64));
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
        keep_best_answer(&mut found, numbers);
    }
    if !found.answers.is_empty() {
        found.fits.clear();
    }
    found
}

/// Leaves out all answers but the best, and of its numbers around the given ones those that its rivals do not give as well.
fn keep_best_answer(found: &mut Found, numbers: &Numbers) {
    let mut answers = std::mem::take(&mut found.answers).into_iter();
    let Some(best) = answers.next() else {
        return;
    };
    let (mut alike, mut rivals) = (Vec::new(), Vec::new());
    for other in answers.filter(|answer| answer.evidence.is_whole()) {
        if is_alike(&best, &other) {
            alike.extend(catalogue::find(&other.generator).map(|row| row.key));
        } else {
            rivals.push(other);
        }
    }
    let mut agreed = best.clone();
    for rival in &rivals {
        // An answer with a seed has no rivals among those without one: that a state has a seed is no coincidence.
        if rival.next.is_ok() && rival.seed.is_some() == best.seed.is_some() {
            agreed.agree(numbers, rival.next.clone(), best.previous.clone());
        }
    }
    for rival in &rivals {
        if rival.previous.is_ok() {
            agreed.agree(numbers, agreed.next.clone(), rival.previous.clone());
        }
    }
    agreed.alike = alike;
    found.others = rivals.len();
    found.answers.push(agreed);
}

/// Long and short lag, whether it is a difference, modulus and shift of an additive structure.
type Additive = (usize, usize, bool, u128, u32);

const fn additive_parameters(structure: Structure) -> Option<Additive> {
    match structure {
        Structure::Additive {
            long,
            short,
            minus,
            modulus,
            shift,
        } => Some((long, short, minus, modulus, shift)),
        _ => None,
    }
}

/// The lags of a structure and what has the same lagged sums, if several generators of the catalogue do.
fn shared_lagged_sum(structure: Structure) -> Option<(Parameters, String)> {
    let parameters = additive_parameters(structure)?;
    let keys: Vec<&str> = catalogue::all()
        .filter(|other| additive_parameters(other.structure) == Some(parameters))
        .map(|other| other.key)
        .collect();
    if keys.len() < 2 {
        return None;
    }
    let (long, short, ..) = parameters;
    Some((
        Parameters::Lags { long, short },
        format!("the recurrence of {}", keys.join(", ")),
    ))
}

/// The recurrence of the row that an answer names.
fn recurrence_of(answer: &Answer) -> Option<Recurrence> {
    recurrence(catalogue::find(&answer.generator)?)
}

/// Whether the numbers are as they are the outputs of a row that shows some bits of a state, of which others may show more.
fn is_output_of_state(answer: &Answer) -> bool {
    answer.is_as_it_is() && recurrence_of(answer).is_some()
}

/// Whether two answers are different generators with the same recurrence, which make the same numbers.
fn is_alike(one: &Answer, other: &Answer) -> bool {
    let recurrence = recurrence_of(one);
    one.generator != other.generator && recurrence.is_some() && recurrence == recurrence_of(other)
}

impl<'a> Search<'a> {
    fn new(numbers: &'a Numbers, options: Options<'a>) -> Self {
        Self {
            numbers,
            information: numbers.information(),
            options,
            end: options.time.map(|time| (options.control.clock)() + time),
            tries: 0,
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

    /// Tries the seed that was found in other rows, which make the same numbers if outputs are left out later on.
    fn try_seed_in_other_rows(&mut self) {
        let Some(Answer {
            seed: Some(seed),
            position,
            generator,
            ..
        }) = self.found.answers.first().cloned()
        else {
            return;
        };
        for row in self.rows() {
            if row.key == generator || seed >= row.seeds() {
                continue;
            }
            let mut conventions = self.conventions_for(row);
            add_every_second(&mut conventions, row.key);
            let Some(&convention) = conventions.first() else {
                continue;
            };
            self.consider_in(
                &Candidate {
                    seed: Some(seed),
                    position,
                    ..Candidate::new(row, &|| (row.seeded)(seed), convention, 0.0)
                },
                conventions,
            );
        }
    }

    /// Whether the search is over, because an answer was found or time ran out.
    fn is_over(&mut self) -> bool {
        self.found.stopped |= self.options.control.stop.load(Ordering::Relaxed);
        self.found.unfinished |= self.is_late();
        self.found.unfinished
            || !self.options.all
                && (self.found.answers.iter()).any(|answer| answer.evidence.is_whole())
    }

    fn is_late(&self) -> bool {
        self.options.control.stop.load(Ordering::Relaxed)
            || self
                .end
                .is_some_and(|end| (self.options.control.clock)() >= end)
    }

    /// The rows of the catalogue that are searched.
    fn rows(&self) -> Vec<&'static Generator> {
        catalogue::all()
            .filter(|row| self.options.includes(row.key))
            .collect()
    }

    /// The conventions by which a row may make such numbers, the likeliest first.
    fn conventions_for(&self, source: impl Into<Source>) -> Vec<Convention> {
        let source = source.into();
        let mut all = Convention::all(self.numbers, source.bits, source.range);
        all.retain(|convention| convention.suits(source.key));
        // Those of the generator's own language first: others make the same numbers below a power of 2.
        all.sort_by_key(|convention| convention.rank(source.key));
        if Convention::has_blocks(source.key) {
            let blocks = all.clone();
            all.splice(
                0..0,
                blocks.into_iter().map(|convention| convention.in_blocks(0)),
            );
        }
        all
    }

    /// The conventions, or only the usual ones, which are tried when there are many seeds.
    fn conventions_within(&self, row: &Generator, usual: bool) -> Vec<Convention> {
        let mut all = self.conventions_for(row);
        if usual {
            all.truncate(count_known(&all, row).max(USUAL));
        }
        // No 15 bits of `rand()` make a fraction of 53.
        all.retain(|convention| convention.is_possible(self.numbers));
        all
    }

    /// The conventions of languages for such numbers and this row; also words as they are, and the usual fractions.
    fn language_conventions_for(&self, row: &Generator) -> Vec<Convention> {
        let mut all = self.conventions_for(row);
        let least = usize::from(!matches!(self.numbers, Numbers::Bounded(_)));
        all.truncate(count_known(&all, row).max(least));
        all
    }

    /// Records what was tried: of entries of the same candidates, the one with the most candidates, with all conventions tried that
    /// far.
    fn record_tried(
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
}

/// How many of these conventions a language is known to use with this row.
fn count_known(conventions: &[Convention], row: &Generator) -> usize {
    let known = conventions
        .iter()
        .filter(|one| one.rank(row.key) < usize::MAX);
    known.count()
}

/// Adds the conventions that make one number of two outputs, reading them as every second number.
fn add_every_second(conventions: &mut Vec<Convention>, generator: &str) {
    for i in 0..conventions.len() {
        let every_second = conventions[i].every_second();
        conventions.extend(every_second.filter(|other| other.suits(generator)));
    }
}

/// The number of usual conventions if no language is known to use the generator.
const USUAL: usize = 3;

/// Multiplier, increment and modulus.
type Recurrence = (u64, u64, u128);

/// The recurrence of a linear congruential row.
const fn recurrence(row: &Generator) -> Option<Recurrence> {
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
