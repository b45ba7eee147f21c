//! Why items cannot be tested.

use std::{error, fmt};

use gof::Error;

use crate::number::counted;
use crate::read::{Distribution, ReadError};

/// Why items or counts cannot be tested.
#[derive(Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the sentence of each is below")]
pub enum TestError {
    Read(ReadError),
    NotWhole(Distribution),
    EndianOfText,
    Trace,
    /// More bits than a number has.
    TooManyBits {
        bits: u32,
        most: u32,
    },
    BaseWithoutBound,
    FractionsBelowBound,
    NamesOfNumbers,
    /// Integers beyond 32 bits.
    TooLarge {
        base: u32,
        below: u32,
    },
    /// Words that are too short for the last integer.
    TooNarrow {
        bits: u32,
        last: u64,
    },
    NoBattery(Error),
    /// A test that exists, but not for these items or parameters.
    WrongTest(String, Error),
    /// No test has this name; the names of all, the nearest first.
    UnknownTest(String, Vec<&'static str>),
    /// Each of these tests needs more words than there are.
    NoTestLeft {
        tests: Vec<String>,
        words: u64,
    },
    /// The input ends before the items that are to be tested.
    NothingAfterSkipped {
        items: u64,
        skip: u64,
    },
    /// Two streams of other kinds, each described.
    OtherKind {
        one: String,
        other: String,
    },
    Incomparable(Error),
    NotCompared(Error),
    /// The chances of the values that were counted are wrong.
    Chances(Error),
    Counts(Error),
    /// Counts that cannot be those of draws of several values at a time.
    Drawn(Error),
    SeveralRunsDrawn,
    TooManyCounted,
    /// A counted value of which nothing is expected.
    UnexpectedValue(String),
    /// A value with two counts.
    CountedTwice(String),
    /// Dice with more sums, or more ways to fall, than are computed.
    TooManyRolls,
    Rate(Error),
    /// A statistic or a limit without a distribution.
    Limit(Error),
    /// A battery that there is not for such items.
    NoMore,
    /// Items whose tests cannot be saved.
    NotKept(String),
    NoState,
    DamagedState,
    /// The state of another run: what differs, in the state and in this run.
    OtherRun {
        what: &'static str,
        saved: String,
        this: String,
    },
    /// The input is shorter than what was tested of it before.
    EndsBeforeState {
        items: u64,
        tested: u64,
    },
    /// The input does not begin with the items that were tested before.
    OtherItems {
        tested: u64,
    },
}

impl From<ReadError> for TestError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl error::Error for TestError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Read(error) => error.source(),
            _ => None,
        }
    }
}

impl fmt::Display for TestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "{error}"),
            Self::NotWhole(law) => write!(
                f,
                "{law} are not whole words: give --kind float, f32 or f64"
            ),
            Self::EndianOfText => f.write_str(
                "--endian is for binary words: leave it out, or name a --kind of words",
            ),
            Self::Trace => f.write_str("a trace is for `roguelab who`"),
            Self::TooManyBits { bits, most } => write!(
                f,
                "--bits {bits} are more than the {most} of this --kind: give fewer, or another"
            ),
            Self::BaseWithoutBound => f.write_str(
                "--base is for --below, --weights or --permutations: say what the numbers are",
            ),
            Self::FractionsBelowBound => f.write_str(
                "fractions are not integers: leave out --below, --weights and --symbols, or give the integers",
            ),
            Self::NamesOfNumbers => f.write_str(
                "symbols are text and have no first number: leave out --kind and --base",
            ),
            Self::TooLarge { base, below } => write!(
                f,
                "{below} integers from {base} go beyond {}: give a smaller --base",
                u32::MAX
            ),
            Self::TooNarrow { bits, last } => write!(
                f,
                "words of {bits} bits do not reach {last}, the last integer: name a wider --kind"
            ),
            Self::NoBattery(error) => write!(f, "there is no test for these items: {error}"),
            Self::WrongTest(spec, error) => write!(
                f,
                "--only {spec}: there is no such test of these items: {error}"
            ),
            Self::UnknownTest(name, nearest) => write!(
                f,
                "there is no test `{name}` of these items; the tests, nearest name first: {}",
                nearest.join(", ")
            ),
            Self::NoTestLeft { tests, words } => write!(
                f,
                "no test is left: {} need more words than {words}",
                tests.join(", ")
            ),
            Self::NoMore => {
                f.write_str("--battery more is for words and fractions: leave it out")
            }
            Self::NotKept(what) => write!(
                f,
                "the tests of {what} cannot be saved: --state is for words and fractions"
            ),
            Self::NoState => f.write_str("it is not the state of a run: name another file"),
            Self::DamagedState => {
                f.write_str("the state is damaged: remove the file to begin again")
            }
            Self::OtherRun { what, saved, this } => write!(
                f,
                "the state is that of a run {what} {saved}, and this run is one {what} {this}: repeat the command that was stopped, or name another file"
            ),
            Self::EndsBeforeState { items, tested } => write!(
                f,
                "the input has {}, and {tested} were tested before: give the same input from its beginning, or --continued if it goes on where the run stopped",
                counted(*items, "item")
            ),
            Self::OtherItems { tested } => write!(
                f,
                "the first {} are not those that were tested before: give the same input from its beginning, or --continued if it goes on where the run stopped",
                counted(*tested, "item")
            ),
            Self::NothingAfterSkipped { items, skip } => write!(
                f,
                "the input has {}, and --skip leaves out {skip}: skip fewer, or give more",
                counted(items, "item")
            ),
            Self::OtherKind { one, other } => write!(
                f,
                "one stream has {one}, the other {other}: give the --kind of both"
            ),
            Self::Incomparable(error) => write!(f, "such items cannot be compared: {error}"),
            Self::NotCompared(error) => write!(f, "the two streams cannot be compared: {error}"),
            Self::Chances(error) | Self::Rate(error) | Self::Limit(error) => write!(f, "{error}"),
            Self::Counts(error) => write!(f, "--counts: {error}"),
            Self::Drawn(error) => write!(f, "--drawn: {error}"),
            Self::SeveralRunsDrawn => {
                f.write_str("--drawn: give --counts once, with the sums over all draws")
            }
            Self::UnexpectedValue(name) => write!(
                f,
                "--counts: `{name}` was counted, but is not among the expected values"
            ),
            Self::CountedTwice(name) => write!(f, "--counts: `{name}` has two counts"),
            Self::TooManyRolls => f.write_str("--dice: more than 65536 sums, or than 2^64 ways to roll, are too many: give fewer dice, or fewer sides"),
            Self::TooManyCounted => write!(f, "--counts: they sum to more than {}", u64::MAX),
        }
    }
}
