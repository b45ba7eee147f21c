//! Wald's sequential probability ratio test.

use super::{Evidence, LikelihoodRatio};
use crate::Error;

/// What a sequential test has decided.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Decision {
    /// Not yet: draw again.
    Undecided,
    /// For the null hypothesis.
    Null,
    /// For the alternative.
    Alternative,
}

/// A test of two simple hypotheses that stops as soon as it knows.
///
/// It decides for the alternative when the likelihood ratio reaches `1 / alpha`, and for the null hypothesis when it
/// falls to `beta`. With these bounds (rather than Wald's approximate ones, which are a little tighter) the error rates
/// are guaranteed: at most `alpha` of the decisions are wrong under the null hypothesis, at most `beta` under the
/// alternative. Source: Wald 1947, *Sequential Analysis*, chapter 3.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprt {
    ratio: LikelihoodRatio,
    alpha: f64,
    beta: f64,
    decision: Decision,
}

impl Sprt {
    /// From the probabilities of the cells under both hypotheses, and the two error rates.
    ///
    /// # Errors
    /// As [`LikelihoodRatio::new`]; [`Error::OutsideUnitInterval`] for the error rates, [`Error::NothingToTest`] if the
    /// hypotheses are the same.
    pub fn new(null: &[f64], alternative: &[f64], alpha: f64, beta: f64) -> Result<Self, Error> {
        for rate in [alpha, beta] {
            if !(rate > 0.0 && rate < 1.0) {
                return Err(Error::OutsideUnitInterval(rate));
            }
        }
        if null == alternative {
            return Err(Error::NothingToTest("the two hypotheses are the same"));
        }
        Ok(Self { ratio: LikelihoodRatio::new(null, alternative)?, alpha, beta, decision: Decision::Undecided })
    }

    /// Takes one draw and says what is decided. A decision stays: draws after it are not looked at.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a cell that does not exist.
    pub fn push(&mut self, cell: usize) -> Result<Decision, Error> {
        if self.decision == Decision::Undecided {
            self.ratio.push(cell)?;
            let evidence = self.ratio.evidence();
            if evidence.at_least(self.alpha) {
                self.decision = Decision::Alternative;
            } else if evidence.ln() <= self.beta.ln() {
                self.decision = Decision::Null;
            }
        }
        Ok(self.decision)
    }

    /// What is decided so far.
    pub const fn decision(&self) -> Decision {
        self.decision
    }

    /// How many draws were looked at.
    pub const fn draws(&self) -> u64 {
        self.ratio.draws()
    }

    /// The evidence against the null hypothesis.
    pub const fn evidence(&self) -> Evidence {
        self.ratio.evidence()
    }

    /// The expected number of draws under the null hypothesis and under the alternative: Wald's approximation, which
    /// leaves out by how much the last draw oversteps its bound, and so is a little too small.
    pub fn expected_draws(&self) -> (f64, f64) {
        let (upper, lower) = (-self.alpha.ln(), self.beta.ln());
        let (null, alternative) = self.ratio.drift();
        (
            (self.alpha * upper + (1.0 - self.alpha) * lower) / null,
            ((1.0 - self.beta) * upper + self.beta * lower) / alternative,
        )
    }
}
