//! Which measurements are of one run: a file that each bench looks at when it starts, and the times of the files.
//!
//! Every bench is a program of its own, started by one cargo. The first of them writes the number of its parent process
//! into the mark, those after it find that number there and leave it: the mark is as old as the run.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{env, fs};

use crate::benches;

/// The name of the mark, beside the folders of the groups.
const MARK: &str = "run";

/// No run takes longer, on any machine: what is older than the newest measurement by more is of another run, where no
/// mark says so.
const LONGEST: Duration = Duration::from_secs(3600);

/// Where the measurements are kept: where criterion keeps them, and beside that for ports without the feature `dispatch`.
/// Cargo runs benches in the folder of their package: relative names start there.
pub fn home() -> PathBuf {
    let package = benches();
    let name = if cfg!(feature = "dispatch") { "criterion" } else { "criterion-portable" };
    match (env::var_os("CRITERION_HOME"), env::var_os("CARGO_TARGET_DIR")) {
        (Some(home), _) => package.join(home),
        (None, Some(target)) => package.join(target).join(name),
        (None, None) => package.join("../target").join(name),
    }
}

/// Marks the beginning of a run, if this is its first bench. Not for `cargo test`, nor if nothing is timed.
pub fn mark() {
    let called_with = |name| env::args().any(|argument| argument == name);
    if called_with("--bench") && !called_with("--list") && !called_with("--test") {
        mark_in(&home(), &parent());
    }
}

#[cfg(unix)]
fn parent() -> String {
    std::os::unix::process::parent_id().to_string()
}

/// Without it each bench would begin a run.
#[cfg(not(unix))]
fn parent() -> String {
    String::new()
}

/// A mark that cannot be written is no reason not to time: the times of the files are left.
fn mark_in(home: &Path, parent: &str) {
    let path = home.join(MARK);
    if !parent.is_empty() && fs::read_to_string(&path).ok().as_deref() != Some(parent) {
        let _ = fs::create_dir_all(home).and_then(|()| fs::write(&path, parent));
    }
}

/// Before when no measurement of the last run can be, if the newest is of this time.
pub(crate) fn beginning(home: &Path, newest: SystemTime) -> SystemTime {
    let earliest = newest.checked_sub(LONGEST).unwrap_or(SystemTime::UNIX_EPOCH);
    match fs::metadata(home.join(MARK)).and_then(|data| data.modified()) {
        Ok(marked) => earliest.max(marked),
        Err(_) => earliest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mark of this time.
    fn set(home: &Path, time: SystemTime) {
        fs::File::options().write(true).open(home.join(MARK)).unwrap().set_modified(time).unwrap();
    }

    #[test]
    fn the_mark_is_as_old_as_the_first_bench_of_a_run() {
        let home = tempfile::tempdir().unwrap();
        let (early, now) = (SystemTime::UNIX_EPOCH + LONGEST, SystemTime::now());
        mark_in(home.path(), "17");
        set(home.path(), early);
        mark_in(home.path(), "17");
        assert_eq!(beginning(home.path(), early + Duration::from_secs(9)), early);
        mark_in(home.path(), "18");
        assert!(beginning(home.path(), now) > now - Duration::from_secs(60));
    }

    #[test]
    fn without_a_mark_a_run_is_no_longer_than_an_hour() {
        let home = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        assert_eq!(beginning(home.path(), now), now - LONGEST);
    }
}
