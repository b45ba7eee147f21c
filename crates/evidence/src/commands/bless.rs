//! The command `bless`.

use std::io::Write as _;

use anyhow::Result;
use clap::Args;
use cli::cli::output::Output;
use gof::Verdict;

use crate::fixtures::bless::Bless;
use crate::fixtures::{self, checkout};

/// Regenerate the fixtures from the references and oracles
///
/// Changes are shown first, and CHANGELOG.md must name them under `Output changes`.
#[derive(Args)]
pub(super) struct BlessArgs {
    /// Only show what would change, and exit with 1 if anything would
    #[arg(long)]
    check: bool,
    /// If anything changes, add this line to CHANGELOG.md under `Output changes`
    #[arg(long, value_name = "TEXT", conflicts_with = "check")]
    message: Option<String>,
}

pub(super) fn run(args: &BlessArgs) -> Result<Verdict> {
    let root = checkout("bless")?;
    let (generated, missing) = fixtures::make()?;
    let bless = Bless {
        root,
        check: args.check,
        message: args.message.as_deref(),
    };
    let mut out = Output::of_findings();
    let verdict = bless.run(generated, &mut out)?;
    for why in &missing {
        writeln!(out, "left unchanged, fixtures/{why}")?;
    }
    Ok(verdict)
}
