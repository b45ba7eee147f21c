//! Why an oracle cannot be used, and where the repository is.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use thiserror::Error;

/// Why an oracle cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OracleError {
    /// It is not here or does not work, for the reason given.
    #[error("{0}")]
    Unavailable(String),
    /// It has no answer for these arguments.
    #[error("{0}")]
    Refused(String),
}

impl From<libloading::Error> for OracleError {
    fn from(error: libloading::Error) -> Self {
        Self::Unavailable(crate::library::reason(&error))
    }
}

/// The checkout of the repository that this program was built in and is in, or that cargo runs it for. None for a program
/// that was installed.
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
