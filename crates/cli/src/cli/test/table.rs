//! The results as a table.

use std::io::Write;

use anyhow::Result;
use gof::battery::Entry;
use gof::{Outcome, Reference, Tail, Test, Verdict};

use super::super::output::{Output, counted, print_json};
use super::counts::pooled_line;
use super::json;
use super::looks::{End, Finding};
use super::source::Items;
use super::verdict::{Run, Strongest, in_words, verdict_line, would_fail};
use crate::interrupt;
use answers::table::table;

/// What is said of a PASS if no --kind was given.
const ASSUMED: &str = "Without --kind these are words of 32 bits: if the generator makes others, or writes the high byte first, give \
    --kind u64, u16 or u8, or --endian big, and more is seen.";

pub(super) fn tests<Item: ?Sized>(tests: &[(String, Box<dyn Test<Item>>)]) -> String {
    let mut table = table(&["test", "items needed", "null hypothesis"], 1..2);
    for (name, test) in tests {
        table.add_row([name.clone(), test.needed().to_string(), test.null()]);
    }
    table.trim_fmt()
}

pub(super) fn families(families: &[&Entry]) -> String {
    let mut table = table(
        &["test", "parameter", "default", "from", "to", "meaning"],
        2..5,
    );
    for family in families {
        let names = [family.name].into_iter().chain(std::iter::repeat(""));
        for (name, parameter) in names.zip(family.parameters) {
            let numbers = [parameter.default, parameter.least, parameter.most]
                .map(|number| number.to_string());
            let [default, least, most] = &numbers;
            table.add_row([name, parameter.name, default, least, most, parameter.about]);
        }
    }
    table.trim_fmt()
}

/// A p-value, or its decimal logarithm if it is too small for a double.
pub(super) fn p_value(p: Tail) -> String {
    match p.value() {
        value if value >= 1e-3 => format!("{value:.4}"),
        value if value >= f64::MIN_POSITIVE => format!("{value:.2e}"),
        _ if p.log10().is_finite() => format!("10^{:.1}", p.log10()),
        _ => "0".into(),
    }
}

fn statistic(value: f64) -> String {
    if value.abs() < 1e7 {
        format!("{value:.3}")
    } else {
        format!("{value:.3e}")
    }
}

/// The degrees of freedom, or the distribution if it has no such parameter.
fn freedom(reference: Reference) -> String {
    match reference {
        Reference::ChiSquare { freedom } => freedom.to_string(),
        Reference::Exact { outcomes } => format!("exact, {outcomes} outcomes"),
        Reference::Kolmogorov { .. } => "Kolmogorov".into(),
        Reference::Poisson { mean } => format!("Poisson, mean {}", statistic(mean)),
        Reference::Binomial { trials, chance } | Reference::TwoCells { trials, chance } => {
            format!("binomial, {trials} of {}", (chance * 1e6).round() / 1e6)
        }
        Reference::NegativeBinomial { successes, chance } => {
            format!("negative binomial, {successes} of {chance}")
        }
        Reference::Farthest { counts } => format!("farthest of {counts}"),
        _ => "-".into(),
    }
}

fn row(finding: &Finding) -> [String; 9] {
    let dash = || "-".to_owned();
    let shown =
        |show: &dyn Fn(&Outcome) -> String| finding.outcome.as_ref().map_or_else(|_| dash(), show);
    let verdict = match &finding.outcome {
        _ if finding.verdict == Verdict::Fail => match finding.overall {
            // The row shows the last look.
            Some((_, at)) if at < finding.items => format!("FAIL at {at} items"),
            _ => "FAIL".into(),
        },
        Err(_) if finding.more() > 0 => {
            format!("{}: needs {} more", finding.verdict, finding.more())
        }
        Err(error) => format!("{}: {error}", finding.verdict),
        Ok(_) => finding.verdict.to_string(),
    };
    [
        finding.test.clone(),
        finding.read.to_string(),
        shown(&|outcome| statistic(outcome.statistic)),
        shown(&|outcome| freedom(outcome.reference)),
        shown(&|outcome| p_value(outcome.p.lower())),
        shown(&|outcome| p_value(outcome.p.upper())),
        finding.p().map_or_else(dash, p_value),
        finding.overall.map_or_else(dash, |(p, _)| p_value(p)),
        verdict,
    ]
}

/// Prints the results as requested, and returns the verdict.
pub(super) fn show(run: &Run<'_>) -> Result<Verdict> {
    if run.args.json {
        print_json(json::SCHEMA, json::document(run))?;
    } else {
        explained(run, &mut Output::of_findings())?;
    }
    Ok(if run.end == End::Stopped {
        interrupt::stopped()
    } else {
        run.verdict()
    })
}

/// Prints the table with its explanation.
fn explained(run: &Run<'_>, out: &mut Output) -> Result<()> {
    let (rows, alpha) = (&run.findings.rows, run.args.alpha);
    writeln!(
        out,
        "{} from {}: {}, {}",
        counted(run.items, "item"),
        run.args.from(),
        run.what,
        counted(run.bytes, "byte")
    )?;
    let looks = rows.iter().map(|row| row.looks).max().unwrap_or(0);
    let spent = match looks {
        0 | 1 if run.end != End::Failed => "one look",
        _ => {
            "looks at doublings, of which the j-th at a test has the share 1/(j (j + 1)) of its alpha"
        }
    };
    writeln!(
        out,
        "The chance of any false alarm in this run is at most {alpha:e} (Holm over {}, two-sided; {spent}).\n",
        counted(rows.len(), "test")
    )?;
    let header = [
        "test",
        "items",
        "statistic",
        "degrees of freedom",
        "p lower",
        "p upper",
        "p",
        "p, all looks",
        "verdict",
    ];
    let mut table = table(&header, 1..8);
    for finding in rows {
        table.add_row(row(finding));
    }
    writeln!(out, "{}\n", table.trim_fmt())?;
    match run.end {
        End::Whole => {}
        End::Failed => {
            writeln!(
                out,
                "Stopped at the look at {}, as a test fails; --keep-going reads on.",
                counted(run.items, "item")
            )?;
        }
        End::Stopped
            if looks > 1
                || rows
                    .iter()
                    .any(|row| row.overall.is_some_and(|(_, at)| at < run.items)) =>
        {
            writeln!(
                out,
                "Stopped by Ctrl-C: the verdicts are those of the last look; what came after it is not judged."
            )?;
        }
        End::Stopped => writeln!(
            out,
            "Stopped by Ctrl-C: the chance above holds for a length that is fixed beforehand; give --limit."
        )?,
    }
    let pooled = run.pooled().unwrap_or_default();
    for group in &pooled {
        writeln!(out, "{}", pooled_line(group, ""))?;
    }
    let strongest = run.strongest();
    let line = match &strongest {
        Some(strongest) => verdict_line(run.verdict(), strongest.evidence, strongest.p),
        None => run.verdict().to_string(),
    };
    out.verdict(format_args!("{line}"))?;
    if let Some(fact) = &run.fact {
        writeln!(out, "{fact}")?;
    }
    let told = run.told();
    for finding in &told.findings {
        if let Some(worst) = &finding.worst {
            writeln!(out, "{}: {worst}", finding.test)?;
        }
    }
    if !told.by_frequency.is_empty() {
        let names: Vec<&str> = told.by_frequency.iter().map(|row| &*row.test).collect();
        writeln!(
            out,
            "{}: no more than the frequencies alone may cause",
            names.join(", ")
        )?;
    }
    let counted = run.of.and_then(Items::counted);
    let counted = counted.filter(|_| !told.findings.is_empty() || !pooled.is_empty());
    if let Some(counted) = counted {
        writeln!(out, "{counted}")?;
    }
    if let Some(origin) = &run.origin {
        writeln!(out, "{origin}")?;
    }
    if let Some(note) = &run.note {
        writeln!(out, "note: {note}")?;
    }
    if run.verdict() == Verdict::Pass {
        if let Some(Strongest { evidence, p, .. }) = strongest {
            writeln!(out, "{}", in_words(evidence, p, run.decides()))?;
        }
        if let Some(Items::Words {
            is_assumed: true, ..
        }) = run.of
        {
            writeln!(out, "{ASSUMED}")?;
        }
        if let Some(excluded) = run.excluded() {
            writeln!(out, "{}", would_fail(&excluded))?;
        }
    }
    if let Some(missing) = run.missing() {
        writeln!(out, "{missing}")?;
    }
    if run.verdict() == Verdict::Fail {
        writeln!(out, "again, with the same input: {}", run.again())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_p_value_is_shown_at_any_size() {
        let shown = [
            (0.25, "0.2500"),
            (1.0, "1.0000"),
            (1e-3, "0.0010"),
            (2.5e-7, "2.50e-7"),
            (0.0, "0"),
        ];
        for (value, text) in shown {
            assert_eq!(p_value(Tail::new(value)), text);
        }
        assert_eq!(
            p_value(Tail::from_ln(-1000.0 * std::f64::consts::LN_10)),
            "10^-1000.0"
        );
    }
}
