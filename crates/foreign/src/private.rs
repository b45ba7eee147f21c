//! Temporary folders for what is executed, loaded or fetched: with a name that nobody can guess, closed to other users
//! whatever the umask, and swept up after a process that was killed.
//!
//! A folder is locked while it is in use, and the system drops the lock when the process ends, however that happens. Whoever
//! makes the next folder removes those of the same user that nobody holds. Where a file system has no locks, nothing is
//! swept. On systems other than Unix the temporary folder is the user's own, and there are no locks and no modes.

use std::env;
use std::fs::OpenOptions;
#[cfg(unix)]
use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What the names of our folders in the system's temporary folder begin with.
const PREFIX: &str = ".roguelab-run-";

/// A folder in the system's temporary folder, removed when it is dropped.
#[derive(Debug)]
pub(crate) struct PrivateFolder {
    folder: TempDir,
    #[cfg(unix)]
    _lock: File,
}

impl PrivateFolder {
    /// A folder that only this user can enter.
    pub(crate) fn new() -> io::Result<Self> {
        Self::in_folder(&env::temp_dir(), 0o700)
    }

    /// A folder that others can pass through, but neither list nor write to.
    pub(crate) fn open_to_pass_through() -> io::Result<Self> {
        Self::in_folder(&env::temp_dir(), 0o711)
    }

    #[cfg(not(unix))]
    fn in_folder(parent: &Path, mode: u32) -> io::Result<Self> {
        Ok(Self { folder: make(parent, PREFIX, mode)? })
    }

    #[cfg(unix)]
    fn in_folder(parent: &Path, mode: u32) -> io::Result<Self> {
        sweep(parent, PREFIX);
        loop {
            let folder = make(parent, PREFIX, mode)?;
            // Before it is locked, a sweep may take it for a folder that nobody uses.
            let lock = match File::open(folder.path()) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                opened => opened?,
            };
            // An error means that there are no locks here, and then nobody sweeps.
            let _ = lock.lock();
            if is_at(&lock, folder.path()) {
                // The umask may have taken some away.
                lock.set_permissions(Permissions::from_mode(mode))?;
                return Ok(Self { folder, _lock: lock });
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Makes a folder with these permissions, or fewer if the umask takes some away. It removes itself.
pub(crate) fn make(parent: &Path, prefix: &str, mode: u32) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(Permissions::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder.tempdir_in(parent)
}

/// Sets who may do what with a file or folder, where the system has modes.
pub(crate) fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(path, Permissions::from_mode(mode))?;
    #[cfg(not(unix))]
    let _ = (path, mode);
    Ok(())
}

/// Writes a new file that nobody but its owner can change, whatever the umask.
pub(crate) fn write(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(mode);
    #[cfg(not(unix))]
    let _ = mode;
    options.open(path)?.write_all(bytes)
}

/// Writes a program that its owner alone can read and run.
///
/// Another process writes it: were it open here, a thread that starts some other program would pass it on for a moment, and a
/// file that somebody has open for writing cannot be started.
#[cfg(unix)]
pub(crate) fn write_program(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut install = Command::new("install");
    let mut install = install.args(["-m", "700", "/dev/stdin"]).arg(path).stdin(Stdio::piped()).spawn()?;
    let written = install.stdin.take().map_or(Ok(()), |mut input| input.write_all(bytes));
    let status = install.wait()?;
    if status.success() { written } else { Err(io::Error::other(format!("`install` of {}: {status}", path.display()))) }
}

/// Writes a program.
#[cfg(not(unix))]
pub(crate) fn write_program(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, 0o700)
}

/// Whether this is the file or folder that the path leads to now.
#[cfg(unix)]
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let identity = |metadata: &fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(file), Ok(path)) if identity(&file) == identity(&path))
}

/// Removes this user's folders in `parent` whose names begin like this and that nobody holds. What cannot be removed stays:
/// it is in nobody's way.
#[cfg(unix)]
fn sweep(parent: &Path, prefix: &str) {
    let ours = rustix::process::geteuid().as_raw();
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(prefix)
            && entry.metadata().is_ok_and(|metadata| metadata.is_dir() && metadata.uid() == ours);
        if is_ours
            && let Ok(folder) = File::open(entry.path())
            && folder.try_lock().is_ok()
            && is_at(&folder, &entry.path())
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn a_folder_that_a_killed_process_left_is_swept_and_one_in_use_is_not() {
        let parent = tempfile::tempdir().unwrap();
        let used = PrivateFolder::in_folder(parent.path(), 0o700).unwrap();
        let left = parent.path().join(format!("{PREFIX}left"));
        let other = parent.path().join("roguelab-results");
        for folder in [&left, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("file"), "text").unwrap();
        }
        let next = PrivateFolder::in_folder(parent.path(), 0o700).unwrap();
        assert!(!left.exists());
        assert!(used.path().is_dir() && next.path().is_dir() && other.join("file").is_file());
    }

    #[test]
    fn folders_made_and_swept_at_once_are_all_there() {
        let parent = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let folder = PrivateFolder::in_folder(parent.path(), 0o700).unwrap();
                        write(&folder.path().join("file"), b"text", 0o600).unwrap();
                        assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"text");
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn nobody_else_can_write_to_what_is_made() {
        let parent = tempfile::tempdir().unwrap();
        let (closed, passed) = (
            PrivateFolder::in_folder(parent.path(), 0o700).unwrap(),
            PrivateFolder::in_folder(parent.path(), 0o711).unwrap(),
        );
        write(&closed.path().join("file"), b"text", 0o644).unwrap();
        let modes = [closed.path(), passed.path(), &closed.path().join("file")].map(mode);
        assert_eq!(modes.map(|mode| format!("{mode:o}")), ["700", "711", "644"]);
    }

    /// In a process of its own, as the umask is the process's.
    #[test]
    fn nor_under_a_umask_of_0() {
        let output = Command::new("/bin/sh")
            .args(["-c", "umask 000; exec \"$0\" --exact private::tests::nobody_else_can_write_to_what_is_made"])
            .arg(env::current_exe().unwrap())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{text}");
    }
}
