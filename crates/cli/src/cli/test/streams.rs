//! `roguelab test --streams`: the words of neighbouring seeds.

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::ending::Ending;
use anyhow::{Context as _, Result, anyhow, bail};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use zoo::sources::ItemKind;

use super::super::output::bar;
use super::super::words;
use super::{TestArgs, stream};
use crate::clock::wall_time;
use crate::interrupt;
use answers::read::Reader as _;
use answers::test::{Items, Seeds, Session, Source, SourceOptions, WordsByPlace};

/// The most words over all seeds, because they are held in memory.
const MOST_WORDS: u64 = 1 << 24;

/// How many bytes are read at most from one process, and for each word.
const MOST_BYTES: u64 = 1 << 20;
const MOST_OF_A_WORD: u64 = 32;

/// How many words show whether the output is text.
const HEAD: usize = 64;

/// How soon Ctrl-C is noticed while a process is silent.
const PATIENCE: Duration = Duration::from_millis(50);

/// Stands for the seed in a command.
const PLACE: &str = "{seed}";

pub(super) fn run(args: &TestArgs, command: &str) -> Result<Ending> {
    let options = args.source()?;
    let source = Source::new(&options, None)?;
    let (first, count) = (args.seeds.start, args.seeds.end - args.seeds.start);
    let total = count.saturating_mul(args.words);
    if total > MOST_WORDS {
        bail!(
            "the seeds have {total} words in all, and at most {MOST_WORDS} are held: give fewer --seeds or --words"
        );
    }
    let (of_seeds, bits) = if command.contains(PLACE) || command.contains(char::is_whitespace) {
        let Items::Words { bits, .. } = source.items else {
            bail!("--streams reads words: leave out --below, --weights and --symbols");
        };
        let words = outside(args, &source, command)?;
        let head: Vec<u64> = words.iter().flatten().copied().take(HEAD).collect();
        if !options.has_kind() && source.guess_from_words(&head).is_some() {
            bail!("the command prints text or fractions, and no words of 4 bytes: give --kind");
        }
        (words, bits)
    } else {
        inside(args, &options, command)?
    };
    let seeds = Seeds {
        first,
        count,
        words: args.words,
        bits,
    };
    let session = Session::of_seeds(source, seeds, args.options(), wall_time)?;
    stream::run(args, session, WordsByPlace::new(&of_seeds))
}

/// The words of a built-in source, and the number of their bits.
fn inside(args: &TestArgs, options: &SourceOptions, name: &str) -> Result<(Vec<Vec<u64>>, u32)> {
    let source = words::find(name).with_context(|| {
        format!("--streams takes a command with {PLACE} for the seed, or the name of a source")
    })?;
    let ItemKind::Words { bits } = source.kind else {
        bail!(
            "--streams reads words, and {name} gives {}: name another source",
            source.kind
        );
    };
    if options.has_kind() {
        bail!(
            "--kind, --endian and --bits are for commands: {name} has words of {bits} bits; leave them out"
        );
    }
    if source.seed_bits < 64 && args.seeds.end > 1 << source.seed_bits {
        bail!(
            "--seeds: {name} has seeds of {} bits only",
            source.seed_bits
        );
    }
    let of_seed = |seed| {
        let mut words = vec![0; args.words as usize];
        source.open(seed).fill(&mut words);
        words.into_iter().map(u64::from).collect()
    };
    Ok((
        args.seeds.clone().into_par_iter().map(of_seed).collect(),
        bits,
    ))
}

/// The words that a command prints for each seed.
fn outside(args: &TestArgs, source: &Source, command: &str) -> Result<Vec<Vec<u64>>> {
    let parts = shlex::split(command).filter(|parts| !parts.is_empty());
    let parts = parts.ok_or_else(|| {
        anyhow!("--streams: `{command}` is not a command: a quote is not closed, or it is empty")
    })?;
    if !parts.iter().any(|part| part.contains(PLACE)) {
        bail!("--streams: `{command}` has no {PLACE}: say where the seed goes");
    }
    let stop = interrupt::flag();
    let seeds = args.seeds.end - args.seeds.start;
    let bar = bar("{human_pos} of {human_len} seeds, {eta} left", Some(seeds));
    let of_seed = |seed: u64| {
        let parts: Vec<String> = parts
            .iter()
            .map(|part| part.replace(PLACE, &seed.to_string()))
            .collect();
        let words = printed(args, source, &parts, || stop.load(Ordering::Relaxed));
        bar.inc(1);
        words.with_context(|| format!("seed {seed}, `{}`", parts.join(" ")))
    };
    let all = args.seeds.clone().into_par_iter().map(of_seed).collect();
    bar.finish_and_clear();
    all
}

/// A process that is killed when dropped, together with those that it has started.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // The process leads its own group and has not been waited for, so the group is still its own.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.0),
            rustix::process::Signal::KILL,
        );
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The first words that a command prints.
fn printed(
    args: &TestArgs,
    source: &Source,
    parts: &[String],
    is_stopped: impl Fn() -> bool,
) -> Result<Vec<u64>> {
    if is_stopped() {
        bail!("stopped by Ctrl-C");
    }
    let mut command = Command::new(&parts[0]);
    command
        .args(&parts[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut process = Process(command.spawn().context("it cannot be started")?);
    let stdout = process.0.stdout.take().context("it has no output")?;
    let (send, receive) = mpsc::channel();
    let (mut reader, wanted) = (
        source.numbers::<u64>(crate::files::read::timed(
            stdout.take(MOST_BYTES.max(MOST_OF_A_WORD * args.words)),
        )),
        args.words,
    );
    // The thread is left behind if the process is silent, until the process is killed.
    thread::Builder::new().spawn(move || {
        let mut words = Vec::new();
        let ended = loop {
            match reader.next_block(wanted - words.len() as u64) {
                Ok(block) if block.is_empty() => break Ok(words),
                Ok(block) => words.extend(block),
                Err(error) => break Err(error),
            }
        };
        let _ = send.send(ended);
    })?;
    let (started, limit) = (Instant::now(), Duration::from_secs_f64(args.deadline));
    loop {
        match receive.recv_timeout(PATIENCE) {
            Ok(words) => {
                let words = words?;
                let found = words.len();
                if (found as u64) < wanted {
                    bail!(
                        "it printed only {found} words, and {wanted} are needed: give fewer --words, or let it print more"
                    );
                }
                return Ok(words);
            }
            Err(RecvTimeoutError::Timeout) if is_stopped() => bail!("stopped by Ctrl-C"),
            Err(RecvTimeoutError::Timeout) if started.elapsed() < limit => {}
            Err(_) => bail!(
                "it printed too little in {} seconds, and was killed: see whether it flushes its output, or give a longer --deadline",
                args.deadline
            ),
        }
    }
}
