//! What a difference between two distributions amounts to: all distances at once, and how many draws it takes to notice.
//!
//! `p` is what really happens, `q` what should. Sources: those of [`crate::distance`] and [`gof::power`]; Birge, *An
//! alternative point of view on Lepski's method*, 2001, lemma 8.1 (tails of the noncentral chi-square).
//!
//! ```
//! use exact::{Distribution, Stakes, Weights};
//!
//! // get_rand(1, 100): the low 14 bits of a word, remainder by 100.
//! let percent = Distribution::from(&Weights::low_bits(14, 100)?);
//! let stakes = Stakes::between(&percent, &Distribution::from(&Weights::uniform(100)?))?;
//! assert_eq!(stakes.chi_square_per_draw.as_ref().unwrap().to_string(), "21/4194304");
//! assert_eq!(stakes.samples_to_notice(1e-6, 0.9)?, Some(22_756_115));
//! # Ok::<(), exact::Error>(())
//! ```

use gof::power::{self, critical_value};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;

use crate::distance::{chi_square_per_draw, max_ratio, relative_entropy, total_variation};
use crate::rational::{ratio, to_f64};
use crate::{Distribution, Error};

/// All distances between what really happens and what should.
#[derive(Clone, Debug, PartialEq)]
pub struct Stakes {
    /// [`total_variation`].
    pub total_variation: BigRational,
    /// [`max_ratio`]. None where it is infinite: an outcome comes that never should.
    pub largest_ratio: Option<BigRational>,
    /// [`relative_entropy`] in bits, against the uniform distribution the entropy deficit; infinite where an outcome comes
    /// that never should.
    pub relative_entropy: f64,
    /// [`chi_square_per_draw`]. None where it is infinite.
    pub chi_square_per_draw: Option<BigRational>,
    /// The probability of all outcomes together that never should come.
    pub impossible: BigRational,
    /// Degrees of freedom of a chi-square test: the outcomes that should come, less one.
    pub freedom: u32,
}

/// The numbers of [`Stakes`], each rounded to the nearest `f64`; infinite where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded {
    /// Total variation.
    pub total_variation: f64,
    /// The largest ratio of two probabilities of an outcome.
    pub largest_ratio: f64,
    /// Relative entropy, in bits.
    pub relative_entropy: f64,
    /// Pearson's chi-square per draw.
    pub chi_square_per_draw: f64,
}

impl Stakes {
    /// The distances of `p`, what really happens, from `q`, what should.
    ///
    /// # Errors
    /// [`Error::DifferentLengths`].
    pub fn between(p: &Distribution, q: &Distribution) -> Result<Self, Error> {
        let outcomes = || p.numerators().iter().zip(q.numerators());
        let possible = outcomes().filter(|(_, ideal)| !ideal.is_zero()).count();
        let impossible: BigUint = outcomes().filter(|(_, ideal)| ideal.is_zero()).map(|(real, _)| real).sum();
        Ok(Self {
            total_variation: total_variation(p, q)?,
            largest_ratio: finite(max_ratio(p, q))?,
            relative_entropy: finite(relative_entropy(p, q))?.unwrap_or(f64::INFINITY),
            chi_square_per_draw: finite(chi_square_per_draw(p, q))?,
            impossible: ratio(impossible, p.denominator().clone()),
            freedom: u32::try_from(possible.saturating_sub(1)).unwrap_or(u32::MAX),
        })
    }

    /// How many draws it takes to notice with probability `power`, by a test that alarms falsely with probability `alpha`:
    /// a chi-square test, or, if outcomes come that never should, waiting for the first of those (no false alarm).
    ///
    /// None if the two are the same, or so near that more than `u64::MAX` draws are needed.
    ///
    /// # Errors
    /// [`Error::Power`] if `alpha` or `power` is not strictly between 0 and 1.
    pub fn samples_to_notice(&self, alpha: f64, power: f64) -> Result<Option<u64>, Error> {
        if let Some(&wrong) = [alpha, power].iter().find(|&&chance| !(chance > 0.0 && chance < 1.0)) {
            return Err(gof::Error::OutsideUnitInterval(wrong).into());
        }
        let Some(effect) = &self.chi_square_per_draw else {
            return Ok(until_one_comes(to_f64(&self.impossible), power));
        };
        let effect = to_f64(effect);
        if effect == 0.0 {
            return Ok(None);
        }
        if one_is_enough(effect, self.freedom, alpha, power)? {
            return Ok(Some(1));
        }
        Ok(power::samples_to_notice(effect, self.freedom, alpha, power)?)
    }

    /// In floating point.
    pub fn rounded(&self) -> Rounded {
        let rounded = |value: &Option<BigRational>| value.as_ref().map_or(f64::INFINITY, to_f64);
        Rounded {
            total_variation: to_f64(&self.total_variation),
            largest_ratio: rounded(&self.largest_ratio),
            relative_entropy: self.relative_entropy,
            chi_square_per_draw: rounded(&self.chi_square_per_draw),
        }
    }
}

/// How many draws from `p` it takes to notice that they are not from `q`: [`Stakes::samples_to_notice`].
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::Power`] if `alpha` or `power` is not strictly between 0 and 1.
pub fn samples_to_notice(p: &Distribution, q: &Distribution, alpha: f64, power: f64) -> Result<Option<u64>, Error> {
    Stakes::between(p, q)?.samples_to_notice(alpha, power)
}

/// None for a distance that an impossible outcome makes infinite.
fn finite<T>(distance: Result<T, Error>) -> Result<Option<T>, Error> {
    match distance {
        Ok(distance) => Ok(Some(distance)),
        Err(Error::ImpossibleOutcome(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The fewest draws among which an outcome of this probability is, with probability `power`.
fn until_one_comes(probability: f64, power: f64) -> Option<u64> {
    let draws = ((-power).ln_1p() / (-probability).ln_1p()).ceil().max(1.0);
    // The conversion would saturate, silently.
    (draws < u64::MAX as f64).then_some(draws as u64)
}

/// True if a single draw is sure to be enough, by a bound on the tail that needs no sum: the sum for the power grows with
/// the root of the effect, which for permutations may be as large as `n!`.
fn one_is_enough(effect: f64, freedom: u32, alpha: f64, power: f64) -> Result<bool, Error> {
    let (mean, spread) = (f64::from(freedom) + effect, f64::from(freedom) + 2.0 * effect);
    // Below this value the statistic is with a probability of at most 1 - power.
    let least = mean - 2.0 * (spread * -(-power).ln_1p()).sqrt();
    Ok(least >= critical_value(freedom, alpha)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;

    fn distribution(counts: &[u128]) -> Distribution {
        Distribution::from(&Weights::new(counts.to_vec()).unwrap())
    }

    #[test]
    fn each_number_is_the_distance_of_its_name() {
        let (p, q) = (distribution(&[1, 2, 3, 0]), distribution(&[3, 2, 1, 2]));
        let stakes = Stakes::between(&p, &q).unwrap();
        assert_eq!(stakes.total_variation, total_variation(&p, &q).unwrap());
        assert_eq!(stakes.largest_ratio, Some(max_ratio(&p, &q).unwrap()));
        assert_eq!(stakes.chi_square_per_draw, Some(chi_square_per_draw(&p, &q).unwrap()));
        assert_eq!((stakes.impossible.is_zero(), stakes.freedom), (true, 3));
        let rounded = stakes.rounded();
        assert_eq!(rounded.total_variation.to_bits(), to_f64(&stakes.total_variation).to_bits());
        assert_eq!(rounded.largest_ratio.to_bits(), 4.0_f64.to_bits(), "1/2 against 1/8");
        assert_eq!(rounded.relative_entropy.to_bits(), relative_entropy(&p, &q).unwrap().to_bits());
    }

    #[test]
    fn an_outcome_that_never_should_come_makes_three_of_them_infinite() {
        let stakes = Stakes::between(&distribution(&[98, 1, 1]), &distribution(&[1, 1, 0])).unwrap();
        assert_eq!((&stakes.largest_ratio, &stakes.chi_square_per_draw), (&None, &None));
        let rounded = stakes.rounded();
        assert!(rounded.largest_ratio.is_infinite() && rounded.chi_square_per_draw.is_infinite());
        assert!(rounded.relative_entropy.is_infinite() && rounded.total_variation < 1.0);
        assert_eq!(stakes.impossible.to_string(), "1/100");
        // 1 - 0.99^68 = 0.4951, 1 - 0.99^69 = 0.5002.
        assert_eq!(stakes.samples_to_notice(1e-6, 0.5), Ok(Some(69)));
        assert_eq!(samples_to_notice(&distribution(&[0, 1]), &distribution(&[1, 0]), 0.1, 0.9), Ok(Some(1)));
    }

    #[test]
    fn the_same_distribution_is_never_told_apart() {
        let p = distribution(&[1, 7, 3]);
        assert_eq!(samples_to_notice(&p, &p, 0.05, 0.8), Ok(None));
        assert_eq!(samples_to_notice(&distribution(&[4]), &distribution(&[9]), 0.05, 0.8), Ok(None));
    }

    /// The root in the noncentrality of `scipy.stats.ncx2.sf` at `scipy.stats.chi2.isf`, over the effect; scipy 1.17.1.
    #[test]
    fn a_coin_of_55_percent_takes_785_throws() {
        assert_eq!(samples_to_notice(&distribution(&[55, 45]), &distribution(&[1, 1]), 0.05, 0.8), Ok(Some(785)));
    }

    #[test]
    fn the_shortcut_agrees_with_the_sum() {
        for (effect, freedom) in [(0.5, 1), (10.0, 1), (100.0, 3), (400.0, 99), (5000.0, 999), (20_000.0, 999)] {
            let draws = power::samples_to_notice(effect, freedom, 1e-6, 0.9).unwrap();
            if one_is_enough(effect, freedom, 1e-6, 0.9).unwrap() {
                assert_eq!(draws, Some(1), "{effect} {freedom}");
            }
        }
        assert!(one_is_enough(400.0, 99, 1e-6, 0.9).unwrap() && !one_is_enough(100.0, 99, 1e-6, 0.9).unwrap());
        let (alpha, power) = (1e-15, 1.0 - 1e-12);
        assert_eq!(power::samples_to_notice(222.0, 1, alpha, power), Ok(Some(2)));
        assert!(!one_is_enough(222.0, 1, alpha, power).unwrap(), "one is only just too few");
        let certain = distribution(&[&[1][..], &[0; 99]].concat());
        let (mut rare, huge) = (vec![u128::MAX >> 8; 100], 1);
        rare[0] = huge;
        assert_eq!(samples_to_notice(&certain, &distribution(&rare), 1e-6, 0.9), Ok(Some(1)), "an effect of 1e38");
    }

    #[test]
    fn as_many_draws_as_have_no_u64_are_none() {
        // For so small a probability p, ln(1 - p) is -p: these are 2^64 draws, and 2^63.
        let probability = std::f64::consts::LN_2 / 2.0_f64.powi(64);
        assert_eq!(until_one_comes(probability, 0.5), None);
        assert_eq!(until_one_comes(2.0 * probability, 0.5), Some(1 << 63));
    }

    #[test]
    fn chances_outside_the_unit_interval_are_refused() {
        let (p, q) = (distribution(&[1, 2]), distribution(&[1, 1]));
        for wrong in [0.0, 1.0, -0.5, 2.0] {
            let refused = Err(Error::Power(gof::Error::OutsideUnitInterval(wrong)));
            assert_eq!(samples_to_notice(&p, &q, wrong, 0.9), refused);
            assert_eq!(samples_to_notice(&p, &q, 0.05, wrong), refused);
            assert_eq!(samples_to_notice(&p, &p, wrong, 0.9), refused, "the same twice");
            assert_eq!(samples_to_notice(&p, &p, 0.05, wrong), refused, "the same twice");
        }
        assert!(samples_to_notice(&p, &q, f64::NAN, 0.9).is_err());
        assert!(matches!(samples_to_notice(&p, &distribution(&[1]), 0.1, 0.9), Err(Error::DifferentLengths { .. })));
    }
}
