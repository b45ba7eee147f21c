//! The section of fixtures: the port compared with committed outputs of references, documents and the real game.
//!
//! It needs neither references nor oracles. What it does not recompute (screens of the real game, figures of `TestU01`) is
//! guarded, like every file, by its digest in `fixtures/SHA256SUMS`.

use std::path::PathBuf;

use answers::change::of_lines;
use answers::vectors::{self, pack};
use anyhow::{Context as _, Result};
use cli::files::read::json_files_in;
use cli::gate::{Check, Context, Section};
use lockstep::caught;
use rayon::prelude::*;
use rogue::atlas::Atlas;

use crate::campaign;
use crate::fixtures::manifest::{self, Manifest};
use crate::fixtures::{atlas_digest, atlas_text};

/// The section.
pub const SECTION: Section = Section {
    name: "fixtures",
    about: "the port, with committed outputs of references, documents and the real game",
    run: |context| {
        let mut checks = manifest(context);
        checks.extend(files_of_vectors("documents", context)?);
        checks.extend(files_of_vectors(pack::FOLDER, context)?);
        checks.extend(games(context));
        Ok(checks)
    },
};

/// Runs a check: an unusable file makes it invalid and a panic makes it fail, and neither stops the others.
fn guarded(name: String, check: impl FnOnce() -> Result<Check>) -> Check {
    match caught(check) {
        Ok(Ok(check)) => check,
        Ok(Err(error)) => Check::invalid(name, format!("{error:#}")),
        Err(panic) => Check::fail(name, format!("it panicked: {panic}")),
    }
}

/// Compares every file below `fixtures` with its committed digest: a check for each that differs, or one for all.
pub fn manifest(context: &Context) -> Vec<Check> {
    let read = || -> Result<(Manifest, Manifest)> {
        let text = context.read(manifest::NAME, "`git restore` brings it back")?;
        let committed = Manifest::parse(&text).with_context(|| {
            format!(
                "{}: `git restore` brings it back, `cargo xtask bless` regenerates it",
                context.shown(manifest::NAME)
            )
        })?;
        Ok((committed, Manifest::of_folder(&context.fixtures)?))
    };
    let (committed, now) = match read() {
        Ok(both) => both,
        Err(error) => return vec![Check::invalid(manifest::NAME, format!("{error:#}"))],
    };
    let differences = committed.differences(&now);
    if differences.is_empty() {
        return vec![Check::pass(
            manifest::NAME,
            format!("{} files have their committed digests", now.files()),
        )];
    }
    let check = |(name, was, is): (&str, Option<&str>, Option<&str>)| {
        let file = context.shown(name);
        let (what, undo) = match (was, is) {
            (Some(_), None) => ("is missing", "`git restore` brings it back"),
            (None, _) => ("is not in the list of digests", "remove it"),
            _ => ("is not what was committed", "`git restore` brings it back"),
        };
        let [was, is] = [was, is].map(|digest| digest.unwrap_or("none"));
        let finding = format!(
            "{file} {what}: if that is intended, run `cargo xtask bless`; if not, {undo}\n  \
             committed sha256 {was}\n  now sha256       {is}"
        );
        Check::fail(format!("{}: {name}", manifest::NAME), finding).in_file(file)
    };
    differences.into_iter().map(check).collect()
}

/// Checks the JSON files of a folder, except the schema: outputs of the documents' own code, or the vector pack.
fn files_of_vectors(folder: &str, context: &Context) -> Result<Vec<Check>> {
    let mut names = json_files_in(&context.fixtures.join(folder)).map_err(|error| {
        anyhow::anyhow!(
            "cannot read {}: {error}; `git restore` brings it back",
            context.shown(folder)
        )
    })?;
    names.retain(|path| !path.ends_with("schema.json"));
    let check = |path: PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{folder}/{name}");
        guarded(name.clone(), || {
            let checked = vectors::check(&context.read(&name, "`git restore` brings it back")?)?;
            let (agreed, disagreed) = (checked.agreed, checked.disagreed);
            let check = if disagreed == 0 {
                Check::pass(&name, format!("{agreed} steps agree"))
            } else {
                Check::fail(&name, format!("{disagreed} steps differ")).changed(checked.differences)
            };
            let again = format!(
                "cargo run -p roguelab -- vectors check {}",
                context.shown(&name)
            );
            Ok(check.in_file(context.shown(&name)).reproduced_by(again))
        })
    };
    Ok(names.into_par_iter().with_max_len(1).map(check).collect())
}

/// Compares the port's games with those of the reference and of the real game.
fn games(context: &Context) -> Vec<Check> {
    let digest = match caught(|| atlas_digest(&Atlas::new())) {
        Ok(digest) => digest,
        Err(panic) => return vec![Check::fail("atlas.txt", format!("it panicked: {panic}"))],
    };
    let check = |name: &str, made: &dyn Fn(&str) -> String| {
        guarded(name.into(), || {
            let text = context.read(name, "`git restore` brings it back")?;
            let changes = of_lines(&text, &made(&text));
            let check = if changes.is_empty() {
                Check::pass(name, format!("all games equal, sha256 {digest}"))
            } else {
                Check::fail(name, "the port's games differ").changed(changes)
            };
            Ok(check.in_file(context.shown(name)))
        })
    };
    vec![
        check("atlas.txt", &|_| atlas_text(&digest)),
        check("game.txt", &|text| game_text(text, &digest)),
    ]
}

/// The text that `game.txt` must have: every game agrees at every time that the command names. The port knows nothing about
/// packages, program and screens, which are copied.
fn game_text(text: &str, digest: &str) -> String {
    let field = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap_or_default()
    };
    let shifts = field("# command: ")
        .split(" --shift ")
        .skip(1)
        .filter_map(|rest| rest.split(' ').next());
    let shifts: Vec<_> = shifts.collect();
    campaign::evidence(
        field("# source: "),
        field("# program: "),
        &shifts,
        digest,
        field("screens "),
    )
}
