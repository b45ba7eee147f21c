//! Where the shared libraries of an oracle are looked for, and how they are opened.
//!
//! A folder that the environment names is the only place if there is one. Otherwise it is the folder that
//! [`setup`](crate::setup) filled, then wherever the system has its libraries.

use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::{env, fmt};

use libloading::Library;
use thiserror::Error;

use crate::setup::contents::Contents;

/// The folder that a variable of the environment names.
pub(crate) fn folder_named_by(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// Where something was found.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Place {
    /// In a folder that the environment names.
    Named(PathBuf),
    /// Among the oracles that were set up: the file, and the package it came from.
    Installed(PathBuf, Option<String>),
    /// Where the system has such things, under this name.
    System(PathBuf),
}

impl Place {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Named(path) | Self::Installed(path, _) | Self::System(path) => path,
        }
    }

    /// The package it came from, as far as is known.
    pub fn package(&self) -> Option<&str> {
        if let Self::Installed(_, package) = self { package.as_deref() } else { None }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path().display().fmt(f)
    }
}

/// No library of this name could be opened.
#[derive(Debug, Error)]
#[error("{name} cannot be opened from {place}: {reason}")]
pub struct NotOpened {
    name: String,
    place: String,
    reason: String,
}

/// Libraries that are opened together. The last is the one that is asked; the others are those it needs.
#[derive(Debug)]
pub(crate) struct Opened {
    // Closed in this order: what needs another goes before it.
    libraries: Vec<Library>,
    pub(crate) place: Place,
}

impl Opened {
    /// The library that is asked.
    pub(crate) fn library(&self) -> &Library {
        &self.libraries[0]
    }
}

/// What is sought: libraries, those that are needed first; each with the names it has on one system or another.
pub(crate) type Names = [&'static [&'static str]];

/// Opens libraries: from the folder `named` if there is one, else from `installed`, else from the system. The last must
/// be in that place; those it needs may be the system's.
pub(crate) fn open(names: &Names, named: Option<&Path>, installed: &Path) -> Result<Opened, NotOpened> {
    if let Some(folder) = named {
        return open_from(names, Some(folder), |path| Place::Named(path.to_owned()));
    }
    if let Some(contents) = Contents::of_folder(installed) {
        let path = names.last().and_then(|names| names.iter().find_map(|name| contents.path(stem(name))));
        if let Some(folder) = path.and_then(Path::parent) {
            let place = |path: &Path| Place::Installed(path.to_owned(), contents.version());
            return open_from(names, Some(&installed.join(folder)), place);
        }
    }
    open_from(names, None, |path| Place::System(path.to_owned()))
}

/// `libgsl.so.` of `libgsl.so.27`: what a record finds a library by.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn open_from(names: &Names, folder: Option<&Path>, place: impl Fn(&Path) -> Place) -> Result<Opened, NotOpened> {
    let (asked, needed) = names.split_last().expect("something is sought");
    let mut libraries = Vec::new();
    for names in needed {
        // One that is not found here may be one that the system's loader finds by itself.
        let found = first_of(names, folder).or_else(|_| first_of(names, None));
        libraries.extend(found.map(|(library, _)| library));
    }
    let (library, path) = first_of(asked, folder)?;
    libraries.push(library);
    libraries.reverse();
    Ok(Opened { libraries, place: place(&path) })
}

/// The first library that can be opened under one of these names.
fn first_of(names: &[&str], folder: Option<&Path>) -> Result<(Library, PathBuf), NotOpened> {
    let mut reason = String::new();
    for name in names {
        let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        // SAFETY: what these libraries do when they are opened is to set variables of their own.
        match unsafe { Library::new(&path) } {
            Ok(library) => return Ok((library, path)),
            // The first name is the usual one: its reason is the one to tell.
            Err(error) if reason.is_empty() => {
                // What the system says is behind the error.
                reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            }
            Err(_) => {}
        }
    }
    let place = folder.map_or_else(|| "the system's libraries".to_owned(), |folder| folder.display().to_string());
    Err(NotOpened { name: names.first().copied().unwrap_or_default().to_owned(), place, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &Names = &[&["libnone-needed.so.1"], &["libnone-such.so.1", "libnone-such.so"]];

    #[test]
    fn a_library_that_is_nowhere_names_the_place() {
        let empty = tempfile::tempdir().unwrap();
        let error = open(NAMES, Some(empty.path()), Path::new("nowhere")).unwrap_err().to_string();
        assert!(error.starts_with("libnone-such.so.1 cannot be opened from "), "{error}");
        assert!(error.contains(&empty.path().display().to_string()), "{error}");
        let error = open(NAMES, None, empty.path()).unwrap_err().to_string();
        assert!(error.contains("the system's libraries"), "{error}");
    }

    #[test]
    fn a_folder_that_is_named_is_the_only_place() {
        // The system has a C library, and the folder has not.
        let libc: &Names = &[&["libc.so.6", "libSystem.B.dylib"]];
        let empty = tempfile::tempdir().unwrap();
        assert!(open(libc, Some(empty.path()), empty.path()).is_err());
        let opened = open(libc, None, empty.path()).unwrap();
        assert!(matches!(opened.place, Place::System(_)), "{:?}", opened.place);
    }

    #[test]
    fn a_number_at_the_end_is_not_part_of_the_stem() {
        assert_eq!(["libgsl.so.27", "libgsl.so"].map(stem), ["libgsl.so.", "libgsl.so"]);
    }
}
