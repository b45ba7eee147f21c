//! Exact fractions for display: the nearest `f64`, and decimals of any length.
//!
//! All roundings are correct (the result is the representable number nearest to the exact fraction) and break ties to
//! the even digit, as `format!` does for floats. Complexity: one long division of the operands.
//!
//! ```
//! use roguelab_exact::BigRational;
//! use roguelab_exact::rational::{decimal, scientific, to_f64};
//!
//! let p = BigRational::new(1171.into(), 16384.into());
//! assert_eq!(to_f64(&p), 1171.0 / 16384.0);
//! assert_eq!(decimal(&p, 6), "0.071472");
//! assert_eq!(scientific(&p, 3), "7.15e-2");
//! ```

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// A fraction of two whole numbers, in lowest terms; `denominator` must not be zero.
pub fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// A whole number as a fraction.
pub fn whole(number: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(number.into())
}

/// The `f64` nearest to `value`, ties to even: correct however long numerator and denominator are.
///
/// Beyond the range of `f64` the result is infinite; below the smallest subnormal it is zero.
pub fn to_f64(value: &BigRational) -> f64 {
    // num-rational scales the quotient to 55 bits or more and rounds once; the tests below hold it to that.
    value.to_f64().unwrap_or(f64::NAN)
}

/// `value` in decimals with `places` digits after the point, correctly rounded. A zero has no sign.
pub fn decimal(value: &BigRational, places: usize) -> String {
    let scaled = rounded_quotient(
        &(value.numer().magnitude() * power_of_ten(places)),
        value.denom().magnitude(),
    );
    let digits = format!(
        "{scaled:0>width$}",
        scaled = scaled.to_string(),
        width = places + 1
    );
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let sign = if value.is_negative() && !scaled.is_zero() {
        "-"
    } else {
        ""
    };
    let point = if places > 0 { "." } else { "" };
    format!("{sign}{whole}{point}{fraction}")
}

/// `value` with `digits` significant digits and a power of ten (`7.15e-2`), correctly rounded. At least one digit.
pub fn scientific(value: &BigRational, digits: usize) -> String {
    let digits = digits.max(1);
    if value.is_zero() {
        return "0".to_owned();
    }
    let mut exponent = decimal_exponent(value);
    let scaling = digits as i64 - 1 - exponent;
    let ten = power_of_ten(scaling.unsigned_abs() as usize);
    let (numerator, denominator) = (value.numer().magnitude(), value.denom().magnitude());
    let rounded = if scaling >= 0 {
        rounded_quotient(&(numerator * ten), denominator)
    } else {
        rounded_quotient(numerator, &(denominator * ten))
    };
    let mut significand = rounded.to_string();
    if significand.len() > digits {
        // 9.99... rounded up to 10.0
        significand.truncate(digits);
        exponent += 1;
    }
    let sign = if value.is_negative() { "-" } else { "" };
    let (whole, fraction) = significand.split_at(1);
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}e{exponent}")
}

fn power_of_ten(exponent: usize) -> BigUint {
    num_traits::pow(BigUint::from(10_u32), exponent)
}

/// The integer nearest to `numerator / denominator`, ties to even.
fn rounded_quotient(numerator: &BigUint, denominator: &BigUint) -> BigUint {
    let (quotient, remainder) = numerator.div_rem(denominator);
    let up = match (remainder << 1_u32).cmp(denominator) {
        Ordering::Less => false,
        Ordering::Equal => quotient.is_odd(),
        Ordering::Greater => true,
    };
    if up {
        quotient + BigUint::one()
    } else {
        quotient
    }
}

/// The `e` with `10^e <= |value| < 10^(e+1)`; `value` must not be zero.
fn decimal_exponent(value: &BigRational) -> i64 {
    let (numerator, denominator) = (value.numer().magnitude(), value.denom().magnitude());
    // The difference of the bit lengths is off by less than one bit: the guess by at most one digit.
    let bits = numerator.bits() as i64 - denominator.bits() as i64;
    let mut exponent = (bits as f64 * std::f64::consts::LOG10_2).floor() as i64;
    while !reaches_power(numerator, denominator, exponent) {
        exponent -= 1;
    }
    while reaches_power(numerator, denominator, exponent + 1) {
        exponent += 1;
    }
    exponent
}

/// Whether a quotient is at least `10^exponent`.
fn reaches_power(numerator: &BigUint, denominator: &BigUint, exponent: i64) -> bool {
    let ten = power_of_ten(exponent.unsigned_abs() as usize);
    if exponent >= 0 {
        *numerator >= denominator * ten
    } else {
        numerator * ten >= *denominator
    }
}

/// An integer with its thousands separated by commas.
///
/// ```
/// assert_eq!(roguelab_exact::rational::grouped(1_234_567), "1,234,567");
/// ```
pub fn grouped(number: u64) -> String {
    if number < 1000 {
        return number.to_string();
    }
    format!("{},{:03}", grouped(number / 1000), number % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let numbers = [0, 999, 1000, 32_768].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "32,768"]);
    }

    /// True if no other `f64` is nearer to `value` than `float`.
    fn is_nearest(float: f64, value: &BigRational) -> bool {
        let [own, above, below] = [float, float.next_up(), float.next_down()]
            .map(|x| (BigRational::from_float(x).expect("finite") - value).abs());
        own <= above && own <= below
    }

    /// The next word of 44 bits of a congruential generator.
    fn next_word(state: &mut u64) -> u64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        *state >> 20
    }

    #[test]
    fn no_float_is_nearer_than_to_f64() {
        let mut state = 1_u64;
        for round in 0..600_u32 {
            // Words of 44 bits: with at most 21 more factors on one side the quotient stays within 2^±968.
            let shorter = round / 20 % 30 + 1;
            let longer = shorter + round % 21;
            let (above, below) = if round % 2 == 0 {
                (longer, shorter)
            } else {
                (shorter, longer)
            };
            let numerator =
                num_traits::pow(BigInt::from(next_word(&mut state) | 1), above as usize)
                    * next_word(&mut state);
            let denominator =
                num_traits::pow(BigInt::from(next_word(&mut state) | 1), below as usize);
            let value = BigRational::new(numerator, denominator);
            let float = to_f64(&value);
            assert!(
                float.is_finite() && is_nearest(float, &value),
                "{value} became {float:e}"
            );
        }
        assert!(
            !is_nearest(0.1_f64.next_up(), &ratio(1, 10)),
            "the judge can say no"
        );
    }

    #[test]
    fn quotients_of_huge_numbers_stay_finite() {
        let huge = BigUint::one() << 20_000_u32;
        let third = ratio(huge.clone(), &huge * 3_u32);
        assert_eq!(to_f64(&third).to_bits(), (1.0_f64 / 3.0).to_bits());
        let nearly_one = ratio(huge.clone(), &huge + 1_u32);
        assert_eq!(to_f64(&nearly_one).to_bits(), 1.0_f64.to_bits());
        assert!(to_f64(&ratio(huge.clone(), BigUint::one())).is_infinite());
        assert_eq!(to_f64(&ratio(BigUint::one(), huge)).to_bits(), 0);
        assert_eq!(to_f64(&-third).to_bits(), (-1.0_f64 / 3.0).to_bits());
    }

    #[test]
    fn decimals_agree_with_the_standard_library_on_floats() {
        for numerator in -300..300_i64 {
            for places in 0..8 {
                let float = numerator as f64 / 64.0;
                let expected = format!("{float:.places$}");
                let expected = if expected.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
                    expected
                } else {
                    expected.trim_start_matches('-').to_owned()
                };
                assert_eq!(decimal(&ratio(numerator, 64), places), expected);
            }
        }
    }

    #[test]
    fn scientific_agrees_with_the_standard_library_on_floats() {
        for (numerator, denominator) in [
            (1, 1024),
            (3, 4),
            (-12_345_678, 1),
            (999_999, 1),
            (99, 1_i64 << 40),
            (1_i64 << 50, 1),
        ] {
            for digits in 1..9 {
                let float = numerator as f64 / denominator as f64;
                let expected = format!("{float:.precision$e}", precision = digits - 1);
                assert_eq!(scientific(&ratio(numerator, denominator), digits), expected);
            }
        }
        assert_eq!(scientific(&ratio(0, 1), 4), "0");
    }

    #[test]
    fn exponents_are_right_next_to_powers_of_ten() {
        assert_eq!(scientific(&ratio(999, 1000), 3), "9.99e-1");
        assert_eq!(scientific(&ratio(3, 20), 3), "1.50e-1");
        assert_eq!(scientific(&ratio(2000, 3), 3), "6.67e2");
        assert_eq!(scientific(&ratio(3000, 3), 3), "1.00e3");
    }
}
