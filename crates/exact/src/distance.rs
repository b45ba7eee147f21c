//! How far apart two distributions are, in exact fractions; the entropy deficit in bits as `f64`.
//!
//! Throughout, `p` is what really happens and `q` (or the uniform distribution) what should. All sums run over one
//! common denominator; cost is linear in the number of outcomes. Sources: Levin, Peres and Wilmer, *Markov Chains and
//! Mixing Times*, chapter 4 (total variation); Pearson 1900 and Cohen, *Statistical Power Analysis*, chapter 7, whose
//! squared effect size `w^2` is [`chi_square_per_draw`]; Cover and Thomas, *Elements of Information Theory*, chapter 2.
//!
//! ```
//! use exact::{Distribution, Weights, distance};
//!
//! let percent = Distribution::from(&Weights::low_bits(14, 100)?);
//! let fair = Distribution::from(&Weights::uniform(100)?);
//! assert_eq!(distance::total_variation(&percent, &fair)?.to_string(), "21/25600");
//! assert_eq!(distance::largest_relative_error(&percent).to_string(), "21/4096");
//! # Ok::<(), exact::Error>(())
//! ```

use crate::rational::{ratio, to_f64};
use crate::{Distribution, Error};
use num_bigint::{BigInt, BigUint};
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

/// The largest relative error against the uniform distribution on the same outcomes: the maximum of `|n*p - 1|`.
pub fn largest_relative_error(p: &Distribution) -> BigRational {
    let n = p.outcomes();
    let errors = p.numerators().iter().map(|numerator| absolute_difference(numerator * n, p.denominator().clone()));
    ratio(errors.max().unwrap_or_default(), p.denominator().clone())
}

/// The largest ratio `p/q` over the outcomes that `p` gives: how many times likelier than it should be.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::ImpossibleOutcome`] where the ratio is infinite.
///
/// # Panics
/// Never: a distribution has an outcome of nonzero probability.
pub fn max_ratio(p: &Distribution, q: &Distribution) -> Result<BigRational, Error> {
    same_outcomes(p, q)?;
    no_impossible_outcome(p, q)?;
    let pairs = p.numerators().iter().zip(q.numerators()).filter(|(a, _)| !a.is_zero());
    // a/b and c/d are compared as a*d and c*b.
    let largest = pairs.reduce(|best, next| if next.0 * best.1 > best.0 * next.1 { next } else { best });
    let (a, b) = largest.expect("a distribution has an outcome of nonzero probability");
    Ok(ratio(a * q.denominator(), b * p.denominator()))
}

/// Pearson's chi-square per draw, `phi`: the sum of `(p - q)^2 / q`.
///
/// A chi-square test of `q` on `N` draws from `p` has noncentrality `N * phi`; see [`gof::power`].
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::ImpossibleOutcome`] where the sum is infinite.
pub fn chi_square_per_draw(p: &Distribution, q: &Distribution) -> Result<BigRational, Error> {
    same_outcomes(p, q)?;
    no_impossible_outcome(p, q)?;
    // Over outcomes with q > 0 the sum is that of p^2/q, less one: an integer sum over A^2 * lcm(b) / B.
    let possible = || p.numerators().iter().zip(q.numerators()).filter(|(_, b)| !b.is_zero());
    let lcm = possible().fold(BigUint::one(), |lcm, (_, b)| lcm.lcm(b));
    let squares: BigUint = possible().map(|(a, b)| a * a * (&lcm / b)).sum();
    let whole = p.denominator() * p.denominator() * lcm;
    Ok(ratio(squares * q.denominator(), whole) - BigRational::one())
}

/// Entropy deficit in bits against the uniform distribution: `log2(n)` less the entropy of `p`.
///
/// Relative accuracy about 1e-12 however small the bias is: with `d = n*p - 1`, which sums to zero, the deficit is the
/// mean of `(1 + d) ln(1 + d) - d`, whose terms are never negative and therefore do not cancel.
pub fn entropy_deficit(p: &Distribution) -> f64 {
    let n = p.outcomes();
    let excess = |numerator: &BigUint| {
        let difference = BigInt::from(numerator * n) - BigInt::from(p.denominator().clone());
        to_f64(&BigRational::new(difference, BigInt::from(p.denominator().clone())))
    };
    let sum: f64 = p.numerators().iter().map(|numerator| divergence_term(excess(numerator))).sum();
    sum / n as f64 / std::f64::consts::LN_2
}

/// Relative entropy of `p` to `q` in bits: what one outcome tells, on average, against `q`.
///
/// Against the uniform distribution it is the [`entropy_deficit`], and as accurate: the terms are those, weighed by `q`.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::ImpossibleOutcome`] where the sum is infinite.
pub fn relative_entropy(p: &Distribution, q: &Distribution) -> Result<f64, Error> {
    same_outcomes(p, q)?;
    no_impossible_outcome(p, q)?;
    let possible = (0..q.outcomes()).filter(|&outcome| !q.numerators()[outcome].is_zero());
    let term = |outcome: usize| {
        let (real, ideal) = (&p.numerators()[outcome] * q.denominator(), &q.numerators()[outcome] * p.denominator());
        let excess = BigRational::new(BigInt::from(real) - BigInt::from(ideal.clone()), BigInt::from(ideal));
        to_f64(&q.probability(outcome)) * divergence_term(to_f64(&excess))
    };
    Ok(possible.map(term).sum::<f64>() / std::f64::consts::LN_2)
}

/// `(1 + d) ln(1 + d) - d` for `d >= -1`.
fn divergence_term(d: f64) -> f64 {
    if d <= -1.0 {
        1.0
    } else if d.abs() < 0.01 {
        // Alternating series d^k / (k (k - 1)) from k = 2: at 0.01 the tenth term is below 1e-17 of the first.
        let terms = (2_i32..=11).map(|k| (-d).powi(k) / f64::from(k * (k - 1)));
        terms.rev().sum()
    } else {
        (1.0 + d) * d.ln_1p() - d
    }
}

fn same_outcomes(p: &Distribution, q: &Distribution) -> Result<(), Error> {
    let (left, right) = (p.outcomes(), q.outcomes());
    if left == right { Ok(()) } else { Err(Error::DifferentLengths { left, right }) }
}

fn no_impossible_outcome(p: &Distribution, q: &Distribution) -> Result<(), Error> {
    let impossible = p.numerators().iter().zip(q.numerators()).position(|(a, b)| !a.is_zero() && b.is_zero());
    impossible.map_or(Ok(()), |outcome| Err(Error::ImpossibleOutcome(outcome)))
}

/// The numerators of both over the product of the denominators.
fn crossed<'a>(p: &'a Distribution, q: &'a Distribution) -> impl Iterator<Item = (BigUint, BigUint)> + 'a {
    p.numerators().iter().zip(q.numerators()).map(|(a, b)| (a * q.denominator(), b * p.denominator()))
}

fn absolute_difference(a: BigUint, b: BigUint) -> BigUint {
    if a > b { a - b } else { b - a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;
    use num_traits::Signed;

    fn distribution(counts: &[u128]) -> Distribution {
        Distribution::from(&Weights::new(counts.to_vec()).unwrap())
    }

    /// The definitions, fraction by fraction.
    fn by_definition(p: &Distribution, q: &Distribution) -> (BigRational, BigRational, BigRational) {
        let pairs: Vec<_> = p.probabilities().into_iter().zip(q.probabilities()).collect();
        let sum: BigRational = pairs.iter().map(|(p, q)| (p - q).abs()).sum();
        let largest = pairs.iter().filter(|(p, _)| !p.is_zero()).map(|(p, q)| p / q).max().unwrap();
        let phi = pairs.iter().filter(|(_, q)| !q.is_zero()).map(|(p, q)| (p - q) * (p - q) / q).sum();
        (sum / BigRational::from_integer(2.into()), largest, phi)
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
            let (variation, largest, phi) = by_definition(&p, &q);
            assert_eq!(total_variation(&p, &q).unwrap(), variation);
            assert_eq!(max_ratio(&p, &q).unwrap(), largest);
            assert_eq!(chi_square_per_draw(&p, &q).unwrap(), phi);
        }
    }

    #[test]
    fn a_distribution_is_at_distance_zero_from_itself() {
        let p = distribution(&[3, 0, 9, 1]);
        assert!(total_variation(&p, &p).unwrap().is_zero());
        assert!(chi_square_per_draw(&p, &p).unwrap().is_zero());
        assert!(max_ratio(&p, &p).unwrap().is_one());
        assert!(!largest_relative_error(&p).is_zero());
        assert!(largest_relative_error(&distribution(&[4, 4, 4])).is_zero());
    }

    #[test]
    fn impossible_outcomes_and_lengths_are_named() {
        let (p, q) = (distribution(&[1, 1]), distribution(&[1, 0]));
        assert_eq!(max_ratio(&p, &q), Err(Error::ImpossibleOutcome(1)));
        assert_eq!(chi_square_per_draw(&p, &q), Err(Error::ImpossibleOutcome(1)));
        assert_eq!(total_variation(&p, &q).unwrap().to_string(), "1/2");
        let longer = distribution(&[1, 1, 1]);
        assert_eq!(total_variation(&p, &longer), Err(Error::DifferentLengths { left: 2, right: 3 }));
    }

    #[test]
    fn entropy_deficit_of_a_certain_outcome_is_log2_n() {
        assert!((entropy_deficit(&distribution(&[0, 1, 0, 0, 0, 0, 0, 0])) - 3.0).abs() < 1e-15);
        assert!(entropy_deficit(&distribution(&[2, 2, 2])).abs() < f64::MIN_POSITIVE);
        // H(1/4) = 2 - (3/4) log2(3)
        let expected = 0.75 * 3.0_f64.log2() - 1.0;
        assert!((entropy_deficit(&distribution(&[1, 3])) - expected).abs() < 1e-15);
    }

    #[test]
    fn small_terms_of_a_divergence_keep_their_digits() {
        for d in [1e-3_f64, 1e-6, -1e-9, 1e-12] {
            let expected = d * d / 2.0 * (1.0 - d / 3.0 * (1.0 - d / 2.0 * (1.0 - 3.0 * d / 5.0)));
            assert!((divergence_term(d) / expected - 1.0).abs() < 1e-12, "{d}");
        }
    }

    #[test]
    fn relative_entropy_is_the_mean_logarithm_of_the_ratio() {
        for (p, q) in [([1, 2, 3], [3, 2, 1]), ([0, 5, 1], [1, 1, 7]), ([7, 0, 2], [6, 0, 5])] {
            let (p, q) = (distribution(&p), distribution(&q));
            let pairs = p.to_f64s().into_iter().zip(q.to_f64s()).filter(|&(p, _)| p > 0.0);
            let expected: f64 = pairs.map(|(p, q)| p * (p / q).log2()).sum();
            assert!((relative_entropy(&p, &q).unwrap() - expected).abs() < 1e-15);
        }
        let (p, uniform) = (distribution(&[5, 0, 2, 9]), distribution(&[3, 3, 3, 3]));
        assert!((relative_entropy(&p, &uniform).unwrap() - entropy_deficit(&p)).abs() < 1e-15);
        assert_eq!(relative_entropy(&uniform, &p), Err(Error::ImpossibleOutcome(1)));
    }

    #[test]
    fn entropy_deficit_keeps_its_digits_when_tiny() {
        // For small bias the deficit is phi / (2 ln 2) to first order; here the next term is below 1e-12 of it.
        let (big, p) = (1_u128 << 40, |d: u128| distribution(&[(1 << 40) + d, (1 << 40) - d]));
        for d in [1, 1000, 1_000_000] {
            let relative = d as f64 / big as f64;
            let expected = relative * relative / 2.0 / std::f64::consts::LN_2;
            assert!((entropy_deficit(&p(d)) / expected - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn series_and_logarithm_meet() {
        for d in [0.009_999_999, -0.009_999_999] {
            let direct = (1.0 + d) * f64::ln_1p(d) - d;
            assert!((divergence_term(d) / direct - 1.0).abs() < 1e-12);
        }
    }
}
