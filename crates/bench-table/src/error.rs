//! Why there is no table.

use std::io;
use std::path::PathBuf;

/// Why there is no table, with what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// None of the rows was measured.
    #[error("nothing that the table shows is measured in {}: run `cargo xtask bench` first", .0.display())]
    NotMeasured(PathBuf),
    /// A file or folder cannot be read or written.
    #[error("{}: {cause}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A file of criterion's is not as it should be.
    #[error("{}: {cause}; remove its folder and run `cargo xtask bench` again", path.display())]
    Json {
        /// Which one.
        path: PathBuf,
        /// Why.
        cause: serde_json::Error,
    },
    /// A measurement gives no time per item.
    #[error("{}: {what}", path.display())]
    Unusable {
        /// Its file.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Some measurements are of earlier runs.
    #[error(
        "{old} of {all} measurements are older than the last run, such as `{example}`: run `cargo xtask bench` without a \
         filter, or mix them and say so with --mixed"
    )]
    Mixed {
        /// How many.
        old: usize,
        /// Of how many.
        all: usize,
        /// One of them.
        example: String,
    },
    /// The README has no place for the table.
    #[error("{}: there is no line `{marker}` with a block of ```text after it", path.display())]
    NoBlock {
        /// The README.
        path: PathBuf,
        /// The line that marks the block.
        marker: &'static str,
    },
}
