//! Factorials.

use num_bigint::BigUint;

pub(crate) fn factorial(n: usize) -> BigUint {
    (1..=n).product()
}
