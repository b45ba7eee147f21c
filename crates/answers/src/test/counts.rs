//! Judges counts that exist already, without the items.

mod expected;
mod words;

pub use expected::{ExpectedLaw, dice_weights};

use gof::observed::{self, Evidence, Rate};
use gof::{Cells, Outcome, Reference, Verdict};
use serde::{Serialize, Serializer};

use super::TestError;
use super::findings::Tails;
use super::json::as_evidence;
use super::judgement::{Counted, Effect, cautious_evidence, pooled_values};
use crate::json::{as_optional_text, as_text};

/// The version of the JSON of a [`CountsReport`].
pub const COUNTS_SCHEMA: &str = "roguelab-counts/1";

/// Counts, and what is expected of them.
#[derive(Clone, Debug)]
pub struct CountsOptions {
    /// How often each value came, in one or several runs.
    pub runs: Vec<Vec<u64>>,
    /// How often each value is expected.
    pub expected: ExpectedLaw,
    /// The names of the values, if they have names.
    pub names: Option<Vec<String>>,
    /// How many different values each draw has, where several are drawn at a time.
    pub drawn: Option<u64>,
    /// The chance of a false alarm.
    pub alpha: f64,
}

impl CountsOptions {
    /// The chances of the values among all items.
    pub(super) fn cells(&self) -> Result<Cells, TestError> {
        let values = self.runs.first().map_or(0, Vec::len);
        let cells = self.expected.cells(values)?;
        let Some(drawn) = self.drawn else {
            return Ok(cells);
        };
        let chances = observed::chances_in_a_draw(&cells, drawn).map_err(TestError::Drawn)?;
        let shares = chances.iter().map(|chance| chance / drawn as f64).collect();
        Cells::from_probabilities(shares).map_err(TestError::Chances)
    }

    /// Compares the counts of all runs with these chances.
    fn judge(&self, runs: &[&[u64]], null: &Cells) -> Result<Outcome, TestError> {
        match (self.drawn, runs) {
            (None, _) => observed::counts(runs, null).map_err(TestError::Counts),
            (Some(drawn), [run]) => {
                let cells = self.expected.cells(run.len())?;
                observed::draws(run, &cells, drawn).map_err(TestError::Drawn)
            }
            (Some(_), _) => Err(TestError::SeveralRunsDrawn),
        }
    }

    /// The name of a value, or its number from 1.
    pub(super) fn name_of(&self, place: usize) -> String {
        let name = self.names.as_ref().and_then(|names| names.get(place));
        name.cloned().unwrap_or_else(|| (place + 1).to_string())
    }
}

/// The judgement of counts or of a rate. `Display` says it in sentences; with `{:#}` only its verdict, without the end of the
/// line.
#[derive(Clone, Debug, Serialize)]
pub struct CountsReport {
    /// What was counted.
    #[serde(rename = "what", serialize_with = "as_text")]
    pub counts: CountedItems,
    /// The result of the test.
    #[serde(flatten, serialize_with = "outcome_as_fields")]
    pub outcome: Outcome,
    /// What was computed.
    #[serde(rename = "reference", serialize_with = "as_text")]
    pub statistic: Statistic,
    /// The simulations that the p-value comes from, if it was not computed.
    pub simulations: Option<Simulations>,
    /// The count that is farthest from its expectation.
    #[serde(serialize_with = "as_text")]
    pub worst: Worst,
    /// How strong the evidence is. It is not strong only because alpha is great.
    #[serde(serialize_with = "as_evidence")]
    pub evidence: Evidence,
    /// The effect that this number of items excludes.
    #[serde(serialize_with = "as_optional_text")]
    pub excluded: Option<Effect>,
    /// The values that are counted as one, in groups; the first value is 1.
    pub pooled: Vec<Vec<usize>>,
    /// The names of these values.
    #[serde(skip)]
    pub pooled_names: Vec<Vec<String>>,
    /// How many items in total would decide weak evidence, if the observed proportions are the true ones.
    pub items_to_decide: Option<u64>,
    /// The chance of a false alarm.
    pub alpha: f64,
    /// The verdict.
    #[serde(serialize_with = "as_text")]
    pub verdict: Verdict,
}

/// What was counted.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the sentence of each is below")]
pub enum CountedItems {
    /// How often each value came.
    Values {
        items: u64,
        runs: usize,
        values: usize,
        expected: ExpectedLaw,
        drawn: Option<u64>,
    },
    /// How often an event came, which has this chance in each try.
    Event { hits: u64, tries: u64, chance: f64 },
}

/// Simulated tables of counts of the null hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Simulations {
    /// How many, for each run.
    pub number: u64,
    /// The standard error of the two-sided p-value; `None` for several runs, and if no table was as uneven as the observed one.
    pub standard_error: Option<f64>,
    /// Whether no table was as uneven as that of a single run.
    pub none_as_uneven: bool,
    /// Whether the p-value is then that of a single value.
    pub is_value_alone: bool,
}

impl Simulations {
    /// The simulations behind an outcome of this many runs.
    fn of(outcome: &Outcome, runs: usize) -> Option<Self> {
        let Reference::Simulated { runs: number, .. } = outcome.reference else {
            return None;
        };
        let least = 1.0 / (number + 1) as f64;
        let (upper, lower) = (outcome.p.upper().value(), outcome.p.lower().value());
        let none_as_uneven = runs == 1 && outcome.is_beyond_simulations();
        let mut standard_error = None;
        if runs == 1 && !none_as_uneven {
            // Of the smaller tail, which is doubled.
            let tail = upper.min(lower);
            standard_error = Some(2.0 * (tail * (1.0 - tail) * least).sqrt());
        }
        Some(Self {
            number,
            standard_error,
            none_as_uneven,
            is_value_alone: none_as_uneven && upper < 0.999 * least,
        })
    }
}

/// What was computed from counts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the sentence of each is below")]
pub enum Statistic {
    /// Pearson's chi-square, with its distribution. Pooled values are judged alone as well.
    ChiSquare {
        value: f64,
        law: Reference,
        has_several_runs: bool,
        has_pooled: bool,
    },
    Binomial,
}

/// A count that is farthest from its expectation.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the sentence of each is below")]
pub enum Worst {
    /// The count of a value, which has a number from 1, and may have a name.
    Value {
        value: usize,
        name: Option<String>,
        values: usize,
        count: u64,
        expected: f64,
    },
    /// The count of an event, and the least and the most chance, with a confidence of 95 %.
    Event {
        hits: u64,
        expected: f64,
        least: f64,
        most: f64,
    },
}

/// Judges how often each value came.
pub fn counts(options: &CountsOptions) -> Result<CountsReport, TestError> {
    let alpha = options.alpha;
    let runs: Vec<&[u64]> = options.runs.iter().map(Vec::as_slice).collect();
    let null = options.cells()?;
    let mut sum = 0_u64;
    for count in options.runs.iter().flatten() {
        sum = sum.checked_add(*count).ok_or(TestError::TooManyCounted)?;
    }
    let outcome = options.judge(&runs, &null)?;
    let mut pooled = Vec::new();
    if options.drawn.is_none() {
        for run in &runs {
            pooled.extend(pooled_values(run.iter().sum(), &null, 1));
        }
    }
    pooled.sort_unstable();
    pooled.dedup();
    let counts = CountedItems::Values {
        items: outcome.items,
        runs: runs.len(),
        values: null.len(),
        expected: options.expected.clone(),
        drawn: options.drawn,
    };
    let statistic = Statistic::ChiSquare {
        value: outcome.statistic,
        law: outcome.reference,
        has_several_runs: runs.len() > 1,
        has_pooled: !pooled.is_empty(),
    };
    let (items, worst) = (outcome.items, farthest_value(options, &null, outcome.items));
    let mut report = CountsReport::new(counts, outcome, statistic, worst, alpha);
    report.simulations = Simulations::of(&report.outcome, runs.len());
    if options.drawn.is_some() {
        return Ok(report);
    }
    let is_sparse =
        items < null.needed() && !matches!(report.outcome.reference, Reference::Exact { .. });
    // Several runs are not judged like one with all items, nor values that are counted as one like others.
    if runs.len() == 1 && pooled.is_empty() && !is_sparse {
        report.excluded =
            excluded_value(&null, items, options.expected != ExpectedLaw::Equal, alpha);
    }
    // How the statistic of a sparse table grows says little: its law is far from the limit.
    if report.evidence_at_alpha() == Evidence::Weak && !is_sparse {
        report.items_to_decide = observed::items_to_decide(items, alpha, |times| {
            observed::counts_times(&runs, &null, times)
        });
    }
    for group in &pooled {
        let names = group.iter().map(|value| options.name_of(value - 1));
        report.pooled_names.push(names.collect());
    }
    report.pooled = pooled;
    Ok(report)
}

/// The value whose count is farthest from its expectation.
fn farthest_value(options: &CountsOptions, null: &Cells, items: u64) -> Worst {
    let mut farthest = Worst::Value {
        value: 1,
        name: None,
        values: null.len(),
        count: 0,
        expected: 0.0,
    };
    let mut most = 0.0;
    for (cell, chance) in null.probabilities().iter().enumerate() {
        let count: u64 = options.runs.iter().map(|run| run[cell]).sum();
        let expected = chance * items as f64;
        let off = if count == 0 && expected == 0.0 {
            // Rather than 0 / 0.
            0.0
        } else {
            (count as f64 - expected).abs() / expected.sqrt()
        };
        if off >= most {
            most = off;
            farthest = Worst::Value {
                value: cell + 1,
                name: options.names.is_some().then(|| options.name_of(cell)),
                values: null.len(),
                count,
                expected,
            };
        }
    }
    farthest
}

/// The effect that so many items exclude.
fn excluded_value(null: &Cells, items: u64, has_weights: bool, alpha: f64) -> Option<Effect> {
    let chances = null.probabilities();
    let likely = chances.iter().copied().fold(0.0, f64::max);
    let freedom = chances.iter().filter(|chance| **chance > 0.0).count() as u64 - 1;
    let excess = observed::excess_excluded(likely, items, freedom, true, alpha)?;
    let what = if has_weights {
        Counted::LikeliestValue
    } else {
        Counted::Value
    };
    let times = 1.0 + excess;
    Some(Effect::Often { what, times })
}

/// Judges how often an event of this chance came.
pub fn rate(hits: u64, tries: u64, chance: f64, alpha: f64) -> Result<CountsReport, TestError> {
    let rate = Rate {
        hits,
        trials: tries,
    };
    let outcome = rate.outcome(chance).map_err(TestError::Rate)?;
    let (least, most) = rate.interval(0.05);
    let counts = CountedItems::Event {
        hits,
        tries,
        chance,
    };
    let worst = Worst::Event {
        hits,
        expected: chance * tries as f64,
        least,
        most,
    };
    let mut report = CountsReport::new(counts, outcome, Statistic::Binomial, worst, alpha);
    if let Some(excess) = rate.excess_excluded(chance, alpha) {
        let (what, times) = (Counted::Event, 1.0 + excess);
        report.excluded = Some(Effect::Often { what, times });
    }
    if report.evidence_at_alpha() == Evidence::Weak {
        report.items_to_decide = observed::items_to_decide(tries, alpha, |times| {
            observed::outcome_times(&report.outcome, times)
        });
    }
    Ok(report)
}

impl CountsReport {
    fn new(
        counts: CountedItems,
        outcome: Outcome,
        statistic: Statistic,
        worst: Worst,
        alpha: f64,
    ) -> Self {
        let p = outcome.p.two_sided();
        Self {
            counts,
            statistic,
            simulations: None,
            worst,
            evidence: cautious_evidence(p, alpha),
            excluded: None,
            pooled: Vec::new(),
            pooled_names: Vec::new(),
            items_to_decide: None,
            alpha,
            verdict: Verdict::of(Evidence::from_p(p, alpha) != Evidence::Strong),
            outcome,
        }
    }

    /// The evidence, which alpha alone may make strong.
    fn evidence_at_alpha(&self) -> Evidence {
        Evidence::from_p(self.outcome.p.two_sided(), self.alpha)
    }
}

fn outcome_as_fields<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Fields {
        items: u64,
        statistic: f64,
        pvalue: f64,
        tails: Tails,
    }
    let fields = Fields {
        items: outcome.items,
        statistic: outcome.statistic,
        pvalue: outcome.p.two_sided().value(),
        tails: outcome.p.into(),
    };
    fields.serialize(serializer)
}
