//! The command `plan`.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use gof::plan::{Expect, RunVerdict, Verified, VerifiedCheck};
use lockstep::escaped;
use serde_json::{Value, json};
use zoo::plan::{self, NAME, outcome};

use super::Verdict;
use super::output::{Output, is_quiet, print_json};
use crate::files::read;
use crate::fixtures::committed;

/// The version of the document of a plan.
const SCHEMA: &str = "roguelab-plan/1";

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
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &PlanArgs) -> Result<Verdict> {
    let (shown, text) = match &args.file {
        Some(file) => (read::name(file), read::text_or_stdin(file, read::PLAN)?),
        None => (format!("fixtures/{NAME}"), committed(NAME)?),
    };
    let verified = plan::read(&text).with_context(|| shown.clone())?;
    let mut out = Output::of_findings();
    let Some(name) = &args.check else {
        if args.json && !args.run {
            print_json(
                SCHEMA,
                json!({ "alarm": verified.alarm(), "checks": checks(&verified, None) }),
            )?;
            return Ok(Verdict::Pass);
        }
        if !args.json {
            writeln!(out, "{}", escaped(&verified.to_string()))?;
            out.verdict(format_args!("{}", escaped(&verified.header())))?;
        }
        if !args.run {
            return Ok(Verdict::Pass);
        }
        let bar = super::commands::bar(verified.checks().len(), "checking");
        let found = plan::run(&verified, &|| bar.inc(1))?;
        bar.finish_and_clear();
        if args.json {
            let checks = checks(&verified, Some(&found));
            print_json(
                SCHEMA,
                json!({ "alarm": found.alarm, "verdict": found.verdict.to_string(), "checks": checks }),
            )?;
        } else if is_quiet() {
            out.verdict(format_args!("{}", found.verdict))?;
        } else {
            writeln!(out, "\n{}", escaped(&found.to_string()))?;
        }
        return Ok(found.verdict);
    };
    let row = verified.checks().iter().find(|row| row.check.name == *name);
    let mut check = row.map(|row| row.check.clone()).ok_or_else(|| {
        anyhow!("{shown} has no check `{name}`: `cargo xtask plan` shows those it has")
    })?;
    if let Some(seed) = args.seed {
        check.seeds = vec![seed];
    }
    let found = outcome(&check, &check.seeds)??;
    let p = found.p.of(check.sides);
    let rejected = p.log10() <= check.alpha.log10();
    let verdict = Verdict::of(rejected == (check.expect == Expect::Fail));
    if args.json {
        let document = json!({
            "check": name,
            "test": check.test,
            "source": check.source,
            "null": check.null,
            "seeds": check.seeds,
            "samples": found.items,
            "statistic": found.statistic,
            "freedom": check.freedom,
            "log10_p": p.log10(),
            "alpha": check.alpha,
            "rejected": rejected,
            "expected_rejected": check.expect == Expect::Fail,
        });
        print_json("roguelab-plan-check/1", document)?;
        return Ok(verdict);
    }
    let name = escaped(name);
    writeln!(
        out,
        "{name}: {} of {} against `{}`, seeds {:?}",
        check.test, check.source, check.null, check.seeds
    )?;
    writeln!(out, "  samples    {}", found.items)?;
    writeln!(
        out,
        "  statistic  {:.4} with {} degrees of freedom",
        found.statistic, check.freedom
    )?;
    out.verdict(format_args!(
        "  p          1e{:.3}, {} at {:e}",
        p.log10(),
        if rejected { "rejected" } else { "kept" },
        check.alpha
    ))?;
    let expected = if check.expect == Expect::Fail {
        "rejected"
    } else {
        "kept"
    };
    writeln!(out, "  expected   {expected}")?;
    Ok(verdict)
}

/// The checks as declared and, if they were run, with what came of them.
fn checks(verified: &Verified, found: Option<&RunVerdict>) -> Vec<Value> {
    let row = |(index, row): (usize, &VerifiedCheck)| {
        let VerifiedCheck {
            check,
            computed_power,
            alarm,
        } = row;
        let found = found.and_then(|found| found.checks.get(index));
        json!({
            "name": check.name,
            "expect": if check.expect == Expect::Pass { "pass" } else { "fail" },
            "n": check.n,
            "alpha": check.alpha,
            "effect": check.effect.to_string(),
            "power": computed_power,
            "alarm": alarm,
            "verdict": found.map(|found| found.verdict.to_string()),
            "why": found.map(|found| &found.why),
        })
    };
    verified.checks().iter().enumerate().map(row).collect()
}
