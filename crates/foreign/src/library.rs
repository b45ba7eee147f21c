//! Where the shared libraries of an oracle are looked for, and how they are opened.
//!
//! If the environment names a folder, it is the only place: the environment is the user's own, who could as well set
//! `LD_PRELOAD`. Otherwise it is wherever the system has its libraries.

use std::path::{Path, PathBuf};

use crate::oracles::{OracleError, reason};
use libloading::Library;

/// Declares functions of a library, and a table that holds them.
macro_rules! functions {
    ($table:ident { $($field:ident = $symbol:literal: fn($($argument:ty),*) $(-> $result:ty)?;)* }) => {
        #[derive(Debug)]
        struct $table {
            $($field: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl $table {
            /// # Safety
            /// The functions have these signatures in the library, which stays open as long as they are called.
            unsafe fn of(library: &libloading::Library) -> Result<Self, $crate::OracleError> {
                // SAFETY: the caller's promise.
                unsafe {
                    Ok(Self { $($field: *library.get(concat!($symbol, "\0").as_bytes())?,)* })
                }
            }
        }
    };
}

pub(crate) use functions;

/// Libraries that are opened together. The last one is used; it needs the others.
#[derive(Debug)]
pub(crate) struct Opened {
    // They are closed in this order: a library that needs another is closed before it.
    libraries: Vec<Library>,
    /// The file of the library that is used.
    pub(crate) place: PathBuf,
}

impl Opened {
    /// The library that is used.
    pub(crate) fn library(&self) -> &Library {
        &self.libraries[0]
    }
}

/// The libraries to open, the needed ones first, each with its names on different systems.
pub(crate) type Names = [&'static [&'static str]];

/// Opens libraries: from the folder `named` if there is one, otherwise from the system. The last must be in that place; those
/// it needs may be the system's.
///
/// # Safety
/// The libraries in the folder `named` are what their names say. What the system has under these names is given to every
/// program that asks for it.
pub(crate) unsafe fn open(names: &Names, named: Option<&Path>) -> Result<Opened, OracleError> {
    let (wanted, needed) = names.split_last().expect("something is sought");
    let mut libraries = Vec::new();
    for names in needed {
        // A library that is not found here may be found by the system's loader.
        // SAFETY: the caller's promise.
        let found = unsafe { first_of(names, named).or_else(|_| first_of(names, None)) };
        libraries.extend(found.map(|(library, _)| library));
    }
    // SAFETY: the caller's promise.
    let (library, place) = unsafe { first_of(wanted, named)? };
    libraries.push(library);
    libraries.reverse();
    Ok(Opened { libraries, place })
}

/// The first library that can be opened under one of these names.
///
/// # Safety
/// As in [`open`].
unsafe fn first_of(
    names: &[&'static str],
    folder: Option<&Path>,
) -> Result<(Library, PathBuf), OracleError> {
    let mut why = String::new();
    for name in names {
        let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        // SAFETY: when they are opened, these libraries only set variables of their own.
        match unsafe { Library::new(&path) } {
            Ok(library) => return Ok((library, path)),
            // The first name is the usual one, so its reason is reported.
            Err(error) if why.is_empty() => why = reason(&error),
            Err(_) => {}
        }
    }
    let place = folder.map_or_else(
        || "the system's libraries".to_owned(),
        |folder| folder.display().to_string(),
    );
    let name = names.first().copied().unwrap_or_default();
    Err(OracleError::Unavailable(format!(
        "{name} cannot be opened from {place}: {why}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_named_is_the_only_place_and_the_error_names_it() {
        // The system has a C library, and the folder does not.
        let libc: &Names = &[&["libc.so.6", "libSystem.B.dylib"]];
        let empty = tempfile::tempdir().unwrap();
        // SAFETY: the folder is empty, and every program is given the system's C library.
        let [named, system] =
            [Some(empty.path()), None].map(|folder| unsafe { open(libc, folder) });
        let error = named.unwrap_err().to_string();
        let expected = format!(
            "libc.so.6 cannot be opened from {}: ",
            empty.path().display()
        );
        assert!(error.starts_with(&expected), "{error}");
        assert_eq!(system.unwrap().place, Path::new(libc[0][0]));
    }
}
