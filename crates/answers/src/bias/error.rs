//! Why a law cannot be computed.

use std::fmt;

use scan::ExpressionError;
use scan::formula::{FormulaError, MOST_NUMBERS};

use super::NAMED;
use super::several::MAX_COMBINATIONS;
use super::steps::StepsError;

/// Why the law of a rule or a shuffle cannot be computed.
#[derive(Debug)]
#[non_exhaustive]
pub enum BiasError {
    /// The text is not a rule, or has no law that can be computed.
    Formula(FormulaError),
    /// A shuffle or a law is refused.
    Exact(exact::Error),
    /// The draws to notice a bias cannot be computed.
    Power(gof::Error),
    /// In a part of a rule, which is this formula.
    InPart(String, Box<BiasError>),
    /// A rule that is written in a language that is not read.
    Unread(Box<BiasError>),
    /// In the rule as which a pasted one is read.
    InReading(String, Box<BiasError>),
    /// No rule has this name.
    UnknownRule(String),
    /// A rule by name needs to know how many numbers it gives.
    NoCount(&'static str),
    /// A rule by name gives no more numbers than [`MOST_NUMBERS`].
    TooManyNumbers(&'static str, u32),
    /// A shuffle that is written as swaps is refused.
    Steps(StepsError),
    /// Words do not have so many bits.
    WordBits(u32),
    /// Words of so many bits cannot give so many numbers without bias.
    TooFewWords(u32, u32),
    /// A rule of several words does not use n.
    CountOfSeveral,
    /// A greatest word that is not one less than a power of 2 is for rules of whole words.
    GreatestWord,
    /// Tries are of a rule that is true or false.
    PityOfNumbers,
    /// The rule has no value for some words.
    Undefined,
    /// No words are accepted.
    NoneAccepted,
    /// The parts have too many combinations.
    TooManyCombinations,
    /// A shuffle with this name does not change a deck when it is done again.
    OneRound(&'static str),
    /// There are too many cards.
    TooManyCards(u32),
}

pub(super) type Result<T> = std::result::Result<T, BiasError>;

impl BiasError {
    /// The same error, in the rule as which a pasted one is read.
    pub(super) fn in_reading(self, rule: &str) -> Self {
        Self::InReading(rule.to_owned(), Box::new(self))
    }

    /// The same error, of a rule that is written in another language.
    pub(super) fn unread(self) -> Self {
        match self {
            error @ Self::UnknownRule(_) => error,
            error => Self::Unread(Box::new(error)),
        }
    }

    /// The same error, in a part of a rule.
    pub(super) fn in_part(self, formula: &str) -> Self {
        Self::InPart(formula.to_owned(), Box::new(self))
    }
}

impl std::error::Error for BiasError {}

impl From<FormulaError> for BiasError {
    fn from(error: FormulaError) -> Self {
        Self::Formula(error)
    }
}

impl From<ExpressionError> for BiasError {
    fn from(error: ExpressionError) -> Self {
        Self::Formula(error.into())
    }
}

impl From<exact::Error> for BiasError {
    fn from(error: exact::Error) -> Self {
        Self::Exact(error)
    }
}

impl From<gof::Error> for BiasError {
    fn from(error: gof::Error) -> Self {
        Self::Power(error)
    }
}

/// The names of all rules.
fn names() -> String {
    NAMED.each_ref().map(|rule| rule.name).join(", ")
}

impl fmt::Display for BiasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formula(error @ FormulaError::Bits(_)) => write!(
                f,
                "{error}; for words of 64 bits there are rules by name: {}",
                names()
            ),
            Self::Unread(error) => write!(
                f,
                "{error}\nA rule has w (a word), u (a fraction) or d6 (a die): `w % 20 + 1`, `floor(u * 6) + 1`, `u < 0.3`, `4d6kh3`"
            ),
            Self::Formula(error) => error.fmt(f),
            Self::Exact(error) => error.fmt(f),
            Self::Power(error) => error.fmt(f),
            Self::InPart(formula, error) => write!(f, "in `{formula}`: {error}"),
            Self::InReading(rule, error) => write!(f, "read as `{rule}`: {error}"),
            Self::UnknownRule(name) => write!(
                f,
                "no rule is called `{name}`: there are {}; an expression is made of w and n",
                names()
            ),
            Self::NoCount(name) => write!(f, "{name} needs -n N: how many numbers it gives"),
            Self::TooManyNumbers(name, n) => {
                write!(f, "{name} gives at most {MOST_NUMBERS} numbers, not {n}")
            }
            Self::Steps(error) => error.fmt(f),
            Self::WordBits(bits) => write!(f, "words have 1 to 64 bits, not {bits}"),
            Self::TooFewWords(bits, n) => write!(
                f,
                "words of {bits} bits cannot give {n} numbers without bias"
            ),
            Self::CountOfSeveral => f.write_str(
                "a rule of several words or with a comparison cannot use n: write the number itself",
            ),
            Self::GreatestWord => f.write_str(
                "with --rand-max other than 2^B - 1 a rule is of the whole word w and has no `until`",
            ),
            Self::PityOfNumbers => f.write_str(
                "--pity takes a rule that is true or false, such as `w % 100 < 5`",
            ),
            Self::Undefined => f.write_str(
                "the rule has no value for some words: it divides by zero, shifts by too much, or leaves 64 bits",
            ),
            Self::NoneAccepted => f.write_str("no words satisfy the condition after `until`"),
            Self::TooManyCombinations => write!(
                f,
                "the rule takes more than {MAX_COMBINATIONS} combinations of its parts: use each word once, or parts with \
                 fewer values"
            ),
            Self::OneRound(name) => {
                write!(f, "{name} is complete after one round: leave out --times")
            }
            Self::TooManyCards(n) => {
                write!(f, "n! is computed for up to 10000 cards, not {n}")
            }
        }
    }
}
