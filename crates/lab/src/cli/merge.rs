//! `roguelab merge`.

use std::fs;
use std::path::{Path, PathBuf};

use ::scan::Outcome;
use anyhow::{Context, Result, anyhow};
use clap::Args;

use super::scan::show;
use super::{Verdict, usage};

/// Merge results of `roguelab scan` over other seeds: the shards of a scan give what the whole would have given
#[derive(Args)]
pub(super) struct MergeArgs {
    /// The results, in any order; merged ones too
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the result to this file, not to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &MergeArgs) -> Result<Verdict> {
    let mut outcomes: Vec<(&Path, Outcome)> = Vec::new();
    for path in &args.files {
        let outcome = read(path)?;
        for (other, earlier) in &outcomes {
            let conflict = |conflict| anyhow!("{} and {} do not merge: {conflict}", other.display(), path.display());
            earlier.check(&outcome).map_err(conflict).map_err(usage)?;
        }
        outcomes.push((path, outcome));
    }
    let merged = outcomes.into_iter().map(|(_, outcome)| Ok(outcome)).reduce(|sum, next| Ok(sum?.merge(next?)?));
    let merged = merged.unwrap_or_else(|| Err(anyhow!("there is nothing to merge")))?;
    show(&merged, args.out.as_deref(), "")?;
    Ok(Verdict::Passed)
}

fn read(path: &Path) -> Result<Outcome> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Outcome::parse(&text).map_err(|error| anyhow!("{} is {error}", path.display()))
}
