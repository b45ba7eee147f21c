//! Document 004: even spreads, and lines made of them.

mod claims;
mod definition;
mod evenness;
mod picture;
mod recursion;
mod steps;
mod straightness;

use std::cmp::Ordering;
use std::sync::LazyLock;

use crate::Result;
use exact::BigRational;
use grids::spread::Fraction;
use serde::Serialize;

use super::number::Exact;
use super::{Claim, Document};
use crate::block::Block;
use crate::words::Words;
use definition::Definition;
use evenness::Evenness;
use recursion::Recursion;
use steps::Steps;
use straightness::Straightness;

/// Its words.
pub(crate) static WORDS: LazyLock<Words> =
    LazyLock::new(|| Words::parse(include_str!("../words/even.toml")));

/// Everything that is computed about the document.
#[derive(Clone, Debug, Serialize)]
pub struct Even {
    pub claims: Vec<Claim>,
    pub definition: Definition,
    pub evenness: Evenness,
    pub recursion: Recursion,
    pub steps: Steps,
    pub straightness: Straightness,
}

impl Even {
    /// Computes all of it.
    pub fn compute() -> Result<Self> {
        let (definition, (evenness, straightness)) = rayon::join(Definition::compute, || {
            rayon::join(Evenness::compute, Straightness::compute)
        });
        let mut even = Self {
            claims: Vec::new(),
            definition: definition?,
            evenness: evenness?,
            recursion: Recursion::compute(),
            steps: Steps::compute()?,
            straightness: straightness?,
        };
        even.claims = claims::of(&even);
        Ok(even)
    }
}

impl Document for Even {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn blocks(&self) -> Vec<Vec<Block>> {
        vec![
            self.definition.blocks(),
            self.evenness.blocks(),
            self.recursion.blocks(),
            self.steps.blocks(),
            self.straightness.blocks(),
        ]
    }
}

/// All pairs of numbers up to a largest one, in order.
fn pairs(largest: u64) -> Vec<(u64, u64)> {
    (0..=largest)
        .flat_map(|na| (0..=largest).map(move |nb| (na, nb)))
        .collect()
}

/// The order of two fractions, exactly; their numerators and denominators are below 2^64.
fn compare(one: Fraction, other: Fraction) -> Ordering {
    (one.numerator() * other.denominator()).cmp(&(other.numerator() * one.denominator()))
}

/// Where the largest of the fractions is: of equal ones the first.
fn largest(fractions: impl IntoIterator<Item = Fraction>) -> Option<usize> {
    let numbered = fractions.into_iter().enumerate();
    // The last of equal ones is what `max_by` gives.
    numbered
        .max_by(|(i, one), (j, other)| compare(*one, *other).then(j.cmp(i)))
        .map(|(i, _)| i)
}

/// 1 / `denominator`, which is not zero.
fn one_over(denominator: u128) -> Fraction {
    Fraction::new(1, denominator).expect("the denominator is not zero")
}

impl From<Fraction> for Exact {
    fn from(fraction: Fraction) -> Self {
        BigRational::new(fraction.numerator().into(), fraction.denominator().into()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_of_equal_fractions_is_the_first() {
        let fractions = [(1, 3), (2, 3), (1, 2), (4, 6)].map(|(n, d)| Fraction::new(n, d).unwrap());
        assert_eq!(largest(fractions), Some(1));
        assert_eq!(largest([]), None);
    }

    /// As doubles both are 1.
    #[test]
    fn fractions_are_compared_exactly() {
        let (one, other) = (
            Fraction::new((1 << 60) - 1, 1 << 60),
            Fraction::new((1 << 60) - 2, (1 << 60) - 1),
        );
        assert_eq!(
            one.unwrap().to_f64().to_bits(),
            other.unwrap().to_f64().to_bits()
        );
        assert_eq!(compare(one.unwrap(), other.unwrap()), Ordering::Greater);
    }
}
