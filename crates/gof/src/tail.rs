//! Tails of the distributions that statistics have under the null hypothesis.
//!
//! Both tails are computed on their own side: the smaller one as a sum of positive terms, the larger one as one minus the
//! smaller, which loses nothing there. Far out the logarithm is kept, so a tail of `1e-2000` is as good as one of `0.01`. With
//! `L = max(1, |ln p|)`, the relative error of a tail `p`, and that of `ln p` if `p` underflows, is below:
//!
//! | distribution | error | for |
//! |---|---|---|
//! | [`normal`] | `2e-15 L` | every `z` |
//! | [`chi_square`] | `2e-14 L` | up to `1e6` degrees of freedom; `1e-10 L` beyond |
//! | [`poisson`] | `2e-14 L` | means up to `1e6`; `1e-10 L` beyond |
//! | [`binomial`] | `5e-14 L` | up to `1e6` trials; `1e-8 L` beyond |
//! | [`smirnov`] | `1e-13 L` | the upper tail up to 20,000 values |
//! | [`kolmogorov`] | `1e-10 L` | up to 10,000 values; the module says what holds for more |
//!
//! `tests/tails.rs` checks this against values of 50 digits that were computed by other methods.
//!
//! No function panics. A statistic outside the support has the tails 0 and 1; a parameter for which there is no distribution (a
//! chance of 2, a mean below zero, no values) or a NaN gives tails that are NaN.
//!
//! ```
//! use roguelab_gof::tail::{chi_square, normal};
//!
//! assert_eq!(format!("{:.6}", normal::both(1.96).two_sided().value()), "0.049996");
//! assert_eq!(format!("{:.3}", chi_square::both(10_000.0, 1000).upper().log10()), "-1457.028");
//! ```

pub mod binomial;
pub mod chi_square;
mod gamma;
pub mod hypergeometric;
pub mod kolmogorov;
pub mod normal;
mod pelz_good;
pub mod poisson;
pub(crate) mod saddle;
pub mod smirnov;

pub(crate) use gamma::incomplete_gamma;

use crate::{PValue, Tail};

/// The tails for parameters without a distribution.
pub(crate) fn undefined() -> PValue {
    PValue::new(Tail::new(f64::NAN), Tail::new(f64::NAN))
}

/// The tails of a statistic at the low end of its support or below.
pub(crate) fn below_all() -> PValue {
    PValue::new(Tail::new(0.0), Tail::new(1.0))
}

/// The tails of a statistic at the high end of its support or above.
pub(crate) fn above_all() -> PValue {
    PValue::new(Tail::new(1.0), Tail::new(0.0))
}
