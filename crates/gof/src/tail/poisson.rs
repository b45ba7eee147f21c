//! The Poisson distribution: its tails are incomplete gamma functions (DLMF 8.4.10).
//!
//! ```
//! use roguelab_gof::tail::poisson;
//!
//! let p = poisson::both(7, 2.0);
//! assert_eq!(format!("{:.10}", p.upper().value()), "0.0045338055");
//! assert_eq!(format!("{:.10}", p.lower().value()), "0.9989032810");
//! ```

use super::{above_all, incomplete_gamma, undefined};
use crate::{PValue, Tail};

/// The chances of at most and of at least `count` events; both contain `count` itself.
pub fn both(count: u64, mean: f64) -> PValue {
    PValue::new(at_most(count, mean), at_least(count, mean))
}

/// The chance of at most `count` events: `Q(count + 1, mean)`.
pub fn at_most(count: u64, mean: f64) -> Tail {
    events(count as f64 + 1.0, mean).upper()
}

/// The chance of at least `count` events: `P(count, mean)`.
pub fn at_least(count: u64, mean: f64) -> Tail {
    events(count as f64, mean).lower()
}

fn events(shape: f64, mean: f64) -> PValue {
    if mean.is_nan() || mean < 0.0 {
        undefined()
    } else if shape <= 0.0 {
        above_all()
    } else {
        incomplete_gamma(shape, mean)
    }
}
