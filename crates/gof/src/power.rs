//! How many draws it takes to notice a bias: the power of Pearson's chi-square test.
//!
//! A test of size `alpha` rejects when its statistic exceeds the critical value of the chi-square distribution. On `N`
//! draws from a distribution with chi-square per draw `phi` (the sum of `(p - q)^2 / q` over the cells) the statistic is,
//! for large `N`, noncentral chi-square with noncentrality `N * phi`. Degrees of freedom are the number of cells minus one.
//!
//! The noncentral tail is the Poisson mixture of central tails, summed upwards from where the weights are negligible: all terms
//! are positive. Its relative error is below 1e-11 up to `1e6` degrees of freedom and a noncentrality of `1e6`, for tails down
//! to 1e-30. If freedom and noncentrality together reach `1e10`, it is the saddle point formula, whose relative error is below
//! 1e-9. Sources: Patnaik 1949; Cohen, *Statistical Power Analysis*, chapter 7; Lugannani and Rice 1980.
//!
//! ```
//! use roguelab_gof::power::samples_to_notice;
//!
//! // An effect of 0.01 with one degree of freedom, the textbook's alpha and power.
//! assert_eq!(samples_to_notice(0.01, 1, 0.05, 0.8)?, Some(785));
//! assert_eq!(samples_to_notice(0.0, 1, 0.05, 0.8)?, None);
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

pub mod optimal;

use std::cmp::Ordering;
use std::fmt::{self, Write as _};

use crate::Error;
use crate::tail::{chi_square, incomplete_gamma, saddle};

/// How many draws a test needs: a whole number, at least one, and infinite if there is no bias. It may exceed 64 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Needed {
    /// The number of draws.
    pub draws: f64,
    /// Whether it is exact to the last digit. A number from a limit law is not, and is shown to three digits.
    pub is_exact: bool,
}

impl Needed {
    /// A number of draws from a limit law.
    pub const fn about(draws: f64) -> Self {
        Self {
            draws,
            is_exact: draws.is_infinite(),
        }
    }
}

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = format!("{:.2e}", self.draws);
        let draws = match (self.is_exact, rounded.parse()) {
            (false, Ok(rounded)) => {
                f.write_str("about ")?;
                rounded
            }
            _ => self.draws,
        };
        if draws.is_infinite() {
            return f.write_str("never");
        } else if draws >= 1e9 {
            return f.write_str(&rounded);
        }
        let digits = (draws as u64).to_string();
        for (i, digit) in digits.char_indices() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                f.write_char(',')?;
            }
            f.write_char(digit)?;
        }
        Ok(())
    }
}

/// The draws that Pearson's chi-square test, which does not know what is wrong, needs for at least `power` at a false-alarm
/// rate of `alpha`, by the limit law.
///
/// `effect` is the chi-square per draw, and `freedom` the number of outcomes minus one.
///
/// ```
/// use roguelab_gof::power::draws_to_notice;
///
/// // Of 96 numbers 64 have 171 values of 16384, the others 170.
/// let needed = draws_to_notice(64.0 * 32.0 / 16384.0 / 16384.0, 95, 1e-6, 0.9)?;
/// assert_eq!((needed.draws, needed.to_string().as_str()), (14_706_371.0, "about 14,700,000"));
/// # Ok::<(), roguelab_gof::Error>(())
/// ```
///
/// # Errors
/// [`Error::InvalidEffect`] if `effect` is negative or not finite, [`Error::NoDegreesOfFreedom`],
/// [`Error::OutsideUnitInterval`] for `alpha` or `power`.
pub fn draws_to_notice(effect: f64, freedom: u32, alpha: f64, power: f64) -> Result<Needed, Error> {
    if !effect.is_finite() || effect < 0.0 {
        return Err(Error::InvalidEffect(effect));
    }
    inside_unit_interval(power)?;
    let critical = critical_value(freedom, alpha)?;
    // Power grows with the noncentrality.
    let noncentrality = first(1.0, |noncentrality| {
        noncentral_tail(critical, freedom, noncentrality) >= power
    });
    Ok(Needed::about((noncentrality / effect).ceil().max(1.0)))
}

/// The same as a whole number. `None` if there is no effect, or more than `u64::MAX` draws are needed.
///
/// # Errors
/// The same as for [`draws_to_notice`].
pub fn samples_to_notice(
    effect: f64,
    freedom: u32,
    alpha: f64,
    power: f64,
) -> Result<Option<u64>, Error> {
    let draws = draws_to_notice(effect, freedom, alpha, power)?.draws;
    Ok((draws < u64::MAX as f64).then_some(draws as u64))
}

/// The number that a normal variable exceeds with this probability: its square is a chi-square with one degree of freedom.
fn upper_quantile(probability: f64) -> Result<f64, Error> {
    Ok(match probability.total_cmp(&0.5) {
        Ordering::Less => critical_value(1, 2.0 * probability)?.sqrt(),
        Ordering::Equal => 0.0,
        Ordering::Greater => -upper_quantile(1.0 - probability)?,
    })
}

/// The least positive number for which `holds` is true, if it is true for all greater ones: by doubling from `start`, then by
/// bisection to the last bit.
pub(crate) fn first(start: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, start);
    while !holds(high) {
        low = high;
        high *= 2.0;
    }
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return high;
        }
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
}

/// The value that a chi-square statistic exceeds with probability `alpha`.
///
/// It is the root of the upper tail itself, bisected to the last bit, so it keeps its relative accuracy (about 1e-13) however
/// small `alpha` is.
///
/// # Errors
/// [`Error::NoDegreesOfFreedom`], [`Error::OutsideUnitInterval`].
pub fn critical_value(freedom: u32, alpha: f64) -> Result<f64, Error> {
    inside_unit_interval(alpha)?;
    if freedom == 0 {
        return Err(Error::NoDegreesOfFreedom);
    }
    Ok(first(f64::from(freedom), |x| {
        chi_square::sf(x, u64::from(freedom)).value() <= alpha
    }))
}

/// The probability that a chi-square test of size `alpha` rejects, given the noncentrality of its statistic.
///
/// # Errors
/// [`Error::InvalidEffect`] if `noncentrality` is negative or not finite, [`Error::NoDegreesOfFreedom`],
/// [`Error::OutsideUnitInterval`].
pub fn power(noncentrality: f64, freedom: u32, alpha: f64) -> Result<f64, Error> {
    noncentral_chi_square_sf(critical_value(freedom, alpha)?, freedom, noncentrality)
}

/// The probability that a noncentral chi-square variable exceeds `x`.
///
/// # Errors
/// [`Error::InvalidEffect`] if `noncentrality` is negative or not finite, [`Error::NoDegreesOfFreedom`].
pub fn noncentral_chi_square_sf(x: f64, freedom: u32, noncentrality: f64) -> Result<f64, Error> {
    if !noncentrality.is_finite() || noncentrality < 0.0 {
        return Err(Error::InvalidEffect(noncentrality));
    }
    if freedom == 0 {
        return Err(Error::NoDegreesOfFreedom);
    }
    Ok(noncentral_tail(x, freedom, noncentrality))
}

fn inside_unit_interval(probability: f64) -> Result<(), Error> {
    if probability > 0.0 && probability < 1.0 {
        Ok(())
    } else {
        Err(Error::OutsideUnitInterval(probability))
    }
}

/// From this mean on the sum is too long.
const LARGE: f64 = 1e10;

/// The sum over `j` of the Poisson weight of `j` (mean: half the noncentrality) times the central tail with `2j` more
/// degrees of freedom.
///
/// With `y = x/2` and `a = freedom/2 + j`, the next tail is `Q(a + 1, y) = Q(a, y) + y^a e^-y / gamma(a + 1)`.
fn noncentral_tail(x: f64, freedom: u32, noncentrality: f64) -> f64 {
    /// Weights below this, even with a tail of one, add nothing. They fall faster than geometrically.
    const NEGLIGIBLE: f64 = 1e-19;
    /// The number of standard deviations below the mean at which the weights are negligible.
    const DEVIATIONS: f64 = 9.2;
    let freedom = f64::from(freedom);
    let (mean, y) = (noncentrality / 2.0, x / 2.0);
    if y <= 0.0 || !y.is_finite() {
        return incomplete_gamma(freedom / 2.0, y).upper().value();
    }
    if freedom + noncentrality >= LARGE {
        return noncentral_saddle(x, freedom, noncentrality);
    }
    let mut j = (mean - DEVIATIONS * mean.sqrt()).floor().max(0.0);
    let mut a = freedom / 2.0 + j;
    let mut weight = gamma_density(j, mean);
    let mut tail = incomplete_gamma(a, y).upper().value();
    let mut rise = gamma_density(a, y);
    let mut sum = weight * tail;
    while weight > sum * NEGLIGIBLE {
        j += 1.0;
        a += 1.0;
        weight *= mean / j;
        tail += rise;
        rise *= y / a;
        sum += weight * tail.min(1.0);
    }
    sum.min(1.0)
}

/// `x^a e^-x / a!`.
fn gamma_density(a: f64, x: f64) -> f64 {
    let (ln, factor) = saddle::gamma_density(a, x);
    ln.exp() * factor
}

/// The saddle point formula: with `1 / (1 - 2t) = 1 + d`, the slope of the cumulant generating function is `noncentrality (1 +
/// d)^2 + freedom (1 + d)`, which is `x` at the saddle point.
fn noncentral_saddle(x: f64, freedom: f64, noncentrality: f64) -> f64 {
    let excess = x - freedom - noncentrality;
    // The unit is half the slope in the middle, which does not overflow for any argument.
    let half = freedom / 2.0 + noncentrality;
    let d = excess
        / half
        / (1.0
            + (1.0 + noncentrality / half * (excess / half))
                .max(0.0)
                .sqrt());
    let exponent = f64::midpoint(freedom * less_logarithm(d), noncentrality * d * d);
    let w = (2.0 * exponent).max(0.0).sqrt().copysign(d);
    let u = 1.0 + d;
    let variance = 2.0 * (freedom + 2.0 * (noncentrality * u));
    let third = 8.0 * (freedom + 3.0 * (noncentrality * u));
    saddle::lugannani_rice(
        w,
        d / 2.0 * variance.sqrt(),
        -third / (6.0 * variance.powf(1.5)),
    )
    .value()
}

/// `d - ln(1 + d)`.
fn less_logarithm(d: f64) -> f64 {
    if d.abs() > 1e-3 {
        return d - d.ln_1p();
    }
    d * d * (1.0 / 2.0 - d * (1.0 / 3.0 - d * (1.0 / 4.0 - d * (1.0 / 5.0 - d / 6.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noncentral_tails_are_the_known_ones() {
        for [x, freedom, noncentrality, expected] in crate::known("noncentral") {
            let freedom = freedom as u32;
            let tail = noncentral_chi_square_sf(x, freedom, noncentrality).unwrap();
            assert!(
                (tail / expected - 1.0).abs() < 1e-11,
                "({x}, {freedom}, {noncentrality}): {tail}, not {expected}"
            );
        }
    }

    #[test]
    fn the_saddle_point_agrees_with_the_sum() {
        for (freedom, noncentrality) in [(1 << 30, 1e9), (1_000_000, 2e9), (1_u32 << 31, 1.0)] {
            let (middle, deviation) = (
                f64::from(freedom) + noncentrality,
                (2.0 * (f64::from(freedom) + 2.0 * noncentrality)).sqrt(),
            );
            for z in [-4.0, -0.5, -1e-4, 0.0, 1e-4, 1.0, 6.0] {
                let x = middle + z * deviation;
                let sum = noncentral_tail(x, freedom, noncentrality);
                let saddle = noncentral_saddle(x, f64::from(freedom), noncentrality);
                assert!(
                    (saddle / sum - 1.0).abs() < 1e-9,
                    "({freedom}, {noncentrality}, {z}): {saddle}, {sum}"
                );
            }
        }
    }

    #[test]
    fn huge_arguments_come_back() {
        for noncentrality in [1e12, 1e100, f64::MAX] {
            let tail = noncentral_chi_square_sf(5.0, u32::MAX, noncentrality).unwrap();
            assert!((tail - 1.0).abs() < 1e-12, "{noncentrality}: {tail}");
        }
    }

    #[test]
    fn critical_values_are_the_known_ones() {
        for [freedom, alpha, expected] in crate::known("critical") {
            let freedom = freedom as u32;
            let found = critical_value(freedom, alpha).unwrap();
            assert!(
                (found / expected - 1.0).abs() < 1e-12,
                "({freedom}, {alpha}): {found}, not {expected}"
            );
        }
    }

    #[test]
    fn sample_sizes_are_the_known_ones() {
        for [effect, freedom, alpha, power, expected] in crate::known("draws") {
            let freedom = freedom as u32;
            let draws = samples_to_notice(effect, freedom, alpha, power).unwrap();
            assert_eq!(
                draws,
                Some(expected.ceil() as u64),
                "({effect}, {freedom}, {alpha}, {power})"
            );
        }
    }

    #[test]
    fn what_is_exact_is_shown_in_full_and_the_rest_to_three_digits() {
        let shown = |draws, is_exact| Needed { draws, is_exact }.to_string();
        assert_eq!(shown(4_769_986.0, true), "4,769,986");
        assert_eq!(shown(738_680.0, true), "738,680");
        assert_eq!(shown(7.0, false), "about 7");
        assert_eq!(shown(999_600_000.0, false), "about 1.00e9");
        assert_eq!(shown(14_706_371.0, false), "about 14,700,000");
        assert_eq!(shown(4.914_68e32, false), "about 4.91e32");
        assert_eq!(Needed::about(f64::INFINITY).to_string(), "never");
    }
}
