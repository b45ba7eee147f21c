//! Programs can be recorded only on Linux with glibc: elsewhere it is an error.

use std::ffi::OsStr;

use thiserror::Error;

mod recording;
pub use recording::{Recorded, Recording};

/// Why a program was not recorded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// This system cannot record programs.
    #[error("programs can only be recorded on Linux with glibc")]
    Unsupported,
}

/// # Errors
/// This always fails.
pub fn record(
    _program: &OsStr,
    _arguments: &[impl AsRef<OsStr>],
    _how: &Recording,
) -> Result<Recorded, RecordError> {
    Err(RecordError::Unsupported)
}
