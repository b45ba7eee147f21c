//! One p-value for many binomial counts.
//!
//! Each count is binomial, exactly, under the null hypothesis; how the counts depend on one another is not known. The chance
//! that one of `m` of them is as far out as its own tail of `p` is at most `m p` (Bonferroni), whichever of them is picked, and
//! however. So the count with the largest deviance is picked on each side, and only its tail is computed.

#[cfg(feature = "battery")]
use crate::tail::binomial;
use crate::tail::saddle::half_deviance;
#[cfg(feature = "battery")]
use crate::test::check_enough;
#[cfg(feature = "battery")]
use crate::{Error, Outcome, PValue, Reference, Test};

/// A count, how many trials it is from, and the chance of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BinomialCount {
    pub(crate) came: u64,
    pub(crate) trials: u64,
    pub(crate) chance: f64,
}

impl BinomialCount {
    /// The signed root of the deviance: about a standard normal.
    fn deviation(&self) -> f64 {
        let (n, k) = (self.trials as f64, self.came as f64);
        let mean = n * self.chance;
        let deviance = 2.0 * (half_deviance(k, mean) + half_deviance(n - k, n - mean));
        deviance.max(0.0).sqrt().copysign(k - mean)
    }

    /// Text such as `20.8 % instead of 16.7 %`.
    pub(crate) fn shares(&self) -> String {
        let (share, chance) = (
            100.0 * self.came as f64 / self.trials as f64,
            100.0 * self.chance,
        );
        // Enough places to tell them apart, and one more.
        let places = (1.0 - (share - chance).abs().max(1e-6).log10())
            .ceil()
            .clamp(1.0, 7.0) as usize;
        format!("{share:.places$} % instead of {chance:.places$} %")
    }

    /// Text such as `12 times instead of 20.5`.
    pub(crate) fn times(&self) -> String {
        let expected = self.trials as f64 * self.chance;
        let places = if expected < 1.0 {
            (1.0 - expected.log10()).clamp(2.0, 20.0) as usize
        } else {
            1
        };
        let times = if self.came == 1 {
            "once"
        } else {
            &format!("{} times", self.came)
        };
        format!("{times} instead of {expected:.places$}")
    }
}

/// The counts that are farthest out on each side, each with what it counts.
struct Extremes<K> {
    counts: u64,
    low: Option<(f64, K, BinomialCount)>,
    high: Option<(f64, K, BinomialCount)>,
}

fn extremes<K: Copy>(counts: impl Iterator<Item = (K, BinomialCount)>) -> Extremes<K> {
    let mut found = Extremes {
        counts: 0,
        low: None,
        high: None,
    };
    for (of, count) in counts.filter(|(_, count)| count.trials > 0) {
        found.counts += 1;
        let deviation = count.deviation();
        if found.low.is_none_or(|(low, ..)| deviation < low) {
            found.low = Some((deviation, of, count));
        }
        if found.high.is_none_or(|(high, ..)| deviation > high) {
            found.high = Some((deviation, of, count));
        }
    }
    found
}

/// The count that is farthest from its mean.
pub(crate) fn farthest<K: Copy>(
    counts: impl Iterator<Item = (K, BinomialCount)>,
) -> Option<(K, BinomialCount)> {
    let Extremes { low, high, .. } = extremes(counts);
    let (low, high) = (low?, high?);
    let (_, of, count) = if -low.0 >= high.0 { low } else { high };
    Some((of, count))
}

/// The outcome of a test from all of these counts, or from the farthest ones of this number. The number of counts with a trial
/// must not depend on the data.
#[cfg(feature = "battery")]
pub(crate) fn outcome<K: Copy>(
    test: &'static str,
    items: u64,
    all: Option<u64>,
    counts: impl Iterator<Item = (K, BinomialCount)>,
) -> Result<Outcome, Error> {
    let Extremes {
        counts,
        low: Some((least, _, low)),
        high: Some((most, _, high)),
    } = extremes(counts)
    else {
        return Err(Error::NothingToTest("no count has a trial"));
    };
    let counts = all.unwrap_or(counts);
    let lower = binomial::at_most(low.came, low.trials, low.chance);
    let upper = binomial::at_least(high.came, high.trials, high.chance);
    let p = PValue::new(lower.times(counts as f64), upper.times(counts as f64));
    let statistic = if -least > most { least } else { most };
    Ok(Outcome {
        test,
        items,
        statistic,
        reference: Reference::Farthest { counts },
        p,
    })
}

/// The outcome of a test from all of these counts, if it has the items it needs.
#[cfg(feature = "battery")]
pub(crate) fn test_outcome<Item: ?Sized, K: Copy>(
    test: &impl Test<Item>,
    counts: impl Iterator<Item = (K, BinomialCount)>,
    has_impossible: bool,
) -> Result<Outcome, Error> {
    check_enough(test.items(), test.needed())?;
    let outcome = outcome(test.name(), test.items(), None, counts)?;
    Ok(outcome.refuted_if(has_impossible))
}

/// The class whose count is farthest from what is expected of it.
pub(crate) fn farthest_class(
    counts: &[u64],
    probabilities: &[f64],
) -> Option<(usize, BinomialCount)> {
    let trials = counts.iter().sum();
    let each = counts
        .iter()
        .zip(probabilities)
        .map(|(&came, &chance)| BinomialCount {
            came,
            trials,
            chance,
        });
    farthest(each.enumerate())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(came: u64, chance: f64) -> BinomialCount {
        BinomialCount {
            came,
            trials: 100,
            chance,
        }
    }

    #[test]
    fn each_side_is_the_tail_of_its_farthest_count_times_their_number() {
        let counts = [
            count(50, 0.5),
            count(9, 0.2),
            count(60, 0.5),
            BinomialCount {
                trials: 0,
                ..count(0, 0.5)
            },
        ];
        let outcome = outcome("three", 100, None, counts.into_iter().enumerate()).unwrap();
        let lower = 3.0 * binomial::at_most(9, 100, 0.2).value();
        let upper = 3.0 * binomial::at_least(60, 100, 0.5).value();
        assert!((outcome.p.lower().value() - lower).abs() < 1e-15);
        assert!((outcome.p.upper().value() - upper).abs() < 1e-15);
        assert_eq!(outcome.reference, Reference::Farthest { counts: 3 });
        assert_eq!(
            farthest(counts.into_iter().enumerate()),
            Some((1, counts[1]))
        );
        assert!(outcome.statistic < -2.9 && outcome.statistic > -3.2);
        assert_eq!(counts[1].shares(), "9.0 % instead of 20.0 %");
        assert_eq!(count(5, 0.01).times(), "5 times instead of 1.0");
    }
}
