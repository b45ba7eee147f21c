//! The results of an exploration.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;

use crate::distance::absolute_difference;
use crate::distribution::Distribution;
use crate::error::Error;
use crate::rational::ratio;

/// Outcomes with their exact probabilities. Together with [`endless`](Self::endless) they sum to one.
#[derive(Clone, Debug)]
pub struct Explored<T> {
    /// In order. A map would be compiled once more for each `T`.
    pub(super) outcomes: Vec<(T, BigUint)>,
    pub(super) endless: BigUint,
    pub(super) denominator: BigUint,
    pub(super) branches: u64,
    pub(super) states: u64,
}

impl<T: Ord> Explored<T> {
    /// The number of different outcomes.
    pub fn outcomes(&self) -> usize {
        self.outcomes.len()
    }

    /// All outcomes, in order, with their probabilities in lowest terms.
    pub fn probabilities(&self) -> impl Iterator<Item = (&T, BigRational)> {
        self.outcomes
            .iter()
            .map(|(outcome, numerator)| (outcome, self.over(numerator.clone())))
    }

    /// The probability of one outcome; zero if it never occurs.
    pub fn probability(&self, outcome: &T) -> BigRational {
        let place = self
            .outcomes
            .binary_search_by(|(other, _)| other.cmp(outcome));
        let found = place.map(|place| self.outcomes[place].1.clone());
        self.over(found.unwrap_or_default())
    }

    /// The probability of all outcomes together that satisfy `event`.
    pub fn probability_where(&self, event: impl Fn(&T) -> bool) -> BigRational {
        self.over(
            self.outcomes
                .iter()
                .filter(|(outcome, _)| event(outcome))
                .map(|(_, numerator)| numerator)
                .sum(),
        )
    }

    /// The probability of reaching a `draw_until` that accepts no number that can come: a run that never ends.
    pub fn endless(&self) -> BigRational {
        self.over(self.endless.clone())
    }

    /// How many branches were run: of a chain, the branches of all states.
    pub fn branches(&self) -> u64 {
        self.branches
    }

    /// How many states a chain was in, counted again in each step. One for [`explore`](super::explore()).
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Total variation to the uniform distribution over `outcomes` outcomes, those found among them.
    ///
    /// # Errors
    /// [`Error::DifferentLengths`] if more than `outcomes` were found, [`Error::NoOutcomes`] if `outcomes` is 0.
    pub fn variation_from_uniform(&self, outcomes: usize) -> Result<BigRational, Error> {
        let missing = self.missing(outcomes)?;
        // Over denominator * outcomes, the uniform probability is `denominator`.
        let found = self
            .numerators()
            .map(|numerator| absolute_difference(numerator * outcomes, self.denominator.clone()));
        let sum = found.sum::<BigUint>() + &self.denominator * missing;
        Ok(ratio(sum, (&self.denominator * outcomes) << 1_u32))
    }

    /// How many times likelier the likeliest outcome is than the rarest that occurs. None if there is none.
    pub fn extremes_ratio(&self) -> Option<BigRational> {
        let (most, least) = (self.numerators().max()?, self.numerators().min()?);
        Some(ratio(most.clone(), least.clone()))
    }

    /// The probabilities in the outcomes' order, followed by zeros up to `outcomes`, given that the run ends.
    ///
    /// # Errors
    /// [`Error::DifferentLengths`] if more than `outcomes` were found, [`Error::NoOutcomes`] if `outcomes` is 0,
    /// [`Error::ZeroTotal`] if none were found.
    pub fn distribution(&self, outcomes: usize) -> Result<Distribution, Error> {
        let zeros = std::iter::repeat_n(BigUint::zero(), self.missing(outcomes)?);
        Distribution::new(self.numerators().cloned().chain(zeros).collect())
    }

    fn numerators(&self) -> impl Iterator<Item = &BigUint> {
        self.outcomes.iter().map(|(_, numerator)| numerator)
    }

    fn missing(&self, outcomes: usize) -> Result<usize, Error> {
        if outcomes == 0 {
            return Err(Error::NoOutcomes);
        }
        let different = Error::DifferentLengths {
            left: self.outcomes(),
            right: outcomes,
        };
        outcomes.checked_sub(self.outcomes()).ok_or(different)
    }

    fn over(&self, numerator: BigUint) -> BigRational {
        ratio(numerator, self.denominator.clone())
    }
}
