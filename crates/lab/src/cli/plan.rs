//! The command `plan`.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use gof::plan::Expect;
use lockstep::escaped;
use zoo::plan::{self, NAME, outcome};

use super::Verdict;
use super::output::Output;
use crate::files::read;
use crate::fixtures::committed;

/// Verify a statistical plan and show its power and its chance of a false alarm, or run it
#[derive(Args)]
pub(super) struct PlanArgs {
    /// The plan, - for standard input; without it, that of roguelab itself
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
    let mut out = Output::new();
    let Some(name) = &args.check else {
        writeln!(out, "{}\n{}", escaped(&verified.to_string()), escaped(&verified.header()))?;
        if !args.run {
            return Ok(Verdict::Passed);
        }
        let bar = super::commands::bar(verified.checks().len(), "checking");
        let found = plan::run(&verified, &|| bar.inc(1))?;
        bar.finish_and_clear();
        writeln!(out, "\n{}", escaped(&found.to_string()))?;
        return Ok(found.verdict.into());
    };
    let row = verified.checks().iter().find(|row| row.check.name == *name);
    let mut check = row
        .map(|row| row.check.clone())
        .ok_or_else(|| anyhow!("{shown} has no check `{name}`: `cargo xtask plan` shows those it has"))?;
    if let Some(seed) = args.seed {
        check.seeds = vec![seed];
    }
    let found = outcome(&check, &check.seeds)??;
    let p = found.p.of(check.sides);
    let rejected = p.log10() <= check.alpha.log10();
    let name = escaped(name);
    writeln!(out, "{name}: {} of {} against `{}`, seeds {:?}", check.test, check.source, check.null, check.seeds)?;
    writeln!(out, "  samples    {}", found.items)?;
    writeln!(out, "  statistic  {:.4} with {} degrees of freedom", found.statistic, check.freedom)?;
    writeln!(
        out,
        "  p          1e{:.3}, {} at {:e}",
        p.log10(),
        if rejected { "rejected" } else { "kept" },
        check.alpha
    )?;
    let expected = if check.expect == Expect::Fail { "rejected" } else { "kept" };
    writeln!(out, "  expected   {expected}")?;
    Ok(Verdict::of(rejected == (check.expect == Expect::Fail)))
}
