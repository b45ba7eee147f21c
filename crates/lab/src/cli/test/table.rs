//! The results as a table.

use std::io::Write;

use anyhow::Result;
use comfy_table::{CellAlignment, Table};
use gof::{Reference, Tail, Test, Verdict};

use super::super::output::Output;
use super::Run;
use crate::examination::Finding;
use crate::files::read;

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(header);
    table
}

fn align_right(table: &mut Table, columns: std::ops::Range<usize>) {
    for column in table.column_iter_mut().skip(columns.start).take(columns.len()) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

pub(super) fn tests<Item: ?Sized>(tests: &[Box<dyn Test<Item>>]) -> String {
    let mut table = table(&["test", "items needed", "null hypothesis"]);
    for test in tests {
        table.add_row([test.name().to_owned(), test.needed().to_string(), test.null()]);
    }
    align_right(&mut table, 1..2);
    table.trim_fmt()
}

/// A p-value, or its decimal logarithm where it is too small for a double.
pub(super) fn p_value(p: Tail) -> String {
    match p.value() {
        value if value >= 1e-3 => format!("{value:.4}"),
        value if value >= f64::MIN_POSITIVE => format!("{value:.2e}"),
        _ if p.log10().is_finite() => format!("10^{:.1}", p.log10()),
        _ => "0".into(),
    }
}

fn statistic(value: f64) -> String {
    if value.abs() < 1e7 { format!("{value:.3}") } else { format!("{value:.3e}") }
}

/// Degrees of freedom, or the law that has none.
fn freedom(reference: Reference) -> String {
    match reference {
        Reference::ChiSquare { freedom } => freedom.to_string(),
        Reference::Exact { outcomes } => format!("exact, {outcomes} outcomes"),
        Reference::Kolmogorov { .. } => "Kolmogorov".into(),
        Reference::Poisson { mean } => format!("Poisson, mean {}", statistic(mean)),
        Reference::Binomial { trials, chance } => format!("binomial, {trials} of {chance}"),
        Reference::Farthest { counts } => format!("farthest of {counts}"),
        _ => "-".into(),
    }
}

fn row(finding: &Finding) -> [String; 6] {
    let dash = || "-".to_owned();
    let (statistic, freedom) = finding
        .outcome
        .as_ref()
        .map_or_else(|_| (dash(), dash()), |outcome| (statistic(outcome.statistic), freedom(outcome.reference)));
    let verdict = match &finding.outcome {
        Err(_) if finding.more() > 0 => format!("{}: needs {} more", finding.verdict, finding.more()),
        Err(error) => format!("{}: {error}", finding.verdict),
        Ok(_) => finding.verdict.to_string(),
    };
    let p = finding.p().map_or_else(dash, p_value);
    [finding.test.to_owned(), finding.items.to_string(), statistic, freedom, p, verdict]
}

/// The table with its explanation.
pub(super) fn show(run: &Run<'_>, out: &mut Output) -> Result<()> {
    let (rows, alpha) = (&run.findings.rows, run.args.alpha);
    let from = read::name(&run.args.file);
    writeln!(out, "{} items from {from}: {}, {} bytes", run.items, run.what, run.bytes)?;
    writeln!(
        out,
        "The chance of any false alarm in this run is at most {alpha:e} (Holm over {} test{}, two-sided).\n",
        rows.len(),
        if rows.len() == 1 { "" } else { "s" }
    )?;
    let mut table = table(&["test", "items", "statistic", "degrees of freedom", "p", "verdict"]);
    for finding in rows {
        table.add_row(row(finding));
    }
    align_right(&mut table, 1..5);
    writeln!(out, "{}\n", table.trim_fmt())?;
    if run.stopped {
        writeln!(
            out,
            "Stopped by Ctrl-C: the chance above holds for a length that is fixed beforehand; give --limit."
        )?;
    }
    writeln!(out, "{}", run.findings.verdict())?;
    if let Some(missing) = run.missing() {
        writeln!(out, "{missing}")?;
    }
    if run.findings.verdict() == Verdict::Fail {
        writeln!(out, "again, with the same input: {}", run.again())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_p_value_is_shown_at_any_size() {
        let shown = [(0.25, "0.2500"), (1.0, "1.0000"), (1e-3, "0.0010"), (2.5e-7, "2.50e-7"), (0.0, "0")];
        for (value, text) in shown {
            assert_eq!(p_value(Tail::new(value)), text);
        }
        assert_eq!(p_value(Tail::from_ln(-1000.0 * std::f64::consts::LN_10)), "10^-1000.0");
    }
}
