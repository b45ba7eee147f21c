//! Both tails of a statistic under its null hypothesis.
//!
//! Each tail is computed on its own side, never as one less the other, and keeps its logarithm where it underflows. For a
//! discrete statistic both tails contain the observed value, so they sum to more than one.
//!
//! ```
//! use gof::{PValue, Sides, Tail};
//!
//! let p = PValue::new(Tail::new(0.999), Tail::new(0.001));
//! assert_eq!(p.of(Sides::Upper).value(), 0.001);
//! assert_eq!(p.of(Sides::Both).value(), 0.002);
//! assert!((Tail::from_ln(-2302.585_092_994_046).log10() + 1000.0).abs() < 1e-9);
//! ```

use std::f64::consts::LN_10;

/// The probability of a tail, with its logarithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    value: f64,
    log10: f64,
}

impl Tail {
    /// From the probability; anything outside 0 to 1 is moved to the nearer end.
    pub fn new(probability: f64) -> Self {
        let value = probability.clamp(0.0, 1.0);
        Self { value, log10: value.log10() }
    }

    /// From the natural logarithm of the probability, which may be far below the smallest double.
    pub fn from_ln(ln: f64) -> Self {
        let ln = ln.min(0.0);
        Self { value: ln.exp(), log10: ln / LN_10 }
    }

    /// The probability; zero where it underflows.
    pub const fn value(self) -> f64 {
        self.value
    }

    /// Its decimal logarithm, also where the probability underflows.
    pub const fn log10(self) -> f64 {
        self.log10
    }

    /// Twice the tail, at most one.
    #[must_use]
    pub fn doubled(self) -> Self {
        Self { value: (2.0 * self.value).min(1.0), log10: (self.log10 + std::f64::consts::LOG10_2).min(0.0) }
    }
}

/// Which deviations count.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
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
    /// From the chance of a statistic at least as small (`lower`) and at least as large (`upper`).
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

    /// The p-value when these deviations count.
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
}
