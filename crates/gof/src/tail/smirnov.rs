//! Smirnov's one-sided statistic: the largest excess `D+` of the empirical over the uniform distribution function.
//!
//! Up to `1e6` values the upper tail is the sum of Birnbaum and Tingey, all terms positive, each a binomial probability in
//! Loader's form; beyond, it is Smirnov's expansion to the order `1/n`, whose relative error is about `1e-8`. The lower tail is
//! one minus the upper one, so only its absolute error is small. Sources: Birnbaum and Tingey 1951; Smirnov 1944.
//!
//! ```
//! use roguelab_gof::tail::smirnov;
//!
//! assert_eq!(format!("{:.9}", smirnov::sf(0.5, 4).value()), "0.093750000");
//! assert_eq!(format!("{:.3}", smirnov::sf(0.5, 10_000).log10()), "-2311.840");
//! ```

use super::binomial::{Mean, probability};
use super::{above_all, below_all, undefined};
use crate::{PValue, Tail};

/// From this number of values on the sum is too long.
const LARGE: u64 = 1_000_000;

/// Both tails of `D+` (or of `D-`, which has the same distribution) of `n` values.
pub fn both(d: f64, n: u64) -> PValue {
    let upper = sf(d, n);
    PValue::new(upper.complement(), upper)
}

/// The chance that `D+` of `n` values is at least `d`.
pub fn sf(d: f64, n: u64) -> Tail {
    if d.is_nan() || n == 0 {
        undefined().upper()
    } else if d <= 0.0 {
        below_all().upper()
    } else if d >= 1.0 {
        above_all().upper()
    } else if n > LARGE {
        expansion(d, n as f64)
    } else {
        sum(d, n as f64)
    }
}

/// `sum of (n over j) d (d + j/n)^(j-1) (1 - d - j/n)^(n-j)` over `j` from 0 to `n (1 - d)`.
fn sum(d: f64, n: f64) -> Tail {
    let shift = n * d;
    // The sum is in units of exp(unit), the largest term so far.
    let (mut unit, mut sum, mut j) = (f64::NEG_INFINITY, 0.0, 0.0);
    while n - shift - j > 0.0 {
        let (ln, factor) = probability(j, n, Mean::new(shift + j, n - shift - j));
        if ln > unit {
            sum *= (unit - ln).exp();
            unit = ln;
        }
        sum += (ln - unit).exp() * factor * shift / (shift + j);
        j += 1.0;
    }
    Tail::from_parts(unit, sum)
}

fn expansion(d: f64, n: f64) -> Tail {
    let root = n.sqrt();
    let z = d * root;
    let square = z * z;
    let exponent = -2.0 * square - 2.0 * z / (3.0 * root);
    Tail::from_parts(exponent, 1.0 + 4.0 * square / (9.0 * n) * (1.0 - square))
}
