//! Reads whole files and standard input up to a limit, as a device or a pipe may have no end.
//!
//! ```
//! use lab::files::read::{self, PLAN};
//!
//! let error = read::text("no/such/plan.toml".as_ref(), PLAN).unwrap_err();
//! assert!(error.to_string().starts_with("cannot read the plan no/such/plan.toml: "));
//! ```

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// What is read, and how large it may be.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    /// What it is called.
    pub name: &'static str,
    /// The most bytes of it.
    pub limit: u64,
    /// What to do if it is larger.
    pub remedy: &'static str,
}

/// A statistical plan.
pub const PLAN: Sort = Sort { name: "the plan", limit: 1 << 20, remedy: "declare fewer checks" };

/// A save file of the real game.
pub const SAVE: Sort = Sort { name: "the save file", limit: 1 << 20, remedy: "name a save file of the game" };

/// The result of a scan: mostly seeds, at most 65,536 of them.
pub const SCAN: Sort = Sort { name: "the result", limit: 16 << 20, remedy: "name a result of `roguelab scan`" };

/// The checkpoint of a scan.
pub const CHECKPOINT: Sort = Sort { name: "the checkpoint", remedy: "remove it, or run with --restart", ..SCAN };

/// Vectors.
pub const VECTORS: Sort = Sort { name: "the vectors", limit: 64 << 20, remedy: "split them into several files" };

/// Words of a generator.
pub const WORDS: Sort = Sort { name: "the words", limit: 64 << 20, remedy: "a hundred words are enough" };

/// Why something could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The system refused.
    #[error("cannot read {sort} {file}: {error}")]
    System {
        /// What it should be.
        sort: &'static str,
        /// The file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is larger than the limit.
    #[error("cannot read {sort} {file}: it has more than {}: {remedy}", size(*limit))]
    TooLarge {
        /// What it should be.
        sort: &'static str,
        /// The file.
        file: String,
        /// The most bytes.
        limit: u64,
        /// What to do about it.
        remedy: &'static str,
    },
    /// It is not text.
    #[error("cannot read {sort} {file}: it is not text in UTF-8, byte {at} is invalid")]
    NotText {
        /// What it should be.
        sort: &'static str,
        /// The file.
        file: String,
        /// The first invalid byte, from 0.
        at: usize,
    },
}

impl ReadError {
    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::System { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

fn size(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}

/// Whether this names standard input, where a command takes it.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// A path as messages show it.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".into() } else { lockstep::shown(&path.to_string_lossy(), 4096).into_owned() }
}

/// The bytes of a file.
///
/// # Errors
/// If it cannot be read, or is too large.
pub fn bytes(path: &Path, sort: Sort) -> Result<Vec<u8>, ReadError> {
    let file = lockstep::shown(&path.to_string_lossy(), 4096).into_owned();
    match File::open(path) {
        Ok(input) => all(input, file, sort),
        Err(error) => Err(ReadError::System { sort: sort.name, file, error }),
    }
}

/// The text of a file.
///
/// # Errors
/// As [`bytes`], or if it is not UTF-8.
pub fn text(path: &Path, sort: Sort) -> Result<String, ReadError> {
    decoded(bytes(path, sort)?, || lockstep::shown(&path.to_string_lossy(), 4096).into_owned(), sort)
}

/// The text of a file, or of standard input if the path is `-`.
///
/// # Errors
/// As [`text`].
pub fn text_or_stdin(path: &Path, sort: Sort) -> Result<String, ReadError> {
    if is_stdin(path) {
        decoded(all(io::stdin().lock(), name(path), sort)?, || name(path), sort)
    } else {
        text(path, sort)
    }
}

fn all(input: impl Read, file: String, sort: Sort) -> Result<Vec<u8>, ReadError> {
    let Sort { name: sort, limit, remedy } = sort;
    let mut bytes = Vec::new();
    if let Err(error) = input.take(limit + 1).read_to_end(&mut bytes) {
        return Err(ReadError::System { sort, file, error });
    }
    if bytes.len() as u64 > limit { Err(ReadError::TooLarge { sort, file, limit, remedy }) } else { Ok(bytes) }
}

fn decoded(bytes: Vec<u8>, file: impl FnOnce() -> String, sort: Sort) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| ReadError::NotText {
        sort: sort.name,
        file: file(),
        at: error.utf8_error().valid_up_to(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Sort = Sort { name: "the note", limit: 4, remedy: "write less" };

    fn read(bytes: &[u8]) -> Result<String, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let path = file.path().to_str().unwrap();
        text(file.path(), SMALL).map_err(|error| error.to_string().replace(path, "FILE"))
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        assert_eq!(read(b"").unwrap(), "");
        assert_eq!(read(b"four").unwrap(), "four");
        assert_eq!(read(b"fives").unwrap_err(), "cannot read the note FILE: it has more than 4 bytes: write less");
    }

    #[test]
    fn an_input_without_end_is_read_no_further_than_one_byte_past_the_limit() {
        struct Counted(u64);
        impl Read for Counted {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0 += buffer.len() as u64;
                Ok(buffer.len())
            }
        }
        let mut input = Counted(0);
        assert!(matches!(all(&mut input, "x".into(), SAVE), Err(ReadError::TooLarge { .. })));
        assert_eq!(input.0, SAVE.limit + 1);
    }

    #[test]
    fn text_that_is_not_utf_8_is_refused_with_the_byte() {
        assert_eq!(
            read(b"a\xff").unwrap_err(),
            "cannot read the note FILE: it is not text in UTF-8, byte 1 is invalid"
        );
    }

    #[test]
    fn a_missing_file_is_told_from_an_unreadable_one() {
        let folder = tempfile::tempdir().unwrap();
        assert!(text(&folder.path().join("none"), SMALL).unwrap_err().is_missing());
        assert!(!text(folder.path(), SMALL).unwrap_err().is_missing());
    }
}
