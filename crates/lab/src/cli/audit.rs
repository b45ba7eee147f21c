//! The command `audit`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use findings::number::grouped;
use rand::TryRng as _;
use rand::rngs::SysRng;
use serde_json::json;

use super::Verdict;
use super::arguments::bits;
use super::output::{Output, print_json};
use crate::audit::ledger::Ledger;
use crate::audit::source::CANARY;
use crate::audit::{ALPHA, Audit, Finding, threshold};

/// Test fresh seeds, and add the evidence to a ledger
///
/// An alarm is reported and blocks nothing: the exit code stays 0, unless --strict is given.
#[derive(Args)]
pub(super) struct AuditArgs {
    /// The ledger, which is appended to; in a checkout of roguelab target/audit/ledger.jsonl, elsewhere you must name one
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Use this seed for every source; the ledger is left alone, as a known seed is no new evidence
    #[arg(long, value_parser = bits, conflicts_with = "ledger")]
    seed: Option<u64>,
    /// Items from each source
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    items: u64,
    /// Exit with 1 on an alarm, or if the planted defect was not caught
    #[arg(long)]
    strict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &AuditArgs) -> Result<Verdict> {
    let path = match (&args.ledger, args.seed) {
        (_, Some(_)) => None,
        (Some(path), None) => Some(path.clone()),
        (None, None) => Some(own_ledger()?),
    };
    let mut ledger = path.as_deref().map(Ledger::open).transpose()?;
    let mut seeds = || args.seed.map_or_else(fresh_seed, Ok);
    let audit = Audit::run(&mut seeds, args.items, ledger.as_mut())?;

    let verdict = Verdict::of(!args.strict || (audit.canary_is_caught() && audit.alarms().next().is_none()));
    if args.json {
        let finding = |finding: &Finding| {
            json!({
                "source": finding.source.name,
                "seed": format!("{:#x}", finding.seed),
                "items": finding.items,
                "log10_e": finding.log10_run,
                "items_total": finding.items_total,
                "log10_e_total": finding.log10_total,
                "alarm": finding.is_alarm(),
            })
        };
        let document = json!({
            "sources": audit.findings.iter().map(finding).collect::<Vec<_>>(),
            "canary": { "name": CANARY.name, "log10_e": audit.canary_log10, "caught": audit.canary_is_caught() },
            "alarm_at_log10_e": threshold(),
            "alpha": ALPHA,
            "runs_in_ledger": ledger.as_ref().map(Ledger::len),
        });
        print_json("roguelab-audit/1", document)?;
        return Ok(verdict);
    }
    let mut out = Output::of_findings();
    if let Some(torn) = ledger.as_ref().map(Ledger::torn).filter(|&torn| torn > 0) {
        writeln!(out, "an incomplete last line of {torn} bytes was cut off the ledger")?;
    }
    for finding in &audit.findings {
        writeln!(
            out,
            "{}: seed {:#x}, {} items, log10 e {:+.2}; over all {} items {:+.2}: {}",
            finding.source.name,
            finding.seed,
            grouped(finding.items),
            finding.log10_run,
            grouped(finding.items_total),
            finding.log10_total,
            if finding.is_alarm() { "ALARM" } else { "no alarm" }
        )?;
    }
    for alarm in audit.alarms() {
        writeln!(out, "to reproduce it: cargo xtask audit --items {} --seed {:#x}", alarm.items, alarm.seed)?;
    }
    let caught = audit.canary_is_caught();
    writeln!(
        out,
        "canary {} ({}): log10 e {:+.2}: {}",
        CANARY.name,
        CANARY.about,
        audit.canary_log10,
        if caught { "caught" } else { "NOT CAUGHT: this run is VOID, give it more --items" }
    )?;
    if let (Some(ledger), Some(path)) = (&ledger, &path) {
        writeln!(out, "{} runs in {}", ledger.len(), path.display())?;
    }
    out.verdict(format_args!(
        "audit: {} of {} sources raise the alarm, at log10 e {:.2}; the chance that fair sources ever raise one is at most {ALPHA:e}",
        audit.alarms().count(),
        audit.findings.len(),
        threshold()
    ))?;
    Ok(verdict)
}

/// The ledger of a checkout. Elsewhere nothing is written that was not asked for.
fn own_ledger() -> Result<PathBuf> {
    foreign::checkout().map(|root| root.join("target/audit/ledger.jsonl")).context(
        "audit adds its results to a ledger: name the file with --ledger FILE, or give a --seed to write nothing",
    )
}

fn fresh_seed() -> Result<u64> {
    SysRng
        .try_next_u64()
        .map_err(|error| anyhow::anyhow!("{error}"))
        .context("cannot get a random seed from the operating system")
}
