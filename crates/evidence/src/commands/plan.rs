//! The command `plan`.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use cli::cli::output::Output;
use cli::files::read;
use gof::Verdict;
use gof::plan::Expect;
use lockstep::escaped;
use zoo::plan::{self, NAME, outcome};

use crate::fixtures::committed;

/// Verify a statistical plan and show its power and its chance of a false alarm, or run it
#[derive(Args)]
pub(super) struct PlanArgs {
    /// The plan; - is standard input [default: the plan of roguelab itself]
    file: Option<PathBuf>,
    /// Run all checks
    #[arg(long, conflicts_with = "check")]
    run: bool,
    /// Run only this check, at its own share of alpha
    #[arg(long, value_name = "NAME")]
    check: Option<String>,
    /// With --check: use this seed instead of those of the plan
    #[arg(long, requires = "check")]
    seed: Option<u64>,
}

pub(super) fn run(args: &PlanArgs) -> Result<Verdict> {
    let (shown, text) = match &args.file {
        Some(file) => (read::name(file), read::text_or_stdin(file, read::PLAN)?),
        None => (format!("fixtures/{NAME}"), committed(NAME)?),
    };
    let verified = plan::read(&text).with_context(|| shown.clone())?;
    let mut out = Output::of_findings();
    let Some(name) = &args.check else {
        writeln!(out, "{}", escaped(&verified.to_string()))?;
        out.verdict(format_args!("{}", escaped(&verified.header())))?;
        if !args.run {
            return Ok(Verdict::Pass);
        }
        let bar = super::bar(verified.checks().len(), "checking");
        let found = plan::run(&verified, &|| bar.inc(1))?;
        bar.finish_and_clear();
        writeln!(out, "\n{}", escaped(&found.to_string()))?;
        return Ok(found.verdict);
    };
    let row = verified.checks().iter().find(|row| row.check.name == *name);
    let mut check = row.map(|row| row.check.clone()).ok_or_else(|| {
        anyhow!("{shown} has no check `{name}`: `cargo xtask plan` lists its checks")
    })?;
    if let Some(seed) = args.seed {
        check.seeds = vec![seed];
    }
    let found = outcome(&check, &check.seeds)??;
    let p = found.p.of(check.sides).log10();
    let rejected = p <= check.alpha.log10();
    let is = |rejected| if rejected { "rejected" } else { "kept" };
    let expected = check.expect == Expect::Fail;
    writeln!(
        out,
        "{}: {} of {} against `{}`, seeds {:?}\n  samples    {}\n  statistic  {:.4} with {} degrees of freedom",
        escaped(name),
        check.test,
        check.source,
        check.null,
        check.seeds,
        found.items,
        found.statistic,
        check.freedom
    )?;
    out.verdict(format_args!(
        "  p          1e{p:.3}, {} at {:e}",
        is(rejected),
        check.alpha
    ))?;
    writeln!(out, "  expected   {}", is(expected))?;
    Ok(Verdict::of(rejected == expected))
}
