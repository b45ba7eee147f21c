//! The binomial distribution.
//!
//! The probability of the observed count comes from Loader's saddle point form; the tail away from the mean is summed from
//! there outwards, all terms positive and falling. From a variance of `1e10` on, where the sum grows long, it is the saddle
//! point formula of Lugannani and Rice with Daniels' second continuity correction. Sources: Loader 2000; Daniels 1987.
//!
//! ```
//! use roguelab_gof::tail::binomial;
//!
//! let p = binomial::both(70, 100, 0.5);
//! assert_eq!(format!("{:.9e}", p.upper().value()), "3.925069823e-5");
//! assert!((binomial::both(3, 3, 0.5).upper().value() - 0.125).abs() < 1e-15);
//! ```

use super::{above_all, below_all, saddle, undefined};
use crate::{PValue, Tail};
use std::f64::consts::TAU;

/// From this variance on the sum is too long.
const LARGE: f64 = 1e10;

/// Terms below this share of the sum are left out; those that follow fall faster than geometrically.
const NEGLIGIBLE: f64 = 1e-19;

/// The chances of at most and of at least `successes` in `trials`, each with the same `chance`; both contain
/// `successes` itself.
pub fn both(successes: u64, trials: u64, chance: f64) -> PValue {
    PValue::new(
        at_most(successes, trials, chance),
        at_least(successes, trials, chance),
    )
}

/// The chance of at most `successes` successes.
pub fn at_most(successes: u64, trials: u64, chance: f64) -> Tail {
    tails(successes as f64 + 1.0, trials as f64, chance).lower()
}

/// The chance of at least `successes` successes.
pub fn at_least(successes: u64, trials: u64, chance: f64) -> Tail {
    tails(successes as f64, trials as f64, chance).upper()
}

/// The chances of fewer than `k` successes and of at least `k`, in `n` trials.
fn tails(k: f64, n: f64, chance: f64) -> PValue {
    if !(0.0..=1.0).contains(&chance) {
        return undefined();
    } else if k <= 0.0 {
        return below_all();
    } else if k > n {
        return above_all();
    }
    let misses = 1.0 - chance;
    if chance <= 0.0 {
        above_all()
    } else if misses <= 0.0 {
        below_all()
    } else if n * chance * misses >= LARGE {
        large(k, n, chance)
    } else if k > n * chance {
        let (ln, factor) = probability(k, n, Mean::of(n, chance));
        let upper = Tail::from_parts(ln, factor * falling(k, n, chance / misses));
        PValue::new(upper.complement(), upper)
    } else {
        // Fewer than k successes are k - 1 and fewer, which are n - k + 1 misses and more.
        let (ln, factor) = probability(k - 1.0, n, Mean::of(n, chance));
        let lower = Tail::from_parts(ln, factor * falling(n - k + 1.0, n, misses / chance));
        PValue::new(lower, lower.complement())
    }
}

/// The chance of at least `k` successes over that of exactly `k`.
fn falling(k: f64, n: f64, odds: f64) -> f64 {
    let (mut sum, mut term, mut k) = (1.0, 1.0, k);
    while term > sum * NEGLIGIBLE {
        term *= (n - k) / (k + 1.0) * odds;
        k += 1.0;
        sum += term;
    }
    sum
}

/// Both tails at `k - 1/2`, in the middle between two counts.
fn large(k: f64, n: f64, chance: f64) -> PValue {
    let (k, mean) = (k - 0.5, Mean::of(n, chance));
    let exponent = half_deviance(k, mean.successes) + half_deviance(n - k, mean.misses);
    let w = (2.0 * exponent.max(0.0))
        .sqrt()
        .copysign(k - mean.successes.0);
    let logit = (k / mean.successes.0).ln() - ((n - k) / mean.misses.0).ln();
    let deviation = (k / n * (n - k)).sqrt();
    let u = 2.0 * (logit / 2.0).sinh() * deviation;
    let skew = (2.0 * chance - 1.0) / (6.0 * deviation);
    PValue::new(
        saddle::lugannani_rice(-w, -u, -skew),
        saddle::lugannani_rice(w, u, skew),
    )
}

/// The expected numbers of successes and misses, each with what rounding it lost.
#[derive(Clone, Copy)]
pub(crate) struct Mean {
    successes: (f64, f64),
    misses: (f64, f64),
}

impl Mean {
    fn of(n: f64, chance: f64) -> Self {
        let misses = 1.0 - chance;
        // Exact: the larger of the two addends is 1 (Dekker 1971).
        let lost = (1.0 - misses) - chance;
        let (mean, other) = (n * chance, n * misses);
        Self {
            successes: (mean, n.mul_add(chance, -mean)),
            misses: (other, n.mul_add(misses, -other) + n * lost),
        }
    }

    /// The mean from both numbers.
    pub(crate) const fn new(successes: f64, misses: f64) -> Self {
        Self {
            successes: (successes, 0.0),
            misses: (misses, 0.0),
        }
    }
}

/// The probability of exactly `k` successes in `n` trials, as the logarithm of a factor and another factor.
pub(crate) fn probability(k: f64, n: f64, mean: Mean) -> (f64, f64) {
    if k <= 0.0 {
        return (n * ln_share(mean.misses.0 / n, mean.successes.0 / n), 1.0);
    } else if k >= n {
        return (n * ln_share(mean.successes.0 / n, mean.misses.0 / n), 1.0);
    }
    let ln = -half_deviance(k, mean.successes) - half_deviance(n - k, mean.misses);
    let stirling =
        saddle::stirling_error(n) - saddle::stirling_error(k) - saddle::stirling_error(n - k);
    (ln, stirling.exp() * (n / (TAU * k * (n - k))).sqrt())
}

/// The logarithm of a share, computed from the smaller of the share and the rest.
fn ln_share(share: f64, rest: f64) -> f64 {
    if share < rest {
        share.ln()
    } else {
        (-rest).ln_1p()
    }
}

/// Half the deviance of `x` from a mean that carries what it lost to rounding.
fn half_deviance(x: f64, (mean, lost): (f64, f64)) -> f64 {
    saddle::half_deviance(x, mean) + lost * (1.0 - x / mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `n ln(1 - p)` and `n ln p` are the logarithms of the chances of no success and of only successes.
    #[test]
    fn the_chances_of_none_and_of_all_keep_their_digits() {
        let nearly_one = 1.0 - 2_f64.powi(-40);
        for (k, n, chance, expected) in [
            (0.0, 1e6, 1e-20, -1e-14),
            (0.0, 3.0, nearly_one, -120.0 * std::f64::consts::LN_2),
            (3.0, 3.0, 1e-20, -60.0 * std::f64::consts::LN_10),
            (1e3, 1e3, nearly_one, 1e3 * (-2_f64.powi(-40)).ln_1p()),
        ] {
            let (ln, factor) = probability(k, n, Mean::of(n, chance));
            assert!(
                (ln / expected - 1.0).abs() < 1e-14,
                "{k} of {n}: {ln}, not {expected}"
            );
            assert!((factor - 1.0).abs() < 1e-15);
        }
    }
}
