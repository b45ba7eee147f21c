//! Kolmogorov's statistic: the largest distance `D` of the empirical from the uniform distribution function.
//!
//! The distribution function is exact: the product of Marsaglia, Tsang and Wang, taken as a vector through `n` steps of a
//! band of 20 (the rest of the matrix is below `1/20!`), all terms positive. The upper tail is one minus that up to
//! `n d^2 = 4`, and beyond that twice the one-sided tail: the chance of exceeding `d` on both sides, which this counts
//! twice, is less than `exp(-24)` of it. Where the band is too long (`n^2 d` above `6e6`: `n` above about 20,000 at the
//! largest such `d`) the distribution function is the expansion of Pelz and Good to the order `n^(-3/2)`.
//!
//! Relative errors up to `n = 10,000`: `1e-10` of the upper tail and `1e-12 L` of the lower one. With the expansion:
//! `1e-8` of the upper tail, and of the lower one while it is above `0.01`.
//! Sources: Marsaglia, Tsang and Wang 2003; Simard and L'Ecuyer 2011; Pelz and Good 1976.
//!
//! ```
//! use roguelab_gof::tail::kolmogorov;
//!
//! assert_eq!(format!("{:.13}", kolmogorov::cdf(0.274, 10).value()), "0.6284796154565");
//! assert_eq!(format!("{:.3}", kolmogorov::sf(0.5, 10_000).log10()), "-2311.539");
//! ```

use super::{above_all, below_all, pelz_good, saddle, smirnov, undefined};
use crate::{PValue, Tail};
use std::f64::consts::TAU;

/// From this `n d^2` on, `d` is practically never exceeded on both sides together.
const FAR: f64 = 4.0;

/// The largest `n^2 d` for which the band is walked: some 12 million sums of 20 terms.
const LARGE: f64 = 6e6;

/// Both tails of `D` of `n` values.
pub fn both(d: f64, n: u64) -> PValue {
    if d.is_nan() || n == 0 {
        return undefined();
    }
    let size = n as f64;
    if 2.0 * size * d <= 1.0 {
        below_all()
    } else if d >= 1.0 {
        above_all()
    } else if size * d * d >= FAR {
        let upper = smirnov::sf(d, n).doubled();
        PValue::new(upper.complement(), upper)
    } else {
        let lower = if size * size * d <= LARGE {
            band(size * d, n)
        } else {
            pelz_good::cdf(d, size)
        };
        PValue::new(lower, lower.complement())
    }
}

/// The chance that `D` of `n` values is at most `d`.
pub fn cdf(d: f64, n: u64) -> Tail {
    both(d, n).lower()
}

/// The chance that `D` of `n` values is at least `d`.
pub fn sf(d: f64, n: u64) -> Tail {
    both(d, n).upper()
}

/// The chance that `D` is at most `reach / n`: entry `(k, k)` of the `n`-th power of the matrix of Marsaglia, Tsang and Wang
/// times `n! / n^n`, where `reach = k - h`.
fn band(reach: f64, n: u64) -> Tail {
    /// How often the vector is rescaled; it shrinks at most by 2^53 in a step.
    const PERIOD: u64 = 16;
    /// The logarithm of 2 in two parts, so that a whole number of the first is exact.
    const LN_2: (f64, f64) = (0.693_147_180_369_123_8, 1.908_214_929_270_587_7e-10);
    let k = reach.floor() + 1.0;
    let matrix = Matrix::new(k - reach, 2 * k as usize - 1);
    let middle = BAND + k as usize - 1;
    let (mut now, mut next) = (matrix.vector(), matrix.vector());
    now[middle] = 1.0;
    let mut doublings = 0;
    for step in 1..=n {
        matrix.times(&mut now, &mut next);
        std::mem::swap(&mut now, &mut next);
        if step.is_multiple_of(PERIOD) {
            let largest = now.iter().copied().fold(0.0, f64::max);
            let shift = largest.log2().floor() as i32;
            let scale = 2_f64.powi(-shift);
            for value in &mut now {
                *value *= scale;
            }
            doublings += i64::from(shift);
        }
    }
    // n! / n^n = sqrt(2 pi n) exp(stirling - n)
    let size = n as f64;
    let ln = (doublings as f64 * LN_2.0 - size) + doublings as f64 * LN_2.1;
    Tail::from_parts(
        ln,
        now[middle] * (TAU * size).sqrt() * saddle::stirling_error(size).exp(),
    )
}

/// How many diagonals of the matrix are kept: the others are below `1/20!` in each step.
const BAND: usize = 20;

/// How many rows are computed together, in registers.
const BLOCK: usize = 8;

/// The matrix of `1 / (i - j + 1)!`, with its first column and last row adapted to the fraction `h`.
struct Matrix {
    size: usize,
    inverse_factorials: [f64; BAND],
    /// `(1 - h^i) / i!` for `i` from 1.
    edge: [f64; BAND],
    /// `(1 - 2 h^size + max(0, 2h - 1)^size) / size!`.
    corner: f64,
}

impl Matrix {
    fn new(h: f64, size: usize) -> Self {
        let mut inverse_factorials = [1.0; BAND];
        for i in 1..BAND {
            inverse_factorials[i] = inverse_factorials[i - 1] / i as f64;
        }
        let mut power = 1.0;
        let edge = std::array::from_fn(|i| {
            power *= h;
            (1.0 - power) * inverse_factorials.get(i + 1).copied().unwrap_or(0.0)
        });
        let corner = match inverse_factorials.get(size) {
            Some(inverse) => {
                (1.0 - 2.0 * h.powi(size as i32) + (2.0 * h - 1.0).max(0.0).powi(size as i32))
                    * inverse
            }
            None => 0.0,
        };
        Self {
            size,
            inverse_factorials,
            edge,
            corner,
        }
    }

    /// Room for a vector: [`BAND`] zeros before it, and zeros after it up to a whole block.
    fn vector(&self) -> Vec<f64> {
        vec![0.0; BAND + self.size.next_multiple_of(BLOCK) + 1]
    }

    /// One step; entry `j` of a vector is at `BAND + j`.
    fn times(&self, from: &mut [f64], to: &mut [f64]) {
        let last = self.size - 1;
        // The first column is handled by itself.
        let first = std::mem::take(&mut from[BAND]);
        for (block, rows) in to[BAND..].chunks_exact_mut(BLOCK).enumerate() {
            let mut sums = [0.0; BLOCK];
            for (back, factor) in self.inverse_factorials.iter().enumerate().rev() {
                // j = i + 1 - back
                let columns = &from[BAND + 1 + block * BLOCK - back..][..BLOCK];
                for (sum, term) in sums.iter_mut().zip(columns) {
                    *sum += factor * term;
                }
            }
            rows.copy_from_slice(&sums);
        }
        for (row, edge) in to[BAND..BAND + last].iter_mut().zip(&self.edge) {
            *row += edge * first;
        }
        // The last row is handled by itself, and what the blocks left behind it is cleared.
        let columns = from[BAND..=BAND + last].iter().rev();
        to[BAND + last] = self.corner * first
            + self
                .edge
                .iter()
                .zip(columns)
                .map(|(edge, term)| edge * term)
                .sum::<f64>();
        to[BAND + self.size..].fill(0.0);
    }
}
