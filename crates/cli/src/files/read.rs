//! Reads whole files and standard input up to a limit, since a device or a pipe may have no end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use answers::read::Input;
use anyhow::{Context as _, Result, anyhow, bail};

/// A kind of file, and how large it may be.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    /// The name of the kind in messages.
    pub name: &'static str,
    /// The greatest size in bytes.
    pub limit: u64,
    /// What to do if the file is larger.
    pub remedy: &'static str,
}

/// A statistical plan.
pub const PLAN: Sort = Sort {
    name: "the plan",
    limit: 1 << 20,
    remedy: "declare fewer checks",
};

/// A save file of the real game.
pub(crate) const SAVE: Sort = Sort {
    name: "the save file",
    limit: 1 << 20,
    remedy: "name a save file of the game",
};

pub(crate) const VECTORS: Sort = Sort {
    name: "the vectors",
    limit: 64 << 20,
    remedy: "split them into several files",
};

/// The state of a long run.
pub(crate) const STATE: Sort = Sort {
    name: "the state",
    limit: 256 << 20,
    remedy: "name a file that --state wrote",
};

pub(crate) const WORDS: Sort = Sort {
    name: "the words",
    limit: 64 << 20,
    remedy: "a hundred words are enough",
};

/// Whether this names standard input, for commands that read it.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The name of a path, or of standard input, in messages.
pub fn name(path: &Path) -> String {
    if is_stdin(path) {
        "standard input".into()
    } else {
        shown(path)
    }
}

/// An error about what is in a file, with its name; standard input needs none.
pub(crate) fn named<T, E: Into<anyhow::Error>>(path: &Path, result: Result<T, E>) -> Result<T> {
    let result = result.map_err(Into::into);
    if is_stdin(path) {
        result
    } else {
        result.with_context(|| shown(path))
    }
}

pub(crate) fn bytes(path: &Path, sort: Sort) -> Result<Vec<u8>> {
    let cannot = || format!("cannot read {} {}", sort.name, shown(path));
    File::open(path)
        .map_err(Into::into)
        .and_then(|input| all(input, sort))
        .with_context(cannot)
}

pub(crate) fn text(path: &Path, sort: Sort) -> Result<String> {
    decoded(bytes(path, sort)?)
        .with_context(|| format!("cannot read {} {}", sort.name, shown(path)))
}

/// The text of a file, or of standard input if the path is `-`.
pub fn text_or_stdin(path: &Path, sort: Sort) -> Result<String> {
    if !is_stdin(path) {
        return text(path, sort);
    }
    let read = all(io::stdin().lock(), sort).and_then(decoded);
    read.with_context(|| format!("cannot read {} {}", sort.name, name(path)))
}

/// Opens a file, or standard input if the path is `-`, to be read piece by piece.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin()));
    }
    if path.is_dir() {
        bail!(
            "cannot read {}: it is a folder; name a file in it",
            name(path)
        );
    }
    Ok(Box::new(
        File::open(path).with_context(|| format!("cannot read {}", name(path)))?,
    ))
}

/// Opens a file, or standard input if the path is `-`, as numbers that may come slowly.
pub(crate) fn stream(path: &Path) -> Result<Input> {
    Ok(timed(open(path)?))
}

/// Bytes that may come slowly.
pub(crate) fn timed(bytes: impl Read + Send + 'static) -> Input {
    Input::new(bytes, crate::clock::wall_time)
}

/// The JSON files in a folder, by name.
pub fn json_files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "json"));
    files.sort();
    Ok(files)
}

/// A path as messages show it, with unusual characters escaped.
pub fn shown(path: &Path) -> String {
    lockstep::shown(&path.to_string_lossy(), 4096).into_owned()
}

fn all(input: impl Read, Sort { limit, remedy, .. }: Sort) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let size = if limit.is_multiple_of(1 << 20) {
            format!("{} MiB", limit >> 20)
        } else {
            format!("{limit} bytes")
        };
        bail!("it has more than {size}: {remedy}");
    }
    Ok(bytes)
}

fn decoded(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        anyhow!(
            "it is not text in UTF-8, byte {} is invalid",
            error.utf8_error().valid_up_to()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Sort = Sort {
        name: "the note",
        limit: 4,
        remedy: "write less",
    };

    #[test]
    fn a_text_is_read_up_to_its_limit() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().to_str().unwrap();
        for (bytes, read) in [
            (&b""[..], Ok("")),
            (b"four", Ok("four")),
            (
                b"fives",
                Err("cannot read the note FILE: it has more than 4 bytes: write less"),
            ),
            (
                b"a\xff",
                Err("cannot read the note FILE: it is not text in UTF-8, byte 1 is invalid"),
            ),
        ] {
            std::fs::write(file.path(), bytes).unwrap();
            let found = text(file.path(), SMALL)
                .map_err(|error| format!("{error:#}").replace(path, "FILE"));
            assert_eq!(found, read.map(str::to_owned).map_err(str::to_owned));
        }
    }

    #[test]
    fn an_endless_input_is_read_one_byte_past_the_limit() {
        struct Counted(u64);
        impl Read for Counted {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0 += buffer.len() as u64;
                Ok(buffer.len())
            }
        }
        let mut input = Counted(0);
        assert!(all(&mut input, SAVE).is_err());
        assert_eq!(input.0, SAVE.limit + 1);
    }
}
