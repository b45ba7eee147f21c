//! The exponents of the binomial, Poisson and gamma densities without cancellation, and a tail from a saddle point.
//!
//! Sources: Loader 2000, *Fast and accurate computation of binomial probabilities*; Lugannani and Rice 1980.

use super::normal;
use crate::Tail;
use std::f64::consts::TAU;

/// `ln(a!) - (a + 1/2) ln a + a - ln(2 pi)/2`: the error of Stirling's formula for `a > 0`, to its last bits.
///
/// From `a` to `a + 1` it falls by `(a + 1/2) ln(1 + 1/a) - 1`, a series of positive terms (Gudermann 1845); from 16 on
/// Stirling's series is exact in doubles.
pub(crate) fn stirling_error(a: f64) -> f64 {
    const SERIES: [f64; 6] = [
        1.0 / 12.0,
        -1.0 / 360.0,
        1.0 / 1260.0,
        -1.0 / 1680.0,
        1.0 / 1188.0,
        -691.0 / 360_360.0,
    ];
    let (mut a, mut steps) = (a, 0.0);
    while a < 16.0 {
        steps += fall(a);
        a += 1.0;
    }
    let square = a * a;
    steps
        + SERIES
            .iter()
            .rev()
            .fold(0.0, |sum, coefficient| sum / square + coefficient)
            / a
}

/// `(a + 1/2) ln(1 + 1/a) - 1`.
fn fall(a: f64) -> f64 {
    if a < 0.25 {
        return (a + 0.5) * (1.0 / a).ln_1p() - 1.0;
    }
    let ratio = (2.0 * a + 1.0).powi(-2);
    let (mut sum, mut power, mut odd) = (0.0, 1.0, 1.0);
    loop {
        power *= ratio;
        odd += 2.0;
        let next = sum + power / odd;
        if next <= sum {
            return sum;
        }
        sum = next;
    }
}

/// `x ln(x / m) + m - x`: half the deviance of a count `x` with mean `m`; never negative.
pub(crate) fn half_deviance(x: f64, m: f64) -> f64 {
    if x <= 0.0 {
        return m;
    }
    if (x - m).abs() > 0.1 * (x + m) {
        return x * (x / m).ln() + m - x;
    }
    let v = (x - m) / (x + m);
    let (mut sum, mut power, mut odd) = ((x - m) * v, 2.0 * x * v, 1.0);
    loop {
        power *= v * v;
        odd += 2.0;
        let next = sum + power / odd;
        if next.to_bits() == sum.to_bits() || next.is_nan() {
            return next;
        }
        sum = next;
    }
}

/// `x^a e^-x / a!` as the logarithm of a factor and another factor; `a! = gamma(a + 1)`.
pub(crate) fn gamma_density(a: f64, x: f64) -> (f64, f64) {
    if a <= 0.0 {
        (-x, 1.0)
    } else {
        (
            -half_deviance(a, x),
            (-stirling_error(a)).exp() / (TAU * a).sqrt(),
        )
    }
}

/// The upper tail where the signed root of twice the exponent is `w` and the saddle point, in units of the standard
/// deviation there, is `u`; `skew` is the limit of `1/u - 1/w` in the middle, where the difference cancels.
pub(crate) fn lugannani_rice(w: f64, u: f64, skew: f64) -> Tail {
    const MIDDLE: f64 = 1e-3;
    let correction = if w.abs() < MIDDLE {
        skew
    } else {
        1.0 / u - 1.0 / w
    };
    let (mills, ln) = normal::mills(w.abs());
    let density = 1.0 / TAU.sqrt();
    if w >= 0.0 {
        Tail::from_parts(ln, density * (mills + correction))
    } else {
        Tail::from_parts(ln, density * (mills - correction)).complement()
    }
}

/// The logarithm of the chance of a count with this mean.
pub(crate) fn ln_poisson(count: f64, mean: f64) -> f64 {
    if count > 0.0 {
        -half_deviance(count, mean) - stirling_error(count) - (TAU * count).ln() / 2.0
    } else {
        -mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the formulas in decimal arithmetic of 60 digits.
    #[test]
    fn every_piece_keeps_its_digits() {
        let close = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-14;
        for (a, expected) in [
            (0.001, 2.461_286_144_436_925_4),
            (0.125, 0.373_265_360_835_137_1),
            (0.2, 0.254_231_628_459_638_5),
            (0.5, 0.098_612_288_668_109_68),
            (1.0, 0.039_720_770_839_917_964),
            (15.5, 0.000_325_711_701_343_832_47),
            (3.25, 0.005_989_949_730_047_541),
        ] {
            assert!(close(fall(a), expected), "fall({a}) = {:e}", fall(a));
        }
        for (a, expected) in [
            (0.125, 0.445_689_246_219_185_15),
            (0.5, 0.153_426_409_720_027_36),
            (1.0, 0.081_061_466_795_327_26),
            (10.0, 0.008_330_563_433_362_87),
            (16.0, 0.005_207_655_919_609_640_4),
            (100.0, 0.000_833_330_555_634_914_7),
        ] {
            assert!(
                close(stirling_error(a), expected),
                "stirling_error({a}) = {:e}",
                stirling_error(a)
            );
        }
        for (x, m, expected) in [
            (0.01, 0.0101, 4.966_914_683_191_655e-7),
            (0.5, 0.25, 0.096_573_590_279_972_66),
            (3.0, 3.1, 0.001_630_531_531_027_391_3),
            (1000.0, 1001.0, 0.000_499_666_916_466_833_2),
        ] {
            assert!(
                close(half_deviance(x, m), expected),
                "half_deviance({x}, {m}) = {:e}",
                half_deviance(x, m)
            );
        }
        assert_eq!(gamma_density(0.0, 2.0), (-2.0, 1.0));
    }
}
