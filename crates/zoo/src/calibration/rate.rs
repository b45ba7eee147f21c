//! A count of runs, and its confidence interval.

use gof::PValue;
use gof::tail::binomial;
use serde::{Deserialize, Serialize};
use statrs::distribution::{Beta, ContinuousCDF as _};

/// How many of some runs had an event.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Rate {
    /// How many had it.
    pub came: u64,
    /// How many runs.
    pub runs: u64,
}

impl Rate {
    /// Both tails of the count, if the chance is this one.
    pub fn p(self, chance: f64) -> PValue {
        binomial::both(self.came, self.runs, chance)
    }

    /// The share of the runs.
    pub fn share(self) -> f64 {
        self.came as f64 / self.runs.max(1) as f64
    }

    /// The chances that the count does not refute, each tail at half of `alpha`. Source: Clopper and Pearson 1934.
    ///
    /// ```
    /// use zoo::calibration::Rate;
    ///
    /// // None of ten: up to 1 - 0.025^(1/10).
    /// let (least, most) = Rate { came: 0, runs: 10 }.interval(0.05);
    /// assert_eq!((least, format!("{most:.6}")), (0.0, "0.308497".into()));
    /// ```
    pub fn interval(self, alpha: f64) -> (f64, f64) {
        let (came, runs) = (self.came.min(self.runs) as f64, self.runs as f64);
        // Both ends are quantiles of beta distributions; at no run, or all of them, an end is 0 or 1.
        let end = |first: f64, second: f64, share: f64, none: f64| {
            Beta::new(first, second).map_or(none, |beta| beta.inverse_cdf(share))
        };
        (
            end(came, runs - came + 1.0, alpha / 2.0, 0.0),
            end(came + 1.0, runs - came, 1.0 - alpha / 2.0, 1.0),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The library `gof` halves until it finds the ends, which its own tests compare with scipy's.
    #[test]
    fn intervals_are_those_of_a_second_method() {
        for (came, runs) in [
            (0, 100),
            (1000, 20_000),
            (23, 20_000),
            (2000, 2000),
            (7, 10_000),
        ] {
            let found = Rate { came, runs }.interval(0.001);
            let halved = gof::observed::Rate {
                hits: came,
                trials: runs,
            }
            .interval(0.001);
            assert!(
                (found.0 - halved.0).abs() < 1e-11 && (found.1 - halved.1).abs() < 1e-11,
                "{came} of {runs}: {found:?} and {halved:?}"
            );
        }
    }
}
