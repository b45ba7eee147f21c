//! Both tails of a statistic under its null hypothesis.
//!
//! Each tail is computed on its own side, never as one minus the other, and keeps its logarithm when it underflows. For a
//! discrete statistic both tails contain the observed value, so they sum to more than one.
//!
//! ```
//! use roguelab_gof::{PValue, Sides, Tail};
//!
//! let p = PValue::new(Tail::new(0.999), Tail::new(0.001));
//! assert_eq!(p.of(Sides::Upper).value(), 0.001);
//! assert_eq!(p.of(Sides::Both).value(), 0.002);
//! assert!((Tail::from_ln(-2302.585_092_994_046).log10() + 1000.0).abs() < 1e-9);
//! ```

use std::f64::consts::LN_10;

#[cfg(feature = "battery")]
crate::state::kept!(Tail { value, log10 } but {});

/// The probability of a tail, with its logarithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    value: f64,
    log10: f64,
}

impl Default for Tail {
    /// Certainty: the probability 1.
    fn default() -> Self {
        Self::new(1.0)
    }
}

impl Tail {
    /// The tail with this probability; a value outside 0 to 1 is moved to the nearer end, and NaN stays NaN.
    pub fn new(probability: f64) -> Self {
        let value = probability.clamp(0.0, 1.0);
        Self {
            value,
            log10: value.log10(),
        }
    }

    /// The tail with this natural logarithm of its probability, which may be far below the smallest double.
    pub fn from_ln(ln: f64) -> Self {
        Self::from_parts(ln, 1.0)
    }

    /// The probability `exp(ln) * factor`, which may be far below the smallest double; the factor keeps its own accuracy.
    pub(crate) fn from_parts(ln: f64, factor: f64) -> Self {
        // Here both factors are accurate; for a smaller product the logarithm is better.
        if ln > -700.0 && ln.exp() * factor > 1e-305 {
            return Self::new(ln.exp() * factor);
        }
        let ln = ln + factor.ln();
        Self {
            value: ln.exp().clamp(0.0, 1.0),
            log10: (ln / LN_10).clamp(f64::NEG_INFINITY, 0.0),
        }
    }

    /// The greater of two tails.
    pub(crate) fn max(self, other: Self) -> Self {
        if other.log10 > self.log10 {
            other
        } else {
            self
        }
    }

    /// The probability of everything else: accurate if this tail is the smaller part.
    pub(crate) fn complement(self) -> Self {
        Self {
            value: 1.0 - self.value,
            log10: (-self.value).ln_1p() / LN_10,
        }
    }

    /// The sum of both tails, at most one.
    pub(crate) fn plus(self, other: Self) -> Self {
        let (small, large) = if self.log10 < other.log10 {
            (self, other)
        } else {
            (other, self)
        };
        let share = if small.log10 == f64::NEG_INFINITY {
            0.0
        } else {
            10_f64.powf(small.log10 - large.log10)
        };
        large.times(1.0 + share)
    }

    /// The probability times a positive factor, at most one; by logarithms only if the probability underflows.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        if self.value > 1e-290 {
            Self::new(self.value * factor)
        } else {
            Self::from_ln(self.log10 * std::f64::consts::LN_10 + factor.ln())
        }
    }

    /// The probability; zero if it underflows.
    pub const fn value(self) -> f64 {
        self.value
    }

    /// Its decimal logarithm, even if the probability underflows.
    pub const fn log10(self) -> f64 {
        self.log10
    }

    /// Twice the tail, at most one.
    #[must_use]
    pub fn doubled(self) -> Self {
        self.times(2.0)
    }
}

/// The deviations that count.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Sides {
    /// Only statistics that are too large: a bad fit.
    Upper,
    /// Only statistics that are too small: a fit too good to be true.
    Lower,
    /// Both: twice the smaller tail.
    #[default]
    Both,
}

/// The chance, under the null hypothesis, of a statistic at least as large and of one at least as small.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PValue {
    lower: Tail,
    upper: Tail,
}

impl PValue {
    /// The p-value from the chance of a statistic at least as small (`lower`) and at least as large (`upper`).
    pub const fn new(lower: Tail, upper: Tail) -> Self {
        Self { lower, upper }
    }

    /// The chance of a statistic at least as small.
    pub const fn lower(self) -> Tail {
        self.lower
    }

    /// The chance of a statistic at least as large.
    pub const fn upper(self) -> Tail {
        self.upper
    }

    /// The p-value if these deviations count.
    pub fn of(self, sides: Sides) -> Tail {
        match sides {
            Sides::Upper => self.upper,
            Sides::Lower => self.lower,
            Sides::Both if self.lower.log10 < self.upper.log10 => self.lower.doubled(),
            Sides::Both => self.upper.doubled(),
        }
    }

    /// Twice the smaller tail, at most one.
    pub fn two_sided(self) -> Tail {
        self.of(Sides::Both)
    }
    /// A p-value that is exactly uniform under the null hypothesis, even for a discrete statistic: the upper tail minus the
    /// share `u`, a uniform number from 0 to 1, of the chance of the observed value.
    ///
    /// It is for second-level tests; a verdict must not depend on a coin.
    pub fn randomized(self, u: f64) -> f64 {
        let (lower, upper) = (self.lower.value, self.upper.value);
        let observed = (lower + upper - 1.0).max(0.0);
        (upper - u * observed).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_number_stays_so() {
        let nowhere = Tail::from_ln(f64::NAN);
        assert!(nowhere.value().is_nan() && nowhere.log10().is_nan());
        let p = PValue::new(Tail::new(f64::NAN), Tail::new(f64::NAN));
        for sides in [Sides::Upper, Sides::Lower, Sides::Both] {
            assert!(p.of(sides).value().is_nan() && p.of(sides).log10().is_nan());
        }
        assert!(p.randomized(0.5).is_nan());
    }

    #[test]
    fn the_logarithm_goes_on_where_the_value_ends() {
        for ln in [-1.0, -599.0, -601.0, -690.0, -720.0, -5000.0] {
            for factor in [2.5_f64, 1e-20] {
                let tail = Tail::from_parts(ln, factor);
                let sum = ln + factor.ln();
                assert!((tail.log10() / sum * LN_10 - 1.0).abs() < 1e-14, "{tail:?}");
                assert!((tail.value() - sum.exp()).abs() <= 1e-13 * tail.value());
            }
        }
        assert!(
            (Tail::from_ln(-5000.0).doubled().log10() - (2_f64.log10() - 5000.0 / LN_10)).abs()
                < 1e-12
        );
    }

    #[test]
    fn the_logarithm_of_nearly_one_is_not_lost() {
        let rest = Tail::new(1e-20).complement();
        assert!(
            (rest.log10() * LN_10 / -1e-20 - 1.0).abs() < 1e-14,
            "{rest:?}"
        );
    }

    #[test]
    fn two_sided_is_twice_the_smaller_and_at_most_one() {
        let p = PValue::new(Tail::new(0.7), Tail::new(0.6));
        assert_eq!(p.two_sided(), Tail::new(1.0));
        assert!(
            (PValue::new(Tail::new(0.01), Tail::new(1.0))
                .two_sided()
                .value()
                - 0.02)
                .abs()
                < 1e-17
        );
    }

    #[test]
    fn randomized_values_of_a_coin_are_uniform() {
        // Two outcomes of chance 1/4 and 3/4: their ranges touch and fill the unit interval.
        let rare = PValue::new(Tail::new(1.0), Tail::new(0.25));
        let common = PValue::new(Tail::new(0.75), Tail::new(1.0));
        for (p, low, high) in [(rare, 0.0, 0.25), (common, 0.25, 1.0)] {
            assert!(
                (p.randomized(1.0) - low).abs() < 1e-15 && (p.randomized(0.0) - high).abs() < 1e-15
            );
        }
    }
}
