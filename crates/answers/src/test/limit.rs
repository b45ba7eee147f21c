//! Whether a limit on a statistic is sound: how often a fair run is beyond it.

use std::fmt;

use gof::observed::Evidence;
use gof::tail::{chi_square, normal};
use gof::{PValue, Tail, Verdict, power};
use serde::{Serialize, Serializer};

use super::TestError;
use super::findings::Tails;
use super::json::as_optional_evidence;
use super::judgement::cautious_evidence;
use super::words::{describe_evidence, format_p, round_runs, verdict_line};
use crate::json::{as_optional_text, as_text};

/// The version of the JSON of a [`LimitReport`].
pub const LIMIT_SCHEMA: &str = "roguelab-limit/1";

/// Above this chance of a false alarm it is not said in how many runs there is one.
const OFTEN: f64 = 0.1;

/// A statistic of a run that is over, or the limit that a test has for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LimitedStatistic {
    /// Pearson's chi-square of many items.
    ChiSquare {
        /// The statistic.
        value: f64,
        /// The degrees of freedom.
        freedom: u32,
    },
    /// The mean of numbers.
    Mean {
        /// The mean.
        mean: f64,
        /// How many numbers.
        items: u64,
        /// The standard deviation of each.
        deviation: f64,
        /// The mean of a fair source, if it is given.
        expected: Option<f64>,
    },
}

/// The meaning of a statistic, and of a limit at its value. `Display` says it in sentences; with `{:#}` only its verdict, without
/// the end of the line.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LimitReport {
    /// The statistic.
    #[serde(rename = "what", serialize_with = "as_text")]
    pub statistic: LimitedStatistic,
    /// Both tails; `None` for a mean of which nothing is expected.
    #[serde(flatten, serialize_with = "tails_as_fields")]
    pub p: Option<PValue>,
    /// The chance that a fair run is as far out as the statistic, above it for chi-square, and on both sides for a mean: with this
    /// chance a test with such a limit gives a false alarm. (That a chi-square is too small depends on the counts.)
    #[serde(rename = "pvalue", serialize_with = "as_chance")]
    pub false_alarms: Option<Tail>,
    /// The limit that a fair run reaches with the chance `alpha`: a chi-square, or how far a mean may be off.
    pub limit: f64,
    /// The true means that this mean does not refute, with a confidence of 95 %.
    pub interval: Option<[f64; 2]>,
    /// How strong the evidence is. It is not strong only because alpha is great.
    #[serde(serialize_with = "as_optional_evidence")]
    pub evidence: Option<Evidence>,
    /// The chance of a false alarm.
    pub alpha: f64,
    /// The verdict on the statistic.
    #[serde(serialize_with = "as_optional_text")]
    pub verdict: Option<Verdict>,
}

/// Judges a statistic, and a limit at its value.
///
/// # Errors
/// [`TestError::Limit`] for parameters without a distribution.
pub fn limit(statistic: LimitedStatistic, alpha: f64) -> Result<LimitReport, TestError> {
    let (p, false_alarms, limit, interval);
    match statistic {
        LimitedStatistic::ChiSquare { value, freedom } => {
            let tails = chi_square::both(value, freedom.into());
            p = Some(tails);
            false_alarms = Some(tails.upper());
            limit = power::critical_value(freedom, alpha).map_err(TestError::Limit)?;
            interval = None;
        }
        LimitedStatistic::Mean {
            mean,
            items,
            deviation,
            expected,
        } => {
            let error = standard_error(deviation, items);
            p = expected.map(|expected| normal::both((mean - expected) / error));
            false_alarms = p.map(PValue::two_sided);
            limit = error * two_sided_limit(alpha)?;
            let margin = error * two_sided_limit(0.05)?;
            interval = Some([mean - margin, mean + margin]);
        }
    }
    Ok(LimitReport {
        statistic,
        p,
        false_alarms,
        limit,
        interval,
        evidence: false_alarms.map(|p| cautious_evidence(p, alpha)),
        alpha,
        verdict: false_alarms.map(|p| Verdict::of(Evidence::from_p(p, alpha) != Evidence::Strong)),
    })
}

/// The standard deviation of the mean of so many numbers.
fn standard_error(deviation: f64, items: u64) -> f64 {
    deviation / (items as f64).sqrt()
}

/// How far out a normal variable is on either side with this chance, in standard deviations.
fn two_sided_limit(alpha: f64) -> Result<f64, TestError> {
    // Its square has a chi-square distribution.
    let square = power::critical_value(1, alpha).map_err(TestError::Limit)?;
    Ok(square.sqrt())
}

#[allow(clippy::ref_option, reason = "serde passes fields by reference")]
fn tails_as_fields<S: Serializer>(p: &Option<PValue>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Fields {
        tails: Option<Tails>,
    }
    let tails = p.map(Into::into);
    Fields { tails }.serialize(serializer)
}

#[allow(clippy::ref_option, reason = "serde passes fields by reference")]
fn as_chance<S: Serializer>(chance: &Option<Tail>, serializer: S) -> Result<S::Ok, S::Error> {
    chance.map(Tail::value).serialize(serializer)
}

impl fmt::Display for LimitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut verdict = "no verdict".to_owned();
        let mut evidence = Evidence::Nothing;
        if let (Some(p), Some(judged)) = (self.false_alarms, self.verdict) {
            evidence = Evidence::from_p(p, self.alpha);
            verdict = verdict_line(judged, evidence, p);
        }
        if f.alternate() {
            return f.write_str(&verdict);
        }
        writeln!(f, "{}", self.statistic)?;
        self.describe_tails(f)?;
        self.describe_limit(f)?;
        match self.false_alarms {
            Some(p) => writeln!(f, "{}\n{verdict}", describe_evidence(evidence, p, None)),
            None => f.write_str("Give --expected for a verdict.\n"),
        }
    }
}

impl LimitReport {
    /// Both tails, and what a test with this limit means.
    fn describe_tails(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(p), Some(false_alarms)) = (self.p, self.false_alarms) else {
            return Ok(());
        };
        let (upper, lower) = (format_p(p.upper()), format_p(p.lower()));
        match self.statistic {
            LimitedStatistic::ChiSquare { value, .. } => {
                writeln!(
                    f,
                    "p {upper} (as uneven or more), {lower} (as even or more)"
                )?;
                write!(f, "A test that fails from {value} on")?;
            }
            LimitedStatistic::Mean { mean, expected, .. } => {
                let both = format_p(false_alarms);
                writeln!(
                    f,
                    "p {upper} (as great or greater), {lower} (as small or smaller), {both} two-sided"
                )?;
                let off = significant((mean - expected.unwrap_or(mean)).abs());
                write!(f, "A test that fails if the mean is off by {off} or more")?;
            }
        }
        write!(
            f,
            " fails a fair source with a chance of {}",
            format_p(false_alarms)
        )?;
        let chance = false_alarms.value();
        if chance <= OFTEN && chance > f64::MIN_POSITIVE {
            write!(f, ", once in {} runs", round_runs(1.0 / chance))?;
        }
        f.write_str(".\n")
    }

    /// Which limit has the chance of a false alarm that is allowed, and what the statistic shows.
    fn describe_limit(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (limit, alpha) = (significant(self.limit), self.alpha);
        match self.statistic {
            LimitedStatistic::ChiSquare { .. } => writeln!(
                f,
                "A test that fails from {limit} on fails a fair source with a chance of {alpha:e} (--alpha).\n\
                 This is the law of many items. With few of some value, small chances are greater, and a small statistic is no evidence: judge --counts."
            ),
            LimitedStatistic::Mean { .. } => {
                writeln!(
                    f,
                    "A test that allows the mean to be off by less than {limit} fails a fair source with a chance of {alpha:e} (--alpha).\n\
                     This holds for normal numbers; for others nearly, if there are many and the chance is not tiny."
                )?;
                let Some([least, most]) = self.interval else {
                    return Ok(());
                };
                let (least, most) = (significant(least), significant(most));
                writeln!(
                    f,
                    "The true mean is from {least} to {most}, with a confidence of 95 %."
                )
            }
        }
    }
}

impl fmt::Display for LimitedStatistic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ChiSquare { value, freedom: 1 } => {
                write!(f, "chi-square {value} with 1 degree of freedom")
            }
            Self::ChiSquare { value, freedom } => {
                write!(f, "chi-square {value} with {freedom} degrees of freedom")
            }
            Self::Mean {
                mean,
                items,
                deviation,
                expected,
            } => {
                write!(
                    f,
                    "a mean of {mean} of {items} numbers with a standard deviation of {deviation}"
                )?;
                match expected {
                    Some(expected) => write!(f, ", expected {expected}"),
                    None => Ok(()),
                }
            }
        }
    }
}

/// A number with six significant digits.
fn significant(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let digits = 5 - number.abs().log10().floor() as i32;
    if (0..=12).contains(&digits) {
        let text = format!("{number:.*}", digits as usize);
        let text = if digits > 0 {
            text.trim_end_matches('0').trim_end_matches('.')
        } else {
            &text
        };
        return text.to_owned();
    }
    format!("{number:.5e}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chi_square(value: f64) -> LimitReport {
        limit(LimitedStatistic::ChiSquare { value, freedom: 9 }, 1e-6).unwrap()
    }

    /// Tables of chi-square with 9 degrees of freedom: 21.666 at 0.01 and 27.877 at 0.001 (Abramowitz and Stegun, 26.8); and the
    /// limits of a package, by the closed form for odd degrees of freedom, in Python: once in 336.8 and in 2279.4 runs.
    #[test]
    fn false_alarms_of_a_chi_square_limit_are_those_of_the_table() {
        for (value, chance) in [(21.666, 0.01), (27.877, 0.001)] {
            let found = chi_square(value).false_alarms.unwrap().value();
            assert!((found / chance - 1.0).abs() < 1e-4, "{value}: {found}");
        }
        for (value, runs) in [(25.0, "337"), (30.0, "2280")] {
            let said = chi_square(value).to_string();
            assert!(said.contains(&format!("once in {runs} runs")), "{said}");
        }
        // So few counts as of a coin are often even: that is no evidence.
        let even = LimitedStatistic::ChiSquare {
            value: 0.0,
            freedom: 1,
        };
        assert_eq!(limit(even, 1e-6).unwrap().verdict, Some(Verdict::Pass));
        let strict = limit(
            LimitedStatistic::ChiSquare {
                value: 1.0,
                freedom: 9,
            },
            0.001,
        )
        .unwrap();
        assert!((strict.limit - 27.877).abs() < 1e-3, "{strict:?}");
    }

    /// The normal table: 1.959964 at 0.05 and 3.290527 at 0.001, on both sides.
    #[test]
    fn tolerance_of_a_mean_is_that_of_the_normal_table() {
        for (z, chance) in [(1.959_964, 0.05), (3.290_527, 0.001), (-1.959_964, 0.05)] {
            let statistic = LimitedStatistic::Mean {
                mean: 3.0 + z * 0.2,
                items: 2500,
                deviation: 10.0,
                expected: Some(3.0),
            };
            let report = limit(statistic, chance).unwrap();
            let found = report.false_alarms.unwrap().value();
            assert!((found / chance - 1.0).abs() < 1e-5, "{z}: {found}");
            assert!((report.limit - z.abs() * 0.2).abs() < 1e-6, "{report:?}");
            let upper = report.p.unwrap().upper().value();
            assert!((upper < 0.5) == (z > 0.0), "{report:?}");
        }
    }

    #[test]
    fn without_an_expectation_a_mean_has_an_interval_and_no_verdict() {
        let statistic = LimitedStatistic::Mean {
            mean: 1.0,
            items: 100,
            deviation: 1.0,
            expected: None,
        };
        let report = limit(statistic, 1e-6).unwrap();
        assert_eq!(
            (report.verdict, report.p, report.false_alarms),
            (None, None, None)
        );
        let [least, most] = report.interval.unwrap();
        assert!((least - 0.804_003_6).abs() < 1e-6 && (most - 1.195_996_4).abs() < 1e-6);
    }

    #[test]
    fn numbers_have_six_digits() {
        for (number, text) in [
            (0.0, "0"),
            (0.02, "0.02"),
            (-2.936_748_9, "-2.93675"),
            (123_456.78, "123457"),
            (1_200_000.0, "1.20000e6"),
            (1e-9, "1.00000e-9"),
        ] {
            assert_eq!(significant(number), text);
        }
    }
}
