//! Golden outputs and digests: the third corner of every comparison.
//!
//! `fixtures/golden/SUBJECT.txt` holds a subject's golden cases with what the reference (or, where there is none, the
//! oracle) showed; `fixtures/atlas.txt` the digest of the canonical dump, made by the reference; `fixtures/baseline.json`
//! the exact numbers of the report.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use foreign::reference::{Session, WordSize};
use lockstep::hex;
use rogue::atlas::{Atlas, GAMES};
use sha2::{Digest, Sha256};

use crate::experiments::Documents;
use crate::registry::{Entry, SUBJECTS};
use crate::report::baseline;

/// The root of the workspace: where `fixtures` and `target` are.
///
/// It is the one the program was built in; a program that was moved asks for the folder it is started in.
pub fn root() -> PathBuf {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    built.canonicalize().unwrap_or_else(|_| PathBuf::from("."))
}

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

/// Makes every fixture anew, from references and oracles. The second list names the fixtures that need an oracle which
/// is not on this machine.
///
/// # Errors
/// If a subject fails to run.
pub fn make() -> Result<(Vec<Made>, Vec<String>)> {
    let numbers = baseline::baseline(&Documents::compute(&Atlas::new(), &|| ())?)?;
    let mut made =
        vec![Made { name: "atlas.txt".into(), text: atlas() }, Made { name: baseline::NAME.into(), text: numbers }];
    let mut missing = Vec::new();
    for subject in SUBJECTS {
        let source = subject.corners()[1];
        match subject.golden(source, &source.to_string(), "cargo xtask bless") {
            Ok(fixture) => made.push(Made { name: golden_name(subject), text: fixture.to_string() }),
            Err(lockstep::Failure::Missing(why)) => missing.push(format!("{}: {why}", golden_name(subject))),
            Err(failure) => return Err(failure).with_context(|| format!("golden cases of {}", subject.name())),
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
    format!(
        "# subject: the canonical dump of all games, as `roguelab atlas dump` prints it\n# seed: 0 to {}\n\
         # source: reference\n# command: cargo xtask bless\nlines {GAMES}\nsha256 {}\n",
        GAMES - 1,
        hex(&digest.finalize())
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

/// The lines in which two texts differ, `-` for the old one and `+` for the new; at most `most` of each.
pub fn differing_lines(old: &str, new: &str, most: usize) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let mut shown = String::new();
    let mut count = 0;
    for i in 0..old.len().max(new.len()) {
        let (before, after) = (old.get(i), new.get(i));
        if before != after {
            count += 1;
            if count <= most {
                for (sign, line) in [('-', before), ('+', after)] {
                    if let Some(line) = line {
                        shown += &format!("  {:>4} {sign} {line}\n", i + 1);
                    }
                }
            }
        }
    }
    if count > most {
        shown += &format!("  and {} more lines\n", count - most);
    }
    shown
}

/// Writes beside, then renames: a reader never sees half a file.
///
/// # Errors
/// If the folder cannot be made or written to; the error names the file.
pub fn write_whole(path: &Path, text: &[u8]) -> Result<()> {
    let folder = path.parent().context("a file stands in a folder")?;
    let write = || -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut beside = tempfile::NamedTempFile::new_in(folder)?;
        beside.write_all(text)?;
        #[cfg(unix)]
        {
            // A temporary file is its owner's alone; what is left behind may be read by all.
            use std::os::unix::fs::PermissionsExt;
            beside.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
        }
        beside.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().with_context(|| {
        format!("cannot write {}: choose a folder that you may write to, or free some room", path.display())
    })
}

/// Rewrites the fixtures that differ, or with `check` only names them. Returns whether they were all as they should be.
///
/// # Errors
/// If a fixture cannot be made, read or written.
pub fn bless(check: bool, out: &mut dyn Write) -> Result<bool> {
    let folder = root().join("fixtures");
    let (made, missing) = make()?;
    let mut clean = true;
    for Made { name, text } in &made {
        let path = folder.join(name);
        let old = match fs::read_to_string(&path) {
            Ok(old) => old,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => bail!("cannot read {}: {error}", path.display()),
        };
        if old == *text {
            continue;
        }
        clean = false;
        writeln!(out, "fixtures/{name} {}", if check { "is not what the references give" } else { "is rewritten" })?;
        write!(out, "{}", differing_lines(&old, text, 10))?;
        if !check {
            write_whole(&path, text.as_bytes())?;
        }
    }
    for why in &missing {
        writeln!(out, "left as it is, fixtures/{why}")?;
    }
    if clean {
        writeln!(out, "{} fixtures are what the references give", made.len())?;
    } else if check {
        writeln!(
            out,
            "if the change is meant, run `cargo xtask bless` and say so in CHANGELOG.md under `Output changes`"
        )?;
    }
    Ok(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_lines_are_numbered_and_signed() {
        assert_eq!(differing_lines("a\nb\n", "a\nc\nd\n", 9), "     2 - b\n     2 + c\n     3 + d\n");
        assert_eq!(differing_lines("a\nb\n", "c\nd\n", 1), "     1 - a\n     1 + c\n  and 1 more lines\n");
        assert_eq!(differing_lines("same\n", "same\n", 1), "");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named_and_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("a-file");
        fs::write(&blocked, "").unwrap();
        let error = write_whole(&blocked.join("report.md"), b"text").unwrap_err().to_string();
        assert!(error.contains("report.md") && error.contains("choose a folder"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
