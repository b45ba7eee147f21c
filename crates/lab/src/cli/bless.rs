//! The command `bless`.

use std::io::Write;

use anyhow::Result;
use clap::Args;

use super::Verdict;
use super::output::Output;
use crate::fixtures::bless::{Bless, Blessed};
use crate::fixtures::{self, root};

/// Make the fixtures anew from the references and oracles
///
/// What changes is shown first, and must be told in CHANGELOG.md under `Output changes`.
#[derive(Args)]
pub(super) struct BlessArgs {
    /// Only say what would change; exit 1 if anything would. The replications of the plan are taken as they are
    #[arg(long)]
    check: bool,
    /// Add this line to CHANGELOG.md under `Output changes`, if anything changes
    #[arg(long, value_name = "TEXT", conflicts_with = "check")]
    message: Option<String>,
}

pub(super) fn run(args: &BlessArgs) -> Result<Verdict> {
    let mut out = Output::new();
    let (made, missing) = fixtures::make(!args.check)?;
    let bless = Bless { root: &root(), check: args.check, message: args.message.as_deref() };
    let blessed = bless.run(made, &mut out)?;
    for why in &missing {
        writeln!(out, "left as it is, fixtures/{why}")?;
    }
    Ok(Verdict::of(matches!(blessed, Blessed::Unchanged | Blessed::Rewritten)))
}
