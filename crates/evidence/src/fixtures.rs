//! Fixtures: golden outputs, digests and numbers, as files below `fixtures/`.
//!
//! - `atlas.txt`: the digest of the canonical dump;
//! - `digests.json`: the [digest of every comparison](crate::digests); `baseline.json`: the [numbers](crate::baseline);
//! - `calibration.json`, `zoo.json`: how the tests perform on fair and on broken sources;
//! - `vectors/SUBJECT.json`: the [vector pack](answers::vectors::pack).
//!
//! [`bless`] regenerates these and writes them: `git diff` then shows what changed. The other files are outputs of programs that
//! are not here; a test has their digests.

pub(crate) use subjects::oracles::root;

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use answers::vectors::pack;
use anyhow::{Context, Result, anyhow, ensure};
use cli::files::write;
use findings::Documents;
use foreign::reference::{Session, WordSize};
use lockstep::hex;
use rogue::atlas::{Atlas, GAMES};
use sha2::{Digest, Sha256};
use subjects::oracles::Policy;
use subjects::registry::SUBJECTS;
use zoo::broken;
use zoo::calibration::{self, Calibration};

use crate::baseline;
use crate::digests::{self, Digests};

/// A regenerated fixture.
struct Generated {
    /// The path below `fixtures`.
    name: String,
    /// The text of the file.
    text: String,
}

impl Generated {
    fn new(name: impl Into<String>, text: String) -> Self {
        Self {
            name: name.into(),
            text,
        }
    }
}

/// The text of a fixture of the checkout.
pub(crate) fn committed(name: &str) -> Result<String> {
    let path = root().join("fixtures").join(name);
    fs::read_to_string(path)
        .with_context(|| format!("cannot read fixtures/{name}: `git restore` brings it back"))
}

/// The names of the JSON files in `fixtures/documents`, which hold outputs of the documents' own code, sorted.
pub(crate) fn documents() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for file in fs::read_dir(root().join("fixtures/documents"))? {
        let path = file?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            let name = path.file_name().unwrap_or_default();
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
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

/// The folder to which a command writes by default.
pub(crate) fn output_folder(name: &str) -> PathBuf {
    root().join("target").join(name)
}

/// What became of the fixtures.
pub(crate) struct Blessed {
    /// How many fixtures there are.
    pub all: usize,
    /// The names below `fixtures` of those that changed.
    pub changed: Vec<String>,
    /// What was not regenerated, because its oracle is not on this machine, and why.
    pub missing: Vec<String>,
}

/// Regenerates every fixture from references and oracles, and writes those that differ: all of them or none.
pub(crate) fn bless(root: &Path, policy: Policy) -> Result<Blessed> {
    let (generated, missing) = make(policy)?;
    // A second bless at the same time waits, and then finds everything done.
    let lock = File::open(root.join("Cargo.toml")).context("cannot open Cargo.toml")?;
    lock.lock().context("cannot lock Cargo.toml")?;
    let all = generated.len();
    let (mut changed, mut files) = (Vec::new(), Vec::new());
    for Generated { name, text } in generated {
        let path = root.join("fixtures").join(&name);
        let old = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            old => old.with_context(|| format!("cannot read {}", path.display()))?,
        };
        if old != text.as_bytes() {
            changed.push(name);
            files.push((path, text));
        }
    }
    write::all(&files)?;
    Ok(Blessed {
        all,
        changed,
        missing,
    })
}

/// Every fixture, and what could not be regenerated.
fn make(policy: Policy) -> Result<(Vec<Generated>, Vec<String>)> {
    let old = committed(digests::NAME)
        .ok()
        .and_then(|text| Digests::parse(&text).ok());
    let (digests, mut missing) = Digests::make(old.as_ref(), policy)?;
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
            ensure!(policy != Policy::Require, "{pack}: {why}");
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
