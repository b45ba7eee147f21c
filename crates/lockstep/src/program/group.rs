//! The processes that programs start, and how they are ended.

#[cfg(target_os = "linux")]
use rustix::process::Pid;
use std::io::Write as _;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};
#[cfg(target_os = "linux")]
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The processes that lead a group and have not been waited for, and the shell that kills them if this process is killed.
struct Running {
    leaders: Vec<u32>,
    watch: Option<Child>,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    leaders: Vec::new(),
    watch: None,
});

/// Reads the groups that run, one line whenever they change, and kills those of the last line at the end of its input.
#[cfg(unix)]
const WATCH: &str =
    "while read -r line; do groups=$line; done; for group in $groups; do kill -9 -$group; done";

impl Running {
    fn change(&mut self, change: impl FnOnce(&mut Vec<u32>)) {
        change(&mut self.leaders);
        if let Some(input) = self.watch.as_mut().and_then(|watch| watch.stdin.as_mut()) {
            let groups: Vec<String> = self.leaders.iter().map(u32::to_string).collect();
            // If the shell is gone, everything else goes on.
            let _ = writeln!(input, "{}", groups.join(" "));
        }
    }
}

/// Starts a process that leads a group. The lock is held meanwhile, so that [`end_all`] misses none.
pub(super) fn start(command: &mut Command) -> std::io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    running.change(|leaders| leaders.push(child.id()));
    Ok(child)
}

/// Forgets a group that was killed.
pub(super) fn forget(leader: u32) {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.change(|leaders| leaders.retain(|&other| other != leader));
}

/// Whether a process that has lost its parent becomes a child of this one.
#[cfg(target_os = "linux")]
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// From now on a process that a program leaves behind becomes a child of this one, so that [`end_all`] finds it even if it has
/// left its group and its session; and a shell kills the groups of the programs if this process is killed. The first works only
/// on Linux, the second on Unix.
pub fn adopt_orphans() {
    #[cfg(unix)]
    {
        use std::process::Stdio;
        let mut shell = Command::new("sh");
        shell
            .args(["-c", WATCH])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // Ctrl-C is not for the shell.
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).watch = shell.spawn().ok();
    }
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
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    for &leader in &running.leaders {
        kill_group(leader);
    }
    if let Some(mut watch) = running.watch.take() {
        let _ended_already = watch.kill();
        let _reaped = watch.wait();
    }
    drop(running);
    #[cfg(target_os = "linux")]
    if ADOPTS.load(Ordering::Relaxed) {
        kill_children();
    }
}

/// The process of an entry of `/proc`, if it is a child of this parent.
#[cfg(target_os = "linux")]
fn child_of(parent: &str, entry: &std::fs::DirEntry) -> Option<Pid> {
    let number = entry.file_name().to_str()?.parse().ok()?;
    let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
    // proc(5): the state and the parent follow the name, which is in brackets and may contain brackets.
    let found = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
    if found != parent {
        return None;
    }
    Pid::from_raw(number)
}

/// Kills the children of this process, then those that they have left behind, until there are none.
#[cfg(target_os = "linux")]
fn kill_children() {
    use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
    const GENERATIONS: usize = 100;
    let own = std::process::id().to_string();
    for _ in 0..GENERATIONS {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let children: Vec<Pid> = entries.filter_map(|entry| child_of(&own, &entry)).collect();
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
    use rustix::process::{WaitOptions, waitpgid};
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

#[cfg(test)]
mod tests {
    /// These numbers are of no process.
    #[test]
    fn a_group_is_known_until_it_has_ended() {
        let mut running = super::RUNNING.lock().unwrap();
        running.change(|leaders| leaders.extend([!0, !1]));
        drop(running);
        super::forget(!0);
        assert_eq!(super::RUNNING.lock().unwrap().leaders, [!1]);
    }
}
