//! A distribution on many outcomes, given by classes of equally likely ones.
//!
//! What has too many outcomes to list, as the permutations of 52 cards, often has few classes of equal probability. Between
//! such a distribution and the uniform one all distances are those between the classes: within a class the ratio of the two
//! probabilities is the same. Source: Cover and Thomas, *Elements of Information Theory*, section 2.9 (sufficient statistics).
//!
//! ```
//! use exact::classes::{Class, Outcomes};
//!
//! // Three cards, turned around or left alone: two of six arrangements.
//! let class = |outcomes: u32, weight: u32| Class { outcomes: outcomes.into(), weight: weight.into() };
//! let deck = Outcomes::new(vec![class(2, 1), class(4, 0)])?;
//! assert_eq!(deck.total_variation().to_string(), "2/3");
//! assert_eq!(deck.separation().to_string(), "1");
//! # Ok::<(), exact::Error>(())
//! ```

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::distance::total_variation;
use crate::rational::ratio;
use crate::stakes::Stakes;
use crate::{Distribution, Error};

/// Outcomes of equal weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// How many outcomes.
    pub outcomes: BigUint,
    /// The weight of each single one, over the total weight of all outcomes.
    pub weight: BigUint,
}

/// A distribution on many outcomes, given by classes.
#[derive(Clone, Debug)]
pub struct Outcomes {
    classes: Vec<Class>,
    total: BigUint,
}

impl Outcomes {
    /// Outcomes with probabilities proportional to the weights of their classes.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if there are none, [`Error::ZeroTotal`] if all weigh nothing.
    pub fn new(classes: Vec<Class>) -> Result<Self, Error> {
        if classes.iter().all(|class| class.outcomes.is_zero()) {
            return Err(Error::NoOutcomes);
        }
        let total: BigUint = classes.iter().map(|class| &class.outcomes * &class.weight).sum();
        if total.is_zero() { Err(Error::ZeroTotal) } else { Ok(Self { classes, total }) }
    }

    /// The outcomes of a distribution, a class for each weight, the lightest first.
    ///
    /// # Panics
    /// Never: a distribution has outcomes, and a sum.
    pub fn of(distribution: &Distribution) -> Self {
        let classes = distribution.numerators().iter().fold(BTreeMap::new(), |mut classes, weight| {
            *classes.entry(weight).or_insert(0_u64) += 1;
            classes
        });
        let class = |(weight, outcomes): (&BigUint, u64)| Class { outcomes: outcomes.into(), weight: weight.clone() };
        Self::new(classes.into_iter().map(class).collect()).expect("a distribution has outcomes")
    }

    /// The classes, in no promised order; some may have weight zero.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The weight of all outcomes together: what every class's weight is over.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// How many outcomes there are in all classes, those of weight zero included.
    pub fn outcomes(&self) -> BigUint {
        self.classes.iter().map(|class| &class.outcomes).sum()
    }

    /// The probability of each class.
    ///
    /// # Panics
    /// Never: the weights have a sum.
    pub fn distribution(&self) -> Distribution {
        let weights = self.classes.iter().map(|class| &class.outcomes * &class.weight);
        Distribution::new(weights.collect()).expect("the weights have a sum")
    }

    /// The probability of each class if all outcomes were equally likely.
    ///
    /// # Panics
    /// Never: there are outcomes.
    pub fn uniform(&self) -> Distribution {
        let sizes = self.classes.iter().map(|class| class.outcomes.clone());
        Distribution::new(sizes.collect()).expect("there are outcomes")
    }

    /// Total variation distance to the uniform distribution on all outcomes.
    ///
    /// # Panics
    /// Never: both have the same classes.
    pub fn total_variation(&self) -> BigRational {
        total_variation(&self.distribution(), &self.uniform()).expect("both have the same classes")
    }

    /// Separation from the uniform distribution: one less the number of outcomes times the probability of the least likely.
    pub fn separation(&self) -> BigRational {
        let possible = self.classes.iter().filter(|class| !class.outcomes.is_zero());
        let least = possible.map(|class| &class.weight).min().cloned().unwrap_or_default();
        BigRational::one() - ratio(least * self.outcomes(), self.total.clone())
    }

    /// All distances to the uniform distribution on all outcomes. The test that [`Stakes::samples_to_notice`] asks about
    /// counts classes, not outcomes.
    ///
    /// # Panics
    /// Never: both have the same classes.
    pub fn stakes(&self) -> Stakes {
        Stakes::between(&self.distribution(), &self.uniform()).expect("both have the same classes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;

    #[test]
    fn distances_between_classes_are_those_between_outcomes() {
        for counts in [vec![3, 1, 1, 5, 0, 3], vec![1, 1], vec![7], vec![2, 9, 9]] {
            let listed = Distribution::from(&Weights::new(counts).unwrap());
            let uniform = Distribution::from(&Weights::uniform(listed.outcomes()).unwrap());
            let classed = Outcomes::of(&listed);
            let (by_class, by_outcome) = (classed.stakes(), Stakes::between(&listed, &uniform).unwrap());
            assert_eq!(classed.outcomes(), listed.outcomes().into());
            assert_eq!(by_class.total_variation, by_outcome.total_variation);
            assert_eq!(by_class.largest_ratio, by_outcome.largest_ratio);
            assert_eq!(by_class.chi_square_per_draw, by_outcome.chi_square_per_draw);
            assert!((by_class.relative_entropy - by_outcome.relative_entropy).abs() < 1e-15);
            let least = listed.probabilities().into_iter().min().unwrap();
            assert_eq!(classed.separation(), BigRational::one() - least / uniform.probability(0));
        }
    }

    #[test]
    fn no_outcomes_are_refused() {
        let class = |outcomes: u32, weight: u32| Class { outcomes: outcomes.into(), weight: weight.into() };
        assert_eq!(Outcomes::new(vec![]).unwrap_err(), Error::NoOutcomes);
        assert_eq!(Outcomes::new(vec![class(0, 1)]).unwrap_err(), Error::NoOutcomes);
        assert_eq!(Outcomes::new(vec![class(5, 0)]).unwrap_err(), Error::ZeroTotal);
    }
}
