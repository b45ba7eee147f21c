//! The record of a kit: its packages, and the SHA-256 of every file that is executed, loaded or compiled.
//!
//! It is `provenance.toml` beside the unpacked files. It shows what was altered by accident or by others than the owner:
//! whoever can write the record can write anything.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use lockstep::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{SetupError, failed};

/// The name of the record in the folder of a kit.
pub const FILE_NAME: &str = "provenance.toml";

const REMEDY: &str = "run `cargo xtask setup --accept-licence`, which fetches it again";

/// No file of a kit is as long as this.
const TOO_LONG: u64 = 64 << 20;

/// A package, as apt fetched it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

impl Package {
    /// Fails if this is not the package with that digest.
    pub(super) fn verify(&self, expected: &str) -> Result<(), SetupError> {
        if self.sha256 == expected {
            return Ok(());
        }
        Err(SetupError::Failed(format!(
            "{self} is not the known package, and was not installed:\n  SHA-256 expected {expected}\n  SHA-256 found    {}",
            self.sha256
        )))
    }
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version, architecture, .. } = self;
        write!(f, "{name} {version} {architecture}")
    }
}

/// What is in the folder of a kit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The SHA-256 in hexadecimal of each file that is used, by its path in the folder. That of a symbolic link is its
    /// target's.
    pub files: BTreeMap<String, String>,
    /// The packages, first the one whose version is shown.
    #[serde(rename = "package")]
    pub packages: Vec<Package>,
}

/// Why a kit cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KitError {
    /// There is no record, so it was not set up.
    #[error("{} is not set up: run `cargo xtask setup --accept-licence`", folder.display())]
    NotSetUp {
        /// Where it should be.
        folder: PathBuf,
    },
    /// The record is not one that this version of the set-up writes.
    #[error("{} is not a record that this version writes ({reason}): {REMEDY}", path.display())]
    Record {
        /// The record.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file is not the one that was set up.
    #[error("{} was altered since it was set up (SHA-256 expected {expected}, found {found}): {REMEDY}", file.display())]
    Altered {
        /// The file.
        file: PathBuf,
        /// The SHA-256 in the record.
        expected: String,
        /// Its SHA-256, or why there is none.
        found: String,
    },
    /// The checked files could not be copied into a temporary folder.
    #[error("cannot copy the checked files of {} to a temporary folder: {cause}", folder.display())]
    NotCopied {
        /// The kit's folder.
        folder: PathBuf,
        /// The cause.
        cause: String,
    },
}

impl KitError {
    /// Whether the kit is there, but altered.
    pub fn is_altered(&self) -> bool {
        matches!(self, Self::Record { .. } | Self::Altered { .. })
    }
}

impl Record {
    /// Finds files by their names in a folder that packages were unpacked into. A name that ends in a full stop is that of a
    /// library, and a number follows: `libgsl.so.` finds `libgsl.so.27`.
    ///
    /// # Errors
    /// If the folder cannot be read, or lacks a file.
    pub fn survey(folder: &Path, names: &[&'static str], packages: Vec<Package>) -> Result<Self, SetupError> {
        let mut below = Vec::new();
        list(folder, &mut below).map_err(failed(folder.display()))?;
        // The order of a file system is its own.
        below.sort();
        let mut files = BTreeMap::new();
        for name in names {
            let found = below.iter().find(|path| is_called(path, name));
            let found = found.ok_or_else(|| SetupError::Failed(format!("none of the packages has {name}")))?;
            let path = found.strip_prefix(folder).unwrap_or(found).to_string_lossy().into_owned();
            files.insert(path, sha256(&read(found).map_err(failed(found.display()))?));
        }
        Ok(Self { files, packages })
    }

    /// The record as TOML.
    ///
    /// # Panics
    /// Never: strings in tables can be written.
    pub fn to_text(&self) -> String {
        let tables = toml::to_string(self).expect("strings in tables can be written");
        format!(
            "# What `roguelab setup` fetched through apt, and the SHA-256 of every file of it that is used.\n\n{tables}"
        )
    }

    /// The record in a kit's folder and the bytes of its files, in order, after comparing them with the record.
    pub(crate) fn read(folder: &Path, names: &[&str]) -> Result<(Self, Vec<Vec<u8>>), KitError> {
        let path = folder.join(FILE_NAME);
        let unusable = |reason: String| KitError::Record { path: path.clone(), reason };
        let text = read(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => KitError::NotSetUp { folder: folder.to_owned() },
            _ => unusable(error.to_string()),
        })?;
        let record: Self = toml::from_slice(&text).map_err(|error| unusable(error.message().replace('\n', " ")))?;
        if let Some(name) = names.iter().find(|name| record.find(name).is_none()) {
            return Err(unusable(format!("it has no digest of {name}")));
        }
        let checked = |(file, expected): (&String, &String)| {
            let file = folder.join(file);
            let bytes = read(&file);
            let found = bytes.as_deref().map_or_else(ToString::to_string, sha256);
            match bytes {
                Ok(bytes) if found == *expected => Ok(bytes),
                _ => Err(KitError::Altered { file, expected: expected.clone(), found }),
            }
        };
        let bytes = record.files.iter().map(checked).collect::<Result<_, _>>()?;
        Ok((record, bytes))
    }

    /// The path of the file of this name, as [`Record::survey`] reads names.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.files.keys().map(String::as_str).find(|path| is_called(Path::new(path), name))
    }

    /// The package whose version is shown as the kit's.
    pub fn version(&self) -> Option<String> {
        self.packages.first().map(Package::to_string)
    }
}

fn is_called(path: &Path, name: &str) -> bool {
    let found = path.file_name().and_then(|found| found.to_str()).unwrap_or_default();
    match found.strip_prefix(name) {
        Some(rest) if name.ends_with('.') => !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()),
        _ => path.ends_with(name),
    }
}

/// The files below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            list(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The bytes of a kit's file, unless it was replaced by something endless.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    if fs::File::open(path)?.take(TOO_LONG).read_to_end(&mut bytes)? as u64 == TOO_LONG {
        return Err(io::Error::other("longer than any file of a kit"));
    }
    Ok(bytes)
}

/// The SHA-256 of bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    const NAMES: [&str; 2] = ["libx.so.", "x.hpp"];

    /// A kit with a library, a link to it, and a header.
    fn kit() -> (tempfile::TempDir, Record) {
        let folder = tempfile::tempdir().unwrap();
        let lib = folder.path().join("lib");
        fs::create_dir(&lib).unwrap();
        for name in ["libx.so.7.0.1", "libx.so.old", "x.hpp"] {
            fs::write(lib.join(name), name).unwrap();
        }
        symlink("libx.so.7.0.1", lib.join("libx.so.7")).unwrap();
        let package = ["libx7", "7.0.1-1", "amd64", "b2"].map(str::to_owned);
        let [name, version, architecture, sha256] = package;
        let package = Package { name, version, architecture, sha256 };
        let record = Record::survey(folder.path(), &NAMES, vec![package]).unwrap();
        fs::write(folder.path().join(FILE_NAME), record.to_text()).unwrap();
        (folder, record)
    }

    #[test]
    fn an_unaltered_kit_is_read_as_it_was_surveyed() {
        let (folder, record) = kit();
        assert_eq!(record.files.keys().collect::<Vec<_>>(), ["lib/libx.so.7", "lib/x.hpp"]);
        assert_eq!(record.find("libx.so."), Some("lib/libx.so.7"));
        assert_eq!(record.version().unwrap(), "libx7 7.0.1-1 amd64");
        // SHA-256 of "abc", FIPS 180-4.
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let bytes = vec![b"libx.so.7.0.1".to_vec(), b"x.hpp".to_vec()];
        assert_eq!(Record::read(folder.path(), &NAMES), Ok((record, bytes)));
        let missing = Record::survey(folder.path(), &["y.hpp"], vec![]).unwrap_err().to_string();
        assert_eq!(missing, "none of the packages has y.hpp");
    }

    #[test]
    fn an_altered_missing_or_endless_file_is_named_with_what_was_found_and_the_remedy() {
        let (folder, record) = kit();
        let altered = |file: &str, found: &str| {
            let error = Record::read(folder.path(), &NAMES).unwrap_err();
            let said = error.to_string();
            assert!(error.is_altered() && said.contains(&format!("{file} was altered")), "{said}");
            for part in [record.files[file].as_str(), found, "`cargo xtask setup --accept-licence`"] {
                assert!(said.contains(part), "{said}");
            }
        };
        let header = folder.path().join("lib/x.hpp");
        fs::remove_file(&header).unwrap();
        altered("lib/x.hpp", "found No such file");
        symlink("/dev/zero", &header).unwrap();
        altered("lib/x.hpp", "found not a regular file");
        // Behind the link.
        fs::write(folder.path().join("lib/libx.so.7.0.1"), "abc").unwrap();
        altered("lib/libx.so.7", "found ba7816bf");
    }

    #[test]
    fn a_record_that_lacks_a_file_or_cannot_be_read_is_refused() {
        let (folder, record) = kit();
        let path = folder.path().join(FILE_NAME);
        let mut less = record.clone();
        less.files.remove("lib/x.hpp");
        for (text, reason) in [
            (less.to_text(), "it has no digest of x.hpp"),
            (record.to_text().replace("version", "verse"), ""),
            ("[game]\nprogram = \"usr/games/rogue\"\n".into(), ""),
            ("not TOML".into(), ""),
        ] {
            fs::write(&path, text).unwrap();
            let error = Record::read(folder.path(), &NAMES).unwrap_err();
            assert!(matches!(&error, KitError::Record { reason: said, .. } if said.contains(reason)), "{error}");
        }
        fs::remove_file(&path).unwrap();
        let error = Record::read(folder.path(), &NAMES).unwrap_err();
        assert!(matches!(error, KitError::NotSetUp { .. }) && !error.is_altered(), "{error}");
    }
}
