//! What does not add up in a plan, where, and what to do about it.

use std::fmt;

use super::Declared;

/// A fault of a plan and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanError {
    /// The line of the plan file, from 1; for a fault of a check the one where it starts.
    pub line: Option<usize>,
    /// The check.
    pub check: Option<String>,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a plan. Each message ends with the remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// No TOML, or not that of a plan.
    #[error("{0}")]
    Unreadable(String),
    /// A plan without checks shows nothing.
    #[error("there is no check: declare at least one [[check]]")]
    NoChecks,
    /// The whole run's alpha, or a check's, is no chance.
    #[error("alpha is {0}: it must be strictly between 0 and 1")]
    Alpha(f64),
    /// A name is used again.
    #[error("the name is taken by an earlier check: give each check its own")]
    DuplicateName,
    /// A key is empty.
    #[error("{0} is empty: name it")]
    Empty(&'static str),
    /// No such test.
    #[error("unknown test `{given}`: {}", match nearest { Some(name) => format!("did you mean `{name}`?"), None => "see gof::plan::FAMILIES for the names".to_owned() })]
    UnknownTest {
        /// As it is written.
        given: String,
        /// A known name that is near.
        nearest: Option<&'static str>,
    },
    /// A test whose power no effect size gives.
    #[error("the power of `{0}` depends on the shape of the alternative: plan a chi-square test over cells instead")]
    NoPower(String),
    /// Deviations that do not find an effect.
    #[error("with these sides the test does not find an effect: sides = \"both\"{}", if *upper { ", or \"upper\"" } else { "" })]
    Sides {
        /// Whether upper would do too.
        upper: bool,
    },
    /// No degrees of freedom.
    #[error("freedom is 0: there is nothing to test with fewer than two cells")]
    NoFreedom,
    /// Degrees of freedom that do not belong to the test.
    #[error("{0} degrees of freedom are not those of the test: {1}")]
    Freedom(u32, String),
    /// No data.
    #[error("there are no seeds: give at least one")]
    NoSeeds,
    /// The same data twice.
    #[error("seed {0} stands there twice: the same data are no new data")]
    SeedTwice(u64),
    /// Samples that the seeds cannot share evenly.
    #[error("{n} samples are not a multiple of {seeds} seeds: each seed gives as many")]
    Uneven {
        /// All samples.
        n: u64,
        /// How many seeds.
        seeds: usize,
    },
    /// The effect is no effect.
    #[error("the effect is {0}: it must be positive, as chi-square per sample")]
    Effect(f64),
    /// The power is no chance.
    #[error("the power is {0}: it must be above 0 and at most 1")]
    PowerOutside(f64),
    /// Fewer samples than the cells need.
    #[error("n = {n} is too small for {freedom} degrees of freedom at this alpha: the cells need at least {needed}")]
    TooFewForCells {
        /// As declared.
        n: u64,
        /// Degrees of freedom.
        freedom: u32,
        /// What they need.
        needed: u64,
    },
    /// Too few count vectors in the lower tail for a continuous distribution to describe it ([`crate::limit`]).
    #[error(
        "with {freedom} degrees of freedom and n = {n} there are too few vectors of counts for a lower tail of \
         {level:e}: sides = \"upper\", or more samples"
    )]
    LowerTail {
        /// Degrees of freedom.
        freedom: u32,
        /// Samples.
        n: u64,
        /// The level of the lower tail.
        level: f64,
    },
    /// The declared power is not the computed one.
    #[error("the power is declared as {declared}, but is {computed}: {}", match enough { Some(n) => format!("declare that, or n = {n}"), None => "declare that".to_owned() })]
    Power {
        /// As declared.
        declared: Declared,
        /// As computed, with as many digits.
        computed: String,
        /// How many samples would do, if these are too few.
        enough: Option<u64>,
    },
    /// A canary that theory does not expect to be caught.
    #[error("n = {n} is below what it takes to notice the canary with a power of {declared}: {needed}")]
    CanaryTooSmall {
        /// As declared.
        n: u64,
        /// The declared power.
        declared: Declared,
        /// The samples to notice.
        needed: u64,
    },
    /// The budget is overdrawn.
    #[error(
        "the shares of the checks ({shares:.3e}, true up to {:.1} %) and the misses of the canaries ({misses:.3e}) make {total:.3e}, more \
         than alpha = {alpha:e}: lower the shares, or give the canaries more samples",
        100.0 * excess
    )]
    Overdrawn {
        /// The sum of the shares.
        shares: f64,
        /// By how much they may be exceeded, relative to them.
        excess: f64,
        /// The sum of the misses.
        misses: f64,
        /// Both.
        total: f64,
        /// What there is to spend.
        alpha: f64,
    },
    /// The caller does not know the source or the null hypothesis.
    #[error("{0}")]
    Unresolved(String),
    /// The declared effect is not the one that the exact distributions have.
    #[error("the effect is declared as {declared}, but is {computed}: declare that")]
    EffectDiffers {
        /// As declared.
        declared: Declared,
        /// As computed, with as many digits.
        computed: String,
    },
    /// What was computed has no answer.
    #[error(transparent)]
    Computation(#[from] crate::Error),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plan")?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(check) = &self.check {
            write!(f, ", check `{check}`")?;
        }
        write!(f, ": {}", self.fault)
    }
}

// What is wrong is in the message: as a source it would be told twice.
impl std::error::Error for PlanError {}
