//! Why an assertion fails.

use std::fmt;

use super::Effect;
use crate::{Error, Tail};

/// Why an assertion fails.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Failure {
    /// The source is biased, or its counts are too even.
    Biased(Box<Bias>),
    /// A result that is impossible.
    BadResult {
        /// The source.
        what: String,
        /// The number of the sample, from 1.
        sample: u64,
        /// The value that it gave, and the flaw in it.
        found: String,
        /// The command that replays it.
        replay: String,
    },
    /// `GOF_SEED` or `GOF_FRESH` has a bad value.
    Environment(String),
    /// The assertion itself makes no sense: its rates, its effect or the number of its items.
    Demand(Error),
}

/// The evidence that a source is biased.
#[derive(Clone, Debug, PartialEq)]
pub struct Bias {
    /// The source.
    pub what: String,
    /// The flaw, such as `is biased`.
    pub finding: &'static str,
    /// The distribution that was counted.
    pub counted: String,
    /// The samples of each of the two stages.
    pub samples: u64,
    /// The statistic of each stage.
    pub statistics: [f64; 2],
    /// Its degrees of freedom, and so its mean if the source is fair.
    pub freedom: u32,
    /// How many single counts were examined: the statistic is the largest of them, and the p-value is the smallest one times
    /// their number.
    pub parts: usize,
    /// The p-value of each stage.
    pub p: [Tail; 2],
    /// The cell that is off most in the second stage, its count and what was expected.
    pub worst: String,
    /// The greatest chance that a fair source fails.
    pub false_alarms: f64,
    /// The least chance with which the effect is found.
    pub power: f64,
    /// The effect that the samples are meant for.
    pub effect: Effect,
    /// The seed.
    pub seed: u64,
    /// The command that replays it.
    pub replay: String,
}

fn format_p(tail: Tail) -> String {
    if tail.value() > 0.0 {
        format!("{:.1e}", tail.value())
    } else {
        "below 1e-300".to_owned()
    }
}

impl fmt::Display for Bias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} {}, counted by {}",
            self.what, self.finding, self.counted
        )?;
        writeln!(
            f,
            "  samples    {}, and equally many fresh ones to confirm",
            self.samples
        )?;
        let [first, second] = self.statistics;
        let of = if self.parts > 1 {
            format!("largest of {}, each ", self.parts)
        } else {
            String::new()
        };
        let degrees = if self.freedom == 1 {
            "1 degree".to_owned()
        } else {
            format!("{} degrees", self.freedom)
        };
        writeln!(
            f,
            "  statistic  {first:.1} and {second:.1}: {of}chi-square with {degrees} of freedom if fair"
        )?;
        writeln!(
            f,
            "  p          {} and {}",
            format_p(self.p[0]),
            format_p(self.p[1])
        )?;
        writeln!(f, "  worst      {}", self.worst)?;
        writeln!(
            f,
            "  a fair source fails with a chance of at most {:e};",
            self.false_alarms
        )?;
        writeln!(
            f,
            "  {} is found with a chance of at least {}",
            self.effect, self.power
        )?;
        write!(f, "  seed       {}; replay: {}", self.seed, self.replay)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Biased(bias) => bias.fmt(f),
            Self::BadResult {
                what,
                sample,
                found,
                replay,
            } => {
                write!(f, "{what}: sample {sample} is {found}\n  replay: {replay}")
            }
            Self::Environment(what) => f.write_str(what),
            Self::Demand(error) => write!(f, "the assertion cannot be checked: {error}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Demand(error)
    }
}
