//! Programs can be recorded only on Linux with glibc: elsewhere it is an error.

use std::ffi::OsStr;

mod recording;
pub use recording::{RecordError, Recorded, Recording};

/// # Errors
/// This always fails.
pub fn record(
    _program: &OsStr,
    _arguments: &[impl AsRef<OsStr>],
    _how: &Recording,
) -> Result<Recorded, RecordError> {
    Err(RecordError::Unsupported)
}
