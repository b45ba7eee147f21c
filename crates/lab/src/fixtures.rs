//! Golden outputs and digests: the third corner of every comparison.
//!
//! `fixtures/golden/SUBJECT.txt` holds a subject's golden cases with what the reference (or, where there is none, the
//! oracle) showed; `fixtures/trees/SUBJECT.txt` the digests of every case of a finite domain; `fixtures/atlas.txt` the digest of the canonical dump, made by the reference; `fixtures/baseline.json`
//! the exact numbers of the report; `fixtures/digests.json` the digest of what every comparison shows;
//! `fixtures/calibration.json` what the tests say of fair sources; `fixtures/zoo.json` which test catches which broken
//! thing; `fixtures/vectors/SUBJECT.json` the [vector pack](crate::pack); `fixtures/SHA256SUMS` the [digest of each](manifest).
//! [`bless`] rewrites them.

pub mod bless;
pub mod changelog;
pub mod manifest;

pub use subjects::oracles::root;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use experiments::Documents;
use foreign::reference::{Session, WordSize};
use lockstep::{DigestTree, hex};
use rogue::atlas::{Atlas, GAMES};
use sha2::{Digest, Sha256};
use statistics::calibration::{self, Calibration, Replications};
use statistics::zoo;
use subjects::registry::{Entry, SUBJECTS};

use crate::gate::conformance::{self, Digests};
use crate::pack;
use crate::report::baseline;

/// A fixture as it should be.
pub struct Made {
    /// Its place below `fixtures`.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The place of a subject's golden fixture below `fixtures`.
pub fn golden_name(subject: &dyn Entry) -> String {
    format!("golden/{}.txt", subject.name())
}

/// The place of the digests of a subject's every case below `fixtures`.
pub fn tree_name(subject: &dyn Entry) -> String {
    format!("trees/{}.txt", subject.name())
}

/// The text of these digests.
pub fn tree_text(subject: &dyn Entry, tree: &DigestTree) -> String {
    tree.to_text(subject.name(), subject.corners()[1].name(), "cargo xtask bless")
}

/// Makes every fixture anew, from references and oracles. The second list names the fixtures that need an oracle which
/// is not on this machine, or, unless `wholly`, take too long to be looked at each time.
///
/// # Errors
/// If a subject fails to run, the plan cannot be read, or a test is miscalibrated.
pub fn make(wholly: bool) -> Result<(Vec<Made>, Vec<String>)> {
    let numbers = baseline::baseline(&Documents::compute(&Atlas::new(), &|| ())?)?;
    let committed = fs::read_to_string(root().join("fixtures").join(conformance::NAME)).ok();
    let committed = committed.and_then(|text| Digests::parse(&text).ok());
    let (digests, mut missing) = Digests::make(committed.as_ref())?;
    let plan = fs::read_to_string(root().join("fixtures").join(statistics::NAME))
        .with_context(|| format!("cannot read fixtures/{}: `git restore` brings it back", statistics::NAME))?;
    let replications = if wholly {
        Replications::of(&gof::Plan::from_toml(&plan)?)?
    } else {
        missing
            .push(format!("{}: the replications of the plan, which `cargo xtask bless` makes anew", calibration::NAME));
        let committed = fs::read_to_string(root().join("fixtures").join(calibration::NAME));
        Calibration::parse(&committed.with_context(|| format!("fixtures/{}", calibration::NAME))?)?.plan
    };
    let calibration = Calibration::compute(replications)?.text()?;
    let mut made = vec![
        Made { name: "atlas.txt".into(), text: atlas() },
        Made { name: baseline::NAME.into(), text: numbers },
        Made { name: calibration::NAME.into(), text: calibration },
        Made { name: conformance::NAME.into(), text: digests },
        Made { name: zoo::table::NAME.into(), text: zoo::Table::make(&|| ())?.text()? },
    ];
    for subject in SUBJECTS {
        let source = subject.corners()[1];
        match subject.golden(source, &source.to_string(), "cargo xtask bless") {
            Ok(fixture) => made.push(Made { name: golden_name(subject), text: fixture.to_string() }),
            Err(lockstep::Failure::Missing(why)) => missing.push(format!("{}: {why}", golden_name(subject))),
            Err(failure) => return Err(failure).with_context(|| format!("golden cases of {}", subject.name())),
        }
        let tree = subject.tree(source).with_context(|| format!("every case of {}", subject.name()))?;
        made.extend(tree.map(|tree| Made { name: tree_name(subject), text: tree_text(subject, &tree) }));
    }
    for subject in SUBJECTS {
        let name = format!("{}/{}", pack::FOLDER, pack::name(subject));
        match subject.probe(pack::source(subject)).err() {
            Some(why) => missing.push(format!("{name}: {why}")),
            None => made.push(Made { text: pack::make(subject).with_context(|| name.clone())?, name }),
        }
    }
    Ok((made, missing))
}

/// The digest of the canonical dump, every game drawn by the reference.
fn atlas() -> String {
    let mut session = Session::begin(WordSize::Native);
    let mut digest = Sha256::new();
    for seed in 0..GAMES as i32 {
        session.new_game(seed);
        let [potions, wands, rings] =
            [session.potions(), session.wands(), session.rings()].map(|names| names.join(","));
        digest.update(format!("{seed}\t{potions}\t{wands}\t{rings}\t{}\n", session.scrolls().join("|")));
    }
    atlas_text(&hex(&digest.finalize()))
}

/// The text of `atlas.txt` with this digest.
pub fn atlas_text(digest: &str) -> String {
    format!(
        "# subject: the canonical dump of all games, as `roguelab atlas dump` prints it\n# seed: 0 to {}\n\
         # source: reference\n# command: cargo xtask bless\nlines {GAMES}\nsha256 {digest}\n",
        GAMES - 1,
    )
}

/// SHA-256 of the canonical dump of the port's games.
pub fn atlas_digest(atlas: &Atlas) -> String {
    let mut digest = Sha256::new();
    for (seed, game) in (0..).zip(atlas.games()) {
        digest.update(format!("{}\n", game.canonical_line(seed)));
    }
    hex(&digest.finalize())
}

/// Writes beside, then renames: a reader never sees half a file.
///
/// # Errors
/// If the folder cannot be made or written to; the error names the file.
pub fn write_whole(path: &Path, text: &[u8]) -> Result<()> {
    let write = || Ok(beside(path, text)?.persist(path).map(drop)?);
    write().map_err(|error: std::io::Error| unwritable(path, &error))
}

/// Makes sure that files can be written to the folder that `--out` named: at once, and not when all is done.
///
/// # Errors
/// If not; the error names the folder.
pub fn writable(folder: &Path) -> Result<()> {
    let probe = fs::create_dir_all(folder).and_then(|()| tempfile::NamedTempFile::new_in(folder));
    let cannot = || format!("cannot write to {}: choose another folder with --out", folder.display());
    probe.map(drop).with_context(cannot)
}

/// Writes several files, all of them or none: every one is written beside its place before the first is renamed, and if a
/// renaming fails those before it are undone.
///
/// # Errors
/// If a folder cannot be made or written to; the error names the file.
pub fn write_all(files: &[(PathBuf, String)]) -> Result<()> {
    let mut staged = Vec::new();
    for (path, text) in files {
        let before = match fs::read(path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(unwritable(path, &error)),
        };
        staged.push((path, before, beside(path, text.as_bytes()).map_err(|error| unwritable(path, &error))?));
    }
    let mut done: Vec<(&Path, Option<Vec<u8>>)> = Vec::new();
    for (path, before, file) in staged {
        if let Err(error) = file.persist(path) {
            for (path, before) in done {
                match before {
                    Some(bytes) => write_whole(path, &bytes)?,
                    None => fs::remove_file(path)?,
                }
            }
            return Err(unwritable(path, &error.error));
        }
        done.push((path, before));
    }
    Ok(())
}

/// A file beside its place, to be renamed.
fn beside(path: &Path, text: &[u8]) -> std::io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut beside = tempfile::NamedTempFile::new_in(folder)?;
    beside.write_all(text)?;
    #[cfg(unix)]
    {
        // A temporary file is its owner's alone; what is left behind may be read by all.
        use std::os::unix::fs::PermissionsExt;
        beside.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    Ok(beside)
}

fn unwritable(path: &Path, error: &std::io::Error) -> anyhow::Error {
    anyhow!("cannot write {}: choose a folder that you may write to, or free some room: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_is_named_and_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("a-file");
        fs::write(&blocked, "").unwrap();
        let error = write_whole(&blocked.join("report.md"), b"text").unwrap_err().to_string();
        assert!(error.contains("report.md") && error.contains("choose a folder"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn all_files_are_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
        let files = |text: &str| [(first.clone(), text.to_owned()), (second.clone(), text.to_owned())];
        write_all(&files("old")).unwrap();
        assert_eq!(fs::read_to_string(&second).unwrap(), "old");

        fs::remove_file(&second).unwrap();
        fs::create_dir(&second).unwrap();
        assert!(write_all(&files("new")).is_err());
        assert_eq!(fs::read_to_string(&first).unwrap(), "old", "nothing was written");
    }

    #[test]
    #[cfg(unix)]
    fn a_renaming_that_fails_undoes_those_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let [first, new, link] = ["first", "new", "link/"].map(|name| folder.path().join(name));
        fs::write(&first, "old").unwrap();
        // Nothing is there to be read, and a folder cannot be made of a file.
        let files = [(first.clone(), "text".to_owned()), (new.clone(), "text".to_owned()), (link, "text".to_owned())];
        assert!(write_all(&files).is_err());
        assert_eq!(fs::read_to_string(&first).unwrap(), "old");
        assert!(!new.exists());
    }
}
