//! The processes that programs start, and how they are ended.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
#[cfg(target_os = "linux")]
use std::{
    thread,
    time::{Duration, Instant},
};

/// The processes that lead a group and have not been waited for.
pub(super) static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Whether a process that has lost its parent becomes a child of this one.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// From now on a process that a program leaves behind becomes a child of this one, so that [`end_all`] finds it even if it has
/// left its group and its session. This works only on Linux: elsewhere such a process goes on.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpid, set_child_subreaper};
        ADOPTS.store(
            set_child_subreaper(Some(getpid())).is_ok(),
            Ordering::Relaxed,
        );
    }
}

/// Kills every program and what it has started, for a caller that ends without dropping them, and after [`adopt_orphans`] every
/// other child of this process. It works only on Unix.
pub fn end_all() {
    for &leader in RUNNING
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
    {
        kill_group(leader);
    }
    #[cfg(target_os = "linux")]
    if ADOPTS.load(Ordering::Relaxed) {
        kill_children();
    }
}

/// Kills the children of this process, then those that they have left behind, until there are none.
#[cfg(target_os = "linux")]
fn kill_children() {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
    const GENERATIONS: usize = 100;
    let own = std::process::id().to_string();
    let child = |entry: std::fs::DirEntry| {
        let number = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // proc(5): the state and the parent follow the name, which is in brackets and may contain brackets.
        let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
        (parent == own).then(|| Pid::from_raw(number))?
    };
    for _ in 0..GENERATIONS {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let children: Vec<Pid> = entries.filter_map(child).collect();
        if children.is_empty() {
            return;
        }
        for child in children {
            // A process of another user is not waited for: it cannot be killed.
            if kill_process(child, Signal::KILL).is_ok() {
                let _reaped = waitpid(Some(child), WaitOptions::empty());
            }
        }
    }
}

/// How long to wait for the dead processes of a group.
#[cfg(target_os = "linux")]
const PATIENCE: Duration = Duration::from_millis(50);

/// Reaps the processes of a killed group that this process has adopted, so that a program that is started again and again does
/// not leave many dead processes.
#[cfg(target_os = "linux")]
pub(super) fn reap_group(leader: u32) {
    use rustix::process::{Pid, WaitOptions, waitpgid};
    let group = i32::try_from(leader).ok().and_then(Pid::from_raw);
    let Some(group) = group.filter(|_| ADOPTS.load(Ordering::Relaxed)) else {
        return;
    };
    let since = Instant::now();
    while let Ok(reaped) = waitpgid(group, WaitOptions::NOHANG) {
        match reaped {
            Some(_) => {}
            None if since.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(1)),
            None => return,
        }
    }
}

#[cfg(unix)]
pub(super) fn kill_group(leader: u32) {
    if let Some(group) = i32::try_from(leader)
        .ok()
        .and_then(rustix::process::Pid::from_raw)
    {
        let _ended_already =
            rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill_group(_: u32) {}
