//! A child process that reads lines and writes lines.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::group::{self, kill_group};
use crate::answer::{Answer, Gone};
use crate::failure::Failure;
use crate::shown;
use crate::side::{Side, Start};

/// The most bytes of a line: 2^20 words of 64 bits have fewer.
const LONGEST: usize = 1 << 25;
/// How much is read at once.
const CHUNK: usize = 1 << 16;
/// How many chunks may be queued.
const WAITING: usize = 16;
/// How much of standard error is kept.
const TAIL: usize = 2048;
/// How soon a signal must be noticed.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long to wait for something that should come at once: the end of a process that has closed its output.
const SOON: Duration = Duration::from_secs(1);

/// A process that, when this is dropped, is killed with all processes it has started, and reaped.
struct Process {
    child: Child,
    status: Option<ExitStatus>,
}

impl Process {
    fn start(command: &mut Command) -> io::Result<Self> {
        group::start(command).map(|child| Self {
            child,
            status: None,
        })
    }

    /// Kills the rest of the group, and reaps its leader.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        let leader = self.child.id();
        // As long as nobody has waited for the leader, the number is still that of this group.
        kill_group(leader);
        group::forget(leader);
        let _ended_already = self.child.kill();
        let status = self.child.wait()?;
        #[cfg(target_os = "linux")]
        group::reap_group(leader);
        self.status = Some(status);
        Ok(status)
    }

    /// Whether it has ended by itself; this does not reap it.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        self.status.is_some()
            || matches!(
                waitid(WaitId::Pid(Pid::from_child(&self.child)), options),
                Ok(Some(_))
            )
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _reaped = self.end();
    }
}

/// Starts a program as often as it is needed. Waiting for an answer ends after `timeout`, or when `stop` becomes true.
pub fn program<'a>(
    command: Vec<String>,
    timeout: Duration,
    stop: &'static AtomicBool,
) -> Start<'a> {
    Box::new(move || {
        let started = Program::start(&command, timeout, stop);
        Ok(Box::new(started.map_err(|error| {
            let name = command.first().map_or("", String::as_str);
            let remedy = match error.kind() {
                io::ErrorKind::NotFound => "; give its path, or a name that is found in PATH",
                io::ErrorKind::PermissionDenied => "; make it executable",
                _ => "",
            };
            Failure::Invalid(format!("cannot start `{name}`: {error}{remedy}"))
        })?))
    })
}

/// A running program. Lines are sent without waiting for answers, and answers come in the order of the lines. Dropping it kills
/// it and all processes it has started.
pub struct Program {
    process: Process,
    /// `None` once its input has ended.
    input: Option<Sender<String>>,
    output: Receiver<Vec<u8>>,
    /// The bytes that were received; those from `read` on have not been read.
    held: Vec<u8>,
    read: usize,
    errors: Arc<Mutex<VecDeque<u8>>>,
    errors_end: Receiver<()>,
    timeout: Duration,
    stop: &'static AtomicBool,
    gone: Option<Gone>,
    /// How many lines were sent but not answered.
    ahead: usize,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "process {}", self.process.child.id())
    }
}

impl Program {
    /// Starts a command: a program and its arguments. Waiting for an answer ends after `timeout`, or when `stop` becomes true.
    ///
    /// # Errors
    /// If the program cannot be started, or no command is given.
    pub fn start(
        command: &[String],
        timeout: Duration,
        stop: &'static AtomicBool,
    ) -> io::Result<Self> {
        let [program, arguments @ ..] = command else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "no command was given",
            ));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut process = Process::start(&mut command)?;
        let child = &mut process.child;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("it has no standard streams"));
        };
        let (input, lines) = mpsc::channel();
        let (chunks, output) = mpsc::sync_channel(WAITING);
        let (ended, errors_end) = mpsc::channel();
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let tail = Arc::clone(&errors);
        // The threads end when the process does, or when this end of their channel is dropped.
        spawn("input", move || write_lines(stdin, &lines))?;
        spawn("output", move || read_chunks(stdout, &chunks))?;
        spawn("errors", move || keep_tail(stderr, &tail, &ended))?;
        Ok(Self {
            process,
            input: Some(input),
            output,
            held: Vec::new(),
            read: 0,
            errors,
            errors_end,
            timeout,
            stop,
            gone: None,
            ahead: 0,
        })
    }

    /// The answer to the next line that was sent. After one [`Answer::Gone`], all answers are.
    fn answer(&mut self) -> Answer {
        self.ahead = self.ahead.saturating_sub(1);
        if let Some(gone) = &self.gone {
            return Answer::Gone(gone.clone());
        }
        match self.line(self.timeout) {
            Ok((from, to)) => match std::str::from_utf8(&self.held[from..to]) {
                Ok(line) => Answer::read(line),
                Err(_) => Answer::Garbage(
                    shown(&String::from_utf8_lossy(&self.held[from..to]), 80).into_owned(),
                    "the line is not UTF-8".to_owned(),
                ),
            },
            Err(gone) => {
                self.gone = Some(gone.clone());
                Answer::Gone(gone)
            }
        }
    }

    /// The place of the next line in `held`, without its end.
    fn line(&mut self, timeout: Duration) -> Result<(usize, usize), Gone> {
        let mut searched = self.read;
        let mut waiting = None;
        loop {
            if let Some(length) = self.held[searched..].iter().position(|&byte| byte == b'\n') {
                let (from, to) = (self.read, searched + length);
                self.read = to + 1;
                return Ok((from, to));
            }
            searched = self.held.len();
            if searched - self.read > LONGEST {
                return Err(Gone::TooLong(LONGEST));
            }
            let since = *waiting.get_or_insert_with(Instant::now);
            let patience = PATIENCE.min(timeout.saturating_sub(since.elapsed()));
            match self.output.recv_timeout(patience) {
                Ok(chunk) => {
                    self.held.drain(..self.read);
                    searched -= self.read;
                    self.read = 0;
                    self.held.extend(chunk);
                }
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(Gone::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if since.elapsed() < timeout => {}
                Err(RecvTimeoutError::Timeout) => return Err(self.hung(timeout)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// Distinguishes a program that has ended from one that holds its answers back and one that is stuck.
    fn hung(&mut self, waited: Duration) -> Gone {
        if self.process.has_ended()
            && let Ok(status) = self.process.end()
        {
            return Gone::LeftOpen(status.to_string());
        }
        self.input = None;
        let after_input = self
            .output
            .recv_timeout(SOON.min(waited))
            .is_ok_and(|chunk| !chunk.is_empty());
        Gone::Hung {
            waited,
            after_input,
        }
    }

    /// What happened to a process that has closed its output.
    fn ended(&mut self) -> Gone {
        let begun = &self.held[self.read..];
        let begun =
            (!begun.is_empty()).then(|| shown(&String::from_utf8_lossy(begun), 80).into_owned());
        let since = Instant::now();
        while since.elapsed() < SOON {
            if self.process.has_ended()
                && let Ok(status) = self.process.end()
            {
                return Gone::Ended {
                    status: status.to_string(),
                    begun,
                };
            }
            thread::sleep(Duration::from_millis(2));
        }
        Gone::Closed
    }
}

impl Side for Program {
    fn apply(&mut self, op: &str) -> Answer {
        if self.ahead == 0 {
            self.ahead(&mut std::iter::once(op));
        }
        self.answer()
    }

    fn ahead(&mut self, ops: &mut dyn Iterator<Item = &str>) {
        let mut lines = String::new();
        for op in ops {
            lines.push_str(op);
            lines.push('\n');
            self.ahead += 1;
        }
        if let Some(input) = &self.input {
            // If the process has ended, the missing answer will tell.
            let _ = input.send(lines);
        }
    }

    fn skip(&mut self) {
        let mut skipped = 0;
        while self.ahead > 0 && self.gone.is_none() {
            self.ahead -= 1;
            match self.line(self.timeout) {
                Ok((from, to)) => skipped += to - from,
                Err(gone) => self.gone = Some(gone),
            }
            // To start another program is cheaper than to read so much.
            if skipped > LONGEST {
                self.gone.get_or_insert(Gone::TooLong(LONGEST));
            }
        }
    }

    fn is_gone(&self) -> bool {
        self.gone.is_some()
    }

    fn surplus(&mut self, most: usize) -> usize {
        self.input = None;
        (0..most).take_while(|_| self.line(SOON).is_ok()).count()
    }

    /// If it no longer answers, this waits for the rest.
    fn errors(&self) -> String {
        if self.is_gone() {
            let _ = self.errors_end.recv_timeout(SOON / 4);
        }
        let mut tail = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(tail.make_contiguous())
            .trim()
            .to_owned()
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(run)
        .map(drop)
}

fn write_lines(mut stdin: impl Write, lines: &Receiver<String>) {
    while let Ok(text) = lines.recv() {
        if stdin
            .write_all(text.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read_chunks(mut stdout: impl Read, chunks: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; CHUNK];
    loop {
        match stdout.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(read) if chunks.send(buffer[..read].to_vec()).is_err() => return,
            Ok(_) => {}
        }
    }
}

fn keep_tail(mut stderr: impl Read, tail: &Mutex<VecDeque<u8>>, ended: &Sender<()>) {
    let mut buffer = [0; 1024];
    while let Ok(read @ 1..) = stderr.read(&mut buffer) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(&buffer[..read]);
        let surplus = tail.len().saturating_sub(TAIL);
        tail.drain(..surplus);
    }
    let _ = ended.send(());
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Interrupted(u8);

    impl Read for Interrupted {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            buffer[0] = self.0;
            match self.0 {
                1 => Err(io::ErrorKind::Interrupted.into()),
                2 => Ok(1),
                _ => Err(io::ErrorKind::Other.into()),
            }
        }
    }

    #[test]
    fn reading_continues_after_an_interruption_only() {
        let (chunks, output) = mpsc::sync_channel(9);
        read_chunks(Interrupted(0), &chunks);
        assert_eq!(output.try_iter().collect::<Vec<_>>(), [[2]]);
    }
}
