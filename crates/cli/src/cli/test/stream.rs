//! Passes the items of a source to the tests.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use gof::{Verdict, looks};
use indicatif::ProgressBar;

use super::super::output::{bar, counted};
use super::TestArgs;
use super::battery::{Item, Tests};
use super::facts::Facts;
use super::looks::{End, Looks};
use super::source::{Items, Source};
use super::table::{self, p_value};
use super::verdict::Run;
use crate::clock::control;
use crate::files::read;
use crate::interrupt;
use answers::read::{Block, Distribution, InputSummary, Reader};
use answers::who::{MAX_QUICK, name_quickly};

/// How many blocks may wait for the tests, which limits the memory used.
const WAITING: usize = 2;

/// How soon Ctrl-C is noticed while the input is silent.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long, at most, the input is still read after a failure.
const HEARD: Duration = Duration::from_millis(500);

/// Gives a source's items to the tests, then judges and shows the results.
pub(super) fn test<R>(
    args: &TestArgs,
    source: &Source,
    what: String,
    reader: R,
    tests: Tests<<R::Block as Block>::Item>,
    note: Option<String>,
) -> Result<Verdict>
where
    R: Reader + 'static,
    <R::Block as Block>::Item: Item,
{
    let mut looks = Looks::new(tests);
    let reading = Reading {
        skip: args.skip,
        limit: args.limit.unwrap_or(u64::MAX),
        until_failure: (!args.keep_going).then_some(args.alpha),
        verbose: args.verbose,
    };
    let mut facts = Facts::default();
    let mut keep = |block: &R::Block| {
        if facts.wants_more() {
            block.for_each(|item| facts.take(item));
        }
    };
    let run = run(reader, &mut looks, &reading, interrupt::flag(), &mut keep);
    let (end, seen) = read::named(&args.file, run)?;
    // A user who stops may have seen the last look, so later items are not judged unless there was no look.
    if end == End::Whole || looks.is_unseen() {
        looks.end();
    }
    let (items, findings) = (looks.items(), looks.findings(args.alpha));
    let fails = findings.verdict(args.strict) == Verdict::Fail;
    // Text, fractions or dice that are read as words, and the words of many seeds, are not the words of a generator.
    let misread = source.note_on_misreading(items, seen, &facts.numbers);
    let is_misread = misread.is_some();
    let note = note
        .or(misread)
        .or_else(|| source.note(items, seen))
        .or_else(|| source.note_on_halves(&findings));
    let fact = fails.then(|| facts.describe(args.skip)).flatten();
    let origin = if fails && !is_misread && args.streams.is_none() {
        origin(source, facts.numbers)
    } else {
        None
    };
    table::show(&Run {
        args,
        what,
        note,
        items,
        bytes: seen.bytes,
        end,
        findings,
        fact,
        origin,
        of: Some(&source.items),
    })
}

/// A line about what made the first items, if that is certain.
fn origin(source: &Source, mut first: Vec<u64>) -> Option<String> {
    first.truncate(MAX_QUICK);
    let what = format!("The first {} items", first.len());
    let numbers = match &source.items {
        Items::Words { .. }
        | Items::Fractions {
            law: Distribution::Uniform,
            ..
        } => identify::Numbers::words(first),
        Items::Values {
            below,
            weights: None,
            ..
        } if source.names.is_none() => identify::Numbers::below((*below).into(), &first)?,
        Items::Fractions { .. } | Items::Values { .. } | Items::Permutations { .. } => return None,
    };
    name_quickly(&what, &numbers, control(&|_| {}))
}

/// What part of the input is read, and when reading stops.
struct Reading {
    /// How many items are skipped first.
    skip: u64,
    /// How many items are tested at most.
    limit: u64,
    /// The level at which a failing test ends the reading, if one does.
    until_failure: Option<f64>,
    /// Whether each look is reported on standard error.
    verbose: bool,
}

/// A block, and a summary of the input up to its end.
type Read<B> = Result<(B, InputSummary)>;

/// Reads on while the tests work; `keep` is shown each block. Ctrl-C need not wait for a read that waits for its input: its
/// thread is left behind.
fn run<R: Reader + 'static>(
    reader: R,
    looks: &mut Looks<<R::Block as Block>::Item>,
    reading: &Reading,
    stop: &AtomicBool,
    keep: &mut dyn FnMut(&R::Block),
) -> Result<(End, InputSummary)> {
    let (send, blocks) = mpsc::sync_channel(WAITING);
    let (skip, limit) = (reading.skip, reading.limit);
    let thread = thread::Builder::new().spawn(move || read(reader, skip, limit, &send))?;
    let progress = Progress::new(reading.verbose);
    let mut seen = InputSummary::default();
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok((End::Stopped, seen));
        }
        match blocks.recv_timeout(PATIENCE) {
            Ok(Ok((block, so_far))) => {
                seen = so_far;
                keep(&block);
                if looks.take(&block) {
                    let fails = reading
                        .until_failure
                        .is_some_and(|alpha| looks.fails(alpha));
                    progress.look(looks, fails);
                    if fails {
                        // A program that has little left to write is allowed to finish, so that it does not meet a closed pipe.
                        let until = Instant::now() + HEARD;
                        while blocks
                            .recv_timeout(until.saturating_duration_since(Instant::now()))
                            .is_ok()
                            && Instant::now() < until
                        {}
                        return Ok((End::Failed, seen));
                    }
                }
                progress.show(seen.bytes);
            }
            Err(RecvTimeoutError::Timeout) => {}
            ended => {
                // In a pipe, Ctrl-C ends both programs at once, and the end of the input may be seen before the signal.
                if !cfg!(fuzzing) {
                    thread::sleep(PATIENCE);
                }
                if stop.load(Ordering::Relaxed) {
                    return Ok((End::Stopped, seen));
                }
                if let Ok(Err(error)) = ended {
                    return Err(error);
                }
                // A reader that panicked also ends, but its input has not.
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                return Ok((End::Whole, seen));
            }
        }
    }
}

/// Sends blocks, none of which extends past a look.
fn read<R: Reader>(mut reader: R, skip: u64, limit: u64, send: &SyncSender<Read<R::Block>>) {
    if let Err(error) = passed_over(&mut reader, skip) {
        // After Ctrl-C the receiver no longer exists.
        let _ = send.send(Err(error));
        return;
    }
    let mut items = 0;
    while items < limit {
        let block = reader.next_block(looks::next(items).min(limit) - items);
        let count = block.as_ref().map_or(0, Block::count);
        items += count;
        let ended = block.is_ok() && count == 0;
        if ended
            || send
                .send(
                    block
                        .map(|block| (block, reader.summary()))
                        .map_err(Into::into),
                )
                .is_err()
            || count == 0
        {
            return;
        }
    }
}

pub(super) fn passed_over(reader: &mut impl Reader, skip: u64) -> Result<()> {
    let mut left = skip;
    while left > 0 {
        match reader.next_block(left)?.count() {
            0 => bail!(
                "the input has {}, and --skip leaves out {skip}: skip fewer, or give more",
                counted(skip - left, "item")
            ),
            count => left -= count,
        }
    }
    Ok(())
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
    fn look<Item: ?Sized>(&self, looks: &Looks<Item>, fails: bool) {
        if self.bar.is_hidden() && !self.verbose {
            return;
        }
        let so_far = match looks.worst() {
            Some((test, p)) => format!("smallest p over all looks {} ({test})", p_value(p)),
            None => "no test has enough items yet".into(),
        };
        let fails = if fails { ": FAIL" } else { "" };
        self.bar
            .suspend(|| eprintln!("{}: {so_far}{fails}", counted(looks.items(), "item")));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
