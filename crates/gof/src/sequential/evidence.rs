//! An e-value, kept as its logarithm.

use std::f64::consts::LN_10;
use std::fmt;

use crate::Tail;

/// An e-value: the evidence against a null hypothesis. One is none, 20 is as much as a p-value of 0.05.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, serde::Deserialize, serde::Serialize)]
pub struct Evidence {
    ln: f64,
}

impl Evidence {
    /// No evidence: an e-value of one.
    pub const NONE: Self = Self { ln: 0.0 };

    /// From the natural logarithm of the e-value. What is not a number counts as no evidence for anything: zero.
    pub const fn from_ln(ln: f64) -> Self {
        Self { ln: if ln.is_nan() { f64::NEG_INFINITY } else { ln } }
    }

    /// From the decimal logarithm of the e-value.
    pub const fn from_log10(log10: f64) -> Self {
        Self::from_ln(log10 * LN_10)
    }

    /// The natural logarithm.
    pub const fn ln(self) -> f64 {
        self.ln
    }

    /// The decimal logarithm.
    pub const fn log10(self) -> f64 {
        self.ln / LN_10
    }

    /// The e-value itself; infinite where it overflows.
    pub fn value(self) -> f64 {
        self.ln.exp()
    }

    /// Whether it reaches `1 / alpha`. Under the null hypothesis an e-process ever does so with a chance of at most
    /// `alpha`.
    pub fn at_least(self, alpha: f64) -> bool {
        self.ln >= -alpha.ln()
    }

    /// The p-value that it is worth: one over the e-value. For the largest value an e-process has reached, it is valid
    /// at any time.
    pub fn p(self) -> Tail {
        Tail::from_ln(-self.ln)
    }

    /// The product: the evidence of both, whose data must be independent. Zero times anything is zero.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::from_ln(self.ln + other.ln)
    }

    /// The mean of some e-values: an e-value however they depend on one another. None of none.
    pub fn mean(of: &[Self]) -> Self {
        let largest = of.iter().map(|e| e.ln).fold(f64::NEG_INFINITY, f64::max);
        if of.is_empty() {
            Self::NONE
        } else if largest.is_infinite() {
            Self { ln: largest }
        } else {
            let sum: f64 = of.iter().map(|e| (e.ln - largest).exp()).sum();
            Self { ln: largest + (sum / of.len() as f64).ln() }
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e = 10^{:.2}", self.log10())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reaching_one_over_alpha_is_a_matter_of_logarithms() {
        let strong = Evidence::from_log10(400.0);
        assert!(strong.at_least(1e-300) && (strong.p().log10() + 400.0).abs() < 1e-9);
        assert!(!Evidence::NONE.at_least(0.5) && Evidence::from_log10(3.001).at_least(1e-3));
        assert!((Evidence::from_log10(-2.0).p().value() - 1.0).abs() < f64::EPSILON, "evidence for the null is p = 1");
    }

    #[test]
    fn products_and_means_are_those_of_the_values() {
        let (two, eight) = (Evidence::from_ln(2_f64.ln()), Evidence::from_ln(8_f64.ln()));
        assert!((two.and(eight).value() - 16.0).abs() < 1e-12);
        assert!((Evidence::mean(&[two, eight]).value() - 5.0).abs() < 1e-12);
        assert_eq!(Evidence::mean(&[]), Evidence::NONE);
        let (zero, all) = (Evidence::from_ln(f64::NEG_INFINITY), Evidence::from_ln(f64::INFINITY));
        assert_eq!(zero.and(all), zero, "a product with zero proves nothing");
        assert!((Evidence::mean(&[zero, two]).value() - 1.0).abs() < 1e-12);
        assert_eq!(Evidence::mean(&[zero, all]), all);
        assert_eq!(Evidence::from_ln(f64::NAN), zero);
    }
}
