//! Whether numbers between 0 and 1, such as p-values, are uniform.
//!
//! Meant for p-values of a continuous statistic. Those of a discrete one are not uniform but larger; use its
//! [`PValue::randomized`](crate::PValue::randomized) instead. Sources: Knuth, TAOCP 2, 3.3.1; the distribution is that of
//! [`crate::tail::kolmogorov`].
//!
//! ```
//! let p = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];
//! assert!((gof::uniformity::kolmogorov(&p)?.statistic - 0.05).abs() < 1e-15);
//! # Ok::<(), gof::Error>(())
//! ```

use crate::{Error, Outcome, Reference, tail};

/// Kolmogorov and Smirnov's `D`: the largest distance between the empirical distribution function and the uniform one.
///
/// # Errors
/// [`Error::NothingToTest`] without values, [`Error::Parameter`] for a value outside 0 to 1.
pub fn kolmogorov(values: &[f64]) -> Result<Outcome, Error> {
    if values.is_empty() {
        return Err(Error::NothingToTest("there are no values"));
    }
    if let Some(value) = values.iter().find(|value| !(0.0..=1.0).contains(*value)) {
        return Err(Error::Parameter {
            name: "a value",
            value: value.to_string(),
            expected: "between 0 and 1",
        });
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let distance =
        |(i, value): (usize, &f64)| ((i as f64 + 1.0) / n - value).max(value - i as f64 / n);
    let statistic = sorted.iter().enumerate().map(distance).fold(0.0, f64::max);
    let items = values.len() as u64;
    Ok(Outcome {
        test: "kolmogorov",
        items,
        statistic,
        reference: Reference::Kolmogorov { values: items },
        p: tail::kolmogorov::both(statistic, items),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statistic and its upper tail are those of `scipy.stats.kstest` with `method="exact"`, scipy 1.17.1.
    #[test]
    fn statistic_and_tail_are_those_of_scipy_in_any_order() {
        let mut values = [0.03, 0.11, 0.14, 0.22, 0.35, 0.41, 0.58, 0.97];
        let outcome = kolmogorov(&values).unwrap();
        assert!((outcome.statistic - 0.34).abs() < 1e-15, "{outcome:?}");
        assert!(
            (outcome.p.upper().value() / 0.249_905_688_577_928_6 - 1.0).abs() < 1e-12,
            "{outcome:?}"
        );
        values.reverse();
        assert_eq!(kolmogorov(&values), Ok(outcome));
    }
}
