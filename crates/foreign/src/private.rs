//! Temporary folders that no other user can enter, for what is compiled, preloaded or played.

#[cfg(unix)]
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::{env, io};

use tempfile::TempDir;

/// A folder in the system's temporary folder. It is removed when it is dropped.
pub(crate) fn folder() -> io::Result<TempDir> {
    folder_in(&env::temp_dir(), ".roguelab-run-")
}

/// The same in another folder, with another beginning of its name.
pub(crate) fn folder_in(parent: &Path, prefix: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::fs::Permissions::from_mode(0o700));
    builder.tempdir_in(parent)
}
