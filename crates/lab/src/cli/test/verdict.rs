//! The verdict over all tests of a source.

use gof::observed::{self, Evidence};
use gof::{Reference, Verdict};

use super::TestArgs;
use super::looks::{End, Finding, Findings};
use super::source::Items;
use gof::looks::price;

/// The items that were tested, and the results.
pub(super) struct Run<'a> {
    pub(super) args: &'a TestArgs,
    /// A description of the items.
    pub(super) what: String,
    /// A note on what is odd about the items.
    pub(super) note: Option<String>,
    pub(super) items: u64,
    pub(super) bytes: u64,
    pub(super) end: End,
    pub(super) findings: Findings,
    /// A line about what made the first items, if a test fails and the origin is certain.
    pub(super) origin: Option<String>,
    /// The kind of items; `None` if two streams are compared.
    pub(super) of: Option<&'a Items>,
}

impl Run<'_> {
    /// The command that repeats the run.
    pub(super) fn again(&self) -> String {
        self.args.again(self.items)
    }

    pub(super) fn verdict(&self) -> Verdict {
        self.findings.verdict(self.args.strict)
    }

    /// The share of the chance of a false alarm that a test has for its looks.
    fn share(&self, row: &Finding) -> f64 {
        let price = if row.looks > 1 { price(row.looks) } else { 1.0 };
        self.args.alpha / self.findings.rows.len() as f64 / price
    }

    /// How strong the evidence against the source is, and the test with the strongest; `None` without a p-value. Whether a test
    /// has a p-value depends on the number of items, not on the items, so the other tests do not count.
    pub(super) fn evidence(&self) -> Option<(Evidence, &Finding)> {
        let rows = self.findings.rows.iter();
        let overall = rows.filter_map(|row| Some((row.overall?.0, row)));
        let tests = overall.clone().count();
        let (p, row) =
            overall.min_by(|(one, _), (other, _)| one.log10().total_cmp(&other.log10()))?;
        let p = p.times(tests as f64);
        Some((Evidence::of(p, self.args.alpha), row))
    }

    /// How many items in total would decide weak evidence, if the proportions stay the same.
    pub(super) fn decides(&self) -> Option<u64> {
        let (_, row) = self
            .evidence()
            .filter(|(evidence, _)| *evidence == Evidence::Weak)?;
        let found = row.outcome.as_ref().ok()?;
        observed::items_to_decide(row.items, self.share(row), |times| {
            observed::outcome_times(found, times)
        })
    }

    /// The effects that this number of items excludes.
    pub(super) fn excluded(&self) -> Option<String> {
        let row = |name: &str| {
            let mut rows = self.findings.rows.iter();
            rows.find(|row| row.test == name && row.more() == 0 && row.outcome.is_ok())
        };
        let excess = |name: &str, chance: f64, freedom: u64, share: bool| {
            let row = row(name)?;
            let is_whole = match row.outcome.as_ref().ok()?.reference {
                Reference::Binomial { .. } => share && freedom == 1,
                reference => reference == Reference::ChiSquare { freedom },
            };
            let excess =
                observed::excess_excluded(chance, row.items, freedom, share, self.share(row));
            excess.filter(|_| is_whole).map(|excess| 1.0 + excess)
        };
        Some(match self.of? {
            Items::Words { bits } => format!(
                "a bit that is set in {:.3} % of the words",
                50.0 * excess("bits", 0.5, (*bits).into(), false)?
            ),
            Items::Fractions { .. } => {
                let row = row("kolmogorov")?;
                format!(
                    "a distribution function that is off by {:.5} anywhere",
                    observed::distance_excluded(row.items, self.share(row))
                )
            }
            Items::Values { below, weights, .. } => {
                let (of, chance, freedom) = match weights.as_deref() {
                    // There may be billions: no list of them is made.
                    None => ("a value", 1.0 / f64::from(*below), u64::from(*below) - 1),
                    Some(weights) => {
                        let all_equal = weights.iter().all(|weight| *weight == weights[0]);
                        let sum: f64 = weights.iter().map(|weight| *weight as f64).sum();
                        let possible = weights.iter().filter(|weight| **weight > 0).count();
                        (
                            if all_equal {
                                "a value"
                            } else {
                                "the likeliest value"
                            },
                            weights.iter().copied().max()? as f64 / sum,
                            possible as u64 - 1,
                        )
                    }
                };
                let times = excess("frequency", chance, freedom, true)?;
                times_as_often(of, times)
            }
            Items::Permutations { length, .. } => {
                let n = u64::from(*length);
                let orders: u64 = (1..=n.min(12)).product();
                let order = excess("ranks", 1.0 / orders as f64, orders - 1, true);
                let at = || excess("position-matrix", 1.0 / n as f64, (n - 1).pow(2), false);
                match order {
                    Some(times) => times_as_often("an order", times),
                    None => times_as_often("a place of an item", at()?),
                }
            }
        })
    }

    /// How many items are missing, if any.
    pub(super) fn missing(&self) -> Option<String> {
        let short = self
            .findings
            .rows
            .iter()
            .filter(|row| row.more() > 0)
            .count();
        (short > 0 && self.end != End::Failed).then(|| {
            format!(
                "{short} of {} tests have too few items and say nothing: {} more are needed, {} in all (--list says what each needs)",
                self.findings.rows.len(),
                self.findings.more(),
                self.items + self.findings.more()
            )
        })
    }
}

pub(super) fn times_as_often(of: &str, times: f64) -> String {
    format!("{of} that comes {times:.3} times as often as it should")
}

/// The excluded effects, in a sentence.
pub(super) fn would_fail(excluded: &str) -> String {
    format!("With so many items, {excluded} would fail about nine times in ten.")
}

/// The evidence from this many items in words, and how many items in total would decide.
pub(super) fn in_words(evidence: Evidence, items: u64, decides: Option<u64>) -> String {
    let more = decides.and_then(|all| all.checked_sub(items));
    match (evidence, more.filter(|more| *more > 0)) {
        (Evidence::Nothing, _) => {
            "Nothing is unusual: more than one fair run in a hundred is as far out.".into()
        }
        (Evidence::Weak, Some(more)) => format!(
            "The evidence is weak: about {more} more items would decide it, if they come in the same proportions."
        ),
        (Evidence::Weak, None) => "The evidence is weak: more items would decide it.".into(),
        (Evidence::Strong, _) => "The evidence is strong.".into(),
    }
}

/// The name of the evidence in JSON.
pub(super) const fn name(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Nothing => "nothing unusual",
        Evidence::Weak => "weak",
        Evidence::Strong => "strong",
    }
}
