//! Standard output that the reader may close early, as `head` does: the rest is dropped, and the exit code is unchanged.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether some output could not be written, as on a full disk.
static LOST: AtomicBool = AtomicBool::new(false);

pub(super) fn was_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Standard output, locked and buffered.
pub(super) struct Output {
    stdout: BufWriter<StdoutLock<'static>>,
    closed: bool,
}

impl Output {
    pub(super) fn new() -> Self {
        Self { stdout: BufWriter::new(io::stdout().lock()), closed: false }
    }

    /// Whether the reader has closed it.
    pub(super) const fn is_closed(&self) -> bool {
        self.closed
    }

    fn unless_closed<T>(&mut self, done: io::Result<T>, dropped: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(dropped)
            }
            done => done,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let written = self.stdout.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let flushed = self.stdout.flush();
        self.unless_closed(flushed, ())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Err(error) = self.flush() {
            eprintln!("roguelab: cannot write to standard output: {error}");
            LOST.store(true, Ordering::Relaxed);
        }
    }
}
