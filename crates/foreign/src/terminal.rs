//! The terminal that a program draws on.

use pty_process::blocking::Pty;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::io::{self, Read as _, Write as _};
use std::num::NonZeroU16;
use std::time::Duration;

/// The height of the terminal.
pub(crate) const ROWS: NonZeroU16 = NonZeroU16::new(24).unwrap();

/// The width of the terminal.
pub(crate) const COLUMNS: NonZeroU16 = NonZeroU16::new(80).unwrap();

/// The output of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// There was some output, which is on the screen now.
    Output,
    /// There was no output before the end of the wait.
    Silence,
    /// There will be no more output: no process has the terminal open.
    Closed,
}

/// Our end of the terminal, and the screen that it shows.
pub(crate) struct Terminal {
    master: Pty,
    screen: vt100::Parser,
}

impl Terminal {
    pub(crate) fn new(master: Pty) -> Self {
        Self {
            master,
            screen: vt100::Parser::new(ROWS, COLUMNS, 0),
        }
    }

    /// Waits for output and draws it.
    pub(crate) fn read(&mut self, patience: Duration) -> io::Result<Event> {
        let patience = Timespec::try_from(patience).map_err(io::Error::other)?;
        let mut fds = [PollFd::new(&self.master, PollFlags::IN)];
        match poll(&mut fds, Some(&patience)) {
            // An interrupted wait is short, and the caller looks at the clock anyway.
            Err(Errno::INTR) => return Ok(Event::Output),
            Err(error) => return Err(error.into()),
            Ok(0) => return Ok(Event::Silence),
            Ok(_) => {}
        }
        let mut bytes = [0; 4096];
        match self.master.read(&mut bytes) {
            Ok(0) => Ok(Event::Closed),
            Ok(length) => {
                self.screen.process(&bytes[..length]);
                Ok(Event::Output)
            }
            // Linux gives this error for a terminal that no process has open at the other end.
            Err(error) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => {
                Ok(Event::Closed)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(Event::Output),
            Err(error) => Err(error),
        }
    }

    /// Types a key. A program that is ending does not take it.
    pub(crate) fn press(&mut self, key: u8) {
        let _ = self.master.write_all(&[key]);
    }

    /// The text on the screen: every row, without trailing blanks, ending in LF.
    pub(crate) fn text(&self) -> String {
        let screen = self.screen.screen();
        screen
            .rows(0, COLUMNS.get())
            .flat_map(|row| [row.trim_end().to_owned(), "\n".to_owned()])
            .collect()
    }
}
