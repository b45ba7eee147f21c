//! Pairs of numbers, and fractions compared exactly.

use std::cmp::Ordering;

use crate::prelude::*;
use grids::spread::Fraction;

/// All pairs of numbers up to a largest one, in order.
pub(super) fn pairs(largest: u64) -> Vec<(u64, u64)> {
    (0..=largest)
        .flat_map(|na| (0..=largest).map(move |nb| (na, nb)))
        .collect()
}

/// Compares two fractions exactly; their numerators and denominators are below 2^64.
pub(super) fn compare(one: Fraction, other: Fraction) -> Ordering {
    (one.numerator() * other.denominator()).cmp(&(other.numerator() * one.denominator()))
}

/// The index of the largest fraction, the first if several are equal.
pub(super) fn largest(fractions: impl IntoIterator<Item = Fraction>) -> Option<usize> {
    let numbered = fractions.into_iter().enumerate();
    // `max_by` gives the last of equal ones, so go backwards.
    numbered
        .max_by(|(i, one), (j, other)| compare(*one, *other).then(j.cmp(i)))
        .map(|(i, _)| i)
}

/// 1 / `denominator`, which is not zero.
pub(super) fn one_over(denominator: u128) -> Fraction {
    Fraction::new(1, denominator).expect("the denominator is not zero")
}

impl From<Fraction> for Exact {
    fn from(fraction: Fraction) -> Self {
        ratio(fraction.numerator(), fraction.denominator()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_of_equal_fractions_is_the_first() {
        let fractions = [(1, 3), (2, 3), (1, 2), (4, 6)].map(|(n, d)| Fraction::new(n, d).unwrap());
        assert_eq!(largest(fractions), Some(1));
        assert_eq!(largest([]), None);
    }

    /// As doubles, both would be 1.
    #[test]
    fn fractions_are_compared_exactly() {
        let (one, other) = (
            Fraction::new((1 << 60) - 1, 1 << 60),
            Fraction::new((1 << 60) - 2, (1 << 60) - 1),
        );
        assert_eq!(
            one.unwrap().to_f64().to_bits(),
            other.unwrap().to_f64().to_bits()
        );
        assert_eq!(compare(one.unwrap(), other.unwrap()), Ordering::Greater);
    }
}
