//! How similar two lists of words are.

use serde::Serialize;

/// Two measures over many pairs of words, each with its distance from chance in standard errors.
///
/// The sums are integers, so they do not depend on the order.
#[derive(Serialize)]
pub struct Correlation {
    pub pairs: u64,
    pub pearson: f64,
    /// The correlation in standard errors; for independent words the error is `1 / sqrt(pairs - 1)`.
    pub pearson_z: f64,
    pub equal_bits: f64,
    /// The distance of the equal bits from 16 in standard errors, which for fair bits are `sqrt(8 / pairs)`.
    pub equal_bits_z: f64,
}

impl Correlation {
    /// The correlation of at most `2^32` pairs of words. Neither the first words nor the second ones may all be equal.
    pub(super) fn compute(words: impl Iterator<Item = (u32, u32)>) -> Self {
        let (mut pairs, mut equal) = (0u64, 0u64);
        let (mut x, mut y, mut xx, mut yy, mut xy) = (0u128, 0u128, 0u128, 0u128, 0u128);
        for (a, b) in words {
            pairs += 1;
            equal += u64::from((a ^ b).count_zeros());
            let (a, b) = (u128::from(a), u128::from(b));
            x += a;
            y += b;
            xx += a * a;
            yy += b * b;
            xy += a * b;
        }
        let n = u128::from(pairs);
        // n^2 times a covariance: below 2^128, since there are at most 2^32 pairs.
        let covariance =
            |xy: u128, x: u128, y: u128| (n * xy).wrapping_sub(x * y).cast_signed() as f64;
        let pearson =
            covariance(xy, x, y) / (covariance(xx, x, x).sqrt() * covariance(yy, y, y).sqrt());
        let count = pairs as f64;
        let equal_bits = equal as f64 / count;
        Self {
            pairs,
            pearson,
            pearson_z: pearson * (count - 1.0).sqrt(),
            equal_bits,
            equal_bits_z: (equal_bits - 16.0) / (8.0 / count).sqrt(),
        }
    }

    /// The larger of the two distances from chance.
    pub(super) fn z(&self) -> f64 {
        self.pearson_z.abs().max(self.equal_bits_z.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 3, 1, 2 and 6, 5, 4: deviations 1, -1, 0 and 1, 0, -1, so r is 1/2.
    #[test]
    fn a_known_coefficient() {
        let known = Correlation::compute([(3, 6), (1, 5), (2, 4)].into_iter());
        assert!(
            (known.pearson - 0.5).abs() < 1e-15 && (known.pearson_z - 0.5f64.sqrt()).abs() < 1e-15
        );
        // 3 and 6, 1 and 5, 2 and 4 differ in 2, 1 and 2 bits.
        assert!((known.equal_bits - 91.0 / 3.0).abs() < 1e-14);
    }
}
