//! The options of a search, and its answers.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::method::{Progress, Tried};
use crate::convention::Convention;
use crate::evidence::Evidence;
use crate::numbers::Numbers;

/// The options of a search.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many outputs may have come before the first number.
    pub within: u64,
    /// How much time the search may take by the clock of `control`, if nothing is found; `None` means no limit.
    pub time: Option<Duration>,
    /// Whether to continue after the first answer.
    pub all: bool,
    /// Whether to use only the methods that take at most about a second: closed forms, equations, and a few small seeds.
    pub quick: bool,
    /// The seed, if it is known: it is tried first, with every generator and convention.
    pub seed: Option<i128>,
    /// Seeds of which one may be right: these are tried before others that are not as likely.
    pub seeds: &'a [RangeInclusive<u64>],
    /// A text of which the seed may have been made.
    pub text: Option<&'a str>,
    /// If given, only generators whose keys begin with this are tried.
    pub only: Option<&'a str>,
    /// How many of the following numbers to predict.
    pub next: usize,
    /// How many of the preceding numbers to compute, if a seed or a state that can be stepped back was found.
    pub previous: usize,
    /// Whether the bound of the numbers is a guess: then only those of the following numbers are given that do not depend on it.
    pub bound_is_guessed: bool,
    /// What is given from outside.
    pub control: Control<'a>,
}

/// What a search takes from outside: with the same clock, the same input always has the same result.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// The time, in seconds since 1970: the latest of the times that are tried as seeds.
    pub now: u64,
    /// How much time has passed since some moment; it may also be the work that was done.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Becomes true when the search should end.
    pub stop: &'a AtomicBool,
    /// Called with what is being tried.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl Default for Control<'_> {
    /// A clock that stands still at the earliest time that seeds are tried for.
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            now: 0,
            clock: &|| Duration::ZERO,
            stop: &NEVER,
            progress: &|_| {},
        }
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            within: 1000,
            time: None,
            all: false,
            quick: false,
            seed: None,
            seeds: &[],
            text: None,
            only: None,
            next: 0,
            previous: 0,
            bound_is_guessed: false,
            control: Control::default(),
        }
    }
}

impl Options<'_> {
    /// Whether the generator with this key is tried.
    pub(super) fn includes(&self, key: &str) -> bool {
        self.only.is_none_or(|only| key.starts_with(only))
    }
}

/// An answer: a generator that makes the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The key of the generator, or the name of a family outside the catalogue.
    pub generator: String,
    /// A description of the generator.
    pub about: String,
    /// The generator's parameters, if they had to be found.
    pub parameters: Option<Parameters>,
    /// The seed.
    pub seed: Option<u64>,
    /// The raw state before the first number, if it was found but no seed was.
    pub state: Option<Vec<u64>>,
    /// The raw state before the first number, if it was found, even if a seed was.
    pub(super) raw_state: Option<Vec<u64>>,
    /// What made the seed or the state of the text that was given.
    pub text: Option<&'static str>,
    /// How many outputs lie between the seed or state and the first number.
    pub position: u64,
    /// How numbers are made from outputs.
    pub derivation: Option<Derivation>,
    /// Whether a language makes numbers from this generator in this way.
    pub(super) is_of_language: bool,
    /// The mistake in the generator, if it has a known one.
    pub mistake: Option<String>,
    /// The evidence for the answer.
    pub evidence: Evidence,
    /// If all that is known is that one of all states fits: of how many random inputs of this form one is made by some state.
    pub one_in: Option<u64>,
    /// The places, from 1, of numbers that were not known, with the numbers that the answer has there.
    pub filled: Vec<(usize, u64)>,
    /// Other generators of the catalogue that have the same recurrence and make the same numbers.
    pub alike: Vec<&'static str>,
    /// The given numbers, at most [`MOST_MADE`], as they are made; only if numbers around them were requested or filled in.
    pub made: Vec<u64>,
    /// How far the fractions around the given ones may be from the stated ones, since other conventions fit as well.
    pub doubt: f64,
    /// Other outputs from which languages make the same numbers, and how.
    pub or: Vec<(u64, Convention)>,
    /// The following numbers, as many as were requested (a fraction as the bits of its double), or why they are unknown.
    pub next: Next,
    /// The preceding numbers, in order and at most as many as were requested, or why they are unknown.
    pub previous: Next,
}

/// So many of the given numbers show how they were rounded.
pub const MOST_MADE: usize = 1000;

pub(super) type Next = Result<Vec<u64>, Why>;

/// Parameters of a generator that had to be found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Parameters {
    /// Each line of numbers begins at its own seed.
    SeedsOfLines,
    /// The length of a linear recurrence of each bit.
    Complexity(usize),
    /// The lags of a sum.
    Lags {
        /// The longer one.
        long: usize,
        /// The shorter one.
        short: usize,
    },
    /// The shifts of an xorshift generator.
    Shifts([u32; 3]),
    /// What a multiply-with-carry generator has.
    Carries {
        /// The multiplier.
        multiplier: u64,
        /// How many numbers before a number the one is that is multiplied.
        lag: usize,
        /// The bits of a word.
        word: u32,
    },
    /// Linear congruential generators of which each makes the numbers, the likeliest first.
    Congruential(Vec<Congruential>),
}

/// The parameters of a linear congruential generator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Congruential {
    /// The multiplier.
    pub multiplier: u128,
    /// The increment.
    pub increment: u128,
    /// The modulus, at most 2^64.
    pub modulus: u128,
    /// Whether other multipliers, with their increments, lead through the same numbers for ever.
    pub is_one_of_several: bool,
}

/// What is known about the linear complexity of numbers of which no generator is named.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Complexity {
    /// The numbers repeat after so many.
    Repeated(u64),
    /// No bit follows a recurrence that is shorter than those of random bits.
    NoBit {
        /// The length of the shortest recurrence.
        shortest: usize,
        /// How many numbers there are.
        numbers: usize,
    },
    /// Some bits follow recurrences.
    SomeBits {
        /// Their places, from the lowest on.
        linear: Vec<u32>,
        /// How many bits a number has.
        bits: u32,
        /// The length of the longest recurrence of these bits.
        longest: usize,
    },
}

/// Why numbers around the given ones are not known.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Why {
    /// A given number is not as predicted.
    NotAsPredicted,
    /// Other seeds or states make the given numbers and may go on differently.
    OtherStates,
    /// Another answer makes the given numbers and goes on differently.
    OtherAnswers,
    /// Another modulus explains the given numbers and goes on differently.
    OtherModuli,
    /// It is not known where a block of 64 outputs ends, as it is if so many numbers in a row are given.
    BlockIsOpen(usize),
    /// The given numbers have different bounds.
    BoundsDiffer,
    /// The numbers of several seeds were given.
    SeveralSeeds,
    /// Only the linear complexity is known.
    OnlyComplexity,
    /// Only the lags are known.
    OnlyLags,
    /// They do not fit in 64 bits.
    TooGreat,
    /// The constants of scaled numbers are not known well enough.
    ConstantsAreOpen,
    /// Nothing comes before the first number of a seed.
    FirstOfSeed,
    /// The outputs before the given numbers are fewer than a number takes.
    FewerOutputs,
    /// It is not known how many outputs each number took.
    OutputsAreOpen,
    /// Neither a seed nor a state was found that can be stepped back.
    NoWayBack,
}

/// How numbers are made from outputs.
#[derive(Clone, Debug, PartialEq)]
pub enum Derivation {
    /// By any of these conventions, which make the same given numbers, the likeliest first.
    Converted(Vec<Convention>),
    /// As a constant, plus another constant times a function of fractions.
    Scaled {
        /// The constants, if they are known.
        constants: Option<String>,
        /// The function.
        shape: &'static str,
        /// The conventions of which any may make the fractions.
        fractions: Vec<Convention>,
    },
}

impl Derivation {
    /// Whether each number is an output as it is.
    pub fn is_identity(&self) -> bool {
        matches!(self, Self::Converted(any) if matches!(&any[..], [only] if only.is_identity()))
    }

    /// Whether both may be the same.
    pub fn may_be(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Converted(one), Self::Converted(other)) => {
                one.iter().any(|convention| other.contains(convention))
            }
            _ => self == other,
        }
    }
}

impl Answer {
    /// A generator with no seed, state or convention, and no numbers around the given ones.
    pub(super) fn new(generator: &str, about: impl Into<String>, evidence: Evidence) -> Self {
        Self {
            generator: generator.into(),
            about: about.into(),
            parameters: None,
            seed: None,
            state: None,
            raw_state: None,
            text: None,
            position: 0,
            derivation: None,
            is_of_language: false,
            mistake: None,
            evidence,
            one_in: None,
            filled: Vec::new(),
            alike: Vec::new(),
            made: Vec::new(),
            doubt: 0.0,
            or: Vec::new(),
            next: Ok(Vec::new()),
            previous: Ok(Vec::new()),
        }
    }

    /// Keeps of the numbers around the given ones those that another answer gives as well, with how far fractions differ.
    pub(super) fn agree(&mut self, numbers: &Numbers, next: Next, previous: Next) {
        let fractions = match numbers {
            Numbers::Fractions(given) | Numbers::Points(given) => &given[..],
            _ => &[],
        };
        let mut within = (!fractions.is_empty()).then_some(0.0);
        for fraction in fractions {
            within = within.map(|most| f64::max(most, 2.0 * fraction.within));
        }
        let next_doubt = keep_common(&mut self.next, next, within);
        reverse(&mut self.previous);
        let mut previous = previous;
        reverse(&mut previous);
        let previous_doubt = keep_common(&mut self.previous, previous, within);
        reverse(&mut self.previous);
        self.doubt = self.doubt.max(next_doubt).max(previous_doubt);
    }

    /// Keeps of the integers around the given ones those that come before one greater than this.
    pub(super) fn keep_up_to(&mut self, most: u64) {
        let is_certain = |number: &u64| *number <= most;
        if let Ok(next) = &mut self.next
            && let Some(first) = next.iter().position(|number| !is_certain(number))
        {
            next.truncate(first);
            if first == 0 {
                self.next = Err(Why::OtherAnswers);
            }
        }
        if let Ok(previous) = &mut self.previous
            && let Some(last) = previous.iter().rposition(|number| !is_certain(number))
        {
            previous.drain(..=last);
            if previous.is_empty() {
                self.previous = Err(Why::OtherAnswers);
            }
        }
    }

    /// Whether each number is simply an output.
    pub fn is_as_it_is(&self) -> bool {
        self.rule().is_none()
    }

    /// How numbers are made from outputs, unless each number is simply an output.
    pub fn rule(&self) -> Option<&Derivation> {
        self.derivation
            .as_ref()
            .filter(|derivation| !derivation.is_identity())
    }
}

/// Keeps of an answer's numbers those that another answer begins with as well: equal ones, and fractions that are at most
/// `within` apart. Returns how far apart they are.
fn keep_common(own: &mut Next, other: Next, within: Option<f64>) -> f64 {
    let (Ok(numbers), Ok(others)) = (own.as_mut(), other) else {
        if own.as_ref().is_ok_and(|own| !own.is_empty()) {
            *own = Err(Why::OtherAnswers);
        }
        return 0.0;
    };
    let (mut same, mut doubt) = (0, 0.0);
    for (one, other) in numbers.iter().zip(&others) {
        if one != other {
            let apart = (f64::from_bits(*one) - f64::from_bits(*other)).abs();
            if within.is_none_or(|within| apart.is_nan() || apart > within) {
                break;
            }
            doubt = f64::max(doubt, apart);
        }
        same += 1;
    }
    if same == 0 && !numbers.is_empty() {
        *own = Err(Why::OtherAnswers);
    } else {
        numbers.truncate(same);
    }
    doubt
}

fn reverse(numbers: &mut Next) {
    if let Ok(numbers) = numbers {
        numbers.reverse();
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The answers: at most one, or several if all were wanted.
    pub answers: Vec<Answer>,
    /// How many answers that make all the numbers were left out because only one was wanted. There may be more.
    pub others: usize,
    /// Candidates that make all the numbers, by a coincidence that is unlikely but not unlikely enough, with how many more
    /// numbers could decide.
    pub fits: Vec<(Answer, usize)>,
    /// How many more numbers could decide, if something makes all the numbers but would make almost any so few.
    pub too_few: Option<usize>,
    /// Everything that was tried.
    pub tried: Vec<Tried>,
    /// The linear complexity of the numbers, where they determine it.
    pub complexity: Option<Complexity>,
    /// Whether the search ended early, because time ran out or because it was stopped.
    pub unfinished: bool,
    /// Whether the search was stopped.
    pub stopped: bool,
}

impl Found {
    /// Whether the best answer makes all the numbers.
    pub(super) fn has_whole_answer(&self) -> bool {
        let best = self.answers.first();
        best.is_some_and(|answer| answer.evidence.is_whole())
    }

    /// Adds what a later search found for the same numbers, where neither found an answer.
    pub(super) fn extend(&mut self, later: Self) {
        if self.fits.is_empty() {
            self.fits = later.fits;
        }
        self.too_few = self.too_few.or(later.too_few);
        self.complexity = self.complexity.take().or(later.complexity);
        for tried in later.tried {
            let mut all = self.tried.iter_mut();
            let Some(before) = all.find(|before| before.candidates == tried.candidates) else {
                self.tried.push(tried);
                continue;
            };
            if (before.exhaustive, before.log2_count) < (tried.exhaustive, tried.log2_count) {
                *before = tried;
            }
        }
        self.unfinished |= later.unfinished;
    }
}
