//! How far the chi-square distribution is from the truth at a number of samples.
//!
//! Pearson's statistic is chi-square in the limit of many samples. Far out in its tails it reaches that limit slowly: with 24
//! cells and 20 samples expected in each, a nominal 1e-7 is really 1.9e-7; with six cells, a nominal lower tail of 1e-7 is
//! really 1.3e-5. Both are computed here for equally likely cells, so that a stated error rate is a true one.
//!
//! Sources: Siotani and Fujikoshi 1984, *Asymptotic approximations for the distributions of multinomial
//! goodness-of-fit statistics*, for the upper tail; the local limit theorem for the lower.
//!
//! ```
//! use roguelab_gof::limit::{samples_for_upper_tail, upper_tail_excess};
//!
//! assert!((upper_tail_excess(23, 480, 1e-7)? - 0.72).abs() < 0.01);
//! // The samples for an error rate of 1e-7 that is true to a tenth: 143 in each of the 24 cells.
//! assert_eq!(samples_for_upper_tail(23, 1e-7, 0.1)? / 24, 143);
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

use crate::error::out_of_range;
use crate::power::{critical_value, noncentral_chi_square_sf};
use crate::{Cells, Error};

/// By how much the chance of exceeding the critical value of `alpha` is larger than `alpha`, relative to it, with `n` samples;
/// negative if it is smaller. It ignores lattice effects and is of first order in `1/n`: accurate to about a third of itself
/// where it is below one.
///
/// # Errors
/// [`Error::NoDegreesOfFreedom`], [`Error::OutsideUnitInterval`].
pub fn upper_tail_excess(freedom: u32, n: u64, alpha: f64) -> Result<f64, Error> {
    Ok(first_order(freedom, alpha)? / n.max(1) as f64)
}

/// The smallest number of samples at which [`upper_tail_excess`] is at most `excess` and each of the cells expects at
/// least five.
///
/// # Errors
/// [`Error::NoDegreesOfFreedom`], [`Error::OutsideUnitInterval`]; [`Error::Parameter`] for an excess that is not
/// positive.
pub fn samples_for_upper_tail(freedom: u32, alpha: f64, excess: f64) -> Result<u64, Error> {
    if excess.is_nan() || excess <= 0.0 {
        return Err(out_of_range("excess", excess, "positive"));
    }
    let five_each = 5 * (u64::from(freedom) + 1);
    Ok(five_each.max((first_order(freedom, alpha)? / excess).ceil() as u64))
}

/// The smallest number of samples at which the upper tail of Pearson's statistic of these cells exceeds `alpha` by at most
/// `excess`, relative to it, and most cells expect five ([`Cells::needed`]). Cells that are rarer than others need more.
///
/// # Errors
/// The same as for [`samples_for_upper_tail`].
pub fn samples_for_cells(cells: &Cells, alpha: f64, excess: f64) -> Result<u64, Error> {
    let freedom = cells.len() as u32 - 1;
    samples_for_upper_tail(freedom, alpha, excess)?;
    let inverse = cells.probabilities().iter().map(|p| 1.0 / p).sum();
    Ok(cells
        .needed()
        .max((samples_by_inverse(freedom, inverse, alpha)? / excess).ceil() as u64))
}

/// The coefficient of `1/n` for equally likely cells: the sum of `1/p` is then `k^2`.
fn first_order(freedom: u32, alpha: f64) -> Result<f64, Error> {
    samples_by_inverse(freedom, (f64::from(freedom) + 1.0).powi(2), alpha)
}

/// The coefficient of `1/n`, given the sum of `1/p`: the expansion's four chi-square tails with 0, 2, 4 and 6 more degrees
/// of freedom, over 24 alpha.
fn samples_by_inverse(freedom: u32, inverse: f64, alpha: f64) -> Result<f64, Error> {
    let critical = critical_value(freedom, alpha)?;
    let k = f64::from(freedom) + 1.0;
    let square = k * (k + 2.0);
    let weights = [
        2.0 * (1.0 - inverse),
        3.0 * (3.0 * inverse - square),
        6.0 * (square - 2.0 * inverse - 1.0),
        5.0 * inverse - 3.0 * square + 4.0,
    ];
    let mut sum = 0.0;
    for (more, weight) in (0..).step_by(2).zip(weights) {
        sum += weight * noncentral_chi_square_sf(critical, freedom.saturating_add(more), 0.0)?;
    }
    Ok(sum / (24.0 * alpha))
}

/// The chance of the most probable vector of counts in equally likely cells, about `k^(k/2) (2 pi n)^(-(k-1)/2)`, over `alpha`:
/// one over the number of vectors that a lower tail of `alpha` contains.
///
/// With few cells one vector alone can have a larger chance than the lower tail that a continuous distribution gives
/// (two cells: the statistic is zero with a chance of `sqrt(2 / pi n)`), and a two-sided p-value is then wrong by orders
/// of magnitude. From 1000 vectors on the lower tail is true to about a tenth.
pub fn lower_tail_grain(freedom: u32, n: u64, alpha: f64) -> f64 {
    let freedom = f64::from(freedom);
    let cells = freedom + 1.0;
    let ln_chance =
        (cells * cells.ln() - freedom * (2.0 * std::f64::consts::PI * n as f64).ln()) / 2.0;
    (ln_chance - alpha.ln()).exp()
}

/// Whether a lower tail of `alpha` may be taken from the chi-square distribution.
pub fn has_lower_tail(freedom: u32, n: u64, alpha: f64) -> bool {
    lower_tail_grain(freedom, n, alpha) <= 1e-3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_excess_of_the_upper_tail_is_the_true_one_to_a_third() {
        for [cells, n, alpha, truth] in crate::known("upper") {
            let (cells, n) = (cells as u32, n as u64);
            let (ours, truth) = (upper_tail_excess(cells - 1, n, alpha).unwrap(), truth - 1.0);
            assert!(
                (ours - truth).abs() < 0.01 + truth / 3.0,
                "{cells} cells, {n}, {alpha}: {ours}, not {truth}"
            );
        }
    }

    #[test]
    fn a_lower_tail_that_is_trusted_is_true_to_a_tenth() {
        for [cells, n, alpha, truth] in crate::known("lower") {
            let (cells, n) = (cells as u32, n as u64);
            let trusted = has_lower_tail(cells - 1, n, alpha);
            assert_eq!(
                trusted,
                (truth - 1.0).abs() < 0.11,
                "{cells} cells, {n}, {alpha}"
            );
        }
    }

    #[test]
    fn two_cells_are_even_as_often_as_stirling_says() {
        // The chance of 100 heads in 200 throws is 0.05635.
        assert!((lower_tail_grain(1, 200, 1.0) - 0.056_35).abs() < 1e-4);
    }

    /// Three cells, one of which is rare: the chance over all vectors of counts, over alpha.
    #[test]
    fn samples_for_rare_cells_make_the_tail_true() {
        for (weights, alpha) in [
            ([5_u64, 25, 70], 1e-5),
            ([1, 1, 8], 1e-4),
            ([1, 3, 6], 1e-5),
        ] {
            let cells = Cells::from_weights(&weights).unwrap();
            let p = cells.probabilities();
            let truth = |n: u64| {
                let critical = critical_value(2, alpha).unwrap();
                let mut ln_factorial = vec![0.0];
                (1..=n).for_each(|i| {
                    ln_factorial.push(ln_factorial[i as usize - 1] + (i as f64).ln());
                });
                let mut sum = 0.0;
                for (a, b) in (0..=n).flat_map(|a| (0..=n - a).map(move |b| (a, b))) {
                    let counts = [a, b, n - a - b];
                    let part = |(count, p): (&u64, &f64)| {
                        (*count as f64 - n as f64 * p).powi(2) / (n as f64 * p)
                    };
                    if counts.iter().zip(p).map(part).sum::<f64>() >= critical {
                        let ln = counts
                            .iter()
                            .zip(p)
                            .map(|(c, p)| *c as f64 * p.ln() - ln_factorial[*c as usize]);
                        sum += (ln_factorial[n as usize] + ln.sum::<f64>()).exp();
                    }
                }
                sum / alpha
            };
            let n = samples_for_cells(&cells, alpha, 0.5).unwrap();
            let equal = samples_for_upper_tail(2, alpha, 0.5).unwrap();
            assert!(n > equal, "{weights:?}: {n} {equal}");
            // Accurate to a third of itself.
            assert!(
                (1.2..1.7).contains(&truth(n)),
                "{weights:?} {alpha}: {n} {}",
                truth(n)
            );
        }
    }
}
