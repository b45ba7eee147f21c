//! Factorials and binomial coefficients.

use num_bigint::BigUint;
use num_traits::One;

pub(crate) fn factorial(n: usize) -> BigUint {
    (1..=n).product()
}

/// `n` over `k`: zero if `k` exceeds `n`.
pub(crate) fn binomial(n: &BigUint, k: usize) -> BigUint {
    // Divisible at every step: after the i-th the value is n over i. A factor reaches zero before it would go below.
    (0..k).fold(BigUint::one(), |value, i| if *n > i.into() { value * (n - i) / (i + 1) } else { BigUint::ZERO })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_follow_pascal() {
        let choose = |n: u32, k| binomial(&n.into(), k);
        for n in 1..12_u32 {
            assert_eq!((choose(n, 0), choose(n, n as usize)), (BigUint::one(), BigUint::one()));
            assert_eq!(choose(n, n as usize + 1), BigUint::ZERO);
            for k in 1..=n as usize {
                assert_eq!(choose(n, k), choose(n - 1, k - 1) + choose(n - 1, k));
                assert_eq!(choose(n, k), factorial(n as usize) / (factorial(k) * factorial(n as usize - k)));
            }
        }
    }
}
