//! The likelihood ratio of one stated alternative.

use super::{Evidence, distribution, inside};
use crate::Error;

/// An e-process over cells: how much more probable the draws are under a stated alternative than under the null.
///
/// Its expected growth per draw under the alternative is the Kullback-Leibler divergence, the best that any e-process
/// reaches. A draw that the null hypothesis makes impossible is infinite evidence; one that only the alternative makes
/// impossible leaves an e-value of zero for good.
#[derive(Clone, Debug, PartialEq)]
pub struct LikelihoodRatio {
    /// By cell: the logarithm of alternative over null.
    steps: Vec<f64>,
    /// The expected step under the null and under the alternative.
    drift: (f64, f64),
    evidence: Evidence,
    largest: Evidence,
    draws: u64,
}

impl LikelihoodRatio {
    /// From the probabilities of the cells under the null hypothesis and under the alternative.
    ///
    /// # Errors
    /// [`Error::DifferentLengths`], [`Error::NotADistribution`], [`Error::NothingToTest`] for fewer than two cells.
    pub fn new(null: &[f64], alternative: &[f64]) -> Result<Self, Error> {
        if null.len() != alternative.len() {
            return Err(Error::DifferentLengths { counts: alternative.len(), cells: null.len() });
        }
        distribution(null)?;
        distribution(alternative)?;
        let step = |(p, q): (&f64, &f64)| if *p == 0.0 { f64::INFINITY } else { (q / p).ln() };
        let steps: Vec<f64> = null.iter().zip(alternative).map(step).collect();
        let expected = |of: &[f64]| of.iter().zip(&steps).filter(|(p, _)| **p > 0.0).map(|(p, step)| p * step).sum();
        let drift = (expected(null), expected(alternative));
        Ok(Self { steps, drift, evidence: Evidence::NONE, largest: Evidence::NONE, draws: 0 })
    }

    /// Takes one draw.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a cell that does not exist.
    pub fn push(&mut self, cell: usize) -> Result<(), Error> {
        let step = self.steps[inside(cell, self.steps.len())?];
        self.evidence = self.evidence.and(Evidence::from_ln(step));
        if self.evidence > self.largest {
            self.largest = self.evidence;
        }
        self.draws += 1;
        Ok(())
    }

    /// The evidence so far.
    pub const fn evidence(&self) -> Evidence {
        self.evidence
    }

    /// The largest it has been: [`Evidence::p`] of it is a p-value that is valid whenever one looks.
    pub const fn largest(&self) -> Evidence {
        self.largest
    }

    /// How many draws it has taken.
    pub const fn draws(&self) -> u64 {
        self.draws
    }

    /// The expected logarithm that one draw adds, under the null (negative) and under the alternative (positive).
    pub const fn drift(&self) -> (f64, f64) {
        self.drift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_ratio_of_the_likelihoods() {
        let mut ratio = LikelihoodRatio::new(&[0.5, 0.5], &[0.25, 0.75]).unwrap();
        for cell in [1, 1, 0, 1] {
            ratio.push(cell).unwrap();
        }
        assert!((ratio.evidence().value() - 1.5 * 1.5 * 0.5 * 1.5).abs() < 1e-12);
        assert!((ratio.largest().value() - 2.25).abs() < 1e-12);
        assert_eq!(ratio.draws(), 4);
        let divergence = 0.25 * 0.5_f64.ln() + 0.75 * 1.5_f64.ln();
        assert!((ratio.drift().1 - divergence).abs() < 1e-15 && ratio.drift().0 < 0.0);
    }

    #[test]
    fn impossible_draws_decide() {
        let (null, alternative) = ([0.5, 0.5, 0.0], [0.0, 0.5, 0.5]);
        let mut ratio = LikelihoodRatio::new(&null, &alternative).unwrap();
        ratio.push(2).unwrap();
        assert_eq!(ratio.evidence(), Evidence::from_ln(f64::INFINITY));
        let mut ratio = LikelihoodRatio::new(&null, &alternative).unwrap();
        ratio.push(0).unwrap();
        assert_eq!(ratio.evidence(), Evidence::from_ln(f64::NEG_INFINITY));
    }

    #[test]
    fn bad_input_is_refused() {
        assert!(matches!(LikelihoodRatio::new(&[1.0], &[1.0]), Err(Error::NothingToTest(_))));
        assert!(matches!(LikelihoodRatio::new(&[0.5, 0.5], &[1.0]), Err(Error::DifferentLengths { .. })));
        assert_eq!(LikelihoodRatio::new(&[0.5, 0.6], &[0.5, 0.5]), Err(Error::NotADistribution));
        assert_eq!(LikelihoodRatio::new(&[0.5, 0.5], &[1.5, -0.5]), Err(Error::NotADistribution));
        assert_eq!(LikelihoodRatio::new(&[f64::NAN, 0.5], &[0.5, 0.5]), Err(Error::NotADistribution));
        let mut ratio = LikelihoodRatio::new(&[0.5, 0.5], &[0.5, 0.5]).unwrap();
        assert!(ratio.push(2).is_err());
        assert_eq!(ratio.draws(), 0);
    }
}
