//! The standard normal distribution.
//!
//! The upper tail is `erfc(z / sqrt 2) / 2`, with erfc by the trapezoidal rule for `exp(-t^2) / (z^2 + t^2)` and the
//! residue of its pole: with a step of 1/2 the error is `exp(-4 pi^2)`, less than a rounding. Near zero the series of erf
//! is used. Sources: Chiarella and Reichel 1968; Matta and Reichel 1971. The relative error is a few roundings, also where
//! `z^2` alone would lose it, because the rounding error of `z^2` is taken out again.
//!
//! ```
//! use roguelab_gof::tail::normal;
//!
//! assert_eq!(format!("{:.9e}", normal::sf(6.0).value()), "9.865876450e-10");
//! assert_eq!(format!("{:.6}", normal::sf(100.0).log10()), "-2173.871543");
//! ```

use crate::{PValue, Tail};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, PI, TAU};

/// Both tails of `z`.
pub fn both(z: f64) -> PValue {
    PValue::new(cdf(z), sf(z))
}

/// The chance of a value of at most `z`.
pub fn cdf(z: f64) -> Tail {
    sf(-z)
}

/// The chance of a value of at least `z`.
pub fn sf(z: f64) -> Tail {
    if z < 0.0 {
        return sf(-z).complement();
    }
    let (mills, ln) = mills(z);
    Tail::from_parts(ln, mills / TAU.sqrt())
}

/// Mills' ratio, upper tail over density, for `z >= 0`, and the logarithm of the density times `sqrt(2 pi)`, such that
/// their product keeps its relative accuracy.
pub(crate) fn mills(z: f64) -> (f64, f64) {
    let square = z * z;
    let lost = if square.is_finite() {
        z.mul_add(z, -square)
    } else {
        0.0
    };
    let ratio = scaled_erfc(z * FRAC_1_SQRT_2) * (TAU.sqrt() / 2.0);
    (ratio * (1.0 - lost / 2.0), -square / 2.0)
}

/// `exp(x^2) erfc(x)` for `x >= 0`.
pub(crate) fn scaled_erfc(x: f64) -> f64 {
    const STEP: f64 = 0.5;
    /// `exp(-(14/2)^2)` is below a rounding.
    const POINTS: u32 = 13;
    let square = x * x;
    if square.is_infinite() {
        // This is 1 / (x sqrt pi), to all digits.
        return FRAC_2_SQRT_PI / 2.0 / x;
    }
    if x < 0.5 {
        return square.exp() * (1.0 - erf_near_zero(x));
    }
    let sum: f64 = (1..=POINTS)
        .rev()
        .map(|k| {
            let t = f64::from(k) * STEP;
            2.0 * (-t * t).exp() / (square + t * t)
        })
        .sum();
    let integral = STEP * x / PI * (sum + 1.0 / square);
    // The pole at i x adds its residue to the rule; from pi / STEP on that is nothing.
    if x < PI / STEP {
        integral - 2.0 * square.exp() / (TAU * x / STEP).exp_m1()
    } else {
        integral
    }
}

/// The series of erf, for `x` below one half.
fn erf_near_zero(x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (x, x, 0.0);
    loop {
        n += 1.0;
        term *= -x * x / n;
        let next = sum + term / (2.0 * n + 1.0);
        if next.to_bits() == sum.to_bits() || next.is_nan() {
            return next * FRAC_2_SQRT_PI;
        }
        sum = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_out_the_scaled_error_function_is_one_over_x_root_pi() {
        // The square of the last number is no longer finite.
        for x in [1e9, 1e100, 1e200] {
            assert!((scaled_erfc(x) * x * PI.sqrt() - 1.0).abs() < 1e-14, "{x}");
        }
    }
}
