//! Why an input cannot be read.

use std::{fmt, io};

use lockstep::escaped;
use lockstep::trace::TraceError;

use super::Distribution;
use crate::rule::RuleError;

/// Why an input cannot be read.
#[derive(Debug)]
pub struct ReadError(Box<Flaw>);

/// Where an input is wrong, what was found, what was expected, and what to do.
#[derive(Debug)]
struct Flaw {
    /// Where it is, if it is not the input as a whole.
    place: Option<Place>,
    /// What was found there, as it is shown.
    found: String,
    problem: Problem,
    hint: Option<Hint>,
}

/// A place in an input. All but bytes are counted from 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Place {
    /// A line of a text.
    Line(u64),
    /// A line and a column of a text, in bytes.
    Column(u64, u64),
    /// A binary word, and the byte at which it begins, from 0.
    Word(u64, u64),
}

/// What to do, where it depends on the reader.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Hint {
    /// Names may be meant.
    Alphabet,
    /// The bytes may be meant otherwise.
    KindAndEndian,
}

/// What is wrong with an input or a part of it.
#[derive(Debug)]
#[allow(missing_docs, reason = "the sentence of each is below")]
pub enum Problem {
    Unreadable(io::Error),
    Trace(TraceError),
    /// There is nothing of what is named.
    Empty(&'static str),
    NotWhole,
    NotInteger,
    NotNumber,
    NotFinite,
    NotWeight,
    /// Not a name that was given: how many there are, and the first of them.
    UnknownName(usize, String),
    NotInAlphabet,
    TwiceNamed,
    /// An integer outside these two, inclusive.
    OutOfRange(i128, i128, i128),
    /// A fraction that is not from 0 to 1.
    NotFromZeroToOne,
    Impossible(Distribution, f64),
    NamesAreText,
    /// Longer than so many bytes.
    TooLong(usize),
    /// More entries in a line than this.
    TooManyEntries(usize),
    TooManyOfPermutation(usize),
    /// How many words of how many bytes come before the bytes that are left over.
    Cut {
        left: usize,
        words: u64,
        size: usize,
    },
    TooFewNames(usize),
    /// The entries of a line of a table.
    TableEntries(usize),
    SomeNamed,
    NeitherNumberNorName,
    NamesAndBase,
    /// The entries of a line, and of the first stream.
    OtherStream(usize, usize),
    /// The entries of a line, and how many symbols there are.
    OtherSymbols(usize, usize),
    /// The entries of a line; the first line, and its entries.
    OtherLength(usize, u64, usize),
    /// Not a permutation of what: the flaws, and the remedy if the base was guessed.
    NotPermutation {
        all: String,
        flaws: String,
        guessed_base: Option<u32>,
    },
    NoNumbers,
    RangeEnds(f64, f64),
    OutsideRange(f64, f64, f64),
    WholeOptionsOfFractions,
    GapsOfSeeds,
    GapsNotAllowed,
    AlphabetTooSmall,
    NoDraws,
    MixedTrace,
    TraceOptions,
    SpreadOfBinary,
    /// No number ends in so many MiB.
    NoEnd(usize),
    NotBelow(u64),
    /// This number stands for an unknown one.
    Reserved(u64),
    NotAWord,
    OneNumber,
    Rule(RuleError),
    RuleAlone,
    RuleOfBinary,
    /// The rule by which the numbers were made does not give this one.
    NotOfRule(String),
}

impl Problem {
    /// An error of the input as a whole.
    pub fn whole(self) -> ReadError {
        self.of(String::new())
    }

    /// An error of what was found somewhere.
    pub fn of(self, found: String) -> ReadError {
        ReadError(Box::new(Flaw {
            place: None,
            found,
            problem: self,
            hint: None,
        }))
    }

    /// An error of what was found at a place.
    pub fn at(self, place: Place, found: String) -> ReadError {
        self.of(found).in_place(place)
    }

    /// An error of a line.
    pub fn in_line(self, line: u64) -> ReadError {
        self.at(Place::Line(line), String::new())
    }

    /// What is wrong, if the sentence has no numbers.
    const fn sentence(&self) -> Option<&'static str> {
        Some(match self {
            Self::Unreadable(_) => "cannot read the input",
            Self::NamesAreText => "symbols are text, and not binary words",
            Self::SomeNamed => "has a name and others have none: name all or none",
            Self::NamesAndBase => "has names, and --base is for numbers: leave it out",
            Self::NoNumbers => "there are no numbers: give some in text, as in -0.144 0.173",
            Self::WholeOptionsOfFractions => {
                "--below and --bits are for whole numbers: leave them out for fractions"
            }
            Self::GapsOfSeeds => {
                "the numbers of several seeds must all be known: none may be a question mark"
            }
            Self::GapsNotAllowed => {
                "an unknown number (?) is allowed among words, numbers below a bound, sums of dice and fractions, separated by \
                 blanks or commas: say what they are with --below, --dice or --range"
            }
            Self::AlphabetTooSmall => {
                "--alphabet: give at least two characters, or names as in red,green,blue, each of which stands for its place"
            }
            Self::NoDraws => "there are no draws in the trace",
            Self::MixedTrace => {
                "in the trace some lines lack a word, and some lack LO, HI and RESULT: all lines need one of the two"
            }
            Self::TraceOptions => {
                "a trace says by itself what its numbers are: leave out --below and --bits"
            }
            Self::SpreadOfBinary => "--range and --normal are for numbers in text",
            Self::RuleAlone => {
                "--rule says what the numbers are: leave out --below, --dice, --range, --normal and --alphabet"
            }
            Self::RuleOfBinary => "--rule is for whole numbers in text",
            Self::NotAWord => "a word must be a whole number, decimal or 0x...",
            Self::OneNumber => {
                "one number cannot identify a generator, unless it is a fraction of 14 digits or more: give several in a row"
            }
            _ => return None,
        })
    }
}

impl From<Problem> for ReadError {
    fn from(problem: Problem) -> Self {
        problem.whole()
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Problem::Unreadable(error).whole()
    }
}

impl From<TraceError> for ReadError {
    fn from(error: TraceError) -> Self {
        Problem::Trace(error).whole()
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.problem {
            Problem::Unreadable(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flaw = &*self.0;
        match flaw.place {
            // The problem begins with the line.
            Some(Place::Line(line)) if flaw.found.is_empty() => write!(f, "line {line} ")?,
            Some(Place::Line(line)) => write!(f, "line {line}: ")?,
            Some(Place::Column(line, column)) => write!(f, "line {line}, column {column}: ")?,
            Some(Place::Word(word, byte)) => write!(f, "word {word}, at byte {byte}: ")?,
            None => {}
        }
        flaw.describe(f)?;
        f.write_str(match flaw.hint {
            Some(Hint::Alphabet) => "; for names, give their list with --alphabet",
            Some(Hint::KindAndEndian) => "; check --kind and --endian",
            None => "",
        })
    }
}

impl ReadError {
    /// The same error, at a place.
    pub(super) fn in_place(mut self, place: Place) -> Self {
        self.0.place = Some(place);
        self
    }

    /// The same error, with what to do.
    #[must_use]
    pub fn with_hint(mut self, hint: Hint) -> Self {
        self.0.hint = Some(hint);
        self
    }
}

impl Flaw {
    /// The problem, with what was found.
    #[allow(clippy::too_many_lines, reason = "one arm for each problem")]
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = &self.found;
        if let Some(sentence) = self.problem.sentence() {
            return f.write_str(sentence);
        }
        match &self.problem {
            Problem::Trace(error) => write!(f, "{error}"),
            Problem::Empty(item) => write!(f, "the input is empty: there is no {item} in it"),
            Problem::NotWhole => write!(
                f,
                "`{found}` is not a whole number; for fractions give --kind float"
            ),
            Problem::NotInteger => write!(
                f,
                "`{found}` is not a number; give whole numbers, decimal or 0x and hexadecimal digits, and # before a comment; \
                 if the input is not text, name its --kind"
            ),
            Problem::NotNumber => write!(f, "`{found}` is not a number; give numbers like 0.25"),
            Problem::NotFinite => write!(f, "`{found}` is not a number"),
            Problem::NotFromZeroToOne => {
                write!(f, "{found} is out of range: give numbers from 0 to 1")
            }
            Problem::NotWeight => write!(
                f,
                "`{found}` is not a weight; give whole numbers, such as 1 and 199 instead of 0.5 and 99.5"
            ),
            Problem::UnknownName(count, first) => write!(
                f,
                "`{found}` is not one of the {count} symbols: {first}; check --symbols"
            ),
            Problem::NotInAlphabet => write!(f, "`{found}` is not in the alphabet"),
            Problem::TwiceNamed => write!(
                f,
                "`{found}` occurs twice: each needs a name of its own, like 7H and 7S"
            ),
            Problem::OutOfRange(number, first, last) => {
                let remedy = range_remedy(*number, *first, *last);
                write!(
                    f,
                    "{found} is out of range: it must be from {first} to {last}; {remedy}"
                )
            }
            Problem::Impossible(Distribution::Uniform, number)
                if number.total_cmp(&1.0).is_eq() =>
            {
                write!(
                    f,
                    "{found} is out of range: give numbers from 0 up to 1, without 1. A generator that gives 1 divides by its \
                 largest number (divide by one more), or the number was rounded up to it (print more digits, or take fewer \
                 bits)"
                )
            }
            Problem::Impossible(Distribution::Uniform, _) => write!(
                f,
                "{found} is out of range: give numbers from 0 up to 1, without 1; for another distribution give --normal or \
                 --exponential"
            ),
            Problem::Impossible(law, _) => write!(f, "{found} is impossible among {law}"),
            Problem::TooLong(most) => write!(f, "`{found}` is too long: {most} bytes at most"),
            Problem::TooManyEntries(most) => write!(
                f,
                "has more than {most} entries, the limit; give each its own line"
            ),
            Problem::TooManyOfPermutation(most) => write!(
                f,
                "has more than {most} entries, the limit; give each permutation its own line"
            ),
            Problem::Cut { left, words, size } => {
                write!(
                    f,
                    "the stream is cut: {left} bytes are left over after {words} words of {size} bytes; send whole words, or \
                     name another --kind"
                )?;
                match words * *size as u64 {
                    0 => Ok(()),
                    bytes => write!(f, ", or leave the rest out with `head -c {bytes}`"),
                }
            }
            Problem::TooFewNames(count) => write!(
                f,
                "{count} symbols are too few: give at least two, separated by blanks, commas or line ends"
            ),
            Problem::TableEntries(count) => write!(
                f,
                "has {count} entries: give a weight, or a name and a weight; quote a name with blanks"
            ),
            Problem::NeitherNumberNorName => write!(
                f,
                "`{found}` is neither a whole number nor a name; give each permutation a line, with blanks or commas between \
                 its entries"
            ),
            Problem::OtherStream(count, first) => {
                write!(f, "has {count} entries, and the first stream {first}")
            }
            Problem::OtherSymbols(count, symbols) => write!(
                f,
                "has {count} entries, and there are {symbols} symbols: each must occur once"
            ),
            Problem::OtherLength(count, first_line, first) => write!(
                f,
                "has {count} entries, line {first_line} has {first}: all must have the same length"
            ),
            Problem::NotPermutation {
                all,
                flaws,
                guessed_base,
            } => {
                write!(f, "is not a permutation of {all}: {flaws}")?;
                let (why, other) = match guessed_base {
                    None => return Ok(()),
                    Some(0) => ("it has a 0", 1),
                    Some(_) => ("it has no 0", 0),
                };
                let first = guessed_base.unwrap_or(0);
                write!(
                    f,
                    " (the first line counts from {first}, as {why}: if that is wrong, give --base {other})"
                )
            }
            Problem::RangeEnds(from, to) => write!(
                f,
                "--range {from},{to}: the first number must be less than the second"
            ),
            Problem::OutsideRange(number, from, to) => {
                write!(f, "{number} is not in the range from {from} up to {to}")
            }
            Problem::Rule(error) => write!(f, "--rule: {error}"),
            Problem::NotOfRule(rule) => {
                write!(f, "the rule `{}` never gives this number", escaped(rule))
            }
            Problem::NoEnd(mib) => write!(f, "no number ends in the first {mib} MiB"),
            Problem::NotBelow(bound) => write!(f, "there is a number that is not below {bound}"),
            Problem::Reserved(number) => write!(
                f,
                "{number} stands for a number that is not known: write ? in its place"
            ),
            // These have a sentence.
            Problem::Unreadable(_)
            | Problem::NamesAreText
            | Problem::SomeNamed
            | Problem::NamesAndBase
            | Problem::NoNumbers
            | Problem::WholeOptionsOfFractions
            | Problem::GapsOfSeeds
            | Problem::GapsNotAllowed
            | Problem::AlphabetTooSmall
            | Problem::NoDraws
            | Problem::MixedTrace
            | Problem::TraceOptions
            | Problem::SpreadOfBinary
            | Problem::NotAWord
            | Problem::OneNumber
            | Problem::RuleAlone
            | Problem::RuleOfBinary => Ok(()),
        }
    }
}

/// What to do about a number outside these two.
const fn range_remedy(number: i128, first: i128, last: i128) -> &'static str {
    const LAST_32: i128 = u32::MAX as i128;
    const LAST_64: i128 = u64::MAX as i128;
    match (first, last) {
        (0, LAST_32 | LAST_64) if number < 0 => {
            "if these are signed words, add 2^32 or 2^64 to negative ones"
        }
        (0, LAST_32) if number <= LAST_64 => "if these are words of 64 bits, give --bits 64",
        _ => "check --kind, --bits, --below or --base",
    }
}
