//! Fixtures: golden outputs, digests and numbers, as files below `fixtures/`.
//!
//! - `atlas.txt`: the digest of the canonical dump;
//! - `digests.json`: the [digest of every comparison](crate::digests); `baseline.json`: the [numbers](crate::baseline);
//! - `calibration.json`, `zoo.json`: how the tests perform on fair and on broken sources;
//! - `vectors/SUBJECT.json`: the [vector pack](crate::pack); `SHA256SUMS`: the [digest of each file](manifest).
//!
//! [`make`] regenerates them, [`bless`] writes them. The fixtures that commands read are also [compiled in](COMPILED_IN), for
//! an installed program.

pub(crate) mod bless;
pub mod manifest;

pub use subjects::oracles::root;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use findings::Documents;
use foreign::reference::{Session, WordSize};
use lockstep::hex;
use rogue::atlas::{Atlas, GAMES};
use sha2::{Digest, Sha256};
use subjects::registry::SUBJECTS;
use zoo::broken;
use zoo::calibration::{self, Calibration};

use crate::digests::{self, Digests};
use crate::{baseline, pack};

/// A regenerated fixture.
pub(crate) struct Generated {
    /// The path below `fixtures`.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

impl Generated {
    fn new(name: impl Into<String>, text: String) -> Self {
        Self {
            name: name.into(),
            text,
        }
    }
}

/// Paths below `fixtures` with their texts, sorted by path.
static COMPILED_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/fixtures.rs"));

/// The text of a fixture: from the checkout that this program is in, or as it was when the program was built.
pub(crate) fn committed(name: &str) -> Result<String> {
    if let Some(root) = foreign::checkout() {
        let text = fs::read_to_string(root.join("fixtures").join(name));
        return text
            .with_context(|| format!("cannot read fixtures/{name}: `git restore` brings it back"));
    }
    let found = COMPILED_IN.iter().find(|(path, _)| *path == name);
    found
        .map(|(_, text)| (*text).to_owned())
        .ok_or_else(|| anyhow!("fixtures/{name} is only in a checkout of roguelab"))
}

/// The names of the files below `fixtures/documents`, which hold outputs of the documents' own code.
pub(crate) fn documents() -> Vec<&'static str> {
    COMPILED_IN
        .iter()
        .filter_map(|(path, _)| path.strip_prefix("documents/"))
        .collect()
}

/// The checkout that this program is in; an error for a command that makes no sense without one.
pub(crate) fn checkout(command: &str) -> Result<&'static Path> {
    foreign::checkout().ok_or_else(|| {
        anyhow!(
            "`{command}` works on a checkout of roguelab, and this program is not in one: get the source, and run \
             `cargo xtask {command}` there"
        )
    })
}

/// The folder to which a command writes by default, which in a checkout is below `target`.
pub(crate) fn output_folder(name: &str) -> PathBuf {
    foreign::checkout().map_or_else(
        || format!("roguelab-{name}").into(),
        |root| root.join("target").join(name),
    )
}

/// Regenerates every fixture from references and oracles. The second list names the fixtures that are left unchanged because
/// their oracle is not on this machine.
pub(crate) fn make() -> Result<(Vec<Generated>, Vec<String>)> {
    let old = committed(digests::NAME)
        .ok()
        .and_then(|text| Digests::parse(&text).ok());
    let (digests, mut missing) = Digests::make(old.as_ref())?;
    let mut generated = vec![
        Generated::new("atlas.txt", atlas()),
        Generated::new(
            baseline::NAME,
            baseline::baseline(&Documents::compute(&Atlas::new(), &|| ())?)?,
        ),
        Generated::new(calibration::NAME, Calibration::compute()?.text()?),
        Generated::new(digests::NAME, digests),
        Generated::new(broken::table::NAME, broken::Table::make(&|| ())?.text()?),
    ];
    for &subject in SUBJECTS {
        let source = subject.roles()[1];
        let pack = format!("{}/{}", pack::FOLDER, pack::name(subject));
        if let Err(why) = subject.probe(source) {
            missing.push(format!("{pack}: {why}"));
            continue;
        }
        generated.push(Generated {
            text: pack::make(subject).with_context(|| pack.clone())?,
            name: pack,
        });
    }
    generated.extend(
        pack::descriptions()?
            .map(|(name, text)| Generated::new(format!("{}/{name}", pack::FOLDER), text)),
    );
    Ok((generated, missing))
}

/// The text of `atlas.txt`, with every game drawn by the reference.
fn atlas() -> String {
    let mut session = Session::begin(WordSize::Native);
    let mut digest = Sha256::new();
    for seed in 0..GAMES as i32 {
        session.new_game(seed);
        let [potions, wands, rings] =
            [session.potions(), session.wands(), session.rings()].map(|names| names.join(","));
        digest.update(format!(
            "{seed}\t{potions}\t{wands}\t{rings}\t{}\n",
            session.scrolls().join("|")
        ));
    }
    atlas_text(&hex(&digest.finalize()))
}

pub(crate) fn atlas_text(digest: &str) -> String {
    format!(
        "# subject: the canonical dump of all games, as `roguelab atlas dump` prints it\n# seed: 0 to {}\n\
         # source: reference\n# command: cargo xtask bless\nlines {GAMES}\nsha256 {digest}\n",
        GAMES - 1,
    )
}

/// The SHA-256 of the canonical dump of the port's games.
pub(crate) fn atlas_digest(atlas: &Atlas) -> String {
    let mut digest = Sha256::new();
    for (seed, game) in (0..).zip(atlas.games()) {
        digest.update(format!("{}\n", game.canonical_line(seed)));
    }
    hex(&digest.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without any of these, the report would lack a section.
    #[test]
    fn what_commands_read_is_compiled_in_as_it_is_committed() {
        let read = [
            "game.txt",
            broken::table::NAME,
            zoo::plan::NAME,
            calibration::NAME,
        ];
        for name in read.into_iter().chain([crate::wild::RESULTS]) {
            assert!(COMPILED_IN.iter().any(|(path, _)| *path == name), "{name}");
        }
        let files = fs::read_dir(root().join("fixtures/documents"))
            .unwrap()
            .map(|file| file.unwrap().path());
        let json = files.filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        });
        assert_eq!(documents().len(), json.count());
        for (name, text) in COMPILED_IN {
            assert_eq!(committed(name).unwrap(), *text, "{name}");
        }
    }
}
