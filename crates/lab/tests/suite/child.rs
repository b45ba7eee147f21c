//! Child processes of tests, each with a time limit: one that does not end is killed, and fails its test.
//!
//! `cargo xtask tidy` sees to it that no test waits for a child in another way.

use std::io;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Far more than any child takes, on a busy machine too, and far less than for ever.
const LIMIT: Duration = Duration::from_secs(1800);

/// Kills a process unless it is dropped within [`LIMIT`].
struct Watch(#[expect(dead_code, reason = "its end is what is waited for")] Sender<()>);

impl Watch {
    /// Over a process, or over its group: all that it has started.
    fn over(child: &Child, is_group: bool) -> Self {
        let (send, ended) = channel();
        let id = if is_group && cfg!(unix) {
            format!("-{}", child.id())
        } else {
            child.id().to_string()
        };
        thread::spawn(move || {
            if ended.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
                eprintln!("a child has not ended in {LIMIT:?} and is killed");
                let kill = if cfg!(windows) {
                    ["taskkill", "/F", "/PID"]
                } else {
                    ["kill", "-KILL", "--"]
                };
                // It cannot be another process by now: the child is waited for after this, or was not yet.
                let _ = Command::new(kill[0]).args(&kill[1..]).arg(id).status();
            }
        });
        Self(send)
    }
}

/// Commands that end in time.
#[allow(dead_code, reason = "not every program of tests needs all of it")]
pub(crate) trait CommandInTime {
    /// As `output`, with both outputs captured and no input.
    fn output_in_time(&mut self) -> io::Result<Output>;
    /// As `status`.
    fn status_in_time(&mut self) -> io::Result<ExitStatus>;
}

impl CommandInTime for Command {
    fn output_in_time(&mut self) -> io::Result<Output> {
        let child = in_group(self)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let _watch = Watch::over(&child, true);
        child.wait_with_output()
    }

    fn status_in_time(&mut self) -> io::Result<ExitStatus> {
        let mut child = in_group(self).spawn()?;
        let _watch = Watch::over(&child, true);
        child.wait()
    }
}

/// What the child leaves behind would keep its output open, and us waiting.
fn in_group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

/// Children that end in time.
#[allow(dead_code, reason = "not every program of tests needs all of it")]
pub(crate) trait ChildInTime {
    /// As `wait_with_output`.
    fn output_in_time(self) -> io::Result<Output>;
    /// As `wait`.
    fn wait_in_time(&mut self) -> io::Result<ExitStatus>;
}

impl ChildInTime for Child {
    fn output_in_time(self) -> io::Result<Output> {
        let _watch = Watch::over(&self, false);
        self.wait_with_output()
    }

    fn wait_in_time(&mut self) -> io::Result<ExitStatus> {
        let _watch = Watch::over(self, false);
        self.wait()
    }
}
