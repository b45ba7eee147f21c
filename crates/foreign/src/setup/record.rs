//! The record of an installed game: which packages it came from, where its parts are, and their digests.
//!
//! The record lies beside the unpacked files as `provenance.toml`. Only the part of TOML that [`Record::to_text`]
//! writes can be read: tables, and strings without escapes.

use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// The name of the record in the folder of the installed game.
pub const FILE_NAME: &str = "provenance.toml";

/// A package, as apt fetched it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The architecture that it was built for.
    pub architecture: String,
    /// The SHA-256 of the package file, in hexadecimal.
    pub sha256: String,
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version, architecture, .. } = self;
        write!(f, "{name} {version} {architecture}")
    }
}

/// What was unpacked. Paths are relative to the folder of the installed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game's program.
    pub program: PathBuf,
    /// The SHA-256 of the program, in hexadecimal.
    pub sha256: String,
    /// The library that stops the clock.
    pub faketime: PathBuf,
    /// The folders of the shared libraries that came with the game.
    pub libraries: Vec<PathBuf>,
    /// All packages, the game's own among them.
    pub packages: Vec<Package>,
}

impl Record {
    /// The record as text: TOML.
    ///
    /// ```
    /// use foreign::setup::record::Record;
    ///
    /// let record = Record {
    ///     program: "usr/games/rogue".into(),
    ///     sha256: "00".into(),
    ///     faketime: "usr/lib/libfaketime.so.1".into(),
    ///     libraries: vec!["lib".into(), "usr/lib".into()],
    ///     packages: vec![],
    /// };
    /// assert_eq!(Record::parse(&record.to_text()), Some(record));
    /// ```
    pub fn to_text(&self) -> String {
        let libraries: Vec<_> = self.libraries.iter().map(|path| path.display().to_string()).collect();
        let mut text = format!(
            "# What `roguelab setup` fetched through apt, and what it unpacked here.\n\n[game]\nprogram = \"{}\"\n\
             sha256 = \"{}\"\nfaketime = \"{}\"\nlibraries = \"{}\"\n",
            self.program.display(),
            self.sha256,
            self.faketime.display(),
            libraries.join(":"),
        );
        write_packages(&mut text, &self.packages);
        text
    }

    /// The record that [`Record::to_text`] wrote, or nothing if a field is missing.
    pub fn parse(text: &str) -> Option<Self> {
        let tables = tables(text)?;
        let (_, game) = tables.iter().find(|(name, _)| *name == "game")?;
        let packages = packages(&tables)?;
        Some(Self {
            program: field(game, "program")?.into(),
            sha256: field(game, "sha256")?,
            faketime: field(game, "faketime")?.into(),
            libraries: field(game, "libraries")?.split(':').map(PathBuf::from).collect(),
            packages,
        })
    }

    /// The record in the folder `game`, if it is there and the program beside it is the one it records.
    pub fn of_folder(game: &Path) -> Option<Self> {
        let record = Self::parse(&fs::read_to_string(game.join(FILE_NAME)).ok()?)?;
        let unaltered = sha256_of_file(&game.join(&record.program)).is_ok_and(|found| found == record.sha256);
        (unaltered && game.join(&record.faketime).is_file()).then_some(record)
    }
}

/// A table of a record: its name, its keys with their values.
pub(super) type Table<'a> = (&'a str, Vec<(&'a str, &'a str)>);

/// The tables of a record, unless it has a line that no record has.
pub(super) fn tables(text: &str) -> Option<Vec<Table<'_>>> {
    let mut tables: Vec<Table<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[') {
            tables.push((name.strip_suffix(']')?, Vec::new()));
        } else {
            let (key, value) = line.split_once(" = ")?;
            tables.last_mut()?.1.push((key, value.strip_prefix('"')?.strip_suffix('"')?));
        }
    }
    Some(tables)
}

fn field(table: &[(&str, &str)], key: &str) -> Option<String> {
    table.iter().find(|(name, _)| *name == key).map(|(_, value)| (*value).to_owned())
}

/// The packages that a record names, unless one lacks a field.
pub(super) fn packages(tables: &[Table<'_>]) -> Option<Vec<Package>> {
    let named = tables.iter().filter_map(|(name, table)| Some((name.strip_prefix("package.")?, table)));
    named
        .map(|(name, table)| {
            Some(Package {
                name: name.to_owned(),
                version: field(table, "version")?,
                architecture: field(table, "architecture")?,
                sha256: field(table, "sha256")?,
            })
        })
        .collect()
}

pub(super) fn write_packages(text: &mut String, packages: &[Package]) {
    for Package { name, version, architecture, sha256 } in packages {
        let _ = write!(
            text,
            "\n[package.{name}]\nversion = \"{version}\"\narchitecture = \"{architecture}\"\nsha256 = \"{sha256}\"\n"
        );
    }
}

/// The SHA-256 of a file's bytes, in hexadecimal.
///
/// # Errors
///
/// The file cannot be read.
pub fn sha256_of_file(path: &Path) -> io::Result<String> {
    let digest = Sha256::digest(fs::read(path)?);
    Ok(digest.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            program: "rogue".into(),
            // SHA-256 of "abc", FIPS 180-4.
            sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".into(),
            faketime: "clock.so".into(),
            libraries: vec!["lib".into(), "usr/lib".into()],
            packages: vec![Package {
                name: "bsdgames-nonfree".into(),
                version: "2.17-9".into(),
                architecture: "amd64".into(),
                sha256: "b2".into(),
            }],
        }
    }

    #[test]
    fn a_record_survives_its_text() {
        assert_eq!(Record::parse(&record().to_text()), Some(record()));
    }

    #[test]
    fn a_record_that_lacks_a_field_is_none() {
        for field in ["[game]", "program", "sha256", "faketime", "libraries", "version", "architecture"] {
            let text = record().to_text();
            let text = text.lines().filter(|line| !line.starts_with(field)).collect::<Vec<_>>().join("\n");
            assert_eq!(Record::parse(&text), None, "{field}");
        }
    }

    #[test]
    fn an_altered_program_is_not_the_recorded_one() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write(FILE_NAME, &record().to_text());
        write("clock.so", "");
        assert_eq!(Record::of_folder(folder.path()), None);
        write("rogue", "abc");
        assert_eq!(Record::of_folder(folder.path()), Some(record()));
        write("rogue", "abd");
        assert_eq!(Record::of_folder(folder.path()), None);
    }
}
