//! The results of the tests.

use gof::looks::two_sided;
use gof::{Outcome, PValue, Reference, Tail, Verdict, battery};
use serde::{Serialize, Serializer};

use crate::json::as_text;

/// The result of one test.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The test's name, with its parameters if they were given.
    pub test: String,
    /// The test's null hypothesis.
    pub null: String,
    /// How many items it was given.
    pub items: u64,
    /// How many of these items it had used at the last look.
    pub read: u64,
    /// How many items the test needs.
    pub needed: u64,
    /// How many looks there were.
    pub looks: u64,
    /// The test's outcome at the last look.
    #[serde(flatten, serialize_with = "outcome_as_fields")]
    pub outcome: Result<Outcome, gof::Error>,
    /// The p-value over all looks, if there is one.
    pub overall: Option<PAtLook>,
    /// The p-value of each look alone, if they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub p_values: Vec<PAtLook>,
    /// The cell, bit or lag that is farthest from its expectation, in a sentence.
    pub worst: Option<String>,
    /// The test's verdict, taking the other tests into account.
    #[serde(serialize_with = "as_text")]
    pub verdict: Verdict,
}

/// A p-value, and the look that it is from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PAtLook {
    /// The p-value.
    pub p: Tail,
    /// How many items there were at the look.
    pub look_at: u64,
}

impl Finding {
    /// The two-sided p-value at the last look, if there is one.
    pub fn p(&self) -> Option<Tail> {
        two_sided(self.outcome.as_ref().ok()?)
    }

    /// Whether it is a test of every second word.
    pub(super) fn is_of_halves(&self) -> bool {
        battery::is_of_halves(&self.test)
    }

    /// How many more items the test needs; none if an item that cannot come decides it.
    pub fn more(&self) -> u64 {
        if self.verdict == Verdict::Fail {
            return 0;
        }
        self.needed.saturating_sub(self.items)
    }

    /// The decimal logarithm of the p-value over all looks; 0 without one.
    pub(super) fn log10_p(&self) -> f64 {
        self.overall.map_or(0.0, |overall| overall.p.log10())
    }
}

/// The results of all tests.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Findings {
    /// The findings, in the order of the tests.
    pub rows: Vec<Finding>,
}

impl Findings {
    /// FAIL if a test fails; otherwise PASS by the tests that have enough items, and INVALID if none has enough, or with
    /// `strict` if one has too few.
    pub fn verdict(&self, strict: bool) -> Verdict {
        let judged = self.rows.iter().filter(|row| strict || row.more() == 0);
        Verdict::of_all(judged.map(|row| row.verdict))
    }

    /// How many more items there must be until every test has enough.
    pub fn more(&self) -> u64 {
        self.rows.iter().map(Finding::more).max().unwrap_or(0)
    }
}

/// The outcome of a test in JSON. The logarithm of zero is `null`, because JSON has no infinity.
#[derive(Serialize)]
struct OutcomeFields {
    units: Option<u64>,
    statistic: Option<f64>,
    reference: Option<Law>,
    pvalue: Option<f64>,
    log10_p: Option<f64>,
    tails: Option<Tails>,
    error: Option<String>,
}

/// Both tails of a statistic in JSON.
#[derive(Serialize)]
pub(super) struct Tails {
    lower: f64,
    upper: f64,
}

impl From<PValue> for Tails {
    fn from(p: PValue) -> Self {
        Self {
            lower: p.lower().value(),
            upper: p.upper().value(),
        }
    }
}

/// The distribution of a statistic in JSON.
#[derive(Serialize)]
#[serde(tag = "law", rename_all = "kebab-case")]
enum Law {
    ChiSquare { freedom: u64 },
    Exact { outcomes: u64 },
    Kolmogorov { values: u64 },
    Poisson { mean: f64 },
    Binomial { trials: u64, chance: f64 },
    NegativeBinomial { successes: u64, chance: f64 },
    Farthest { counts: u64 },
}

impl Law {
    const fn new(reference: Reference) -> Option<Self> {
        Some(match reference {
            Reference::ChiSquare { freedom } => Self::ChiSquare { freedom },
            Reference::Exact { outcomes } => Self::Exact { outcomes },
            Reference::Kolmogorov { values } => Self::Kolmogorov { values },
            Reference::Poisson { mean } => Self::Poisson { mean },
            Reference::Binomial { trials, chance } | Reference::TwoCells { trials, chance } => {
                Self::Binomial { trials, chance }
            }
            Reference::NegativeBinomial { successes, chance } => {
                Self::NegativeBinomial { successes, chance }
            }
            Reference::Farthest { counts } => Self::Farthest { counts },
            _ => return None,
        })
    }
}

fn outcome_as_fields<S: Serializer>(
    outcome: &Result<Outcome, gof::Error>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let found = outcome.as_ref().ok();
    let p = found.and_then(two_sided);
    let fields = OutcomeFields {
        units: found.map(|found| found.items),
        statistic: found.map(|found| found.statistic),
        reference: found.and_then(|found| Law::new(found.reference)),
        pvalue: p.map(Tail::value),
        log10_p: p.map(Tail::log10),
        tails: found.map(|found| found.p.into()),
        error: outcome.as_ref().err().map(ToString::to_string),
    };
    fields.serialize(serializer)
}

impl Serialize for PAtLook {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields {
            p: f64,
            log10_p: f64,
            look_at: u64,
        }
        let fields = Fields {
            p: self.p.value(),
            log10_p: self.p.log10(),
            look_at: self.look_at,
        };
        fields.serialize(serializer)
    }
}
