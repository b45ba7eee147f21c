//! Factorials and binomial coefficients.

use num_bigint::BigUint;
use num_traits::One;

pub(crate) fn factorial(n: usize) -> BigUint {
    (1..=n).product()
}

/// `n` over `k` for `k` from zero to `highest`, or to `n` if that is less.
pub(crate) fn binomials(n: &BigUint, highest: usize) -> Vec<BigUint> {
    let mut row = vec![BigUint::one()];
    for k in 1..=highest {
        if *n < BigUint::from(k) {
            break;
        }
        let next = &row[k - 1] * (n - (k - 1)) / k;
        row.push(next);
    }
    row
}
