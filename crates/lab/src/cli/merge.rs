//! `roguelab merge`.

use std::path::{Path, PathBuf};

use ::scan::Outcome;
use anyhow::{Result, anyhow, bail};
use clap::Args;

use super::Verdict;
use super::scan::show;
use crate::files::read::{self, SCAN};
use crate::files::write;

/// Merge results of `roguelab scan` over different seeds: shards give the same as the whole scan
///
/// Edited results are refused, and every listed seed is tried again. If seeds are missing between the results, nothing is
/// written and the exit code is 2, unless --partial is given.
#[derive(Args)]
pub(super) struct MergeArgs {
    /// The results, in any order; merged ones too
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the result to this file, not to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Accept that seeds are missing between the results
    #[arg(long)]
    partial: bool,
    /// Print the result on standard output even if --out writes it to a file
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &MergeArgs) -> Result<Verdict> {
    if let Some(out) = &args.out {
        write::check(out)?;
    }
    let mut outcomes: Vec<(&Path, Outcome)> = Vec::new();
    for path in &args.files {
        let outcome = read(path)?;
        for (other, earlier) in &outcomes {
            let conflict =
                |conflict| anyhow!("{} and {} do not merge: {conflict}", read::name(other), read::name(path));
            earlier.check(&outcome).map_err(conflict)?;
        }
        outcomes.push((path, outcome));
    }
    let merged = outcomes.into_iter().map(|(_, outcome)| Ok(outcome)).reduce(|sum, next| sum?.merge(next?));
    let merged = merged.unwrap_or_else(|| Err(anyhow!("there is nothing to merge")))?;
    let missing = merged.missing();
    if !missing.is_empty() {
        let seeds: u64 = missing.iter().map(|span| span.seeds()).sum();
        let ranges: Vec<_> = missing.iter().map(|span| format!("{} to {}", span.from(), span.to())).collect();
        let missing = format!("{seeds} seeds are missing: {}", ranges.join(", "));
        if !args.partial {
            bail!("{missing}; name the results of all shards, or accept this with --partial");
        }
        eprintln!("roguelab: {missing}");
    }
    show(&merged, args.out.as_deref(), args.json, "")?;
    Ok(Verdict::Passed)
}

fn read(path: &Path) -> Result<Outcome> {
    let text = read::text(path, SCAN)?;
    let outcome = Outcome::parse(&text).and_then(|outcome| outcome.verify().map(|()| outcome));
    outcome.map_err(|error| anyhow!("{} is {error}", read::name(path)))
}
