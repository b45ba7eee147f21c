//! Passes the stream from the reader to the tests.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use super::table::p_value;
use crate::examination::Examination;
use crate::input::{Block, Reader};

/// How many blocks may wait for the tests: so much memory is used at most.
const WAITING: usize = 2;

/// How soon Ctrl-C is noticed while nothing comes.
const PATIENCE: Duration = Duration::from_millis(50);

/// How often the worst p-value is computed for the progress line.
const REFRESH: Duration = Duration::from_secs(1);

pub(super) struct Ended {
    pub(super) bytes: u64,
    /// Whether by Ctrl-C.
    pub(super) stopped: bool,
}

/// A block, and the bytes so far.
type Read<B> = Result<(B, u64)>;

/// Reads on while the tests work. A read that waits for its input does not keep Ctrl-C waiting: its thread is left behind.
pub(super) fn run<R: Reader + 'static>(
    reader: R,
    examination: &mut Examination<<R::Block as Block>::Item>,
    limit: u64,
    stop: &AtomicBool,
) -> Result<Ended> {
    let (send, blocks) = mpsc::sync_channel(WAITING);
    let reading = thread::Builder::new().spawn(move || read(reader, limit, &send))?;
    let mut progress = Progress::new();
    let mut bytes = 0;
    let stopped = |bytes| Ok(Ended { bytes, stopped: true });
    loop {
        if stop.load(Ordering::Relaxed) {
            return stopped(bytes);
        }
        match blocks.recv_timeout(PATIENCE) {
            Ok(Ok((block, so_far))) => {
                examination.take(&block);
                bytes = so_far;
                progress.show(bytes, examination);
            }
            Err(RecvTimeoutError::Timeout) => {}
            ended => {
                // Ctrl-C in a pipe ends both programs at once, and the end of the input may be seen before the signal.
                thread::sleep(PATIENCE);
                if stop.load(Ordering::Relaxed) {
                    return stopped(bytes);
                }
                if let Ok(Err(error)) = ended {
                    return Err(error);
                }
                // A reader that panicked has ended too, but its input has not.
                reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                return Ok(Ended { bytes, stopped: false });
            }
        }
    }
}

fn read<R: Reader>(mut reader: R, limit: u64, send: &SyncSender<Read<R::Block>>) {
    let mut left = limit;
    while left > 0 {
        let block = reader.block(left);
        let count = block.as_ref().map_or(0, Block::count);
        left -= count;
        let ended = block.is_ok() && count == 0;
        // After Ctrl-C the receiver is gone.
        if ended || send.send(block.map(|block| (block, reader.bytes()))).is_err() || count == 0 {
            return;
        }
    }
}

/// Bytes, speed and the worst p-value, on a terminal; nothing in a pipe.
struct Progress {
    bar: ProgressBar,
    refreshed: Instant,
}

impl Progress {
    fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{decimal_bytes}, {decimal_bytes_per_sec}; {msg}");
        let bar = if let Ok(style) = style { bar.with_style(style) } else { bar };
        Self { bar: bar.with_message("worst p so far: none yet"), refreshed: Instant::now() }
    }

    fn show<Item: ?Sized>(&mut self, bytes: u64, examination: &Examination<Item>) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(bytes);
        if self.refreshed.elapsed() >= REFRESH {
            if let Some((test, p)) = examination.worst() {
                self.bar.set_message(format!("worst p so far: {} ({test})", p_value(p)));
            }
            self.refreshed = Instant::now();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
