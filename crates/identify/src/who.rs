//! What made these numbers?

mod berlekamp;
mod bsd;
mod congruential;
mod lattice;
mod linear;
mod lines;
mod mistakes;
mod previous;
mod recurrences;
mod seeds;
mod truncated_twister;
mod twister;

pub use lines::who_of_seeds;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::convention::{Convention, Tape};
use crate::evidence::Evidence;
use crate::numbers::Numbers;
use generators::catalogue::{self, Generator, Stream, Structure};

/// How to search.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many outputs may have come before the first number.
    pub within: u64,
    /// How long to search, if nothing is found; for ever if `None`.
    pub time: Option<Duration>,
    /// Go on after the first answer.
    pub all: bool,
    /// Only the ways that take a second or so at most: closed forms, equations, and a few small seeds.
    pub quick: bool,
    /// The seed, if it is known: it is tried first, in every way. A negative one is as in two's complement.
    pub seed: Option<u64>,
    /// Only generators whose key begins with this.
    pub only: Option<&'a str>,
    /// How many of the numbers that follow are told.
    pub next: usize,
    /// How many of the numbers that came before are told, where a seed or a state that can be stepped back makes the numbers.
    pub previous: usize,
    /// Becomes true when the search should end.
    pub stop: &'a AtomicBool,
    /// Is told what is tried.
    pub progress: &'a (dyn Fn(&str) + Sync),
}

impl Default for Options<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            within: 1000,
            time: Some(Duration::from_secs(10)),
            all: false,
            quick: false,
            seed: None,
            only: None,
            next: 0,
            previous: 0,
            stop: &NEVER,
            progress: &|_| {},
        }
    }
}

/// What made the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The key of the generator, or the name of a family that is not in the catalogue.
    pub generator: String,
    /// What it is.
    pub about: String,
    /// Its parameters, if they were found too.
    pub parameters: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// The raw state before the first number, if it was found and the seed was not.
    pub state: Option<Vec<u64>>,
    /// How many outputs came between seed or state and the first number.
    pub position: u64,
    /// How numbers are made of outputs.
    pub convention: Option<String>,
    /// The mistake, if it is a known one.
    pub mistake: Option<String>,
    /// What speaks for it.
    pub evidence: Evidence,
    /// Other generators of the catalogue that have the same recurrence and make the same numbers.
    pub alike: Vec<&'static str>,
    /// The numbers that follow, as many as were asked for, of a fraction the bits of its double; or why they cannot be told.
    pub next: Next,
    /// The numbers that came before, in their order, at most as many as were asked for; or why they cannot be told.
    pub previous: Next,
}

type Next = Result<Vec<u64>, &'static str>;

impl Answer {
    /// Whether each number is an output as it is.
    pub fn is_as_it_is(&self) -> bool {
        self.convention
            .as_deref()
            .is_none_or(|convention| convention == "each output as it is")
    }
}

/// What was tried of a way.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The way, as in `seeds of msvc-rand`.
    pub what: String,
    /// The logarithm to base 2 of how many seeds, states or parameters.
    pub candidates: f64,
    /// Whether that was all there are, seeds from their first output on: then none of them makes the numbers in one of these
    /// conventions, unless an output was rejected that the convention seldom rejects, less than once in 1000.
    pub all: bool,
    /// How numbers are made of outputs, in the ways that were tried; none where outputs are taken as they are.
    pub conventions: Vec<String>,
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// What made the numbers: none, or one, or several if all were wanted.
    pub answers: Vec<Answer>,
    /// How many answers that make all the numbers were left out, as not all were wanted. There may be more.
    pub others: usize,
    /// What makes all the numbers, where a coincidence is unlikely and yet too likely, and how many more numbers could tell.
    pub fits: Vec<(Answer, usize)>,
    /// How many more numbers could tell, where something makes all the numbers, as it would make any so few.
    pub too_few: Option<usize>,
    /// What was tried.
    pub tried: Vec<Tried>,
    /// What their linear complexity is, where it is told by the numbers.
    pub complexity: Option<String>,
    /// Whether time ran out, or it was stopped.
    pub unfinished: bool,
    /// Whether it was stopped.
    pub stopped: bool,
}

/// What could have made the numbers.
struct Candidate<'a> {
    row: &'a Generator,
    mistake: Option<&'a str>,
    /// A stream of outputs.
    stream: &'a dyn Fn() -> Stream,
    seed: Option<u64>,
    state: Option<Vec<u64>>,
    /// How many outputs came before the first number.
    position: u64,
    convention: Convention,
    /// Whether what follows is told by the numbers: not where other states, which may go on differently, were not tried.
    settled: bool,
    /// A stream that begins so many outputs before this one, if the state can be stepped back.
    earlier: Option<&'a dyn Fn(u64) -> Stream>,
    /// The logarithm of how many were tried in this way.
    candidates: f64,
}

struct Search<'a> {
    numbers: &'a Numbers,
    information: Vec<f64>,
    options: Options<'a>,
    end: Option<Instant>,
    /// How many ways were tried, times the readings of the input: each may find something by coincidence.
    ways: u64,
    /// In how many ways the input is read.
    readings: u64,
    found: Found,
}

/// Looks for what made the numbers: cheap ways first.
pub fn who(numbers: &Numbers, options: Options<'_>) -> Found {
    let ways = if options.quick {
        vec![QUICK]
    } else {
        vec![QUICK, THOROUGH]
    };
    search(numbers, &ways, 1, options)
}

/// Looks for what made an input that can be read as numbers in several ways, such as a deck by each way of shuffling: cheap ways
/// first, for all readings. Returns which reading has the answer, or the first, and what was found of it.
///
/// # Panics
/// If there is no reading.
pub fn who_of_any(readings: &[Numbers], options: Options<'_>) -> (usize, Found) {
    let end = options.time.map(|time| Instant::now() + time);
    let phases: &[&[Way]] = if options.quick {
        &[QUICK]
    } else {
        &[QUICK, THOROUGH]
    };
    let mut first = None;
    let mut left = (readings.len() * phases.len()) as u32;
    for ways in phases {
        for (reading, numbers) in readings.iter().enumerate() {
            // The time that is left is shared by the searches that are left.
            let time = end.map(|end| end.saturating_duration_since(Instant::now()) / left);
            left -= 1;
            let options = Options { time, ..options };
            let found = search(numbers, &[ways], readings.len() as u64, options);
            if !found.answers.is_empty() || found.stopped {
                return (reading, found);
            }
            if reading == 0 {
                first = Some(found);
            }
        }
    }
    (0, first.expect("a reading"))
}

/// Tries ways, those of a group after those of the group before.
fn search(numbers: &Numbers, ways: &[&[Way]], readings: u64, options: Options<'_>) -> Found {
    let mut search = Search {
        readings,
        ..Search::new(numbers, options)
    };
    // Numbers that are all equal are made by any generator that is broken.
    if !numbers.is_empty() && !numbers.is_too_few() && numbers.period() != Some(1) {
        search.run(ways);
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
            // That a state has a seed is no coincidence.
            let mut rivals = others
                .iter()
                .filter(|other| other.seed.is_some() == best.seed.is_some() && other.next.is_ok());
            let next = if rivals.any(|other| other.next != best.next) {
                Err(OPEN)
            } else {
                best.next.clone()
            };
            let alike = alike
                .into_iter()
                .filter_map(|other| Some(catalogue::find(&other.generator)?.key))
                .collect();
            let mut rivals = others.iter().filter(|other| other.previous.is_ok());
            let previous = match &best.previous {
                Ok(own) if rivals.any(|other| other.previous.as_ref() != Ok(own)) => Err(OPEN),
                own => own.clone(),
            };
            found.others = others.len();
            found.answers[0].previous = previous;
            (found.answers[0].alike, found.answers[0].next) = (alike, next);
        }
        found.answers.truncate(1);
    }
    if !found.answers.is_empty() {
        found.fits.clear();
    }
    found
}

/// Whether another answer is another generator with the same recurrence, which makes the same numbers.
fn is_alike(one: &Answer, other: &Answer) -> bool {
    let of = |answer: &Answer| catalogue::find(&answer.generator).and_then(recurrence);
    one.generator != other.generator && of(one).is_some() && of(one) == of(other)
}

/// Why nothing follows.
const OPEN: &str = "other seeds or states make these numbers too, and may go on differently";

/// What a way is called, and the way.
type Way = (&'static str, fn(&mut Search<'_>));

/// The ways that take a second at most, the cheapest first.
const QUICK: &[Way] = &[
    ("the seed that was said", seeds::said),
    ("the first seeds", seeds::first),
    (
        "states of linear congruential generators",
        congruential::quick,
    ),
    ("random() of BSD", bsd::words),
    ("unknown multipliers and moduli", recurrences::congruential),
    ("sums of earlier numbers", recurrences::additive),
    ("states that outputs give", linear::inverses),
    ("states of linear generators", linear::states),
    ("MT19937", twister::seeds),
    ("recurrences of bits", berlekamp::complexity),
    ("some more of the first seeds", seeds::without_mistakes),
    (MISTAKES, mistakes::seeds),
];

/// What the search for known mistakes is called.
const MISTAKES: &str = "known mistakes";

/// The others.
const THOROUGH: &[Way] = &[
    ("states of MT19937", truncated_twister::states),
    ("seeds that people choose", seeds::chosen),
    ("times as seeds", seeds::times),
    ("small seeds", seeds::small),
    ("more seeds", seeds::more),
    (
        "states of linear congruential generators",
        congruential::thorough,
    ),
    ("all seeds", seeds::all),
];

impl<'a> Search<'a> {
    fn new(numbers: &'a Numbers, options: Options<'a>) -> Self {
        Self {
            numbers,
            information: numbers.information(),
            options,
            end: options.time.map(|time| Instant::now() + time),
            ways: 0,
            readings: 1,
            found: Found::default(),
        }
    }

    fn run(&mut self, ways: &[&[Way]]) {
        for (what, way) in ways.iter().copied().flatten() {
            // An answer from which a number differs ends no way: a later row may make it too.
            if self.is_over() || !self.options.all && !self.found.answers.is_empty() {
                break;
            }
            // A mistake in the generator could as well be another reading of the input, which is not asked about here.
            if self.readings > 1 && *what == MISTAKES {
                continue;
            }
            (self.options.progress)(what);
            way(self);
        }
    }

    /// Whether to end: found, or out of time.
    fn is_over(&mut self) -> bool {
        self.found.stopped |= self.options.stop.load(Ordering::Relaxed);
        self.found.unfinished |= self.is_late();
        let whole = self
            .found
            .answers
            .iter()
            .any(|answer| answer.evidence.is_whole());
        self.found.unfinished || !self.options.all && whole
    }

    fn is_late(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
            || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The rows of the catalogue.
    fn rows(&self) -> Vec<(&'static Generator, Option<&'static str>)> {
        let only = |key: &str| self.options.only.is_none_or(|only| key.starts_with(only));
        catalogue::all()
            .filter(|row| only(row.key))
            .map(|row| (row, None))
            .collect()
    }

    fn conventions(&self, row: &Generator) -> Vec<Convention> {
        let mut all = Convention::all(self.numbers, row.bits, row.range());
        all.retain(|convention| convention.suits(row.key));
        // The ways of the language first: others make the same numbers below a power of 2.
        all.sort_by_key(|convention| convention.rank(row.key));
        // Taken from a stock made in advance, as V8 does it: only its own generator.
        if row.key.contains("v8") {
            let blocks = all.clone();
            all.splice(
                0..0,
                blocks.into_iter().map(|convention| convention.in_blocks(0)),
            );
        }
        all
    }

    /// The conventions that are tried where there are many seeds.
    fn usual(&self, row: &Generator) -> Vec<Convention> {
        let mut all = self.conventions(row);
        let known = all
            .iter()
            .filter(|convention| convention.rank(row.key) < usize::MAX);
        all.truncate(known.count().max(USUAL));
        all
    }

    /// Remembers what was tried: of one thing the most, in all conventions that were tried so.
    fn tried(
        &mut self,
        what: impl Into<String>,
        candidates: f64,
        all: bool,
        conventions: &[Convention],
    ) {
        let conventions = conventions.iter().map(ToString::to_string).collect();
        let new = Tried {
            what: what.into(),
            candidates,
            all,
            conventions,
        };
        let Some(tried) = self
            .found
            .tried
            .iter_mut()
            .find(|tried| tried.what == new.what)
        else {
            self.found.tried.push(new);
            return;
        };
        match (new.all, new.candidates).partial_cmp(&(tried.all, tried.candidates)) {
            Some(std::cmp::Ordering::Greater) => *tried = new,
            Some(std::cmp::Ordering::Equal) => {
                tried.conventions.extend(new.conventions);
                tried.conventions.sort();
                tried.conventions.dedup();
            }
            _ => {}
        }
    }

    /// Runs a candidate on all the numbers, and keeps it if it is an answer; whether it is.
    fn consider(&mut self, candidate: &Candidate<'_>) -> bool {
        let mut best = (0, candidate.convention);
        let mut conventions = self.conventions(candidate.row);
        let conventions_tried = conventions.len().max(1);
        conventions.insert(0, candidate.convention);
        let mut tape = Tape::new((candidate.stream)());
        for convention in conventions {
            // A bound that an earlier number does not tell from another rule's may be told later.
            let matched =
                convention.matched(self.numbers, &mut tape, candidate.position, usize::MAX);
            if matched > best.0 {
                best = (matched, convention);
            }
            if matched == self.numbers.len() {
                break;
            }
        }
        let (matched, convention) = best;
        // What only fixed the candidate predicts nothing.
        if self.information[..matched].iter().sum::<f64>() <= candidate.candidates {
            return false;
        }
        let right = self.right(convention.made(self.numbers, &mut tape, candidate.position));
        let told = |(i, most): (usize, &f64)| most.min(convention.information(self.numbers, i));
        let bits: Vec<f64> = self.information.iter().enumerate().map(told).collect();
        let candidates = candidate.candidates + (conventions_tried as f64).log2();
        let evidence = self.evidence(&right, &bits, candidates);
        let whole = evidence.is_whole();
        let answer = Answer {
            generator: candidate.row.key.into(),
            about: candidate.row.about.into(),
            parameters: None,
            seed: candidate.seed,
            state: candidate.state.clone().filter(|_| candidate.seed.is_none()),
            position: candidate.position,
            convention: Some(convention.to_string()),
            mistake: candidate.mistake.map(Into::into),
            evidence,
            alike: Vec::new(),
            previous: self.previous(candidate, convention, whole),
            next: self.next(whole, |count| match self.numbers {
                _ if !candidate.settled => Err(OPEN),
                Numbers::Bounded(given)
                    if given.iter().any(|number| number.bound != given[0].bound) =>
                {
                    Err("the numbers have different bounds")
                }
                numbers => {
                    let made = convention.made(numbers, &mut tape, candidate.position);
                    Ok(made.skip(numbers.len()).take(count).collect())
                }
            }),
        };
        self.keep(answer)
    }

    /// What speaks for a candidate of so many, over all the ways and readings.
    fn evidence(&self, right: &[bool], bits: &[f64], candidates: f64) -> Evidence {
        Evidence::new(right, bits, candidates, self.ways.max(1) * self.readings)
    }

    /// Whether each number is as predicted.
    fn right(&self, made: impl Iterator<Item = u64>) -> Vec<bool> {
        let mut right: Vec<bool> = made
            .zip(0..self.numbers.len())
            .map(|(made, i)| self.numbers.is(i, made))
            .collect();
        right.resize(self.numbers.len(), false);
        right
    }

    /// What follows, of an answer that makes so many numbers.
    fn next(&self, whole: bool, follow: impl FnOnce(usize) -> Next) -> Next {
        match self.options.next {
            0 => Ok(Vec::new()),
            _ if !whole => Err("a number is not as predicted"),
            count => follow(count),
        }
    }

    /// Keeps an answer if a coincidence is unlikely, or as one that fits; whether it is one.
    fn keep(&mut self, answer: Answer) -> bool {
        let evidence = &answer.evidence;
        if evidence.is_enough() {
            let start = |answer: &Answer| {
                (
                    answer.generator.clone(),
                    answer.seed,
                    answer.state.clone(),
                    answer.position,
                )
            };
            if !self
                .found
                .answers
                .iter()
                .any(|other| start(other) == start(&answer))
            {
                self.found.answers.push(answer);
            }
            return true;
        }
        let mean = self.information.iter().sum::<f64>() / self.information.len() as f64;
        if evidence.is_whole()
            && evidence.predicted() > 0
            && let Some(missing) = evidence.missing(mean)
        {
            self.found.too_few = Some(
                self.found
                    .too_few
                    .map_or(missing, |least| least.min(missing)),
            );
            if evidence.chance <= FITS && self.found.fits.len() < MOST_FITS {
                self.found.fits.push((answer, missing));
            }
        }
        false
    }

    /// The seed that leads to this stream after at most so many outputs, and after how many. `states` are the raw states, of so
    /// many bits, before the first number, one output earlier, and so on.
    fn seed_before(
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

/// So many conventions are usual, if no language's are known.
const USUAL: usize = 3;

/// Steps back after which time is looked at.
const LATE: u64 = 1 << 10;

/// What fits is shown if the logarithm of the chance of a coincidence is at most this.
const FITS: f64 = -7.0;

/// How many are listed where the evidence is too weak.
const MOST_FITS: usize = 8;

/// Whether a seed and its position are so small that a state of so many bits is not there by coincidence.
fn is_telling(seed: u64, position: u64, bits: usize) -> bool {
    (seed as f64 + 1.0).log2() + (position as f64 + 1.0).log2() + 16.0 <= bits as f64
}

/// What a library may have made a state of.
fn seeds_of(state: &[u64], bits: u32) -> Vec<u64> {
    let mask = crate::convention::ones(bits);
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

/// The multiplier, increment and modulus of a row that is linear congruential.
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
