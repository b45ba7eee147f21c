//! A recording, its settings and its errors, on every system.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use tempfile::TempDir;
use thiserror::Error;

/// Why a program was not recorded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// This system cannot record programs.
    #[error("programs can only be recorded on Linux with glibc")]
    Unsupported,
    /// There is no such program.
    #[error("there is no program `{0}`: give its path, or a name that is found in PATH")]
    NotFound(String),
    /// The program does not load libraries.
    #[error("{} is statically linked, so its calls of the C library cannot be recorded", .0.display())]
    Static(PathBuf),
    /// The system does not preload libraries into the program.
    #[error("{} is setuid or setgid, and the system preloads nothing into such programs: run a copy without that bit", .0.display())]
    Setuid(PathBuf),
    /// The program cannot be started, or its traces cannot be read.
    #[error("{doing}: {cause}")]
    Io {
        /// The action that failed.
        doing: String,
        /// Why it failed.
        cause: io::Error,
    },
}

/// How a program is run.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The time, in seconds since 1970, at which its clock stands still.
    pub time: Option<i64>,
    /// The keys that are typed into a terminal of its own, in which the program then runs; without keys it keeps our input and
    /// output.
    pub keys: Option<Vec<u8>>,
    /// The time after which it is ended.
    pub deadline: Option<Duration>,
    /// At most this many words and seeds of a process are recorded.
    pub limit: u64,
}

/// A recording.
#[derive(Debug)]
pub struct Recorded {
    /// How the program ended; `None` if it was ended at the deadline.
    pub status: Option<ExitStatus>,
    /// The traces of its processes, as process numbers and files, the largest first.
    pub traces: Vec<(u32, PathBuf)>,
    /// Whether the recorder was loaded into the program, or into one that it ran.
    pub loaded: bool,
    /// Whether a process into which it was loaded went on or ended without it: the process became a program that does not load it,
    /// or was killed.
    pub lost: bool,
    /// The folder of the traces, which exists as long as this.
    pub(super) _folder: TempDir,
}
