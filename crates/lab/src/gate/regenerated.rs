//! The section of regenerated fixtures: what `cargo xtask bless` would write, compared with what is committed.
//!
//! It takes longer than all other sections together, so it runs on request: `gate --regenerate`.

use anyhow::Result;

use super::check::Check;
use super::{Context, Section};
use crate::change::of_lines;
use crate::fixtures;

pub(crate) const SECTION: Section = Section {
    name: "regenerated",
    about: "every fixture, regenerated from the references and oracles",
    run,
};

fn run(context: &Context) -> Result<Vec<Check>> {
    let (made, missing) = fixtures::make(false)?;
    let compared = made.iter().map(|fixture| {
        let file = context.shown(&fixture.name);
        let committed = context.read(&fixture.name, "make it with `cargo xtask bless`")?;
        let check = if committed == fixture.text {
            Check::pass(&fixture.name, "it is what the references give")
        } else {
            Check::fail(
                &fixture.name,
                "it is not what the references give: if that is meant, run `cargo xtask bless`",
            )
            .changed(of_lines(&committed, &fixture.text))
        };
        Ok(check
            .in_file(file)
            .reproduced_by("cargo xtask bless --check"))
    });
    let skipped = missing.iter().map(|why| {
        let (name, why) = why.split_once(": ").unwrap_or((why, ""));
        Ok(Check::skip(name, why))
    });
    compared.chain(skipped).collect()
}
