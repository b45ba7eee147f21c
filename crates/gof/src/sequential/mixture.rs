//! A mixture over all alternatives, for a multinomial one that nobody states.

use super::{Evidence, distribution, inside};
use crate::Error;
use crate::cells::within_memory;

/// An e-process over cells: each draw is bet on with what the draws before it suggest.
///
/// The alternative is a Dirichlet prior with its mean at the null hypothesis, worth `strength` draws. The bet on cell
/// `c` after `n` draws, `n_c` of them in `c`, is the predictive probability
/// `(n_c + strength * null_c) / (n + strength)` over `null_c`: the urn of Pólya, so the product is the
/// Dirichlet-multinomial likelihood over the null's, and does not depend on the order of the draws.
///
/// A large strength looks for small effects, a small one for large effects: best is about the number of cells over the
/// chi-square per draw. Half the number of cells is Jeffreys' prior for a uniform null, and looks for anything at all.
/// Cells that the null makes impossible are infinite evidence.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Mixture {
    null: Vec<f64>,
    strength: f64,
    counts: Vec<u64>,
    draws: u64,
    evidence: Evidence,
    largest: Evidence,
}

impl Mixture {
    /// From the probabilities of the cells under the null hypothesis, and how many draws the prior is worth.
    ///
    /// # Errors
    /// [`Error::NotADistribution`], [`Error::NothingToTest`] for fewer than two cells, [`Error::Parameter`] for a
    /// strength that is not positive and finite.
    pub fn new(null: &[f64], strength: f64) -> Result<Self, Error> {
        distribution(null)?;
        if !(strength > 0.0 && strength.is_finite()) {
            let value = strength.to_string();
            return Err(Error::Parameter { name: "strength", value, expected: "positive and finite" });
        }
        Ok(Self {
            null: null.to_vec(),
            strength,
            counts: vec![0; null.len()],
            draws: 0,
            evidence: Evidence::NONE,
            largest: Evidence::NONE,
        })
    }

    /// With a uniform null hypothesis over so many cells.
    ///
    /// # Errors
    /// As [`Mixture::new`], and [`Error::TooLarge`] above `2^28` cells.
    pub fn uniform(cells: usize, strength: f64) -> Result<Self, Error> {
        within_memory(cells)?;
        Self::new(&vec![1.0 / cells as f64; cells], strength)
    }

    /// Takes one draw.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a cell that does not exist.
    pub fn push(&mut self, cell: usize) -> Result<(), Error> {
        let cell = inside(cell, self.null.len())?;
        let null = self.null[cell];
        let step = if null == 0.0 {
            f64::INFINITY
        } else {
            let predicted = self.counts[cell] as f64 + self.strength * null;
            (predicted / (self.draws as f64 + self.strength) / null).ln()
        };
        self.counts[cell] += 1;
        self.draws += 1;
        self.evidence = self.evidence.and(Evidence::from_ln(step));
        if self.evidence > self.largest {
            self.largest = self.evidence;
        }
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

    /// How often each cell was drawn.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::function::gamma::ln_gamma;

    /// The Dirichlet-multinomial likelihood of the counts over that of the null, in closed form.
    fn closed_form(null: &[f64], strength: f64, counts: &[u64]) -> f64 {
        let draws: u64 = counts.iter().sum();
        let cells = null
            .iter()
            .zip(counts)
            .map(|(p, n)| ln_gamma(strength * p + *n as f64) - ln_gamma(strength * p) - *n as f64 * p.ln());
        ln_gamma(strength) - ln_gamma(strength + draws as f64) + cells.sum::<f64>()
    }

    #[test]
    fn equals_the_closed_form_in_any_order() {
        let null = [0.1, 0.2, 0.7];
        let forwards: Vec<usize> = (0..500).map(|i| i * i % 3).collect();
        let mut backwards = forwards.clone();
        backwards.reverse();
        for draws in [forwards, backwards] {
            let mut mixture = Mixture::new(&null, 4.0).unwrap();
            for cell in draws {
                mixture.push(cell).unwrap();
            }
            let expected = closed_form(&null, 4.0, mixture.counts());
            assert!((mixture.evidence().ln() - expected).abs() < 1e-9, "{} {expected}", mixture.evidence().ln());
            assert!(mixture.largest() >= mixture.evidence());
        }
    }

    #[test]
    fn an_impossible_draw_is_infinite_evidence() {
        let mut mixture = Mixture::new(&[0.5, 0.5, 0.0], 1.0).unwrap();
        mixture.push(2).unwrap();
        mixture.push(0).unwrap();
        assert_eq!(mixture.evidence(), Evidence::from_ln(f64::INFINITY));
    }

    #[test]
    fn bad_input_is_refused() {
        assert!(Mixture::uniform(0, 1.0).is_err() && Mixture::uniform(1, 1.0).is_err());
        for strength in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(Mixture::uniform(2, strength), Err(Error::Parameter { .. })), "{strength}");
        }
        assert_eq!(Mixture::new(&[0.5, 0.4], 1.0), Err(Error::NotADistribution));
        assert!(Mixture::uniform(2, 1.0).unwrap().push(2).is_err());
    }
}
