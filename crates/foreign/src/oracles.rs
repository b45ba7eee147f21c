//! Why an oracle cannot be used, where the repository is, and folders that no other user can enter.

use std::error::Error as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs, io};

use tempfile::TempDir;
use thiserror::Error;

/// Why an oracle cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OracleError {
    /// It is missing or does not work, for this reason.
    #[error("{0}")]
    Unavailable(String),
    /// It has no answer for these arguments.
    #[error("{0}")]
    Refused(String),
}

impl From<libloading::Error> for OracleError {
    fn from(error: libloading::Error) -> Self {
        Self::Unavailable(reason(&error))
    }
}

/// An error of a library, on one line: the system's reason is the source of the error.
pub(crate) fn reason(error: &libloading::Error) -> String {
    error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string)
}

/// The value of an environment variable, if it is set. The environment is the user's own, who could as well set `LD_PRELOAD`.
pub(crate) fn named_by(variable: &str) -> Option<PathBuf> {
    let named = env::var_os(variable).filter(|named| !named.is_empty());
    named.map(PathBuf::from)
}

/// A folder inside another one, for what is compiled, preloaded or played. No other user can enter it, and it is removed when
/// it is dropped.
pub(crate) fn private_folder(parent: &Path, prefix: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir_in(parent)
}

/// The names of temporary folders begin with this.
const PREFIX: &str = ".roguelab-folder-";

/// A private folder in the system's temporary folder. It is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct TemporaryFolder {
    folder: TempDir,
    /// Held while the folder is in use: a folder without a lock was left by a killed program. Where folders cannot be locked,
    /// none is removed.
    _lock: Option<File>,
}

impl TemporaryFolder {
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A new temporary folder. Folders that killed programs left behind are removed.
pub(crate) fn temporary_folder() -> io::Result<TemporaryFolder> {
    temporary_folder_in(&env::temp_dir())
}

fn temporary_folder_in(parent: &Path) -> io::Result<TemporaryFolder> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let left = entries.filter(|entry| {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        is_ours && entry.file_type().is_ok_and(|found| found.is_dir())
    });
    for entry in left {
        if let Ok(folder) = File::open(entry.path())
            && folder.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    loop {
        let folder = private_folder(parent, PREFIX)?;
        let file = File::open(folder.path()).ok();
        let lock = file.filter(|file| file.lock().is_ok());
        if folder.path().exists() {
            return Ok(TemporaryFolder {
                folder,
                _lock: lock,
            });
        }
        // Another program removed it before it was locked.
    }
}

/// The checkout of the repository in which this program was built and still is, or for which cargo runs it. `None` for an
/// installed program.
pub fn checkout() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let mut starts = [env::current_exe().ok(), package].into_iter().flatten();
        starts.find_map(|start| {
            start
                .ancestors()
                .find(|folder| is_checkout(folder))
                .map(Path::to_owned)
        })
    };
    FOUND.get_or_init(find).as_deref()
}

fn is_checkout(folder: &Path) -> bool {
    folder.join("crates/foreign/Cargo.toml").is_file()
        && folder.join("fixtures/SHA256SUMS").is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_a_killed_program_left_goes_and_one_in_use_stays() {
        let parent = tempfile::tempdir().unwrap();
        let [left, other] =
            [PREFIX, ".another-"].map(|name| parent.path().join(format!("{name}1")));
        fs::create_dir_all(left.join("traces")).unwrap();
        fs::create_dir(&other).unwrap();
        let first = temporary_folder_in(parent.path()).unwrap();
        let second = temporary_folder_in(parent.path()).unwrap();
        assert!(!left.exists() && other.exists());
        assert!(first.path().exists() && second.path().exists());
    }
}
