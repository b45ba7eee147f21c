//! Passes the items of a source to the tests.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crate::ending::Ending;
use anyhow::Result;
use indicatif::ProgressBar;

use super::super::output::bar;
use super::state::StateFile;
use super::{TestArgs, show};
use crate::clock::control;
use crate::files::read;
use crate::interrupt;
use answers::read::{Block, Reader};
use answers::test::{Blocks, End, Item, Look, Position, ReadBlock, Session, TestError};

/// How many blocks may wait for the tests, which limits the memory used.
const WAITING: usize = 2;

/// How soon Ctrl-C is noticed while the input is silent.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long, at most, the input is still read after a failure.
const HEARD: Duration = Duration::from_millis(500);

/// Gives the items of a reader to the tests, and shows the results.
pub(super) fn run<R>(
    args: &TestArgs,
    mut session: Session<<R::Block as Block>::Item>,
    reader: R,
) -> Result<Ending>
where
    R: Reader + 'static,
    <R::Block as Block>::Item: Item,
{
    let blocks = Blocks::new(reader, &args.options());
    let (mut file, blocks) = StateFile::open(args, &mut session, blocks)?;
    let progress = Progress::new(args.verbose);
    // On one of the threads that work: another one would have to wake them for every block, and to be woken by them.
    let tested = rayon::scope(|_| {
        test_blocks(
            &mut session,
            blocks,
            &mut file,
            &progress,
            interrupt::flag(),
        )
    });
    drop(progress);
    let (end, position) = read::named(&args.file, tested)?;
    if end == End::Stopped {
        file.stop(&mut session, position)?;
    } else {
        file.write(&mut session, position)?;
    }
    show(args, session.report(end, position.seen, control(&|_| {})))
}

/// A block that was read, or why it was not.
type Read<B> = Result<ReadBlock<B>, TestError>;

/// Reads on while the tests work. Ctrl-C need not wait for a read that waits for its input: its thread is left behind.
fn test_blocks<R>(
    session: &mut Session<<R::Block as Block>::Item>,
    blocks: Blocks<R>,
    file: &mut StateFile<'_>,
    progress: &Progress,
    stop: &AtomicBool,
) -> Result<(End, Position)>
where
    R: Reader + 'static,
    <R::Block as Block>::Item: Item,
{
    let mut position = blocks.position();
    if position.items > 0 && session.has_failed() {
        return Ok((End::Failed, position));
    }
    let (send, received) = mpsc::sync_channel(WAITING);
    let thread = thread::Builder::new().spawn(move || send_all(blocks, &send))?;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok((End::Stopped, position));
        }
        match received.recv_timeout(PATIENCE) {
            Ok(Ok(read)) => {
                position = read.position;
                let look = session.push(&read.block);
                file.renew(session, position, look.is_some())?;
                if let Some(look) = look {
                    progress.show_look(&look);
                    if look.is_last {
                        hear_out(&received);
                        return Ok((End::Failed, position));
                    }
                }
                progress.show(position.seen.bytes);
            }
            Err(RecvTimeoutError::Timeout) => {}
            ended => {
                // In a pipe, Ctrl-C ends both programs at once, and the end of the input may be seen before the signal.
                if !cfg!(fuzzing) {
                    thread::sleep(PATIENCE);
                }
                if stop.load(Ordering::Relaxed) {
                    return Ok((End::Stopped, position));
                }
                if let Ok(Err(error)) = ended {
                    return Err(error.into());
                }
                // A reader that panicked also ends, but its input has not.
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                return Ok((End::Whole, position));
            }
        }
    }
}

/// Sends blocks until the end, the first error, or the end of the receiver, which no longer exists after Ctrl-C.
fn send_all<R: Reader>(blocks: Blocks<R>, send: &SyncSender<Read<R::Block>>) {
    for read in blocks {
        if send.send(read).is_err() {
            return;
        }
    }
}

/// Lets a program that has little left to write finish, so that it does not meet a closed pipe.
fn hear_out<B>(received: &Receiver<Read<B>>) {
    let until = Instant::now() + HEARD;
    while Instant::now() < until {
        let left = until.saturating_duration_since(Instant::now());
        if received.recv_timeout(left).is_err() {
            return;
        }
    }
}

/// A progress line on a terminal, with bytes, speed and the least p-value; nothing in a pipe.
struct Progress {
    bar: ProgressBar,
    verbose: bool,
}

impl Progress {
    fn new(verbose: bool) -> Self {
        Self {
            bar: bar("{decimal_bytes}, {decimal_bytes_per_sec}", None),
            verbose,
        }
    }

    fn show(&self, bytes: u64) {
        if !self.bar.is_hidden() {
            self.bar.set_position(bytes);
        }
    }

    /// A line for each look.
    fn show_look(&self, look: &Look) {
        if !self.bar.is_hidden() || self.verbose {
            self.bar.suspend(|| eprintln!("{look}"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
