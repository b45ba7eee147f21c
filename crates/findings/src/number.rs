//! Exact numbers as the report stores them.

use exact::BigRational;
use exact::chain::PositionMatrix;
pub use exact::rational::grouped;
use exact::rational::{decimal, ratio, scientific, to_f64, whole};
use serde::Serialize;

/// A rational number, exact and rounded.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Exact {
    /// Numerator and denominator, in lowest terms.
    pub fraction: String,
    /// The nearest double, in its shortest digits.
    pub value: String,
    #[serde(skip)]
    rational: BigRational,
}

impl Exact {
    /// The number rounded to this many decimal places.
    pub fn decimal(&self, places: usize) -> String {
        decimal(&self.rational, places)
    }

    /// The number with this many significant digits and a power of ten.
    pub fn scientific(&self, digits: usize) -> String {
        scientific(&self.rational, digits)
    }

    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        to_f64(&self.rational)
    }

    /// The number as a percentage, to two places.
    pub fn percent(&self) -> String {
        format!("{} %", decimal(&(&self.rational * whole(100)), 2))
    }
}

impl From<BigRational> for Exact {
    fn from(rational: BigRational) -> Self {
        Self {
            fraction: rational.to_string(),
            value: to_f64(&rational).to_string(),
            rational,
        }
    }
}

/// The fraction `count` / `total`.
pub fn share(count: u64, total: u64) -> Exact {
    ratio(count, total).into()
}

/// A matrix of probabilities with a common denominator.
#[derive(Serialize)]
pub struct Matrix {
    /// The common denominator.
    pub denominator: String,
    /// The numerators: a row for each slot in which a token starts, and a column for each in which it may end.
    pub numerators: Vec<Vec<String>>,
    #[serde(skip)]
    values: Vec<Vec<f64>>,
}

impl Matrix {
    /// The nearest doubles.
    pub fn values(&self) -> &[Vec<f64>] {
        &self.values
    }
}

impl From<&PositionMatrix> for Matrix {
    fn from(matrix: &PositionMatrix) -> Self {
        let mut numerators = Vec::new();
        for from in 0..matrix.slots() {
            let row = (0..matrix.slots()).map(|to| matrix.numerator(from, to).to_string());
            numerators.push(row.collect());
        }
        Self {
            denominator: matrix.denominator().to_string(),
            numerators,
            values: matrix.to_f64s(),
        }
    }
}

/// The first item of a list for which something holds.
pub(crate) fn first_where<T>(items: &[T], is: impl Fn(&T) -> bool) -> &T {
    let found = items.iter().find(|item| is(item));
    found.expect("it is among what is computed")
}

/// The item with the greatest value; the last if several are equal.
pub(crate) fn max_by_value<T>(items: &[T], of: impl Fn(&T) -> f64) -> &T {
    let most = items.iter().max_by(|a, b| of(a).total_cmp(&of(b)));
    most.expect("something is computed")
}

/// The item with the least value; the first if several are equal.
pub(crate) fn min_by_value<T>(items: &[T], of: impl Fn(&T) -> f64) -> &T {
    let least = items.iter().min_by(|a, b| of(a).total_cmp(&of(b)));
    least.expect("something is computed")
}

/// A number with a power of ten and this many decimal places, or 0.
pub(crate) fn short(number: f64, places: usize) -> String {
    if number == 0.0 {
        "0".to_owned()
    } else {
        format!("{number:.places$e}")
    }
}
