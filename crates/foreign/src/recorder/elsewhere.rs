//! Programs can be recorded only on Linux with glibc: elsewhere it is an error.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use thiserror::Error;

/// Why a program was not recorded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// This system cannot record programs.
    #[error("programs can only be recorded on Linux with glibc")]
    Unsupported,
}

/// How a program is run.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The time at which its clock stands still.
    pub time: Option<i64>,
    /// The keys that are typed.
    pub keys: Option<Vec<u8>>,
    /// The time after which it is ended.
    pub deadline: Option<Duration>,
    /// At most this many words and seeds of a process are recorded.
    pub limit: u64,
}

/// A recording.
#[derive(Debug)]
pub struct Recorded {
    /// How the program ended.
    pub status: Option<ExitStatus>,
    /// The traces of its processes.
    pub traces: Vec<(u32, PathBuf)>,
    /// Whether the recorder was loaded.
    pub loaded: bool,
    /// Whether a process went on or ended without it.
    pub lost: bool,
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
