//! The record of an oracle's folder: which packages it came from, and which of its files are used, with their digests.
//!
//! It lies beside the unpacked files, under the name and in the part of TOML that [`record`](super::record) has.
//! [`Contents::of_folder`] holds the files against it, so what was altered is as good as missing.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::SetupError;
use super::record::{FILE_NAME, Package, packages, sha256_of_file, tables, write_packages};

/// What lies in a folder. Paths are relative to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The files that are used, each with its SHA-256 in hexadecimal.
    pub files: Vec<(PathBuf, String)>,
    /// The packages that they came from.
    pub packages: Vec<Package>,
}

impl Contents {
    /// The record as text: TOML.
    ///
    /// ```
    /// use foreign::setup::contents::Contents;
    ///
    /// let contents = Contents { files: vec![("usr/include/a.hpp".into(), "00".into())], packages: vec![] };
    /// assert_eq!(Contents::parse(&contents.to_text()), Some(contents));
    /// ```
    pub fn to_text(&self) -> String {
        let mut text = "# What `roguelab setup` fetched through apt, and what of it is used.\n\n[files]\n".to_owned();
        for (path, sha256) in &self.files {
            let _ = writeln!(text, "\"{}\" = \"{sha256}\"", path.display());
        }
        write_packages(&mut text, &self.packages);
        text
    }

    /// The record that [`Contents::to_text`] wrote, or nothing if a part is missing.
    pub fn parse(text: &str) -> Option<Self> {
        let tables = tables(text)?;
        let (_, files) = tables.iter().find(|(name, _)| *name == "files")?;
        let file = |&(path, sha256): &(&str, &str)| {
            Some((path.strip_prefix('"')?.strip_suffix('"')?.into(), sha256.to_owned()))
        };
        Some(Self { files: files.iter().map(file).collect::<Option<_>>()?, packages: packages(&tables)? })
    }

    /// The record in a folder, if it is there and names files that are as they were.
    pub fn of_folder(folder: &Path) -> Option<Self> {
        let contents = Self::parse(&fs::read_to_string(folder.join(FILE_NAME)).ok()?)?;
        let unaltered =
            |(path, sha256): &(PathBuf, String)| sha256_of_file(&folder.join(path)).is_ok_and(|found| found == *sha256);
        (!contents.files.is_empty() && contents.files.iter().all(unaltered)).then_some(contents)
    }

    /// Looks for files by their names in a folder that packages were unpacked into. A name that ends in a full stop
    /// is that of a library, and a number follows: `libgsl.so.` finds `libgsl.so.27`.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or lacks a file.
    pub fn survey(folder: &Path, names: &[&'static str], packages: Vec<Package>) -> Result<Self, SetupError> {
        let failed = |source| SetupError::Io { doing: format!("reading {}", folder.display()), source };
        let below = files_below(folder).map_err(failed)?;
        let mut files = Vec::new();
        for name in names {
            let found = below.iter().find(|path| is_called(path, name)).ok_or(SetupError::Incomplete { file: name })?;
            let path = found.strip_prefix(folder).unwrap_or(found).to_owned();
            files.push((path, sha256_of_file(found).map_err(failed)?));
        }
        Ok(Self { files, packages })
    }

    /// Where a file of this name lies, as [`Contents::survey`] reads names.
    pub fn path(&self, name: &str) -> Option<&Path> {
        self.files.iter().map(|(path, _)| path.as_path()).find(|path| is_called(path, name))
    }

    /// The package that is to be named as the oracle's version: the first.
    pub fn version(&self) -> Option<String> {
        self.packages.first().map(Package::to_string)
    }
}

fn is_called(path: &Path, name: &str) -> bool {
    let Some(found) = path.file_name().and_then(|found| found.to_str()) else { return false };
    match found.strip_prefix(name) {
        Some(rest) if name.ends_with('.') => !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()),
        rest => rest == Some(""),
    }
}

pub(super) fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files.extend(files_below(&entry.path())?);
        } else {
            files.push(entry.path());
        }
    }
    // The order of a file system is its own.
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("lib")).unwrap();
        for name in ["libx.so.7", "libx.so.7.0.1", "libx.so.old", "x.hpp"] {
            fs::write(folder.path().join("lib").join(name), name).unwrap();
        }
        folder
    }

    #[test]
    fn a_library_is_found_by_its_number() {
        let folder = folder();
        let contents = Contents::survey(folder.path(), &["libx.so.", "x.hpp"], vec![]).unwrap();
        assert_eq!(contents.path("libx.so."), Some(Path::new("lib/libx.so.7")));
        assert_eq!(contents.path("x.hpp"), Some(Path::new("lib/x.hpp")));
        let missing = Contents::survey(folder.path(), &["y.hpp"], vec![]);
        assert!(matches!(missing, Err(SetupError::Incomplete { file: "y.hpp" })));
    }

    #[test]
    fn what_was_altered_is_not_there() {
        let folder = folder();
        let contents = Contents::survey(folder.path(), &["libx.so."], vec![]).unwrap();
        assert_eq!(Contents::of_folder(folder.path()), None, "there is no record");
        fs::write(folder.path().join(FILE_NAME), contents.to_text()).unwrap();
        assert_eq!(Contents::of_folder(folder.path()), Some(contents));
        fs::write(folder.path().join("lib/x.hpp"), "not recorded").unwrap();
        assert!(Contents::of_folder(folder.path()).is_some());
        fs::write(folder.path().join("lib/libx.so.7"), "altered").unwrap();
        assert_eq!(Contents::of_folder(folder.path()), None);
    }

    #[test]
    fn a_record_without_files_or_with_half_a_package_is_none() {
        assert_eq!(Contents::parse("[package.a]\nversion = \"1\"\narchitecture = \"all\"\nsha256 = \"0\"\n"), None);
        assert_eq!(Contents::parse("[files]\n\"a\" = \"0\"\n[package.a]\nversion = \"1\"\n"), None);
        assert_eq!(Contents::parse("[files]\na = \"0\"\n"), None);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE_NAME), "[files]\n").unwrap();
        assert_eq!(Contents::of_folder(folder.path()), None, "no file proves nothing");
    }
}
