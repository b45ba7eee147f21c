//! What an exploration found.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;

use crate::rational::ratio;
use crate::{Distribution, Error};

/// Outcomes with their exact probabilities. Together with [`left`](Self::left) and [`endless`](Self::endless) they sum
/// to one.
#[derive(Clone, Debug)]
pub struct Explored<T> {
    pub(super) outcomes: BTreeMap<T, BigUint>,
    pub(super) left: BigUint,
    pub(super) endless: BigUint,
    pub(super) denominator: BigUint,
    pub(super) branches: u64,
    pub(super) draws: u64,
    pub(super) longest: u64,
    pub(super) states: u64,
    pub(super) steps: u64,
}

impl<T: Ord> Explored<T> {
    /// The number of different outcomes that came.
    pub fn outcomes(&self) -> usize {
        self.outcomes.len()
    }

    /// All outcomes that came, in order, with their probabilities in lowest terms.
    pub fn probabilities(&self) -> impl Iterator<Item = (&T, BigRational)> {
        self.outcomes.iter().map(|(outcome, numerator)| (outcome, self.over(numerator.clone())))
    }

    /// The probability of one outcome; zero if it did not come.
    pub fn probability(&self, outcome: &T) -> BigRational {
        self.over(self.outcomes.get(outcome).cloned().unwrap_or_default())
    }

    /// The probability of all outcomes that satisfy `event` together.
    pub fn probability_where(&self, event: impl Fn(&T) -> bool) -> BigRational {
        self.over(self.outcomes.iter().filter(|(outcome, _)| event(outcome)).map(|(_, numerator)| numerator).sum())
    }

    /// The probability that was not followed: what [`Limits::left`](super::Limits::left) bounds.
    pub fn left(&self) -> BigRational {
        self.over(self.left.clone())
    }

    /// The probability of coming to a `draw_until` that accepts no number that can come: a run that never ends.
    pub fn endless(&self) -> BigRational {
        self.over(self.endless.clone())
    }

    /// How many branches were run: of a chain, the branches of all states.
    pub fn branches(&self) -> u64 {
        self.branches
    }

    /// How many draws all these runs made, repeated ones included.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// The most draws on the way from the start to an outcome (or to where a run was abandoned). A retry is one draw.
    pub fn longest(&self) -> u64 {
        self.longest
    }

    /// How many states a chain was in, counted anew in each step. One for [`explore`](super::explore()).
    pub fn states(&self) -> u64 {
        self.states
    }

    /// How many steps a chain took. One for [`explore`](super::explore()).
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Total variation to the uniform distribution over `outcomes` outcomes, those that came among them: half the sum
    /// of `|p - 1/outcomes|`. Where something is left or endless, that half is missing from it.
    ///
    /// # Errors
    /// [`Error::DifferentLengths`] if more than `outcomes` came, [`Error::NoOutcomes`] if `outcomes` is 0.
    pub fn variation_from_uniform(&self, outcomes: usize) -> Result<BigRational, Error> {
        let missing = self.missing(outcomes)?;
        // Over denominator * outcomes, the uniform probability is `denominator`.
        let came = self.outcomes.values().map(|numerator| {
            let scaled = numerator * outcomes;
            if scaled > self.denominator { scaled - &self.denominator } else { &self.denominator - scaled }
        });
        let sum = came.sum::<BigUint>() + &self.denominator * missing;
        Ok(ratio(sum, (&self.denominator * outcomes) << 1_u32))
    }

    /// How many times likelier the likeliest outcome that came is than the rarest. None if none came.
    pub fn extremes_ratio(&self) -> Option<BigRational> {
        let (most, least) = (self.outcomes.values().max()?, self.outcomes.values().min()?);
        Some(ratio(most.clone(), least.clone()))
    }

    /// The probabilities in the outcomes' order, followed by zeros up to `outcomes`, given that the run came to an
    /// outcome: nothing of it is left or endless.
    ///
    /// # Errors
    /// [`Error::DifferentLengths`] if more than `outcomes` came, [`Error::NoOutcomes`] if `outcomes` is 0,
    /// [`Error::ZeroTotal`] if none came.
    pub fn distribution(&self, outcomes: usize) -> Result<Distribution, Error> {
        let missing = self.missing(outcomes)?;
        let zeros = std::iter::repeat_n(BigUint::zero(), missing);
        Distribution::new(self.outcomes.values().cloned().chain(zeros).collect())
    }

    fn missing(&self, outcomes: usize) -> Result<usize, Error> {
        if outcomes == 0 {
            return Err(Error::NoOutcomes);
        }
        let different = Error::DifferentLengths { left: self.outcomes(), right: outcomes };
        outcomes.checked_sub(self.outcomes()).ok_or(different)
    }

    fn over(&self, numerator: BigUint) -> BigRational {
        ratio(numerator, self.denominator.clone())
    }
}
