//! The command `report`.

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use cli::cli::output::Output;
use cli::ending::Ending;
use cli::files::read;
use jiff::Timestamp;
use lockstep::Budget;
use subjects::oracles::Policy;

use super::bar;
use crate::fixtures::{checkout, output_folder};
use crate::report::{Report, Run, differences};

#[derive(Args)]
pub(super) struct ReportArgs {
    /// The folder to write to: a new or empty one, or one with an earlier report
    #[arg(long, default_value_os_t = output_folder("report"))]
    out: PathBuf,
    /// Print every comparison and every claim, instead of one screen
    #[arg(long)]
    all: bool,
    /// Print report.json
    #[arg(long)]
    json: bool,
}

fn compute(budget: &Budget, policy: Policy) -> Result<Report> {
    let bar = bar(Report::steps(), "comparing");
    let report = Report::compute(budget, policy, &|| bar.inc(1));
    bar.finish_and_clear();
    report
}

/// The commit of the checkout, if there is one and git runs, with `-dirty` if files differ from it.
fn commit() -> Option<String> {
    let output = Command::new("git")
        .current_dir(checkout("report").ok()?)
        .args([
            "describe",
            "--always",
            "--dirty",
            "--abbrev=40",
            "--exclude=*",
        ])
        .output()
        .ok()?;
    let name = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| name.trim().to_owned())
}

pub(super) fn run(args: &ReportArgs) -> Result<Ending> {
    let (started, date) = (Instant::now(), Timestamp::now());
    let (budget, policy) = (Budget::from_env()?, Policy::from_env()?);
    Report::check_folder(&args.out)?;
    let report = compute(&budget, policy)?;
    let date = date.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    let run = Run::new(commit(), date, started.elapsed().as_secs_f64());
    report.write(&args.out, &run)?;
    if args.json {
        write!(Output::new(), "{}", report.json()?)?;
        return Ok(Ending::of(
            differences(&report.conformance).next().is_none(),
        ));
    }
    let mut out = Output::of_findings();
    writeln!(
        out,
        "{}\n",
        if args.all {
            report.all()
        } else {
            report.summary()
        }
    )?;
    out.verdict(format_args!(
        "The report is in {}",
        read::name(&args.out.join("index.html"))
    ))?;
    for (row, mismatch) in differences(&report.conformance) {
        writeln!(out, "\n{} differs:\n{mismatch}", row.subject)?;
    }
    Ok(Ending::of(
        differences(&report.conformance).next().is_none(),
    ))
}
