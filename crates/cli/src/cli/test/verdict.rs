//! The verdict over all tests of a source.

use gof::observed::{self, Evidence};
use gof::{Cells, Reference, Tail, Verdict};

use super::TestArgs;
use super::counts;
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
    /// A plain fact about the items, if a test fails and there is one.
    pub(super) fact: Option<String>,
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

    /// The strongest evidence against the source; `None` without a p-value. Whether a test has a p-value depends on the number
    /// of items, not on the items, so the other tests do not count.
    pub(super) fn strongest(&self) -> Option<Strongest<'_>> {
        let rows = self.findings.rows.iter();
        let overall = rows.filter_map(|row| Some((row.overall?.0, row)));
        let tests = overall.clone().count();
        let (p, row) =
            overall.min_by(|(one, _), (other, _)| one.log10().total_cmp(&other.log10()))?;
        let p = p.times(tests as f64);
        let evidence = Evidence::of(p, self.args.alpha);
        Some(Strongest { evidence, p, row })
    }

    /// The test with the strongest evidence, if that is weak.
    fn weak(&self) -> Option<&Finding> {
        let strongest = self.strongest()?;
        (strongest.evidence == Evidence::Weak).then_some(strongest.row)
    }

    /// How many items in total would decide weak evidence, if the proportions stay the same.
    pub(super) fn decides(&self) -> Option<u64> {
        let row = self.weak()?;
        let found = row.outcome.as_ref().ok()?;
        observed::items_to_decide(row.items, self.share(row), |times| {
            observed::outcome_times(found, times)
        })
    }

    /// The tests of which it is said what they found: those that fail, or the one with weak evidence.
    pub(super) fn told(&self) -> Told<'_> {
        let rows = &self.findings.rows;
        let mut findings: Vec<&Finding> = rows
            .iter()
            .filter(|row| row.verdict == Verdict::Fail)
            .chain(self.weak())
            .collect();
        if findings.iter().any(|row| !row.is_of_halves()) {
            findings.retain(|row| !row.is_of_halves());
        }
        let mut by_frequency = Vec::new();
        if let Some(frequency) = self.uneven_frequency() {
            let least = 2.0 * log10_p(frequency);
            by_frequency = findings.clone();
            by_frequency.retain(|row| DEPENDENCE.contains(&&*row.test) && log10_p(row) > least);
            findings.retain(|row| by_frequency.iter().all(|other| other.test != row.test));
            if findings.is_empty() && !by_frequency.is_empty() {
                findings.push(frequency);
            }
        }
        Told {
            findings,
            by_frequency,
        }
    }

    /// The test of the frequencies of values, if they are rather uneven than even.
    fn uneven_frequency(&self) -> Option<&Finding> {
        let Some(Items::Values { .. }) = self.of else {
            return None;
        };
        let row = self.row("frequency")?;
        let p = row.outcome.as_ref().ok()?.p;
        (p.upper().log10() < p.lower().log10()).then_some(row)
    }

    /// The values that the test of frequencies counts as one, in groups.
    pub(super) fn pooled(&self) -> Option<Vec<Vec<usize>>> {
        let Some(Items::Values { weights, .. }) = self.of else {
            return None;
        };
        let null = Cells::from_weights(weights.as_deref()?).ok()?;
        let items = self.row("frequency")?.outcome.as_ref().ok()?.items;
        Some(counts::pooled(items, &null, 0))
    }

    fn row(&self, name: &str) -> Option<&Finding> {
        self.findings.rows.iter().find(|row| row.test == name)
    }

    /// The effects that this number of items excludes.
    pub(super) fn excluded(&self) -> Option<String> {
        let row = |name: &str| {
            self.row(name)
                .filter(|row| row.more() == 0 && row.outcome.is_ok())
        };
        let excess = |name: &str, chance: f64, freedom: u64, share: bool| {
            let row = row(name)?;
            let is_whole = match row.outcome.as_ref().ok()?.reference {
                Reference::Binomial { .. } | Reference::TwoCells { .. } => share && freedom == 1,
                Reference::Exact { .. } => share,
                reference => reference == Reference::ChiSquare { freedom },
            };
            let excess =
                observed::excess_excluded(chance, row.items, freedom, share, self.share(row));
            excess.filter(|_| is_whole).map(|excess| 1.0 + excess)
        };
        Some(match self.of? {
            Items::Words { bits, .. } => format!(
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
        let rows = &self.findings.rows;
        let short: Vec<u64> = rows
            .iter()
            .map(Finding::more)
            .filter(|more| *more > 0)
            .collect();
        let (least, most) = (short.iter().min()?, short.iter().max()?);
        let all = format!("{most} more needed, {} in all", self.items + most);
        let missing = if short.len() < rows.len() {
            format!(
                "too few items for {} of {} tests: {all}",
                short.len(),
                rows.len()
            )
        } else if least == most {
            format!("too few items: {all}")
        } else {
            format!(
                "too few items: {least} more for a first test; for all {}, {all}",
                rows.len()
            )
        };
        (self.end != End::Failed).then(|| format!("{missing} (--list says what each needs)"))
    }
}

/// The strongest evidence against a source.
pub(super) struct Strongest<'a> {
    pub(super) evidence: Evidence,
    /// The p-value over all tests.
    pub(super) p: Tail,
    /// The test with the smallest p-value.
    row: &'a Finding,
}

/// Tests of which it is said what they found.
pub(super) struct Told<'a> {
    pub(super) findings: Vec<&'a Finding>,
    /// Tests that may fail only because frequencies are off.
    pub(super) by_frequency: Vec<&'a Finding>,
}

/// Tests whose laws take the frequencies for granted. If values are independent and only their frequencies are off, the evidence
/// in other counts of them is at most about that in the frequencies, as counts hold no more than the values.
const DEPENDENCE: [&str; 3] = ["serial-pairs", "lagged", "absences"];

fn log10_p(row: &Finding) -> f64 {
    row.overall.map_or(0.0, |(p, _)| p.log10())
}

/// The verdict of a source or of counts, with the evidence if a PASS is unusual.
pub(super) fn verdict_line(verdict: Verdict, evidence: Evidence, p: Tail) -> String {
    if verdict != Verdict::Pass || evidence != Evidence::Weak {
        return verdict.to_string();
    }
    format!("{verdict} (unusual: {})", as_far_out(p))
}

/// Above this p-value no evidence is called strong, whatever chance of a false alarm is allowed.
const STRONG: f64 = 1e-4;

/// How rare a fair run is that is as far out.
fn as_far_out(p: Tail) -> String {
    let runs = 1.0 / p.value();
    // Three digits are enough.
    let unit = 10_f64.powf((runs.log10() - 2.0).floor()).max(1.0);
    let runs = (runs / unit).round() * unit;
    format!("one fair run in {runs} is as far out")
}

pub(super) fn times_as_often(of: &str, times: f64) -> String {
    format!("{of} that comes {times:.3} times as often as it should")
}

/// The excluded effects, in a sentence.
pub(super) fn would_fail(excluded: &str) -> String {
    format!("With so many items, {excluded} would fail about nine times in ten.")
}

/// The evidence in words, and how many new items would decide. Judged together with those that were seen they would be another
/// look, for which the chance of a false alarm does not allow.
pub(super) fn in_words(evidence: Evidence, p: Tail, decides: Option<u64>) -> String {
    match (evidence, decides) {
        (Evidence::Nothing, _) => {
            "Nothing is unusual: more than one fair run in a hundred is as far out.".into()
        }
        (Evidence::Weak, Some(items)) => format!(
            "The evidence is weak: about {items} new items, judged without these, would decide it, if they come in the same proportions."
        ),
        (Evidence::Weak, None) => {
            "The evidence is weak: new items, judged without these, would decide it.".into()
        }
        (Evidence::Strong, _) if p.value() > STRONG => {
            format!("It fails at this --alpha, but {}.", as_far_out(p))
        }
        (Evidence::Strong, _) => "The evidence is strong.".into(),
    }
}

/// The name of the evidence in JSON, which is not strong only because --alpha is great.
pub(super) fn name(p: Tail, alpha: f64) -> &'static str {
    match Evidence::of(p, alpha.min(STRONG)) {
        Evidence::Nothing => "nothing unusual",
        Evidence::Weak => "weak",
        Evidence::Strong => "strong",
    }
}
