//! Two samples: whether they come from one distribution.

use crate::tail::chi_square;
use crate::{Error, Outcome, Reference};

/// Pearson's chi-square of two rows of counts over the same cells.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::NothingToTest`] if a row is empty or only one cell has counts.
pub fn counts(one: &[u64], other: &[u64]) -> Result<Outcome, Error> {
    if one.len() != other.len() {
        return Err(Error::DifferentLengths { counts: one.len(), cells: other.len() });
    }
    let (n, m): (u64, u64) = (one.iter().sum(), other.iter().sum());
    let used = one.iter().zip(other).filter(|(a, b)| **a + **b > 0).count() as u64;
    if n == 0 || m == 0 || used < 2 {
        return Err(Error::NothingToTest("two samples need items in two cells"));
    }
    let (items, n, m) = (n + m, n as f64, m as f64);
    let statistic = one.iter().zip(other).filter(|(a, b)| **a + **b > 0).map(|(&a, &b)| {
        let (a, b) = (a as f64, b as f64);
        (a * m - b * n).powi(2) / (n * m * (a + b))
    });
    let (statistic, freedom) = (statistic.sum(), used - 1);
    let p = chi_square::both(statistic, freedom);
    Ok(Outcome { test: "same-counts", items, statistic, reference: Reference::ChiSquare { freedom }, p })
}
