//! Why an oracle cannot be used, where the repository is, and folders that no other user can enter.

use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, io};

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

/// A new private folder in the system's temporary folder.
pub(crate) fn temporary_folder() -> io::Result<TempDir> {
    private_folder(&env::temp_dir(), ".roguelab-folder-")
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
        && folder.join("fixtures/atlas.txt").is_file()
}
