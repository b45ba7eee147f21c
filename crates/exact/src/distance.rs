//! How far apart two distributions are, in exact fractions.
//!
//! Throughout, `p` is what really happens and `q` (or the uniform distribution) what should. All sums run over one
//! common denominator; cost is linear in the number of outcomes. Sources: Levin, Peres and Wilmer, *Markov Chains and
//! Mixing Times*, chapter 4 (total variation); Pearson 1900 and Cohen, *Statistical Power Analysis*, chapter 7, whose
//! squared effect size `w^2` is [`chi_square_per_draw`].
//!
//! ```
//! use roguelab_exact::{Distribution, Weights, distance};
//!
//! let percent = Distribution::from(&Weights::low_bits(14, 100)?);
//! let fair = Distribution::from(&Weights::uniform(100)?);
//! assert_eq!(distance::total_variation(&percent, &fair)?.to_string(), "21/25600");
//! assert_eq!(distance::largest_relative_error(&percent).to_string(), "21/4096");
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

use crate::distribution::Distribution;
use crate::error::Error;
use crate::rational::ratio;
use crate::weights::Weights;
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// Total variation: half the sum of `|p - q|`, the largest difference in probability that any event can show.
///
/// # Errors
/// [`Error::DifferentLengths`].
pub fn total_variation(p: &Distribution, q: &Distribution) -> Result<BigRational, Error> {
    same_outcomes(p, q)?;
    let sum: BigUint = crossed(p, q).map(|(a, b)| absolute_difference(a, b)).sum();
    Ok(ratio(sum, (p.denominator() * q.denominator()) << 1_u32))
}

/// Total variation against the uniform distribution on the same outcomes.
///
/// # Errors
/// Those of [`Weights::uniform`].
pub fn variation_from_uniform(p: &Distribution) -> Result<BigRational, Error> {
    total_variation(p, &Distribution::from(&Weights::uniform(p.outcomes())?))
}

/// The largest relative error against the uniform distribution on the same outcomes: the maximum of `|n*p - 1|`.
pub fn largest_relative_error(p: &Distribution) -> BigRational {
    let n = p.outcomes();
    let errors = p
        .numerators()
        .iter()
        .map(|numerator| absolute_difference(numerator * n, p.denominator().clone()));
    ratio(errors.max().unwrap_or_default(), p.denominator().clone())
}

/// Pearson's chi-square per draw, `phi`: the sum of `(p - q)^2 / q`.
///
/// A chi-square test of `q` on `N` draws from `p` has noncentrality `N * phi`.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::ImpossibleOutcome`] where the sum is infinite.
pub fn chi_square_per_draw(p: &Distribution, q: &Distribution) -> Result<BigRational, Error> {
    same_outcomes(p, q)?;
    no_impossible_outcome(p, q)?;
    // Over outcomes with q > 0 the sum is that of p^2/q, minus one: an integer sum over A^2 * lcm(b) / B.
    let mut lcm = BigUint::one();
    for b in q.numerators().iter().filter(|b| !b.is_zero()) {
        lcm = lcm.lcm(b);
    }
    let mut squares = BigUint::zero();
    for (a, b) in p.numerators().iter().zip(q.numerators()) {
        if !b.is_zero() {
            squares += a * a * (&lcm / b);
        }
    }
    let whole = p.denominator() * p.denominator() * lcm;
    Ok(ratio(squares * q.denominator(), whole) - BigRational::one())
}

fn same_outcomes(p: &Distribution, q: &Distribution) -> Result<(), Error> {
    let (left, right) = (p.outcomes(), q.outcomes());
    if left == right {
        Ok(())
    } else {
        Err(Error::DifferentLengths { left, right })
    }
}

fn no_impossible_outcome(p: &Distribution, q: &Distribution) -> Result<(), Error> {
    let impossible = p
        .numerators()
        .iter()
        .zip(q.numerators())
        .position(|(a, b)| !a.is_zero() && b.is_zero());
    impossible.map_or(Ok(()), |outcome| Err(Error::ImpossibleOutcome(outcome)))
}

/// The numerators of both over the product of the denominators.
fn crossed<'a>(
    p: &'a Distribution,
    q: &'a Distribution,
) -> impl Iterator<Item = (BigUint, BigUint)> + 'a {
    p.numerators()
        .iter()
        .zip(q.numerators())
        .map(|(a, b)| (a * q.denominator(), b * p.denominator()))
}

pub(crate) fn absolute_difference(a: BigUint, b: BigUint) -> BigUint {
    if a > b { a - b } else { b - a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rational::whole;
    use num_traits::Signed;

    fn distribution(counts: &[u128]) -> Distribution {
        Distribution::from(&Weights::new(counts.to_vec()).unwrap())
    }

    /// The definitions, fraction by fraction.
    fn by_definition(p: &Distribution, q: &Distribution) -> (BigRational, BigRational) {
        let pairs: Vec<_> = p
            .probabilities()
            .into_iter()
            .zip(q.probabilities())
            .collect();
        let sum: BigRational = pairs.iter().map(|(p, q)| (p - q).abs()).sum();
        let phi = pairs
            .iter()
            .filter(|(_, q)| !q.is_zero())
            .map(|(p, q)| (p - q) * (p - q) / q)
            .sum();
        (sum / whole(2), phi)
    }

    #[test]
    fn distances_equal_their_definitions() {
        let cases: [(&[u128], &[u128]); 6] = [
            (&[1, 2, 3], &[3, 2, 1]),
            (&[0, 5], &[1, 1]),
            (&[7, 0, 2], &[6, 0, 5]),
            (&[5, 4, 1], &[9, 2, 1]),
            (&[547, 546, 546], &[1, 1, 1]),
            (&[1, 5, 2], &[4, 3, 1]),
        ];
        for (p, q) in cases {
            let (p, q) = (distribution(p), distribution(q));
            let (variation, phi) = by_definition(&p, &q);
            assert_eq!(total_variation(&p, &q).unwrap(), variation);
            assert_eq!(chi_square_per_draw(&p, &q).unwrap(), phi);
        }
    }

    #[test]
    fn impossible_outcomes_and_lengths_are_named() {
        let (p, q) = (distribution(&[1, 1]), distribution(&[1, 0]));
        assert_eq!(
            chi_square_per_draw(&p, &q),
            Err(Error::ImpossibleOutcome(1))
        );
        assert_eq!(total_variation(&p, &q).unwrap().to_string(), "1/2");
        let longer = distribution(&[1, 1, 1]);
        assert_eq!(
            total_variation(&p, &longer),
            Err(Error::DifferentLengths { left: 2, right: 3 })
        );
    }
}
