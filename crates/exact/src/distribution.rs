//! An exact distribution on the outcomes 0..n: one integer per outcome, over one common denominator.
//!
//! The denominator is the sum of the numerators, so a value of this type always sums to one. Fractions are not
//! reduced: reduction happens once, where a [`BigRational`] is handed out.
//!
//! ```
//! use roguelab_exact::{Distribution, Weights};
//!
//! let die = Distribution::from(&Weights::uniform(6)?);
//! assert_eq!(die.probability(5).to_string(), "1/6");
//! assert_eq!(die.mean().to_string(), "5/2");
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

use crate::error::Error;
use crate::rational::{ratio, to_f64};
use crate::weights::Weights;
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Probabilities of the outcomes 0..n as integers over their sum.
#[derive(Clone, Debug)]
pub struct Distribution {
    numerators: Vec<BigUint>,
    denominator: BigUint,
}

impl Distribution {
    /// A distribution proportional to `numerators`.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if there are none, [`Error::ZeroTotal`] if all are zero.
    pub fn new(numerators: Vec<BigUint>) -> Result<Self, Error> {
        if numerators.is_empty() {
            return Err(Error::NoOutcomes);
        }
        let denominator: BigUint = numerators.iter().sum();
        if denominator.is_zero() {
            Err(Error::ZeroTotal)
        } else {
            Ok(Self {
                numerators,
                denominator,
            })
        }
    }

    /// A distribution from its probabilities.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if there are none, [`Error::NotADistribution`] if one is negative or the sum is not one.
    pub fn from_rationals(probabilities: &[BigRational]) -> Result<Self, Error> {
        if probabilities.is_empty() {
            return Err(Error::NoOutcomes);
        }
        if probabilities.iter().any(Signed::is_negative) {
            return Err(Error::NotADistribution);
        }
        let denominator = probabilities
            .iter()
            .fold(BigUint::one(), |lcm, p| lcm.lcm(p.denom().magnitude()));
        let scaled = probabilities
            .iter()
            .map(|p| p.numer().magnitude() * (&denominator / p.denom().magnitude()));
        let numerators: Vec<BigUint> = scaled.collect();
        if numerators.iter().sum::<BigUint>() == denominator {
            Ok(Self {
                numerators,
                denominator,
            })
        } else {
            Err(Error::NotADistribution)
        }
    }

    /// The number of outcomes, those of probability zero included.
    pub fn outcomes(&self) -> usize {
        self.numerators.len()
    }

    /// One integer per outcome.
    pub fn numerators(&self) -> &[BigUint] {
        &self.numerators
    }

    /// The denominator of the numerators: their sum.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// Probability of one outcome, in lowest terms.
    ///
    /// # Panics
    /// If `outcome` is not below [`Distribution::outcomes`].
    pub fn probability(&self, outcome: usize) -> BigRational {
        ratio(self.numerators[outcome].clone(), self.denominator.clone())
    }

    /// All probabilities in order, in lowest terms.
    pub fn probabilities(&self) -> Vec<BigRational> {
        (0..self.outcomes())
            .map(|outcome| self.probability(outcome))
            .collect()
    }

    /// All probabilities in order, each rounded to the nearest `f64`.
    pub fn to_f64s(&self) -> Vec<f64> {
        self.probabilities().iter().map(to_f64).collect()
    }

    /// The expected outcome, outcomes being numbered from zero.
    pub fn mean(&self) -> BigRational {
        let sum: BigUint = self
            .numerators
            .iter()
            .enumerate()
            .map(|(outcome, numerator)| numerator * outcome)
            .sum();
        ratio(sum, self.denominator.clone())
    }
}

impl From<&Weights> for Distribution {
    fn from(weights: &Weights) -> Self {
        Self {
            numerators: weights
                .counts()
                .iter()
                .copied()
                .map(BigUint::from)
                .collect(),
            denominator: weights.total().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fractions(pairs: &[(i64, i64)]) -> Vec<BigRational> {
        pairs.iter().map(|&(n, d)| ratio(n, d)).collect()
    }

    #[test]
    fn rationals_come_back_unchanged() {
        let given = fractions(&[(1, 2), (0, 1), (1, 3), (1, 6)]);
        assert_eq!(
            Distribution::from_rationals(&given)
                .unwrap()
                .probabilities(),
            given
        );
    }

    #[test]
    fn what_does_not_sum_to_one_is_refused() {
        for wrong in [&[(1, 2), (1, 3)][..], &[(3, 2), (-1, 2)], &[(2, 1)]] {
            assert_eq!(
                Distribution::from_rationals(&fractions(wrong)).unwrap_err(),
                Error::NotADistribution
            );
        }
        assert_eq!(
            Distribution::from_rationals(&[]).unwrap_err(),
            Error::NoOutcomes
        );
        assert_eq!(Distribution::new(vec![]).unwrap_err(), Error::NoOutcomes);
        assert_eq!(
            Distribution::new(vec![BigUint::zero()]).unwrap_err(),
            Error::ZeroTotal
        );
    }

    #[test]
    fn weights_keep_their_denominator() {
        let p = Distribution::from(&Weights::low_bits(14, 100).unwrap());
        assert_eq!(p.denominator(), &BigUint::from(16384_u32));
        assert_eq!(
            p.numerators()[83..85],
            [BigUint::from(164_u32), BigUint::from(163_u32)]
        );
        assert_eq!(p.to_f64s()[0].to_bits(), (164.0_f64 / 16384.0).to_bits());
    }
}
