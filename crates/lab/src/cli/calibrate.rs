//! The command `calibrate`.

use std::io::Write as _;

use anyhow::{Result, bail};
use clap::Args;
use zoo::calibration::{Calibration, LONG, LONG_LEVELS, Long, NAME};

use super::Verdict;
use super::output::Output;
use crate::files::write;
use crate::fixtures::{committed, root};

/// Measure how often fair sources fail the tests, and compare it with what the p-values say
///
/// Without --long it repeats what fixtures/calibration.json says of the tests, and fails if it comes out differently.
#[derive(Args)]
pub(super) struct CalibrateArgs {
    /// Up to a million runs of each test and of whole batteries, written to fixtures/calibration-long.json: half an hour
    #[arg(long)]
    long: bool,
}

pub(super) fn run(args: &CalibrateArgs) -> Result<Verdict> {
    let mut out = Output::new();
    if !args.long {
        let old = Calibration::parse(&committed(NAME)?)?;
        let now = Calibration::compute(old.plan.clone())?;
        let faults = now.faults();
        faults.iter().try_for_each(|fault| writeln!(out, "{fault}"))?;
        let same = now == old;
        writeln!(out, "{} tests, {} {NAME}", now.tests.len(), if same { "as in" } else { "not as in" })?;
        return Ok(Verdict::of(same && faults.is_empty()));
    }

    let bar = super::commands::bar(0, "calibrating");
    let long = Long::compute(|rows| bar.set_length(rows as u64), |_| bar.inc(1))?;
    bar.finish_and_clear();
    for row in long.tests.iter().chain(&long.batteries) {
        writeln!(
            out,
            "{}, {} of {}, {} runs: {:?} at most {LONG_LEVELS:?}",
            row.test, row.items, row.items_are, row.runs, row.at_most
        )?;
    }
    let text = match long.text() {
        Ok(text) => text,
        Err(error) => bail!("{error}\nnothing is written"),
    };
    let path = root().join("fixtures").join(LONG);
    write::whole(&path, text.as_bytes())?;
    writeln!(out, "written to fixtures/{LONG}: `cargo xtask bless` adds its digest to fixtures/SHA256SUMS")?;
    Ok(Verdict::Passed)
}
