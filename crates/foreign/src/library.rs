//! Where the shared libraries of an oracle are looked for, and how they are opened.
//!
//! A folder that the environment names is the only place if there is one: the environment is the user's own, who could as well
//! set `LD_PRELOAD`. Otherwise it is the kit that [`setup`](crate::setup) fetched, and it is opened only if it is unaltered.
//! Only where there is no kit is it wherever the system has its libraries.

use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::{env, fmt};

use crate::oracles::{OracleError, Oracles};
use crate::setup::kits::Kit;
use crate::setup::record::KitError;
use libloading::Library;

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

/// What is wrong with a library, in one line: the system's reason is the source of the error.
pub(crate) fn reason(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
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

/// Opens libraries: from the folder `named` if there is one, else from the kit, else from the system. The last must be in that
/// place; those it needs may be the system's.
///
/// # Safety
/// The libraries in the folder `named` are what their names say.
pub(crate) unsafe fn open(
    names: &Names,
    named: Option<&Path>,
    oracles: &Oracles,
    kit: &Kit,
) -> Result<Opened, OracleError> {
    if let Some(folder) = named {
        // SAFETY: the caller's promise.
        return unsafe { open_from(names, Some(folder), |path| Place::Named(path.to_owned())) };
    }
    match oracles.check(kit) {
        Ok(checked) => {
            let original = |copy: &Path| {
                let name = copy.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                Place::Installed(checked.original(name), checked.record.version())
            };
            // SAFETY: these are copies of the kit's files, and whoever made the `Oracles` answers for the kit. An open library
            // does not need its file, so the copies may go.
            unsafe { open_from(names, Some(checked.copies.path()), original) }
        }
        // SAFETY: what the system has under these names every program is given that asks for them.
        Err(KitError::NotSetUp { .. }) => unsafe { open_from(names, None, |path| Place::System(path.to_owned())) },
        Err(error) => Err(error.into()),
    }
}

/// # Safety
/// The libraries in the folder, or else those of the system, are what their names say.
unsafe fn open_from(
    names: &Names,
    folder: Option<&Path>,
    place: impl Fn(&Path) -> Place,
) -> Result<Opened, OracleError> {
    let (asked, needed) = names.split_last().expect("something is sought");
    let mut libraries = Vec::new();
    for names in needed {
        // One that is not found here may be one that the system's loader finds by itself.
        // SAFETY: the caller's promise.
        let found = unsafe { first_of(names, folder).or_else(|_| first_of(names, None)) };
        libraries.extend(found.map(|(library, _)| library));
    }
    // SAFETY: the caller's promise.
    let (library, path) = unsafe { first_of(asked, folder)? };
    libraries.push(library);
    libraries.reverse();
    Ok(Opened { libraries, place: place(&path) })
}

/// The first library that can be opened under one of these names.
///
/// # Safety
/// As of [`open_from`].
unsafe fn first_of(names: &[&'static str], folder: Option<&Path>) -> Result<(Library, PathBuf), OracleError> {
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
    let place = folder.map_or_else(|| "the system's libraries".to_owned(), |folder| folder.display().to_string());
    let name = names.first().copied().unwrap_or_default();
    Err(OracleError::Unavailable(format!("{name} cannot be opened from {place}: {reason}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::fs;

    use crate::setup::kits::GSL;
    use crate::setup::record::{FILE_NAME, Record};

    const NAMES: &Names = &[&["libnone-needed.so.1"], &["libnone-such.so.1", "libnone-such.so"]];

    fn open(names: &Names, named: Option<&Path>, oracles: &Path) -> Result<Opened, OracleError> {
        // SAFETY: in the folders of these tests nothing is a library.
        unsafe { super::open(names, named, &Oracles::at(oracles), &GSL) }
    }

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
    fn an_altered_library_is_refused_and_the_system_is_not_asked_instead() {
        let oracles = tempfile::tempdir().unwrap();
        let kit = oracles.path().join(GSL.name);
        fs::create_dir(&kit).unwrap();
        for name in ["libgsl.so.27", "libgslcblas.so.0"] {
            fs::write(kit.join(name), "no library").unwrap();
        }
        let record = Record::survey(&kit, GSL.files, vec![]).unwrap();
        fs::write(kit.join(FILE_NAME), record.to_text()).unwrap();
        let libc: &Names = &[&["libc.so.6", "libSystem.B.dylib"]];
        assert!(matches!(open(libc, None, oracles.path()), Err(OracleError::Unavailable(_))));
        fs::write(kit.join("libgslcblas.so.0"), "another").unwrap();
        let error = open(libc, None, oracles.path()).unwrap_err();
        assert!(matches!(error, OracleError::Kit(KitError::Altered { .. })), "{error}");
    }
}
