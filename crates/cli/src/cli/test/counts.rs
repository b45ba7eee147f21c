//! `roguelab test --counts` and `--rate`: judges counts that the user has, without the items.

use std::io::Write as _;

use anyhow::{Context as _, Result, anyhow, bail};
use gof::observed::{self, Evidence, Rate};
use gof::{Cells, Outcome, Reference, Tail, Verdict};
use serde_json::json;

use super::super::output::{Output, counted, print_json};
use super::TestArgs;
use super::arguments::whole_list;
use super::source::weights_of;
use super::table::p_value;
use super::verdict::{in_words, name, times_as_often, verdict_line, would_fail};

const SCHEMA: &str = "roguelab-counts/1";

/// The judgement of counts, or of a rate.
struct Judged {
    /// A description of what was counted.
    what: String,
    found: Outcome,
    /// The name of the statistic and its value.
    statistic: String,
    runs: usize,
    /// The values that are counted as one, in groups; the first value is 1.
    pooled: Vec<Vec<usize>>,
    /// What the upper tail and the lower tail mean.
    tails: [&'static str; 2],
    /// The count that is farthest from its expectation.
    worst: String,
    /// How many items in total would decide, if the observed proportions are the true ones.
    decides: Option<u64>,
    /// The effects that this number of items excludes.
    excluded: Option<String>,
}

pub(super) fn run(args: &TestArgs) -> Result<Verdict> {
    let judged = match (&args.rate, args.chance) {
        (Some(rate), Some(chance)) => of_rate(rate, chance, args.alpha)?,
        _ => of_counts(args)?,
    };
    let evidence = Evidence::of(judged.found.p.two_sided(), args.alpha);
    if args.json {
        print_json(SCHEMA, document(&judged, evidence, args.alpha))?;
    } else {
        show(&judged, evidence)?;
    }
    Ok(verdict(evidence))
}

const fn verdict(evidence: Evidence) -> Verdict {
    match evidence {
        Evidence::Strong => Verdict::Fail,
        Evidence::Weak | Evidence::Nothing => Verdict::Pass,
    }
}

fn of_counts(args: &TestArgs) -> Result<Judged> {
    let read = |given: &String| -> Result<Vec<u64>> {
        let refused =
            || anyhow!("--counts {given}: give how often each value came, like 103,411,9486");
        let list = whole_list(given)
            .filter(|_| !given.contains('.'))
            .ok_or_else(refused)?;
        list.iter()
            .map(|count| count.parse().map_err(|_| refused()))
            .collect()
    };
    let runs = args.counts.iter().map(read).collect::<Result<Vec<_>>>()?;
    let runs: Vec<&[u64]> = runs.iter().map(Vec::as_slice).collect();
    let (null, law) = match &args.weights {
        Some(weights) => (
            Cells::from_weights(&weights_of(weights)?.0)?,
            format!("with the weights {weights}"),
        ),
        None => (
            Cells::uniform(runs[0].len())?,
            "all equally likely".to_owned(),
        ),
    };
    let mut all = runs.iter().copied().flatten();
    if all
        .try_fold(0_u64, |sum, count| sum.checked_add(*count))
        .is_none()
    {
        bail!("--counts: they sum to more than {}", u64::MAX);
    }
    let found = observed::counts(&runs, &null).context("--counts")?;
    let cells = null.len();
    let (items, chances) = (found.items, null.probabilities());
    let of_cell = |cell: usize| {
        let count: u64 = runs.iter().map(|run| run[cell]).sum();
        (count, chances[cell] * items as f64)
    };
    let off = |cell: usize| match of_cell(cell) {
        // Rather than 0 / 0.
        (0, 0.0) => 0.0,
        (count, expected) => (count as f64 - expected).abs() / expected.sqrt(),
    };
    let worst = (0..cells)
        .max_by(|one, other| off(*one).total_cmp(&off(*other)))
        .unwrap_or(0);
    let (count, expected) = of_cell(worst);
    let law_of_it = match found.reference {
        Reference::ChiSquare { freedom: 1 } => " with 1 degree of freedom".into(),
        Reference::ChiSquare { freedom } => format!(" with {freedom} degrees of freedom"),
        Reference::TwoCells { .. } => ", by the exact binomial law".into(),
        _ => ", among all counts of so few items".into(),
    };
    let together = if runs.len() > 1 {
        ", of all runs together"
    } else {
        ""
    };
    let groups = runs
        .iter()
        .flat_map(|run| pooled(run.iter().sum(), &null, 1));
    let mut pooled: Vec<Vec<usize>> = groups.collect();
    pooled.sort();
    pooled.dedup();
    let alone = if pooled.is_empty() {
        ""
    } else {
        ", and each pooled value alone"
    };
    let likely = chances.iter().copied().fold(0.0, f64::max);
    let freedom = chances.iter().filter(|chance| **chance > 0.0).count() as u64 - 1;
    // Several runs are not judged like one with all items, nor values that are counted as one like others.
    let excess = (runs.len() == 1 && pooled.is_empty())
        .then(|| observed::excess_excluded(likely, items, freedom, true, args.alpha))
        .flatten();
    let of = if args.weights.is_some() {
        "the likeliest value"
    } else {
        "a value"
    };
    Ok(Judged {
        what: match runs.len() {
            1 => format!("{} of {cells} values, {law}", counted(items, "item")),
            runs => format!("{items} items in {runs} runs, of {cells} values, {law}"),
        },
        statistic: format!(
            "chi-square {:.3}{law_of_it}{together}{alone}",
            found.statistic
        ),
        runs: runs.len(),
        pooled,
        tails: ["as uneven or more", "as even or more"],
        worst: format!(
            "value {} of {cells} came {}{}",
            worst + 1,
            counted(count, "time"),
            if expected > 0.0 {
                format!(" instead of {expected:.1}")
            } else {
                ", though its weight is 0".into()
            }
        ),
        decides: observed::items_to_decide(items, args.alpha, |times| {
            observed::counts_times(&runs, &null, times)
        }),
        excluded: excess.map(|excess| times_as_often(of, 1.0 + excess)),
        found,
    })
}

fn of_rate(given: &str, chance: f64, alpha: f64) -> Result<Judged> {
    let refused = || {
        anyhow!("--rate {given}: give how often the event came, and of how many tries, like 0/84")
    };
    let (hits, trials) = given.split_once('/').ok_or_else(refused)?;
    let number = |text: &str| text.trim().parse().map_err(|_| refused());
    let rate = Rate {
        hits: number(hits)?,
        trials: number(trials)?,
    };
    let found = rate
        .outcome(chance)
        .with_context(|| format!("--rate {given}"))?;
    let (least, most) = rate.interval(0.05);
    let tries = if rate.trials == 1 { "try" } else { "tries" };
    let excess = rate.excess_excluded(chance, alpha);
    Ok(Judged {
        what: format!("{hits} of {trials} {tries}, with a chance of {chance} each"),
        statistic: "binomial, exactly".into(),
        runs: 1,
        pooled: Vec::new(),
        tails: ["as often or more", "as rarely or more"],
        worst: format!(
            "it came {} instead of {:.1}; the chance is from {} to {}, with a confidence of 95 %",
            counted(rate.hits, "time"),
            chance * rate.trials as f64,
            p_value(Tail::new(least)),
            p_value(Tail::new(most))
        ),
        decides: observed::items_to_decide(rate.trials, alpha, |times| {
            observed::outcome_times(&found, times)
        }),
        excluded: excess.map(|excess| times_as_often("an event", 1.0 + excess)),
        found,
    })
}

fn show(judged: &Judged, evidence: Evidence) -> Result<()> {
    let p = judged.found.p;
    let mut out = Output::of_findings();
    writeln!(out, "{}", judged.what)?;
    let place = if judged.runs > 1 { " in a run" } else { "" };
    for group in &judged.pooled {
        writeln!(out, "{}", pooled_line(group, place))?;
    }
    writeln!(
        out,
        "{}: p {} ({}), {} ({}), {} two-sided",
        judged.statistic,
        p_value(p.upper()),
        judged.tails[0],
        p_value(p.lower()),
        judged.tails[1],
        p_value(p.two_sided())
    )?;
    writeln!(out, "farthest off: {}", judged.worst)?;
    writeln!(out, "{}", in_words(evidence, p.two_sided(), judged.decides))?;
    if let (Some(excluded), false) = (&judged.excluded, evidence == Evidence::Strong) {
        writeln!(out, "{}", would_fail(excluded))?;
    }
    let line = verdict_line(verdict(evidence), evidence, p.two_sided());
    out.verdict(format_args!("{line}"))?;
    Ok(())
}

/// The values that are counted as one among this many items, in groups, by their numbers from `first` on.
pub(super) fn pooled(items: u64, null: &Cells, first: usize) -> Vec<Vec<usize>> {
    let mut groups = observed::pools(items, null);
    for group in &mut groups {
        group.sort_unstable();
        for value in group {
            *value += first;
        }
    }
    groups
}

pub(super) fn pooled_line(group: &[usize], place: &str) -> String {
    format!(
        "{} are counted as one{place}, because at least one of them expects fewer than 5; each is judged alone as well",
        listed(group)
    )
}

/// Some values by their numbers.
fn listed(values: &[usize]) -> String {
    const MOST: usize = 12;
    let shown = values.iter().take(MOST).map(usize::to_string);
    let more = match values.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("values {}{more}", shown.collect::<Vec<_>>().join(", "))
}

fn document(judged: &Judged, evidence: Evidence, alpha: f64) -> serde_json::Value {
    let p = judged.found.p;
    json!({
        "what": judged.what,
        "items": judged.found.items,
        "statistic": judged.found.statistic,
        "reference": judged.statistic,
        "pvalue": p.two_sided().value(),
        "tails": { "lower": p.lower().value(), "upper": p.upper().value() },
        "worst": judged.worst,
        "evidence": name(p.two_sided(), alpha),
        "excluded": judged.excluded,
        "pooled": judged.pooled,
        "items_to_decide": judged.decides.filter(|_| evidence == Evidence::Weak),
        "alpha": alpha,
        "verdict": verdict(evidence).to_string(),
    })
}
