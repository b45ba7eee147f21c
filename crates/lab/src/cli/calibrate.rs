//! The command `calibrate`.

use std::io::Write as _;

use anyhow::{Result, bail};
use clap::Args;
use serde_json::{Value, json};
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

/// What came out, beside what is committed.
struct Compared {
    tests: usize,
    same: bool,
    faults: Vec<String>,
}

impl Compared {
    fn new(old: &Calibration, now: &Calibration) -> Self {
        Self {
            tests: now.tests.len(),
            same: now == old,
            faults: now.faults(),
        }
    }

    const fn is_clean(&self) -> bool {
        self.same && self.faults.is_empty()
    }

    fn document(&self) -> Value {
        json!({ "tests": self.tests, "as_committed": self.same, "faults": self.faults })
    }

    fn line(&self) -> String {
        format!(
            "{} tests, {} {NAME}",
            self.tests,
            if self.same { "as in" } else { "not as in" }
        )
    }
}

pub(super) fn run(args: &CalibrateArgs) -> Result<Verdict> {
    if !args.long {
        let old = Calibration::parse(&committed(NAME)?)?;
        let found = Compared::new(&old, &Calibration::compute(old.plan.clone())?);
        if args.json {
            print_json("roguelab-calibrate/1", found.document())?;
        } else {
            let mut out = Output::of_findings();
            found
                .faults
                .iter()
                .try_for_each(|fault| writeln!(out, "{fault}"))?;
            out.verdict(format_args!("{}", found.line()))?;
        }
        return Ok(Verdict::of(found.is_clean()));
    }

    let root = checkout("calibrate --long")?;
    let mut out = Output::of_findings();
    let bar = super::commands::bar(0, "calibrating");
    writeln!(out, "two-sided p-values at most {LONG_LEVELS:?}:")?;
    let done = |row: &Row| {
        bar.inc(1);
        let Row {
            items_are,
            test,
            items,
            runs,
            at_most,
        } = row;
        bar.suspend(|| {
            writeln!(
                out,
                "{test}, {items} of {items_are}, {runs} runs: {at_most:?}"
            )?;
            anyhow::Ok(out.flush()?)
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
    writeln!(
        out,
        "written to fixtures/{LONG}: `cargo xtask bless` adds its digest to fixtures/SHA256SUMS"
    )?;
    Ok(Verdict::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs take minutes: here the committed ones are compared, and changed ones.
    #[test]
    fn what_is_not_as_committed_or_miscalibrated_is_said_as_text_and_as_json() {
        let committed = Calibration::parse(&committed(NAME).unwrap()).unwrap();
        let same = Compared::new(&committed, &committed);
        let tests = committed.tests.len();
        assert!(same.is_clean());
        assert_eq!(
            tests,
            gof::battery::tests().count(),
            "each test is calibrated once"
        );
        assert_eq!(
            same.document(),
            json!({ "tests": tests, "as_committed": true, "faults": [] })
        );
        assert_eq!(
            same.line(),
            format!("{tests} tests, as in calibration.json")
        );

        let mut fewer = committed.clone();
        fewer.tests.pop();
        let fewer = Compared::new(&committed, &fewer);
        assert!(!fewer.is_clean());
        assert_eq!(
            fewer.document(),
            json!({ "tests": tests - 1, "as_committed": false, "faults": [] })
        );
        assert_eq!(
            fewer.line(),
            format!("{} tests, not as in calibration.json", tests - 1)
        );

        let mut red = committed;
        red.tests[0]
            .confirmed
            .push("too many small p-values".into());
        let red = Compared::new(&red, &red);
        assert!(!red.is_clean(), "a fault that is committed is one");
        let faults = red.document()["faults"].clone();
        assert!(
            faults[0].as_str().unwrap().contains("frequency-top") && faults[1].is_null(),
            "{faults}"
        );
    }
}
