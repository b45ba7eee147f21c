//! The command `calibrate`.

use std::io::Write as _;

use anyhow::{Result, bail};
use clap::Args;
use serde_json::json;
use zoo::calibration::{Calibration, LONG, LONG_LEVELS, Long, NAME, Row};

use super::Verdict;
use super::output::{Output, print_json};
use crate::files::write;
use crate::fixtures::{checkout, committed};

/// Measure how often fair sources fail the tests, and compare it with what the p-values say
///
/// Without --long it repeats what fixtures/calibration.json says of the tests, and fails if it comes out differently.
#[derive(Args)]
pub(super) struct CalibrateArgs {
    /// Up to a million runs of each test and of whole batteries, written to fixtures/calibration-long.json: half an hour
    #[arg(long)]
    long: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "long")]
    json: bool,
}

pub(super) fn run(args: &CalibrateArgs) -> Result<Verdict> {
    if !args.long {
        let old = Calibration::parse(&committed(NAME)?)?;
        let now = Calibration::compute(old.plan.clone())?;
        let faults = now.faults();
        let same = now == old;
        if args.json {
            let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
            print_json(
                "roguelab-calibrate/1",
                json!({ "tests": now.tests.len(), "as_committed": same, "faults": faults }),
            )?;
        } else {
            let mut out = Output::of_findings();
            faults.iter().try_for_each(|fault| writeln!(out, "{fault}"))?;
            out.verdict(format_args!(
                "{} tests, {} {NAME}",
                now.tests.len(),
                if same { "as in" } else { "not as in" }
            ))?;
        }
        return Ok(Verdict::of(same && faults.is_empty()));
    }

    let root = checkout("calibrate --long")?;
    let mut out = Output::of_findings();
    let bar = super::commands::bar(0, "calibrating");
    writeln!(out, "two-sided p-values at most {LONG_LEVELS:?}:")?;
    let done = |row: &Row| {
        bar.inc(1);
        let Row { items_are, test, items, runs, at_most } = row;
        bar.suspend(|| {
            writeln!(out, "{test}, {items} of {items_are}, {runs} runs: {at_most:?}")?;
            Ok(out.flush()?)
        })
    };
    let long = Long::compute(|rows| bar.set_length(rows as u64), done)?;
    bar.finish_and_clear();
    let text = match long.text() {
        Ok(text) => text,
        Err(error) => bail!("{error}\nnothing is written"),
    };
    let path = root.join("fixtures").join(LONG);
    write::whole(&path, text.as_bytes())?;
    writeln!(out, "written to fixtures/{LONG}: `cargo xtask bless` adds its digest to fixtures/SHA256SUMS")?;
    Ok(Verdict::Passed)
}
