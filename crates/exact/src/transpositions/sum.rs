//! Sums of products of a long by a short number, without a long number for each product.

use num_bigint::{BigInt, BigUint, Sign};

/// A long number taken apart: sign and digits, the lowest first.
#[derive(Clone, Debug)]
pub(super) struct Long {
    negative: bool,
    digits: Vec<u64>,
}

impl From<&BigInt> for Long {
    fn from(number: &BigInt) -> Self {
        Self { negative: number.sign() == Sign::Minus, digits: number.magnitude().to_u64_digits() }
    }
}

/// The sum of `short[i] * long[i]`.
pub(super) fn sum_of_products(short: &[i64], long: &[Long]) -> BigInt {
    // A product has one digit more than its long factor, and 2^64 products sum to one digit more than that.
    let digits = long.iter().map(|number| number.digits.len()).max().unwrap_or(0) + 2;
    let (mut positive, mut negative) = (vec![0; digits], vec![0; digits]);
    for (&short, long) in short.iter().zip(long) {
        let sum = if (short < 0) == long.negative { &mut positive } else { &mut negative };
        add_product(sum, &long.digits, short.unsigned_abs());
    }
    BigInt::from(from_digits(&positive)) - BigInt::from(from_digits(&negative))
}

/// Adds `long * short` to `sum`, which has room for it.
fn add_product(sum: &mut [u64], long: &[u64], short: u64) {
    let (low, high) = sum.split_at_mut(long.len());
    let mut carry = 0;
    for (digit, &factor) in low.iter_mut().zip(long) {
        // At most 2^128 - 1: the product is at most (2^64 - 1)^2, and each of the others below 2^64.
        let product = u128::from(*digit) + u128::from(factor) * u128::from(short) + u128::from(carry);
        (*digit, carry) = (product as u64, (product >> 64) as u64);
    }
    for digit in high {
        let overflows;
        (*digit, overflows) = digit.overflowing_add(carry);
        carry = u64::from(overflows);
    }
}

fn from_digits(digits: &[u64]) -> BigUint {
    BigUint::new(digits.iter().flat_map(|&digit| [digit as u32, (digit >> 32) as u32]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_equal_those_of_long_numbers() {
        let mut state = 1_u64;
        let mut word = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state ^ state >> 29) as i64
        };
        for terms in 0..40 {
            let short: Vec<i64> = (0..terms).map(|i| if i % 7 == 6 { 0 } else { word() }).collect();
            let long: Vec<BigInt> = (0..terms).map(|i| BigInt::from(word()).pow(i % 9)).collect();
            let expected: BigInt = short.iter().zip(&long).map(|(short, long)| long * short).sum();
            assert_eq!(sum_of_products(&short, &long.iter().map(Long::from).collect::<Vec<_>>()), expected);
        }
    }

    #[test]
    fn carries_go_all_the_way_up() {
        let ones = Long::from(&((BigInt::from(1) << 256_u32) - 1));
        let one = Long::from(&BigInt::from(1));
        for (short, expected) in [
            ([1, 1], BigInt::from(1) << 256_u32),
            ([i64::MIN, 0], -(BigInt::from(1) << 319_u32) + (BigInt::from(1) << 63_u32)),
        ] {
            assert_eq!(sum_of_products(&short, &[ones.clone(), one.clone()]), expected);
        }
        assert_eq!(sum_of_products(&[], &[]), BigInt::from(0));
    }

    #[test]
    fn products_of_short_numbers_sum_to_three_digits() {
        let most = BigInt::from(u64::MAX);
        let expected = &most * i64::MIN * 3;
        assert_eq!(sum_of_products(&[i64::MIN; 3], &[1, 2, 3].map(|_| Long::from(&most))), expected);
    }
}
