//! `roguelab scan`.

use std::io::Write;
use std::time::Instant;

use crate::ending::Ending;
use ::scan::ranks::{Alone, Engines, Ranks, gather};
use ::scan::{Outcome, Predicate, Scan, Seeded, Span};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use indicatif::{HumanCount, ProgressBar};
use serde_json::{Value, json};
use subjects::registry;

use super::arguments::{Choice, bits, one_of};
use super::commands::bar;
use super::output::{Output, print_json};
use crate::interrupt;

#[derive(Clone, Copy)]
enum Engine {
    Local,
    Mpi,
}

const ENGINES: &[Choice<Engine>] = &[
    ("local", "the threads of this process", Engine::Local),
    (
        "mpi",
        "the processes that mpirun started; needs roguelab-mpi",
        Engine::Mpi,
    ),
];

const NO_MPI: &str = "this program was built without MPI: build the one with MPI by `cargo build --release -p roguelab --features mpi` \
                      (it needs Open MPI and libclang; Debian: libopenmpi-dev openmpi-bin libclang-dev), and start it as `mpirun -n 4 target/release/roguelab-mpi scan --engine mpi ...`";

const MOST_KEPT: i64 = 1 << 16;

/// Count the seeds whose words and draws satisfy a predicate
///
/// A predicate may use word(n), which is word n of a seed, counted from 0. For Rogue's words it may also use get_rand(n, x, y),
/// rand_percent(n, p) and coin_toss(n): what these functions of the game make of word n. Numbers are whole, decimal or 0x...,
/// with the operators - * / % + << >> & ^ |, which bind in this order, as in Rust; conditions compare them with == != < <= > >=
/// and are joined by ! && ||. Quotients are rounded toward zero. Nothing wraps: an expression whose value could leave 64 bits
/// is refused. Where a divisor is zero, the comparison around it is false.
///
/// After Ctrl-C the result is that of the seeds so far, and the `--from` that goes on is named.
#[allow(clippy::doc_markdown, reason = "it is shown on a terminal")]
#[derive(Args)]
pub(super) struct ScanArgs {
    /// The generator whose words are scanned: `rrandom`, `rrandom-type0`, `get_rand`, `pcg32`, or a generator of the catalogue
    /// with words of at most 32 bits
    #[arg(long)]
    subject: String,
    /// The predicate
    #[arg(long = "where", value_name = "PREDICATE", allow_hyphen_values = true)]
    predicate: String,
    /// The stream of PCG32, decimal or 0x... [default: 54]
    #[arg(long, value_name = "N", value_parser = bits)]
    stream: Option<u64>,
    /// The first seed, in the order 0 to 2^32 - 1; a negative C int is taken as its 32 bits
    #[arg(long, value_name = "A", value_parser = seed, allow_negative_numbers = true, default_value = "0")]
    from: u32,
    /// The last seed, included [default: the greatest, which is 4294967295 for most]
    #[arg(long, value_name = "B", value_parser = seed, allow_negative_numbers = true)]
    to: Option<u32>,
    /// How many of the matching seeds to list, from the first on
    #[arg(long, value_name = "K", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=MOST_KEPT))]
    keep: u32,
    /// How many threads each process uses; the result is the same for any number [default: one for each core; with
    /// --engine mpi, one]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Where the scan runs
    #[arg(long, default_value = "local", value_parser = one_of(ENGINES))]
    engine: Engine,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn seed(text: &str) -> Result<u32, String> {
    let number = text
        .parse::<i64>()
        .ok()
        .filter(|number| (i32::MIN.into()..=u32::MAX.into()).contains(number));
    number
        .map(|number| number as u32)
        .ok_or_else(|| format!("a seed is a whole number from {} to {}", i32::MIN, u32::MAX))
}

pub(super) fn run(args: &ScanArgs, engines: Engines) -> Result<Ending> {
    let ranks = match args.engine {
        Engine::Local => Box::new(Alone),
        Engine::Mpi => engines.mpi.ok_or_else(|| anyhow!(NO_MPI))?()?,
    };
    let (scan, mine) = match prepare(args, &*ranks) {
        Ok(prepared) => prepared,
        // All processes have the same arguments. Only the first reports what is wrong with them, and only it fails: mpirun ends
        // all processes when one fails, perhaps before the first has reported.
        Err(_) if ranks.rank() > 0 => return Ok(Ending::Success),
        Err(error) => return Err(error),
    };
    let started = Instant::now();
    let bar = match &mine {
        Some(mine) if ranks.rank() == 0 => bar(mine.span.seeds() as usize, "scanning"),
        _ => ProgressBar::hidden(),
    };
    let found = look(args, mine.as_ref(), &bar).map_err(|error| format!("{error:#}"));
    bar.finish_and_clear();
    let Some(outcome) = gather(&*ranks, found, scan.keep)? else {
        return Ok(Ending::Success);
    };
    // Another process may have been stopped after this one had finished.
    let Some(next) = scan.span.part(outcome.seeds, 1) else {
        print(args, &scan, &outcome, started)?;
        return Ok(Ending::Success);
    };
    let (done, all) = (HumanCount(outcome.seeds), HumanCount(scan.span.seeds()));
    eprint!("The scan was stopped after {done} of {all} seeds.");
    // Several processes have each a share, so theirs are not the first seeds.
    if ranks.size() == 1 {
        eprint!(" To go on, use --from {}.", next.from());
    }
    eprintln!();
    if ranks.size() == 1
        && let Some(span) = scan.span.part(0, outcome.seeds)
    {
        print(args, &Scan { span, ..scan }, &outcome, started)?;
    }
    Ok(Ending::Interrupted)
}

fn print(args: &ScanArgs, scan: &Scan, outcome: &Outcome, started: Instant) -> Result<()> {
    if args.json {
        print_json("roguelab-scan/1", document(scan, outcome))
    } else {
        show(scan, outcome, started)
    }
}

/// The source of a subject's name.
fn source(subject: &str, stream: Option<u64>) -> Result<Seeded> {
    registry::find(subject)
        .map_err(|unknown| anyhow!("{unknown}; a scan knows: {}", Seeded::known()))?;
    Ok(Seeded::find(subject, stream)?)
}

/// The scan of all processes, and this process's part of it, if there are seeds for it.
fn prepare(args: &ScanArgs, ranks: &dyn Ranks) -> Result<(Scan, Option<Scan>)> {
    let source = source(&args.subject, args.stream)?;
    let predicate = Predicate::parse(&args.predicate, source)?;
    let (from, last) = (args.from, source.last_seed());
    let to = args.to.unwrap_or(last);
    if to > last {
        bail!(
            "the seeds of {} are from 0 to {last}, and --to is {to}",
            source.name()
        );
    }
    let span = Span::new(from, to).with_context(|| {
        format!("there is no seed from {from} to {to}: in the order 0 to 2^32 - 1, --to is before --from")
    })?;
    let scan = Scan {
        source,
        predicate,
        span,
        keep: args.keep as usize,
    };
    let mine = scan.share(ranks.rank() + 1, ranks.size());
    Ok((scan, mine))
}

/// The outcome of this process, which is empty if there are no seeds for it.
fn look(args: &ScanArgs, scan: Option<&Scan>, bar: &ProgressBar) -> Result<Outcome> {
    let Some(scan) = scan else {
        return Ok(Outcome::default());
    };
    let threads = match (args.threads, args.engine) {
        (Some(threads), _) => threads.into(),
        (None, Engine::Mpi) => 1,
        (None, Engine::Local) => 0,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("cannot start threads")?;
    Ok(scan.run(&pool, interrupt::flag(), &mut |outcome| {
        bar.set_position(outcome.seeds);
    }))
}

fn document(scan: &Scan, outcome: &Outcome) -> Value {
    let mut document = json!({
        "subject": scan.source.name(),
        "predicate": scan.predicate.to_string(),
        "from": scan.span.from(),
        "to": scan.span.to(),
        "seeds": outcome.seeds,
        "matches": outcome.matches,
        "first": outcome.first,
    });
    if let Some(stream) = scan.source.stream() {
        // In hexadecimal, because not every JSON reader has 64-bit numbers.
        document["stream"] = json!(format!("{stream:#x}"));
    }
    document
}

fn show(scan: &Scan, outcome: &Outcome, started: Instant) -> Result<()> {
    let mut out = Output::of_findings();
    let stream = scan
        .source
        .stream()
        .map_or_else(String::new, |stream| format!(" --stream {stream:#x}"));
    let (from, to) = (scan.span.from(), scan.span.to());
    writeln!(
        out,
        "{}{stream}: {}; seeds {from} to {to}",
        scan.source.name(),
        scan.predicate
    )?;
    let (matches, seeds) = (outcome.matches, outcome.seeds);
    let share = 100.0 * matches as f64 / seeds as f64;
    out.verdict(format_args!(
        "{} of {} match, {share:.4} %",
        HumanCount(matches),
        HumanCount(seeds)
    ))?;
    if !outcome.first.is_empty() {
        let first: Vec<_> = outcome.first.iter().map(ToString::to_string).collect();
        let more = if matches > first.len() as u64 {
            ", ..."
        } else {
            ""
        };
        writeln!(out, "the first: {}{more}", first.join(", "))?;
    }
    writeln!(out, "in {:.1} s", started.elapsed().as_secs_f64())?;
    Ok(())
}
