//! The regularized incomplete gamma functions of integers and halves.
//!
//! Below `a` the lower one is `x^a e^-x / a!` times `1 + x/(a+1) + x^2/((a+1)(a+2)) + ...`; above `a` the upper one is the
//! finite sum `x^(a-1) e^-x / (a-1)! + ...` that ends at `e^-x`, or for halves at `erfc(sqrt x)`. All terms are positive. From
//! a shape of `1e10` on, where the sums grow long, they are the leading term of Temme's uniform expansion, which is the saddle
//! point formula of Lugannani and Rice. Sources: DLMF 8.7.1, 8.8.10 and 8.12; Temme 1979.

use super::{above_all, below_all, normal, saddle, undefined};
use crate::{PValue, Tail};
use std::f64::consts::PI;

/// From this shape on sums are too long.
const LARGE: f64 = 1e10;

/// Terms below this share of the sum are left out; those that follow fall faster than geometrically.
const NEGLIGIBLE: f64 = 1e-19;

/// `P(a, x)` and `Q(a, x)` for `a` a multiple of one half.
pub(crate) fn incomplete_gamma(a: f64, x: f64) -> PValue {
    if a < 0.0 || a.is_infinite() {
        undefined()
    } else if x <= 0.0 {
        below_all()
    } else if a <= 0.0 || x.is_infinite() {
        above_all()
    } else if a >= LARGE {
        let w = (2.0 * saddle::half_deviance(a, x)).sqrt().copysign(x - a);
        let upper = saddle::lugannani_rice(w, (x - a) / a.sqrt(), -1.0 / (3.0 * a.sqrt()));
        let lower = saddle::lugannani_rice(-w, (a - x) / a.sqrt(), 1.0 / (3.0 * a.sqrt()));
        PValue::new(lower, upper)
    } else {
        let (ln, factor) = saddle::gamma_density(a, x);
        if x <= a {
            let lower = Tail::from_parts(ln, factor * rising(a, x));
            PValue::new(lower, lower.complement())
        } else {
            let upper = Tail::from_parts(ln, factor * falling(a, x));
            PValue::new(upper.complement(), upper)
        }
    }
}

/// `P(a, x)` over `x^a e^-x / a!`.
fn rising(a: f64, x: f64) -> f64 {
    let (mut sum, mut term, mut shape) = (1.0, 1.0, a);
    while term > sum * NEGLIGIBLE {
        shape += 1.0;
        term *= x / shape;
        sum += term;
    }
    sum
}

/// `Q(a, x)` over `x^a e^-x / a!`.
fn falling(a: f64, x: f64) -> f64 {
    let (mut sum, mut term, mut shape) = (0.0, 1.0, a);
    while shape >= 1.0 {
        term *= shape / x;
        shape -= 1.0;
        sum += term;
        if term <= sum * NEGLIGIBLE {
            return sum;
        }
    }
    if shape > 0.0 {
        // The term of shape -1/2 is e^-x / sqrt(pi x).
        sum += term * shape / x * (PI * x).sqrt() * normal::scaled_erfc(x.sqrt());
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_finite_and_not_negative() {
        for (a, x) in [
            (f64::NAN, 1.0),
            (1.0, f64::NAN),
            (-1.0, 1.0),
            (f64::INFINITY, 1.0),
        ] {
            let p = incomplete_gamma(a, x);
            assert!(
                p.lower().value().is_nan() && p.upper().value().is_nan(),
                "{a} {x}: {p:?}"
            );
        }
        assert_eq!(incomplete_gamma(0.0, 1.0), above_all());
        assert_eq!(incomplete_gamma(2.0, f64::INFINITY), above_all());
        assert_eq!(incomplete_gamma(2.0, 0.0), below_all());
    }
}
