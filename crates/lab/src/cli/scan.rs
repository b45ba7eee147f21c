//! `roguelab scan`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ::scan::ranks::{Alone, Engines, Ranks, gather};
use ::scan::{Outcome, Predicate, Scan, Source, Span};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use indicatif::{HumanCount, ProgressBar};
use subjects::registry;

use super::Verdict;
use super::arguments::{Choice, bits, one_of};
use super::commands::bar;
use super::output::{Output, is_quiet};
use crate::checkpoint::Checkpoint;
use crate::files::write;
use crate::interrupt;

const LONG_ABOUT: &str = "\
Count the seeds whose words and draws satisfy a predicate

A predicate may use word(n), word n of a seed, counted from 0; and for Rogue's words get_rand(n, x, y), \
rand_percent(n, p) and coin_toss(n): what these functions of the game make of word n. Numbers are whole, decimal or 0x..., \
with the operators - * / % + << >> & ^ |, binding in this order as in Rust; conditions are == != < <= > >= of them, with \
! && ||. Quotients are rounded toward zero. Nothing wraps: what could leave 64 bits is refused. Where a divisor is zero the \
comparison around it is false.

The result is JSON. The results of shards merge to that of the whole, byte for byte: see roguelab merge.";

#[derive(Clone, Copy)]
enum Engine {
    Local,
    Mpi,
}

const ENGINES: &[Choice<Engine>] = &[
    ("local", "the threads of this process", Engine::Local),
    ("mpi", "the processes that mpirun started; needs roguelab-mpi", Engine::Mpi),
];

const NO_MPI: &str = "this program was built without MPI: build the other with `cargo build --release -p roguelab --features mpi` \
                      (it needs Open MPI and libclang; Debian: libopenmpi-dev openmpi-bin libclang-dev), and start it as `mpirun -n 4 target/release/roguelab-mpi scan --engine mpi ...`";

const MOST_KEPT: i64 = 1 << 16;

/// Count the seeds whose words and draws satisfy a predicate
#[derive(Args)]
#[command(long_about = LONG_ABOUT)]
pub(super) struct ScanArgs {
    /// Whose words: `rrandom`, `rrandom-type0`, `get_rand`, `pcg32`, `rogue5`, or a generator of the catalogue with words of at most
    /// 32 bits
    #[arg(long)]
    subject: String,
    /// The predicate
    #[arg(long = "where", value_name = "PREDICATE", allow_hyphen_values = true)]
    predicate: String,
    /// Which of PCG32's streams, decimal or 0x... [default: 54]
    #[arg(long, value_name = "N", value_parser = bits)]
    stream: Option<u64>,
    /// The first seed, in the order 0 to 2^32 - 1; a negative C int is taken as its 32 bits
    #[arg(long, value_name = "A", value_parser = seed, allow_negative_numbers = true, default_value = "0")]
    from: u32,
    /// The last seed, included [default: the greatest, which is 4294967295 for most]
    #[arg(long, value_name = "B", value_parser = seed, allow_negative_numbers = true)]
    to: Option<u32>,
    /// Only part I of N of these seeds, counted from 1
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u32, u32)>,
    /// How many of the matching seeds to list, the first ones
    #[arg(long, value_name = "K", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=MOST_KEPT))]
    keep: u32,
    /// Write the result to this file, not to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep the progress in this file; after Ctrl-C or a kill, the same command continues from it (with --engine mpi, in
    /// as many processes)
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seconds between writes of the checkpoint
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = pause, requires = "checkpoint")]
    every: f64,
    /// Ignore the checkpoint and start over
    #[arg(long, requires = "checkpoint")]
    restart: bool,
    /// Threads of each process; the result is the same for any number [default: one for each core; with
    /// --engine mpi, one]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// What the scan runs on
    #[arg(long, default_value = "local", value_parser = one_of(ENGINES))]
    engine: Engine,
    /// Print the result on standard output even if --out writes it to a file
    #[arg(long)]
    json: bool,
}

fn seed(text: &str) -> Result<u32, String> {
    let number = text.parse::<i64>().ok().filter(|number| (i32::MIN.into()..=u32::MAX.into()).contains(number));
    number
        .map(|number| number as u32)
        .ok_or_else(|| format!("a seed is a whole number from {} to {}", i32::MIN, u32::MAX))
}

fn shard(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    let shard = numbers.filter(|&(i, n)| 1 <= i && i <= n);
    shard.ok_or_else(|| "I/N belongs here, I from 1 to N, as in 1/4".into())
}

fn pause(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|&seconds| (0.0..=3600.0).contains(&seconds));
    seconds.ok_or_else(|| "seconds are a number from 0 to 3600".into())
}

pub(super) fn run(args: &ScanArgs, engines: Engines) -> Result<Verdict> {
    let ranks = match args.engine {
        Engine::Local => Box::new(Alone),
        Engine::Mpi => engines.mpi.ok_or_else(|| anyhow!(NO_MPI))?()?,
    };
    let (scan, mine) = match prepare(args, &*ranks) {
        Ok(prepared) => prepared,
        // All processes have the same arguments. The first says what is wrong with them, and it alone fails: mpirun ends all
        // processes when one fails, and might do so before it has spoken.
        Err(_) if ranks.rank() > 0 => return Ok(Verdict::Passed),
        Err(error) => return Err(error),
    };
    let started = Instant::now();
    let bar = if ranks.rank() == 0 { bar(mine.seeds() as usize, "scanning") } else { ProgressBar::hidden() };
    let mut resumed = false;
    let found = look(args, &mine, &*ranks, interrupt::flag(), &bar, &mut resumed);
    bar.finish_and_clear();
    // Another process may have been stopped when this one was done.
    let Some(outcome) = gather(&*ranks, found)? else { return Ok(Verdict::Passed) };
    if outcome.seeds() < scan.seeds() {
        let then = match (&args.checkpoint, args.restart) {
            (None, _) => "the same command starts over; --checkpoint would keep it",
            (Some(_), false) => "the same command goes on from here",
            (Some(_), true) => "the same command without --restart goes on from here",
        };
        let (done, all) = (HumanCount(outcome.seeds()), HumanCount(scan.seeds()));
        eprintln!("stopped after {done} of {all} seeds; {then}");
        return Ok(Verdict::Stopped);
    }
    let mut took = format!("in {:.1} s", started.elapsed().as_secs_f64());
    if resumed {
        took += ", going on from the checkpoint";
    }
    show(&outcome, args.out.as_deref(), args.json, &took)?;
    Ok(Verdict::Passed)
}

/// The source of a subject's name.
fn source(subject: &str, stream: Option<u64>) -> Result<Source> {
    registry::find(subject).map_err(|unknown| anyhow!("{unknown}; a scan knows: {}", Source::known()))?;
    Source::find(subject, stream)
}

/// The scan of all processes, and that of this one.
fn prepare(args: &ScanArgs, ranks: &dyn Ranks) -> Result<(Scan, Scan)> {
    let source = source(&args.subject, args.stream)?;
    let predicate = Predicate::parse(&args.predicate, source)?;
    let (from, last) = (args.from, source.last_seed());
    let to = args.to.unwrap_or(last);
    if to > last {
        return Err(anyhow!("the seeds of {} are from 0 to {last}, and --to is {to}", source.name()));
    }
    let span = Span::new(from, to);
    let none = || anyhow!("no seed is from {from} to {to}: in the order 0 to 2^32 - 1, --to is before --from");
    let span = span.ok_or_else(none)?;
    // Find out now, not after the last seed.
    if let Some(out) = &args.out {
        write::check(out)?;
    }
    // All processes look at the files of all, and so come to the same answer.
    let mut checkpoints =
        (0..ranks.size()).filter_map(|rank| Some(path_of_rank(args.checkpoint.as_ref()?, rank, ranks.size())));
    if let Some(out) = &args.out
        && checkpoints.any(|checkpoint| write::are_the_same(out, &checkpoint))
    {
        return Err(anyhow!("--out and --checkpoint name the same file: give two"));
    }
    let (i, n) = args.shard.unwrap_or((1, 1));
    let scan = Scan { source, predicate, whole: span, span: Some(span), keep: args.keep as usize }.shard(i, n);
    let mine = scan.shard(ranks.rank() + 1, ranks.size());
    Ok((scan, mine))
}

/// The part of one process, from its checkpoint on, if that has some of it.
fn look(
    args: &ScanArgs,
    scan: &Scan,
    ranks: &dyn Ranks,
    stop: &AtomicBool,
    bar: &ProgressBar,
    resumed: &mut bool,
) -> Result<Outcome> {
    let path = args.checkpoint.as_deref().map(|path| path_of_rank(path, ranks.rank(), ranks.size()));
    path.as_deref().map_or(Ok(()), write::check_regular)?;
    let checkpoint = path.map(Checkpoint::new);
    let resume = |checkpoint: &Checkpoint| if args.restart { Ok(scan.start()) } else { checkpoint.resume(scan) };
    let begun = checkpoint.as_ref().map_or_else(|| Ok(scan.start()), resume)?;
    *resumed = begun.seeds() > 0;
    bar.set_position(begun.seeds());
    bar.reset_eta();

    let threads = match (args.threads, args.engine) {
        (Some(threads), _) => threads.into(),
        (None, Engine::Mpi) => 1,
        (None, Engine::Local) => 0,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let (every, mut saved) = (Duration::from_secs_f64(args.every), Instant::now());
    let found = scan.run(&pool, begun, stop, &mut |outcome| {
        bar.set_position(outcome.seeds());
        if let Some(checkpoint) = &checkpoint
            && saved.elapsed() >= every
        {
            checkpoint.save(scan, outcome)?;
            saved = Instant::now();
        }
        Ok(())
    })?;
    if let Some(checkpoint) = &checkpoint {
        checkpoint.save(scan, &found)?;
    }
    Ok(found)
}

/// Several processes keep a file each.
fn path_of_rank(path: &Path, rank: u32, size: u32) -> PathBuf {
    if size == 1 {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}-of-{size}", rank + 1));
    name.into()
}

/// Writes the result to `out` and a summary to standard output; without `out`, or with --json, the result to standard output
/// and the summary to standard error.
pub(super) fn show(outcome: &Outcome, out: Option<&Path>, as_json: bool, took: &str) -> Result<()> {
    let summary = summary(outcome, took);
    if let Some(path) = out {
        write::whole(path, outcome.to_text().as_bytes())?;
    }
    match out {
        Some(path) if !as_json => {
            writeln!(Output::of_findings(), "{summary}\nthe result is in {}", path.display())?;
        }
        _ => {
            let mut stdout = Output::new();
            write!(stdout, "{}", outcome.to_text())?;
            stdout.flush()?;
            if !is_quiet() {
                eprintln!("{summary}");
            }
        }
    }
    Ok(())
}

fn summary(outcome: &Outcome, took: &str) -> String {
    let ranges: Vec<_> = outcome.ranges().iter().map(|span| format!("{} to {}", span.from(), span.to())).collect();
    let ranges = if ranges.is_empty() { "no seeds".into() } else { format!("seeds {}", ranges.join(", ")) };
    let (matches, seeds) = (outcome.matches(), outcome.seeds());
    let mut text = format!("{}; {ranges}\n", outcome.question());
    text += &format!("{} of {} match", HumanCount(matches), HumanCount(seeds));
    if seeds > 0 {
        text += &format!(", {:.4} %", 100.0 * matches as f64 / seeds as f64);
    }
    if !took.is_empty() {
        text += &format!(", {took}");
    }
    if !outcome.first().is_empty() {
        let first: Vec<_> = outcome.first().iter().take(16).map(ToString::to_string).collect();
        text +=
            &format!("\nthe first: {}{}", first.join(", "), if matches > first.len() as u64 { ", ..." } else { "" });
    }
    text
}
