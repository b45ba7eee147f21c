//! Child processes of tests, each with a time limit.

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Far more than any child takes here, even on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

/// A child that has ended, and what it printed.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a command to its end, without input. If it does not end, the test fails with what was printed so far.
pub(crate) fn run(command: &mut Command) -> Ended {
    let ended = within(LIMIT, command);
    ended.unwrap_or_else(|printed| {
        panic!("{command:?} has not ended in {LIMIT:?} and was killed; it printed:\n{printed}")
    })
}

/// The output goes to files: nothing that the child leaves behind can keep a pipe open, and us waiting.
fn within(limit: Duration, command: &mut Command) -> Result<Ended, String> {
    let [stdout, stderr] = [(); 2].map(|()| tempfile::tempfile().expect("a temporary file can be made"));
    let to = |file: &File| Stdio::from(file.try_clone().expect("a file has another handle"));
    command.stdin(Stdio::null()).stdout(to(&stdout)).stderr(to(&stderr));
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn().expect("the child starts");
    let id = child.id();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait()));
    if let Ok(status) = receiver.recv_timeout(limit) {
        let code = status.expect("the child can be waited for").code();
        return Ok(Ended { code, stdout: text(stdout), stderr: text(stderr) });
    }
    kill_group(id);
    Err(text(stdout) + &text(stderr))
}

/// Kills a child and whatever it has started.
fn kill_group(id: u32) {
    #[cfg(unix)]
    {
        let group = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw).expect("a child has an id");
        rustix::process::kill_process_group(group, rustix::process::Signal::KILL).expect("a child can be killed");
    }
    // Elsewhere it lives on, but the test has failed and says so.
    #[cfg(not(unix))]
    let _ = id;
}

fn text(mut file: File) -> String {
    let mut bytes = Vec::new();
    file.rewind().and_then(|()| file.read_to_end(&mut bytes)).expect("the output can be read");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(unix)]
#[test]
fn a_child_that_does_not_end_is_an_error() {
    let mut endless = Command::new("sh");
    let printed = within(Duration::from_millis(500), endless.args(["-c", "sleep 1000 & wait"])).unwrap_err();
    assert_eq!(printed, "");
}

#[test]
fn a_child_that_ends_gives_its_code_and_its_output() {
    let ended = run(Command::new(env!("CARGO_BIN_EXE_xtask")).arg("help"));
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(ended.stdout.starts_with("usage: "), "{}", ended.stdout);
}
