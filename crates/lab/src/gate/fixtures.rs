//! The lane of fixtures: what is committed of references, documents and the real game, against the port alone.
//!
//! Comparisons need a C compiler and oracles; this lane is the corner that needs neither.

use std::path::Path;

use anyhow::Result;
use lockstep::{Corner, Fixture};
use rayon::prelude::*;
use rogue::atlas::Atlas;
use subjects::registry::{Entry, SUBJECTS};

use super::check::{Change, Check};
use super::{Context, Lane, LaneResult};
use crate::fixtures::{atlas_digest, golden_name};
use crate::vectors;

/// The lane.
pub const LANE: Lane = Lane {
    name: "fixtures",
    about: "the port against committed outputs of references, documents and the real game",
    run: |context| {
        let mut checks: Vec<_> = SUBJECTS.par_iter().map(|&subject| golden(subject, context)).collect();
        checks.extend(documents(context)?);
        let digest = atlas_digest(&Atlas::new());
        checks.extend(["atlas.txt", "game.txt"].map(|name| atlas(name, &digest, context)));
        Ok(checks)
    },
};

/// A file that cannot be used is a check that could not be made; the others are made all the same.
fn unless_unreadable(name: String, check: impl FnOnce() -> Result<Check>) -> Check {
    check().unwrap_or_else(|error| Check::invalid(name, format!("{error:#}")))
}

fn golden(subject: &dyn Entry, context: &Context) -> Check {
    let name = golden_name(subject);
    unless_unreadable(name.clone(), || {
        let text = context.read(&name, "make it with `cargo xtask bless`")?;
        let fixture = Fixture::parse(&text)
            .map_err(|error| anyhow::anyhow!("{}: {error}; `cargo xtask bless` makes it anew", context.shown(&name)))?;
        let check = match subject.check(&fixture, Corner::Port) {
            Ok(tally) => Check::pass(&name, format!("{} outputs equal, sha256 {}", tally.outputs, tally.hex())),
            Err(error) => Check::fail(&name, error.to_string()),
        };
        let again =
            format!("cargo test -p lab --test conformance -- --exact {}::fixture::port_equals_fixture", subject.name());
        Ok(check.in_file(context.shown(&name)).reproduced_by(again))
    })
}

/// What the documents' own code printed: every JSON file of the folder, by name.
fn documents(context: &Context) -> LaneResult {
    let folder = context.fixtures.join("documents");
    let listed = std::fs::read_dir(&folder).and_then(|files| {
        let names = files.map(|file| Ok(file?.file_name().to_string_lossy().into_owned()));
        names.collect::<std::io::Result<Vec<_>>>()
    });
    let mut names = listed.map_err(|error| {
        anyhow::anyhow!("cannot read {}: {error}; `git restore` brings it back", context.shown("documents"))
    })?;
    names.retain(|name| Path::new(name).extension().is_some_and(|extension| extension == "json"));
    names.sort_unstable();
    let check = |name: String| {
        let name = format!("documents/{name}");
        unless_unreadable(name.clone(), || {
            let checked = vectors::check(&context.read(&name, "`git restore` brings it back")?)?;
            let check = match (checked.disagreed(), checked.agreed()) {
                (0, 0) => Check::invalid(&name, "it has no entries"),
                (0, agreed) => Check::pass(&name, format!("{agreed} entries agree")),
                (disagreed, _) => {
                    Check::fail(&name, format!("{disagreed} entries differ\n{}", checked.differences.join("\n")))
                }
            };
            let again = format!("cargo run -p lab -- vectors check {}", context.shown(&name));
            Ok(check.in_file(context.shown(&name)).reproduced_by(again))
        })
    };
    Ok(names.into_par_iter().map(check).collect())
}

/// All games of the port against a committed digest of all games.
fn atlas(name: &str, digest: &str, context: &Context) -> Check {
    unless_unreadable(name.into(), || {
        let text = context.read(name, "`git restore` brings it back")?;
        let Some(committed) = text.lines().find_map(|line| line.strip_prefix("sha256 ")) else {
            anyhow::bail!("{} has no line `sha256 ...`; `git restore` brings it back", context.shown(name));
        };
        let check = if committed == digest {
            Check::pass(name, format!("all games equal, sha256 {digest}"))
        } else {
            let change = Change { place: "sha256".into(), was: committed.into(), is: digest.into() };
            Check::fail(name, "the port's games are others").changed(vec![change])
        };
        Ok(check.in_file(context.shown(name)))
    })
}
