//! The command `bless`.

use std::io::Write;

use anyhow::{Context as _, Result};
use clap::Args;

use super::Verdict;
use super::output::Output;
use crate::files::write;
use crate::fixtures::bless::Bless;
use crate::fixtures::manifest::{self, Manifest};
use crate::fixtures::{self, Made, root};
use crate::gate::instructions;

/// Regenerate the fixtures from the references and oracles
///
/// Changes are shown first, and CHANGELOG.md must name them under `Output changes`.
#[derive(Args)]
pub(super) struct BlessArgs {
    /// Only show what would change, and exit with 1 if anything would; everything is regenerated except the replications of the plan
    #[arg(long)]
    check: bool,
    /// If anything changes, add this line to CHANGELOG.md under `Output changes`
    #[arg(long, value_name = "TEXT", conflicts_with = "check")]
    message: Option<String>,
    /// Count the instructions of the hot paths anew, and nothing else
    #[arg(long, conflicts_with_all = ["check", "message"])]
    instructions: bool,
}

pub(super) fn run(args: &BlessArgs) -> Result<Verdict> {
    let mut out = Output::new();
    if args.instructions {
        return bless_instructions(&mut out);
    }
    let (made, missing) = fixtures::make(!args.check)?;
    let bless = Bless { root: &root(), check: args.check, message: args.message.as_deref() };
    let verdict = bless.run(made, &mut out)?;
    for why in &missing {
        writeln!(out, "left unchanged, fixtures/{why}")?;
    }
    Ok(verdict)
}

/// Counts, and corrects the one digest: other fixtures that changed are not blessed by the way.
fn bless_instructions(out: &mut Output) -> Result<Verdict> {
    let fixtures = root().join("fixtures");
    let path = fixtures.join(manifest::NAME);
    let digests = std::fs::read_to_string(&path).map_err(Into::into).and_then(|text| Manifest::parse(&text));
    let digests = digests.with_context(|| format!("{}: `cargo xtask bless` makes it anew", path.display()))?;
    let made = Made { name: instructions::NAME.into(), text: instructions::Baseline::make()? };
    let digests = digests.with(std::slice::from_ref(&made));
    write::all(&[(fixtures.join(&made.name), made.text), (path, digests.text())])?;
    writeln!(out, "fixtures/{} and its line in fixtures/{} are rewritten", made.name, manifest::NAME)?;
    Ok(Verdict::Passed)
}
