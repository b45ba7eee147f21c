//! Writes files, whole or not at all.
//!
//! The text goes to a temporary file in the same folder, which is synced and renamed: a reader sees the old text or the new
//! one, and a full disk or a signal leaves the old one. Symbolic links are followed and kept. An existing file keeps its mode
//! and owner; a new one has 0666 less the umask. A device or a FIFO is written to directly. A folder, or a file without
//! write permission, is refused.
//!
//! Temporary files are called `.roguelab-*.tmp` and are locked while in use. They are removed on any error and by
//! [`remove_temporary_files`]; the next program that writes to the folder removes those that a killed one left.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::{Result, anyhow};
use tempfile::TempPath;

const PREFIX: &str = ".roguelab-";
const SUFFIX: &str = ".tmp";

/// The least age of a stale temporary file: between creation and lock a new one might look stale.
const STALE: Duration = Duration::from_secs(60);

/// The most links that are followed, as by the system.
const MOST_LINKS: usize = 40;

/// Writes a file whole or not at all. Missing folders are created.
pub(crate) fn whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut writer = Writer::new(path)?;
    writer.write_all(bytes).map_err(|error| unwritable(path, &error))?;
    writer.finish()
}

/// Writes several files, all or none: all are written before the first is renamed, and if renaming one fails those before
/// it are restored.
pub(crate) fn all(files: &[(PathBuf, String)]) -> Result<()> {
    let mut staged = Vec::new();
    for (path, text) in files {
        let before = match fs::read(path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(unwritable(path, &error)),
        };
        let mut writer = Writer::new(path)?;
        writer.write_all(text.as_bytes()).map_err(|error| unwritable(path, &error))?;
        staged.push((path.as_path(), before, writer));
    }
    put_into_place(staged)
}

/// Renames written files; each comes with its old content.
fn put_into_place<'a>(staged: impl IntoIterator<Item = (&'a Path, Option<Vec<u8>>, Writer)>) -> Result<()> {
    let mut done: Vec<(&Path, Option<Vec<u8>>)> = Vec::new();
    for (path, before, writer) in staged {
        if let Err(error) = writer.finish() {
            for (path, before) in done {
                match before {
                    Some(bytes) => whole(path, &bytes)?,
                    None => fs::remove_file(path)?,
                }
            }
            return Err(error);
        }
        done.push((path, before));
    }
    Ok(())
}

/// Checks that a file can be written, before the work whose result goes there. Missing folders are created.
pub(crate) fn check(path: &Path) -> Result<()> {
    match place(path).map_err(|error| unwritable(path, &error))? {
        Place::File { target, before } => {
            Temporary::beside(&target, before.as_ref()).map(drop).map_err(|error| unwritable(path, &error))
        }
        Place::Through => Ok(()),
    }
}

/// Checks that files can be written to a folder; creates it if missing.
pub(crate) fn check_folder(folder: &Path) -> Result<()> {
    Temporary::beside(&folder.join("file"), None).map(drop).map_err(|error| unwritable(folder, &error))
}

/// A file that is being written; it appears with [`Writer::finish`].
#[derive(Debug)]
pub(crate) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    /// `None` for a device or a FIFO.
    replaced: Option<Replaced>,
}

#[derive(Debug)]
struct Replaced {
    target: PathBuf,
    temporary: Temporary,
    /// The metadata of an existing file.
    before: Option<Metadata>,
}

impl Writer {
    /// Starts writing. Missing folders are created.
    pub(crate) fn new(path: &Path) -> Result<Self> {
        let begin = || {
            Ok(match place(path)? {
                Place::File { target, before } => {
                    let (temporary, file) = Temporary::beside(&target, before.as_ref())?;
                    (file, Some(Replaced { target, temporary, before }))
                }
                // It exists, and has no length to truncate.
                Place::Through => (File::options().append(true).open(path)?, None),
            })
        };
        let (file, replaced) = begin().map_err(|error: io::Error| unwritable(path, &error))?;
        Ok(Self { path: path.to_owned(), file: BufWriter::new(file), replaced })
    }

    /// Puts the written file into place.
    pub(crate) fn finish(self) -> Result<()> {
        let Self { path, file, replaced } = self;
        let finish = || {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            let Some(Replaced { target, temporary, before }) = replaced else { return Ok(()) };
            if let Some(before) = before {
                keep_mode_and_owner(&file, &before)?;
            }
            file.sync_all()?;
            temporary.rename(&target)?;
            sync_folder(&target)
        };
        finish().map_err(|error| unwritable(&path, &error))
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Removes the temporary files of everything that is being written. No other is made as long as the guard lives: a signal
/// handler keeps it until the program has ended.
#[must_use = "as long as it lives, no temporary file is made"]
pub(crate) fn remove_temporary_files() -> impl Drop {
    let mut temporary = temporary_files();
    for path in std::mem::take(&mut *temporary) {
        // It may be gone, or the folder with it.
        let _ = fs::remove_file(path);
    }
    temporary
}

static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn temporary_files() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file, removed when it is dropped.
#[derive(Debug)]
struct Temporary {
    /// `None` once it has its final name.
    path: Option<TempPath>,
}

impl Temporary {
    /// In the folder of `target`, with the mode of the file it will replace; locked while open.
    fn beside(target: &Path, before: Option<&Metadata>) -> io::Result<(Self, File)> {
        let folder = folder_of(target);
        fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // The system applies the umask.
            let mode = before.map_or(0o666, |before| before.permissions().mode() & 0o777);
            builder.permissions(fs::Permissions::from_mode(mode));
        }
        #[cfg(not(unix))]
        let _ = before;
        let mut temporary = temporary_files();
        sweep(folder);
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        // Not every file system has locks: without one the file is safe while young.
        let _ = file.try_lock();
        temporary.insert(path.to_path_buf());
        Ok((Self { path: Some(path) }, file))
    }

    fn rename(mut self, target: &Path) -> io::Result<()> {
        let Some(path) = self.path.take() else { return Ok(()) };
        // Under the lock, so that a signal finds one name or the other.
        let mut temporary = temporary_files();
        temporary.remove(path.as_ref() as &Path);
        // On failure the error holds the path, and removes the file when it is dropped.
        path.persist(target).map_err(|error| error.error)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            temporary_files().remove(path.as_ref() as &Path);
        }
    }
}

/// Removes stale temporary files, which nobody has locked, from a folder.
fn sweep(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_ours = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
    for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_ours)) {
        let changed = entry.metadata().ok().filter(Metadata::is_file).and_then(|found| found.modified().ok());
        let is_old =
            changed.and_then(|time| SystemTime::now().duration_since(time).ok()).is_some_and(|age| age >= STALE);
        if is_old && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            // Another program may be sweeping as well.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Where a path leads.
enum Place {
    /// To a file, or to where one can be made.
    File { target: PathBuf, before: Option<Metadata> },
    /// To a device or a FIFO.
    Through,
}

fn place(path: &Path) -> io::Result<Place> {
    let before = match fs::metadata(path) {
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let Some(found) = before else { return Ok(Place::File { target: resolve(path)?, before: None }) };
    if found.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    let target = resolve(path)?;
    #[cfg(unix)]
    if std::os::unix::fs::FileTypeExt::is_block_device(&found.file_type()) {
        return Err(io::Error::other("it is a disk"));
    }
    // An open file such as standard output is written to directly.
    if !found.is_file() || target.starts_with("/proc") || target.starts_with("/dev/fd") {
        return Ok(Place::Through);
    }
    // A file without write permission must not be replaced.
    File::options().write(true).open(path)?;
    Ok(Place::File { target, before: Some(found) })
}

/// The path without links and `..`; the last part need not exist.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = std::path::absolute(path)?;
    for _ in 0..MOST_LINKS {
        let name = path.file_name().ok_or_else(|| io::Error::other("it has no name of a file"))?.to_owned();
        let folder = resolve_folder(folder_of(&path));
        path = folder.join(name);
        // For an open file, `/proc` gives a text that may not be a path.
        match fs::read_link(&path) {
            Ok(_) if path.starts_with("/proc") => return Ok(path),
            Ok(link) => path = folder.join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// A folder without links and `..`; the part that does not exist has no links.
fn resolve_folder(folder: &Path) -> PathBuf {
    let there = folder.ancestors().find_map(|part| Some((part, part.canonicalize().ok()?)));
    let Some((part, mut resolved)) = there else { return folder.to_owned() };
    for component in folder.strip_prefix(part).into_iter().flat_map(Path::components) {
        match component {
            Component::ParentDir => drop(resolved.pop()),
            Component::CurDir => {}
            other => resolved.push(other),
        }
    }
    resolved
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(unix)]
fn keep_mode_and_owner(file: &File, before: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};

    let now = file.metadata()?;
    if (now.uid(), now.gid()) != (before.uid(), before.gid()) {
        // Only root may change the owner.
        let _ = fchown(file, Some(before.uid()), Some(before.gid()));
    }
    file.set_permissions(fs::Permissions::from_mode(before.permissions().mode() & 0o777))
}

#[cfg(not(unix))]
fn keep_mode_and_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn sync_folder(target: &Path) -> io::Result<()> {
    match File::open(folder_of(target)).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot sync a folder, and an unreadable one cannot be opened.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::PermissionDenied) => Ok(()),
        synced => synced,
    }
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

fn unwritable(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot write {}: {error}; name another place, or make it writable", path.display())
}

#[cfg(test)]
mod tests;
