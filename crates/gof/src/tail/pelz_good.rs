//! The expansion of Kolmogorov's distribution in powers of `1 / sqrt n`.
//!
//! Source: Pelz and Good 1976, as given by Simard and L'Ecuyer 2011, section 2.4: four series of theta functions, with
//! `z = d sqrt n` and `q = pi^2 / (2 z^2)`.

use crate::Tail;
use std::f64::consts::{PI, TAU};

/// The chance that `D` of `n` values is at most `d`.
pub(super) fn cdf(d: f64, n: f64) -> Tail {
    let z = d * n.sqrt();
    let (z2, z4, z6) = (z.powi(2), z.powi(4), z.powi(6));
    let (mut k0, mut k1, mut k2, mut k3) = (0.0, 0.0, 0.0, 0.0);
    // All terms are in units of the first, so that the lower tail keeps its logarithm.
    let unit = PI * PI / (8.0 * z2);
    // For m far out exp(-q m^2) is nothing, as z is at most 2; the halves stand for both signs.
    for k in (0..8).rev() {
        let half = (PI * (f64::from(k) + 0.5)).powi(2);
        let weight = (unit - half / (2.0 * z2)).exp();
        k0 += weight;
        k1 += weight * (half - z2);
        k2 += weight
            * (6.0 * z6
                + 2.0 * z4
                + half * (2.0 * z4 - 5.0 * z2)
                + half.powi(2) * (1.0 - 2.0 * z2));
        k3 += weight
            * (half.powi(3) * (5.0 - 30.0 * z2)
                + half.powi(2) * (212.0 * z4 - 60.0 * z2)
                + half * (135.0 * z4 - 96.0 * z6)
                - z6 * (30.0 + 90.0 * z2));
        let whole = (PI * (f64::from(k) + 1.0)).powi(2);
        let weight = (unit - whole / (2.0 * z2)).exp();
        k2 -= weight * whole * 2.0 * z4;
        k3 += weight * whole * (3.0 * z2 - whole) * 30.0 * z4;
    }
    let root = n.sqrt();
    let sum = k0 / z
        + k1 / (6.0 * z4 * root)
        + k2 / (72.0 * z6 * z * n)
        + k3 / (6480.0 * z6 * z4 * n * root);
    Tail::from_parts(-unit, (sum * TAU.sqrt()).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::super::kolmogorov;
    use super::*;

    #[test]
    fn the_error_falls_with_the_square_of_the_number_of_values() {
        for z in [0.5_f64, 0.6, 0.8, 1.0, 1.6] {
            let error = |n: u64| {
                let d = z / (n as f64).sqrt();
                (cdf(d, n as f64).value() - kolmogorov::cdf(d, n).value()) * (n as f64).powi(2)
            };
            let (few, many) = (error(400), error(1600));
            // With a wrong coefficient the error would fall with the power of 3/2, and this would double.
            assert!(many.abs() < 1.5 * few.abs().max(0.01), "{z}: {few} {many}");
            assert!(many.abs() < 1.0, "{z}: {many}");
        }
    }
}
