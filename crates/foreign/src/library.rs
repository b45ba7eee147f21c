//! Where the shared libraries of an oracle are looked for, and how they are opened.
//!
//! A folder that the environment names is the only place if there is one: the environment is the user's own, who could as well
//! set `LD_PRELOAD`. Otherwise it is wherever the system has its libraries.

use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::{env, fmt};

use crate::oracles::OracleError;
use libloading::Library;

/// The folder that a variable of the environment names.
pub(crate) fn folder_named_by(variable: &str) -> Option<PathBuf> {
    env::var_os(variable)
        .filter(|folder| !folder.is_empty())
        .map(PathBuf::from)
}

/// Where something was found.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Place {
    /// In a folder that the environment names.
    Named(PathBuf),
    /// Where the system has such things, under this name.
    System(PathBuf),
}

impl Place {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Named(path) | Self::System(path) => path,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path().display().fmt(f)
    }
}

/// What is wrong with a library, in one line: the system's reason is the source of the error.
pub(crate) fn reason(error: &libloading::Error) -> String {
    error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string)
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

/// Opens libraries: from the folder `named` if there is one, else from the system. The last must be in that place; those it
/// needs may be the system's.
///
/// # Safety
/// The libraries in the folder `named` are what their names say. What the system has under these names every program is given
/// that asks for them.
pub(crate) unsafe fn open(names: &Names, named: Option<&Path>) -> Result<Opened, OracleError> {
    let (asked, needed) = names.split_last().expect("something is sought");
    let mut libraries = Vec::new();
    for names in needed {
        // One that is not found here may be one that the system's loader finds by itself.
        // SAFETY: the caller's promise.
        let found = unsafe { first_of(names, named).or_else(|_| first_of(names, None)) };
        libraries.extend(found.map(|(library, _)| library));
    }
    // SAFETY: the caller's promise.
    let (library, path) = unsafe { first_of(asked, named)? };
    libraries.push(library);
    libraries.reverse();
    Ok(Opened {
        libraries,
        place: if named.is_some() {
            Place::Named(path)
        } else {
            Place::System(path)
        },
    })
}

/// The first library that can be opened under one of these names.
///
/// # Safety
/// As of [`open`].
unsafe fn first_of(
    names: &[&'static str],
    folder: Option<&Path>,
) -> Result<(Library, PathBuf), OracleError> {
    let mut reason = String::new();
    for name in names {
        let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        // SAFETY: what these libraries do when they are opened is to set variables of their own.
        match unsafe { Library::new(&path) } {
            Ok(library) => return Ok((library, path)),
            // The first name is the usual one: its reason is the one to tell.
            Err(error) if reason.is_empty() => reason = self::reason(&error),
            Err(_) => {}
        }
    }
    let place = folder.map_or_else(
        || "the system's libraries".to_owned(),
        |folder| folder.display().to_string(),
    );
    let name = names.first().copied().unwrap_or_default();
    Err(OracleError::Unavailable(format!(
        "{name} cannot be opened from {place}: {reason}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &Names = &[
        &["libnone-needed.so.1"],
        &["libnone-such.so.1", "libnone-such.so"],
    ];

    fn open(names: &Names, named: Option<&Path>) -> Result<Opened, OracleError> {
        // SAFETY: in the folders of these tests nothing is a library.
        unsafe { super::open(names, named) }
    }

    #[test]
    fn a_library_that_is_nowhere_names_the_place() {
        let empty = tempfile::tempdir().unwrap();
        let error = open(NAMES, Some(empty.path())).unwrap_err().to_string();
        assert!(
            error.starts_with("libnone-such.so.1 cannot be opened from "),
            "{error}"
        );
        assert!(
            error.contains(&empty.path().display().to_string()),
            "{error}"
        );
        let error = open(NAMES, None).unwrap_err().to_string();
        assert!(error.contains("the system's libraries"), "{error}");
    }

    #[test]
    fn a_folder_that_is_named_is_the_only_place() {
        // The system has a C library, and the folder has not.
        let libc: &Names = &[&["libc.so.6", "libSystem.B.dylib"]];
        let empty = tempfile::tempdir().unwrap();
        assert!(open(libc, Some(empty.path())).is_err());
        assert!(matches!(open(libc, None).unwrap().place, Place::System(_)));
    }
}
