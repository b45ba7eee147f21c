//! A test that takes its data piece by piece, in constant memory.

use crate::tail::above_all;
use crate::{Error, PValue};

/// The result of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The test's name.
    pub test: &'static str,
    /// How many items it was computed from: draws, words, tuples or permutations, as the test says.
    pub items: u64,
    /// The statistic.
    pub statistic: f64,
    /// Its distribution under the null hypothesis.
    pub reference: Reference,
    /// Both tails of the statistic.
    pub p: PValue,
}

impl Outcome {
    /// Whether no simulation was as uneven as what was observed, so that simulations alone cannot show how small the upper tail is.
    pub fn is_beyond_simulations(&self) -> bool {
        let Reference::Simulated { runs, .. } = self.reference else {
            return false;
        };
        self.p.upper().value() < 1.5 / (runs + 1) as f64
    }

    /// The same outcome; but if an item is impossible under the null hypothesis, the most extreme one.
    pub(crate) fn refuted_if(self, has_impossible: bool) -> Self {
        if has_impossible {
            Self {
                p: above_all(),
                ..self
            }
        } else {
            self
        }
    }
}

/// Refuses fewer items than a test needs.
pub(crate) const fn check_enough(have: u64, need: u64) -> Result<(), Error> {
    if have < need {
        Err(Error::TooFew { have, need })
    } else {
        Ok(())
    }
}

/// The distribution of a statistic under the null hypothesis.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reference {
    /// Chi-square: the limit for many items.
    ChiSquare {
        /// Degrees of freedom: cells after pooling, minus one.
        freedom: u64,
    },
    /// The exact distribution: every possible outcome was enumerated.
    Exact {
        /// How many outcomes there are.
        outcomes: u64,
    },
    /// The exact distribution of Pearson's statistic, by a convolution over the cells.
    Convolved {
        /// Cells, minus one.
        freedom: u64,
    },
    /// The distribution of Pearson's statistic in simulations with a fixed seed. A tail is the share of the simulations that are
    /// as far out, with the observation as one of them, so at least `1 / (runs + 1)`.
    Simulated {
        /// How many simulations.
        runs: u64,
        /// Cells, minus one.
        freedom: u64,
    },
    /// Kolmogorov's distribution.
    Kolmogorov {
        /// The number of values.
        values: u64,
    },
    /// A Poisson distribution.
    Poisson {
        /// The mean of the distribution.
        mean: f64,
    },
    /// A binomial distribution.
    Binomial {
        /// How many trials.
        trials: u64,
        /// The chance of each.
        chance: f64,
    },
    /// The binomial distribution of the count in one of two cells, whose statistic is Pearson's.
    TwoCells {
        /// How many items.
        trials: u64,
        /// The chance of the cell.
        chance: f64,
    },
    /// A negative binomial distribution: failures before a number of successes.
    NegativeBinomial {
        /// The number of successes.
        successes: u64,
        /// The chance of each.
        chance: f64,
    },
    /// The farthest of some binomial counts, or of some sums, by Bonferroni's inequality.
    Farthest {
        /// How many counts or sums.
        counts: u64,
    },
}

/// A test of a stream of items: `u64` words, `u32` values below a bound, permutations `[u32]` of `0..n`.
///
/// It keeps counts, not items. An outcome may be asked for at any time; it does not change what comes after.
pub trait Test<Item: ?Sized>: Send {
    /// Its name, in lower case with hyphens.
    fn name(&self) -> &'static str;

    /// The null hypothesis, in one line.
    fn null(&self) -> String;

    /// Takes one item.
    fn push(&mut self, item: &Item);

    /// Takes items one after the other, with one call for all of them.
    fn push_all(&mut self, items: &[Item])
    where
        Item: Sized,
    {
        for item in items {
            self.push(item);
        }
    }

    /// How many items it has taken.
    fn items(&self) -> u64;

    /// How many of these its statistic has used: fewer than all if reading all would cost too much.
    fn read(&self) -> u64 {
        self.items()
    }

    /// How many items it needs before a p-value is meaningful.
    fn needed(&self) -> u64;

    /// The cell, bit or lag that is farthest from what is expected, in a sentence.
    fn worst(&self) -> Option<String> {
        None
    }

    /// What it has counted, to be saved or restored; `None` if it cannot be.
    #[cfg(feature = "battery")]
    fn kept(&mut self) -> Option<&mut dyn crate::state::Kept> {
        None
    }

    /// The outcome so far.
    ///
    /// # Errors
    /// [`Error::TooFew`] before [`Test::needed`] items.
    fn outcome(&self) -> Result<Outcome, Error>;
}

/// A test, or the reason why there is none.
pub type BuiltTest<Item> = Result<Box<dyn Test<Item>>, Error>;
