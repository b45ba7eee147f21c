//! Random transpositions by characters: the exact distribution over all `n!` permutations after any number of swaps.
//!
//! Each swap draws two places of 0..n independently and uniformly; the same place twice is allowed and does nothing. The
//! chance of the permutation `s` after `k` swaps of the identity, times `n!`, is the sum over all shapes of
//! `dimension * character(s) * e^k`, with the eigenvalue `e = (n + 2c) / n^2`, `c` being the shape's sum of contents. The
//! trivial shape's part is 1, the uniform distribution; the others are what is left of the order before.
//!
//! Shapes with equal eigenvalues are taken together. Everything is an integer over `(n^2)^k` (less what `n^2` and all
//! eigenvalues have in common): a step multiplies each eigenvalue's power once, and then costs one product of a long by a
//! short number for each cycle type and eigenvalue. Source:
//! Diaconis and Shahshahani, *Generating a random permutation with random transpositions*, 1981.
//!
//! ```
//! use roguelab_exact::rational::decimal;
//! use roguelab_exact::transpositions::RandomTranspositions;
//!
//! // Rogue's mix_colors: 33 swaps of 14 potions.
//! let colours = RandomTranspositions::new(14)?;
//! let mixed = colours.after(33);
//! assert_eq!(decimal(&mixed.total_variation(), 6), "0.030297");
//! assert_eq!(decimal(&mixed.expected_fixed_points(), 6), "1.080297");
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::characters::CharacterTable;
use crate::collisions::{OutcomeClass, Outcomes};
use crate::counting::{binomials, factorial};
use crate::distribution::Distribution;
use crate::error::Error;
use crate::partitions::Partition;
use crate::rational::ratio;

/// The walk by random transpositions on the permutations of `n` things.
#[derive(Clone, Debug)]
pub struct RandomTranspositions {
    /// The cycle types.
    types: Vec<Partition>,
    /// How many permutations have each of them.
    sizes: Vec<BigUint>,
    /// All permutations.
    all: BigUint,
    /// The numerators of all different eigenvalues but the first, which is 1.
    eigenvalues: Vec<i64>,
    /// The denominator of the numerators.
    denominator: u64,
    /// For each cycle type, a factor for each eigenvalue: dimension times character, summed over the shapes that share it.
    factors: Vec<Vec<i64>>,
}

impl RandomTranspositions {
    /// The walk on permutations of `n` things.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if `n` is zero, [`Error::BeyondLimit`] beyond [`crate::characters::MOST_THINGS`].
    pub fn new(n: usize) -> Result<Self, Error> {
        let table = CharacterTable::new(n)?;
        let types = table.partitions().to_vec();
        let mut spectrum = BTreeMap::<i64, Vec<i64>>::new();
        for (shape, row) in table.rows().skip(1) {
            let dimension = row[types.len() - 1];
            let factors = spectrum
                .entry(n as i64 + 2 * shape.content_sum())
                .or_insert_with(|| vec![0; types.len()]);
            // Bounded by the sum of the squared dimensions, n!, which 64 bits hold up to n = 20.
            for (factor, character) in factors.iter_mut().zip(row) {
                *factor += dimension * character;
            }
        }
        let mut common = (n * n) as i64;
        for eigenvalue in spectrum.keys() {
            common = common.gcd(eigenvalue);
        }
        Ok(Self {
            sizes: types.iter().map(Partition::class_size).collect(),
            all: factorial(n),
            eigenvalues: spectrum
                .keys()
                .map(|eigenvalue| eigenvalue / common)
                .collect(),
            denominator: (n * n) as u64 / common.unsigned_abs(),
            factors: (0..types.len())
                .map(|at| spectrum.values().map(|factors| factors[at]).collect())
                .collect(),
            types,
        })
    }

    /// The distribution after `swaps` swaps.
    pub fn after(&self, swaps: u32) -> Swapped<'_> {
        let mut powers = Vec::with_capacity(self.eigenvalues.len());
        for &eigenvalue in &self.eigenvalues {
            powers.push(BigInt::from(eigenvalue).pow(swaps));
        }
        Swapped::new(self, powers, BigUint::from(self.denominator).pow(swaps))
    }

    /// The distributions after 0, 1, 2, ... swaps: without end.
    pub fn steps(&self) -> impl Iterator<Item = Swapped<'_>> {
        std::iter::successors(Some(self.after(0)), |now| Some(now.next()))
    }
}

/// The exact distribution over all permutations after some number of swaps.
#[derive(Clone, Debug)]
pub struct Swapped<'a> {
    walk: &'a RandomTranspositions,
    powers: Vec<BigInt>,
    denominator: BigUint,
    /// For each cycle type, the probability of each single permutation minus `1/n!`; times `n!`, over `denominator`.
    excess: Vec<BigInt>,
}

impl<'a> Swapped<'a> {
    fn new(walk: &'a RandomTranspositions, powers: Vec<BigInt>, denominator: BigUint) -> Self {
        let mut excess = Vec::with_capacity(walk.factors.len());
        for factors in &walk.factors {
            let parts = factors.iter().zip(&powers);
            excess.push(parts.map(|(&factor, power)| power * factor).sum());
        }
        Self {
            walk,
            powers,
            denominator,
            excess,
        }
    }

    /// The distribution after one more swap.
    #[must_use]
    pub fn next(&self) -> Self {
        let powers = self
            .powers
            .iter()
            .zip(&self.walk.eigenvalues)
            .map(|(power, eigenvalue)| power * eigenvalue);
        Self::new(
            self.walk,
            powers.collect(),
            &self.denominator * self.walk.denominator,
        )
    }

    /// Total variation distance to a uniform permutation, over all `n!`.
    pub fn total_variation(&self) -> BigRational {
        let sum: BigUint = self
            .excess
            .iter()
            .zip(&self.walk.sizes)
            .map(|(excess, size)| excess.magnitude() * size)
            .sum();
        ratio(sum, (&self.walk.all * &self.denominator) << 1_u32)
    }

    /// All permutations: a class for each cycle type.
    ///
    /// # Panics
    /// Never: the weights sum to `n!` times the denominator.
    pub fn outcomes(&self) -> Outcomes {
        let mut classes = Vec::with_capacity(self.walk.sizes.len());
        for (at, size) in self.walk.sizes.iter().enumerate() {
            classes.push(OutcomeClass {
                outcomes: size.clone(),
                weight: self.weight(at),
            });
        }
        Outcomes::new(classes).expect("the weights have a sum")
    }

    /// Separation: one minus `n!` times the probability of the least likely permutation; 1 while one is unreachable.
    pub fn separation(&self) -> BigRational {
        let least = self.excess.iter().min().cloned().unwrap_or_default();
        ratio(
            (-least).to_biguint().unwrap_or_default(),
            self.denominator.clone(),
        )
    }

    /// The expected number of things that are where they were.
    pub fn expected_fixed_points(&self) -> BigRational {
        self.fixed_points().mean()
    }

    /// The distribution of the number of fixed points, 0..=n: how many things are where they were.
    ///
    /// # Panics
    /// Never: the weights sum to `n!` times the denominator.
    pub fn fixed_points(&self) -> Distribution {
        let things = self.walk.types.last().map_or(0, Partition::ones);
        let mut weights = vec![BigUint::zero(); things + 1];
        for (at, (cycles, size)) in self.walk.types.iter().zip(&self.walk.sizes).enumerate() {
            weights[cycles.ones()] += self.weight(at) * size;
        }
        Distribution::new(weights).expect("the weights sum to the denominator")
    }

    /// `n!` times the probability of a permutation of the cycle type with this number, over `denominator`.
    fn weight(&self, at: usize) -> BigUint {
        // No probability is negative.
        (BigInt::from(self.denominator.clone()) + &self.excess[at])
            .to_biguint()
            .unwrap_or_default()
    }

    #[cfg(test)]
    fn probability(&self, at: usize) -> BigRational {
        ratio(self.weight(at), &self.walk.all * &self.denominator)
    }
}

/// The number of fixed points of a uniform permutation of `n` things: the rencontres numbers over `n!`.
///
/// # Errors
/// [`Error::NoOutcomes`] if `n` is zero.
pub fn uniform_fixed_points(n: usize) -> Result<Distribution, Error> {
    if n == 0 {
        return Err(Error::NoOutcomes);
    }
    // Permutations without a fixed point: d(0) = 1, d(1) = 0, d(m) = (m - 1) (d(m - 1) + d(m - 2)).
    let mut deranged = vec![BigUint::one(), BigUint::zero()];
    for m in 2..=n {
        let next = (&deranged[m - 1] + &deranged[m - 2]) * (m - 1);
        deranged.push(next);
    }
    let mut arrangements = Vec::with_capacity(n + 1);
    for (fixed, chosen) in binomials(&BigUint::from(n), n).into_iter().enumerate() {
        arrangements.push(chosen * &deranged[n - fixed]);
    }
    Distribution::new(arrangements)
}

#[cfg(test)]
mod tests;
