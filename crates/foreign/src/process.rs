//! A process on a terminal of its own, which is always reaped.

use crate::terminal::{COLUMNS, ROWS, Terminal};
use pty_process::blocking as pty;
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
};
use std::ffi::c_int;
use std::process::{Child, ExitStatus};
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

/// Held from the opening of a terminal to the start of its process. A new terminal is inheritable, and becomes close-on-exec a
/// moment later; a process that another thread started in between would keep it open.
static STARTING: Mutex<()> = Mutex::new(());

unsafe extern "C" {
    /// A constant of the C library: `SIG_DFL` is 0 wherever there are signals.
    fn signal(number: c_int, handler: usize) -> usize;
}

/// Restores the default for hang-ups: if nohup had us ignore them, a child would too, and would sleep on when its terminal is
/// gone.
fn hear_hang_ups() {
    // SAFETY: no handler is installed; the default is restored.
    unsafe { signal(Signal::HUP.as_raw(), 0) };
}

/// A process that is running, or has ended and has not been reaped. Dropping it kills it and its children, and reaps it.
pub(crate) struct Process {
    child: Child,
    /// Whether it was reaped: its number may then belong to another process.
    reaped: bool,
}

impl Process {
    /// Starts a command on a new terminal.
    pub(crate) fn start(command: pty::Command) -> io::Result<(Self, Terminal)> {
        let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        let (master, slave) = pty::open().map_err(into_io)?;
        master
            .resize(pty_process::Size::new(ROWS.get(), COLUMNS.get()))
            .map_err(into_io)?;
        // SAFETY: between fork and exec only signal and prctl are called, which is allowed.
        let command = unsafe {
            command.pre_exec(|| {
                hear_hang_ups();
                // A game with a setgid bit would refuse the library that stops the clock.
                #[cfg(target_os = "linux")]
                rustix::thread::set_no_new_privs(true)?;
                Ok(())
            })
        };
        // The slave is closed here once the process has it, so that the end of the process closes the terminal.
        let child = command.spawn(slave).map_err(into_io)?;
        Ok((
            Self {
                child,
                reaped: false,
            },
            Terminal::new(master),
        ))
    }

    /// Until it is reaped the process keeps its number, so no signal can reach another one.
    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Whether the process sleeps. When all its output has been read, this is true once the game waits for a key: there is
    /// nothing else for it to wait for. If the system does not tell, this is true as well.
    pub(crate) fn is_waiting(&self) -> bool {
        // proc(5): the state is the first letter after the name in brackets, and the name may contain brackets.
        fs::read_to_string(format!("/proc/{}/stat", self.child.id()))
            .ok()
            .and_then(|stat| {
                stat.rsplit_once(')')
                    .map(|(_, rest)| rest.trim_start().starts_with('S'))
            })
            .unwrap_or(true)
    }

    /// Tells the process that its terminal is gone.
    pub(crate) fn hang_up(&self) -> io::Result<()> {
        Ok(kill_process(self.pid(), Signal::HUP)?)
    }

    /// Whether the process has ended. This does not reap it.
    pub(crate) fn has_ended(&self) -> io::Result<bool> {
        self.ended(WaitIdOptions::NOHANG)
    }

    /// Reaps the process, killing it first if it has not ended by itself.
    pub(crate) fn reap(&mut self) -> io::Result<ExitStatus> {
        if !self.has_ended()? {
            // It leads its session and so a process group, which takes its children with it.
            kill_process_group(self.pid(), Signal::KILL)?;
            self.ended(WaitIdOptions::empty())?;
        }
        self.remove_leftovers();
        let status = self.child.wait();
        self.reaped = true;
        status
    }

    fn ended(&self, how: WaitIdOptions) -> io::Result<bool> {
        loop {
            match waitid(
                WaitId::Pid(self.pid()),
                WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | how,
            ) {
                Ok(status) => return Ok(status.is_some()),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Removes the shared memory of libfaketime. It is named after the process, and removed when that ends normally, but left
    /// behind when it is killed; libfaketime then refuses to start the next process with the same number. While this process is
    /// dead but not reaped no other process has its number, so memory with its name belongs to no process.
    fn remove_leftovers(&self) {
        for name in ["faketime_shm_", "sem.faketime_sem_"] {
            // Usually it does not exist.
            let _ = fs::remove_file(format!("/dev/shm/{name}{}", self.child.id()));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.reaped {
            // An error here would mean that there is no such child, and then there is nothing to do.
            let _ = self.reap();
        }
    }
}

fn into_io(error: pty_process::Error) -> io::Error {
    match error {
        pty_process::Error::Io(error) => error,
        pty_process::Error::Rustix(error) => error.into(),
    }
}
