//! Writes files, whole or not at all.
//!
//! The text goes to a temporary file in the same folder, which then replaces the file: a reader sees the old text or the new
//! one, and after a full disk or a signal the old one is still there. A symbolic link to a file is followed and kept. An existing
//! file keeps its mode; a new file gets 0666 minus the umask. A device, a pipe or standard output is written to directly.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Result, anyhow};
use tempfile::{NamedTempFile, TempPath};

use super::read;

/// Names of open files, which are written to directly, since the files behind them may be open elsewhere.
const OPEN_FILES: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];

/// Writes a file whole or not at all. Missing folders are created.
pub fn whole(path: &Path, bytes: &[u8]) -> Result<()> {
    written(path, bytes)?.finish()
}

/// Writes several files; all are complete on disk before the first replaces its target.
pub fn all(files: &[(PathBuf, String)]) -> Result<()> {
    let writers = files
        .iter()
        .map(|(path, text)| written(path, text.as_bytes()));
    let mut writers = writers.collect::<Result<Vec<_>>>()?;
    writers.iter_mut().try_for_each(Writer::settle)?;
    writers.into_iter().try_for_each(Writer::place)
}

fn written(path: &Path, bytes: &[u8]) -> Result<Writer> {
    let mut writer = Writer::new(path)?;
    writer.write_all(bytes)?;
    Ok(writer)
}

/// Checks that files can be written to a folder, which is created if it is missing.
pub fn check_folder(folder: &Path) -> Result<()> {
    let check = || {
        fs::create_dir_all(folder)?;
        tempfile::tempfile_in(folder).map(drop)
    };
    check().map_err(|error| unwritable(folder, &error))
}

/// A file that is being written, which appears with [`Writer::finish`].
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    output: BufWriter<File>,
    /// The temporary file and the target that it replaces; `None` for a device, a pipe or an open file.
    replacing: Option<(TempPath, PathBuf)>,
}

impl Writer {
    /// Starts writing. Missing folders are created.
    pub fn new(path: &Path) -> Result<Self> {
        let (file, replacing) = opened(path).map_err(|error| unwritable(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            output: BufWriter::new(file),
            replacing,
        })
    }

    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), unwritable(&self.path, error))
    }

    /// Waits until everything is on disk.
    fn settle(&mut self) -> Result<()> {
        self.flush()?;
        if self.replacing.is_some() {
            let synced = self.output.get_ref().sync_all();
            synced.map_err(|error| unwritable(&self.path, &error))?;
        }
        Ok(())
    }

    /// Moves the finished file into place.
    pub fn finish(mut self) -> Result<()> {
        self.settle()?;
        self.place()
    }

    fn place(self) -> Result<()> {
        let Some((temporary, target)) = self.replacing else {
            return Ok(());
        };
        let placed = temporary.persist(target);
        placed.map_err(|error| unwritable(&self.path, &error.into()))
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes);
        written.map_err(|error| self.named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.output.flush();
        flushed.map_err(|error| self.named(&error))
    }
}

/// The file to write to, and the target that it replaces, if it is temporary.
fn opened(path: &Path) -> io::Result<(File, Option<(TempPath, PathBuf)>)> {
    #[cfg(unix)]
    if path == Path::new("/dev/stdout") {
        // Opened by its name, the file would be written from its beginning or its end, not from where the shell continues.
        let stdout = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
        return Ok((stdout.into(), None));
    }
    let before = match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
        }
        Ok(found) if !found.is_file() || OPEN_FILES.iter().any(|open| path.starts_with(open)) => {
            // Keep what was already written to an open file.
            return Ok((File::options().append(true).open(path)?, None));
        }
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let target = match before {
        Some(_) => {
            // A file without write permission must not be replaced.
            File::options().write(true).open(path)?;
            path.canonicalize()?
        }
        None => path.to_owned(),
    };
    let (file, temporary) = temporary(&target, before.as_ref())?.into_parts();
    Ok((file, Some((temporary, target))))
}

/// A temporary file in the folder of `target`, with the mode that the target should have.
fn temporary(target: &Path, before: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let Some(folder) = target.parent().filter(|_| target.file_name().is_some()) else {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "it does not name a file",
        ));
    };
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    fs::create_dir_all(folder)?;
    sweep(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(BEGIN).suffix(END);
    // The system applies the umask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut names = temporary_names();
    let file = builder.tempfile_in(folder)?;
    names.push(file.path().to_owned());
    // As long as it is locked, no other process sweeps it away; where files cannot be locked, none is.
    let _ = file.as_file().try_lock();
    if let Some(before) = before {
        file.as_file().set_permissions(before.permissions())?;
    }
    Ok(file)
}

/// The beginning and the end of the names of temporary files; between them are six letters and digits.
const BEGIN: &str = ".roguelab-";
const END: &str = ".tmp";

/// A younger file may not be locked yet.
const YOUNG: Duration = Duration::from_secs(60);

/// Removes the temporary files that a killed process has left in a folder: those that no process has locked.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let between = name
            .to_str()
            .and_then(|name| name.strip_prefix(BEGIN)?.strip_suffix(END));
        let is_ours = between.is_some_and(|name| {
            name.len() == 6 && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        let is_old = |found: Metadata| {
            found.is_file()
                && found
                    .modified()
                    .is_ok_and(|then| then.elapsed().is_ok_and(|age| age > YOUNG))
        };
        // The metadata are those of the entry itself, not of what a link leads to.
        if is_ours
            && entry.metadata().is_ok_and(is_old)
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Refuses to replace anything but an earlier file of ours, whose text has this mark.
pub(crate) fn refuse_foreign(files: &[(PathBuf, String)], mark: &str) -> Result<()> {
    for (path, _) in files {
        let is_ours = match fs::symlink_metadata(path) {
            Ok(found) => {
                found.is_file() && fs::read_to_string(path).is_ok_and(|text| text.contains(mark))
            }
            Err(_) => true,
        };
        if !is_ours {
            return Err(anyhow!(
                "cannot write {}: something else is there; move it away, or name another folder",
                read::shown(path)
            ));
        }
    }
    Ok(())
}

/// The names of all temporary files so far; most of these files no longer exist.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary_names() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files. No new one is made while the guard lives; a signal handler keeps it until the program has ended.
#[must_use = "as long as it lives, no temporary file is made"]
pub(crate) fn remove_temporary_files() -> impl Drop {
    let names = temporary_names();
    for name in &*names {
        // Most have been renamed, or were removed after an error.
        let _ = fs::remove_file(name);
    }
    names
}

fn unwritable(path: &Path, error: &io::Error) -> anyhow::Error {
    let (why, remedy) = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            (error.to_string(), "make room")
        }
        // The system says only that there is a file, or that it is no folder.
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => (
            "a file is where a folder should be".to_owned(),
            "move the file away",
        ),
        _ => (error.to_string(), "make it writable"),
    };
    anyhow!(
        "cannot write {}: {why}; name another place, or {remedy}",
        read::shown(path)
    )
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named_and_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("a-file");
        fs::write(&blocked, "").unwrap();
        for (path, why) in [
            (
                blocked.join("report\x1b.md"),
                r"report\u{1b}.md: a file is where a folder should be",
            ),
            (folder.path().to_owned(), "it is a folder"),
            (folder.path().join("missing/.."), "it does not name a file"),
            (PathBuf::new(), "it does not name a file"),
        ] {
            let error = whole(&path, b"text").unwrap_err().to_string();
            assert!(
                error.contains(why) && error.contains("name another place"),
                "{error}"
            );
        }
        // If one of several files cannot be written, none is.
        let files =
            [folder.path().join("first"), blocked.join("second")].map(|path| (path, "text".into()));
        all(&files).unwrap_err();
        let error = check_folder(&blocked).unwrap_err().to_string();
        assert!(
            error.contains("a file is where a folder should be"),
            "{error}"
        );
        assert_eq!(names(folder.path()), ["a-file"]);
    }

    #[test]
    fn what_a_killed_process_has_left_is_swept_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let made = |name: &str, age: u64| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age))
                .unwrap();
            file
        };
        let kept = [
            ".roguelab-abc.tmp",
            ".roguelab-abcde1.tmp.old",
            ".roguelab-is-mine.tmp",
            "roguelab-abcdef.tmp",
        ];
        for name in kept {
            made(name, 9999);
        }
        made(".roguelab-aBcde1.tmp", 9999);
        made(".roguelab-young1.tmp", 1);
        let locked = made(".roguelab-locked.tmp", 9999);
        locked.try_lock().unwrap();
        whole(&folder.path().join("new"), b"").unwrap();
        let mut expected = [
            &kept[..],
            &[".roguelab-locked.tmp", ".roguelab-young1.tmp", "new"],
        ]
        .concat();
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected);
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{FileTypeExt as _, symlink};
        use std::process::Command;

        use super::*;

        #[test]
        fn a_link_to_a_file_is_followed_and_stays() {
            let folder = tempfile::tempdir().unwrap();
            let [file, link, chain] =
                ["file", "link", "chain"].map(|name| folder.path().join(name));
            fs::write(&file, "old").unwrap();
            symlink("file", &link).unwrap();
            symlink(&link, &chain).unwrap();
            whole(&chain, b"new").unwrap();
            assert_eq!(fs::read(&file).unwrap(), b"new");
            assert!([link, chain].iter().all(|link| link.is_symlink()));
        }

        #[test]
        fn a_pipe_is_written_to_and_stays() {
            let folder = tempfile::tempdir().unwrap();
            let pipe = folder.path().join("pipe");
            assert!(
                Command::new("mkfifo")
                    .arg(&pipe)
                    .status()
                    .unwrap()
                    .success()
            );
            let reader = std::thread::spawn({
                let pipe = pipe.clone();
                move || fs::read(pipe).unwrap()
            });
            whole(&pipe, b"text").unwrap();
            assert_eq!(reader.join().unwrap(), b"text");
            assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        }
    }
}
