//! The errors in the input of a test.

use std::fmt;
use std::ops::RangeBounds;

/// Why an input has no result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// Too few items for a meaningful p-value.
    TooFew {
        /// Items seen.
        have: u64,
        /// Items needed.
        need: u64,
    },
    /// Fewer than two cells of nonzero probability, or two items, are left: there is nothing to test.
    NothingToTest(&'static str),
    /// There are not as many counts as cells.
    DifferentLengths {
        /// How many counts.
        counts: usize,
        /// How many cells.
        cells: usize,
    },
    /// Probabilities that are negative, not finite or do not sum to one.
    NotADistribution,
    /// A parameter outside its range.
    Parameter {
        /// The parameter.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// The values that are allowed.
        expected: &'static str,
    },
    /// A probability that must lie strictly between zero and one.
    OutsideUnitInterval(f64),
    /// An effect size must be finite and not negative.
    InvalidEffect(f64),
    /// An effect so small that an assertion would take too long.
    TooSmall {
        /// The effect, in words.
        effect: String,
        /// How many samples it takes, at least.
        samples: f64,
        /// The limit.
        limit: f64,
    },
    /// A chi-square test needs at least one degree of freedom.
    NoDegreesOfFreedom,
    /// More outcomes than an exact computation goes through.
    TooLarge {
        /// How many there are.
        size: f64,
        /// The limit.
        limit: u64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { have, need } => {
                let items = if *have == 1 { "item is" } else { "items are" };
                write!(f, "{have} {items} too few: the test needs {need}")
            }
            Self::NothingToTest(why) => write!(f, "there is nothing to test: {why}"),
            Self::DifferentLengths { counts, cells } => {
                write!(f, "{counts} counts for {cells} cells")
            }
            Self::NotADistribution => f.write_str(
                "the probabilities of the cells are negative, not finite, or do not sum to one",
            ),
            Self::Parameter {
                name,
                value,
                expected,
            } => write!(f, "{name} is {value}: it must be {expected}"),
            Self::OutsideUnitInterval(value) => {
                write!(f, "{value:?} is not strictly between 0 and 1")
            }
            Self::InvalidEffect(value) => {
                write!(
                    f,
                    "an effect size must be finite and not negative, not {value:?}"
                )
            }
            Self::TooSmall {
                effect,
                samples,
                limit,
            } => write!(
                f,
                "{effect} takes at least {samples:.1e} samples to notice, more than the {limit:.0e} that are drawn: ask for \
                 a larger one"
            ),
            Self::NoDegreesOfFreedom => {
                f.write_str("a chi-square test needs at least one degree of freedom")
            }
            Self::TooLarge { size, limit } => {
                write!(
                    f,
                    "{size} outcomes are more than the {limit} that are enumerated"
                )
            }
        }
    }
}

impl std::error::Error for Error {}

/// An error for a parameter out of its range.
pub(crate) fn out_of_range(
    name: &'static str,
    value: impl fmt::Display,
    expected: &'static str,
) -> Error {
    Error::Parameter {
        name,
        value: value.to_string(),
        expected,
    }
}

/// Refuses a parameter out of its range.
pub(crate) fn check_range<T: PartialOrd + fmt::Display>(
    name: &'static str,
    value: T,
    range: impl RangeBounds<T>,
    expected: &'static str,
) -> Result<(), Error> {
    if range.contains(&value) {
        Ok(())
    } else {
        Err(out_of_range(name, value, expected))
    }
}
