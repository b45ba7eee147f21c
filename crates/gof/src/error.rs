//! What can be wrong with the input of a test.

/// Input that has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Too few items for a p-value that means what it says.
    #[error("{have} items are too few: the test needs {need}")]
    TooFew {
        /// Items seen.
        have: u64,
        /// Items needed.
        need: u64,
    },
    /// Fewer than two cells of nonzero probability, or two items, are left: there is nothing to test.
    #[error("there is nothing to test: {0}")]
    NothingToTest(&'static str),
    /// Counts and cells are not of one length.
    #[error("{counts} counts for {cells} cells")]
    DifferentLengths {
        /// How many counts.
        counts: usize,
        /// How many cells.
        cells: usize,
    },
    /// Probabilities that are negative, not finite or do not sum to one.
    #[error("the probabilities of the cells are negative, not finite, or do not sum to one")]
    NotADistribution,
    /// A parameter outside its range.
    #[error("{name} is {value}: it must be {expected}")]
    Parameter {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// What is allowed.
        expected: &'static str,
    },
    /// A probability that must lie strictly between zero and one.
    #[error("{0:?} is not strictly between 0 and 1")]
    OutsideUnitInterval(f64),
    /// An effect size must be finite and not negative.
    #[error("{0:?} is not an effect size: one is finite, and not negative")]
    InvalidEffect(f64),
    /// An effect so small that an assertion would not end.
    #[error(
        "{effect} takes at least {samples:.1e} samples to notice, more than the {limit:.0e} that are drawn: ask for a larger one"
    )]
    TooSmall {
        /// The effect, in words.
        effect: String,
        /// How many samples it takes, at least.
        samples: f64,
        /// The limit.
        limit: f64,
    },
    /// A chi-square test needs at least one degree of freedom.
    #[error("a chi-square test needs at least one degree of freedom")]
    NoDegreesOfFreedom,
    /// More outcomes than an exact computation goes through.
    #[error("{size} outcomes are more than the {limit} that are enumerated")]
    TooLarge {
        /// How many there are.
        size: f64,
        /// The limit.
        limit: u64,
    },
}
