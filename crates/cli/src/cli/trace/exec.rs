//! `roguelab trace exec`: what a real program takes from the C library's generators.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::ending::Ending;
use answers::recorded::judge;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use foreign::recorder::{Recording, record};
use lockstep::shown;
use serde_json::json;

use crate::cli::output::{Output, print_json};
use crate::files::write::Writer;

/// How many lines are recorded for a process without `-n`: a file of about 3 GB.
const MOST: u64 = 100_000_000;

/// How many seedings are shown.
const SHOWN: usize = 20;

/// The version of the JSON document.
const SCHEMA: &str = "roguelab-trace-exec/1";

/// Run a program and record every word and seed of random, rand, drand48, arc4random and their kin; Linux only
///
/// The words after each seed are compared with those of our generators. --out writes a trace for `roguelab trace diff`.
#[derive(Args)]
pub(in crate::cli) struct ExecArgs {
    /// The program and its arguments
    #[arg(last = true, value_name = "COMMAND", required = true)]
    command: Vec<OsString>,
    /// Stop the program's clock at this time, in seconds since 1970
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    time: Option<i64>,
    /// Run the program in a terminal of its own, type these keys, then hang up; \n, \r, \t, \e, \\ and \x1b are as in C
    #[arg(long, value_name = "TEXT", value_parser = keys)]
    keys: Option<Keys>,
    /// End the program after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::arguments::seconds)]
    deadline: Option<f64>,
    /// Record at most this many draws of each process [default: 100000000]
    #[arg(short = 'n', long, value_name = "COUNT")]
    limit: Option<u64>,
    /// Write the trace to this file; - is standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The keys to type.
#[derive(Clone, Debug)]
struct Keys(Vec<u8>);

/// Parses keys, some of which may be C escapes.
fn keys(text: &str) -> Result<Keys, String> {
    let mut typed = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let (key, after) = match (first, after) {
            (b'\\', [b'n', after @ ..]) => (b'\n', after),
            (b'\\', [b'r', after @ ..]) => (b'\r', after),
            (b'\\', [b't', after @ ..]) => (b'\t', after),
            (b'\\', [b'e', after @ ..]) => (0x1b, after),
            (b'\\', [b'\\', after @ ..]) => (b'\\', after),
            (b'\\', [b'x', high, low, after @ ..]) => {
                let digits = [*high, *low].map(|digit| char::from(digit).to_digit(16));
                let [Some(high), Some(low)] = digits else {
                    return Err("\\x must be followed by two hexadecimal digits".to_owned());
                };
                ((high << 4 | low) as u8, after)
            }
            (b'\\', _) => {
                return Err(
                    "expected \\n, \\r, \\t, \\e, \\x and two digits, or \\\\ for \\ itself"
                        .to_owned(),
                );
            }
            (key, after) => (*key, after),
        };
        typed.push(key);
        rest = after;
    }
    Ok(Keys(typed))
}

pub(super) fn run(args: &ExecArgs) -> Result<Ending> {
    let Some((program, arguments)) = args.command.split_first() else {
        bail!("give a program: roguelab trace exec -- PROGRAM ARGUMENTS");
    };
    if args.json && args.out.as_deref() == Some(Path::new("-")) {
        bail!("--json and --out - would both go to standard output: write the trace to a file");
    }
    let how = Recording {
        time: args.time,
        keys: args.keys.as_ref().map(|keys| keys.0.clone()),
        deadline: args.deadline.map(Duration::from_secs_f64),
        limit: args.limit.unwrap_or(MOST),
    };
    let recorded = record(program, arguments, &how)?;
    let mut out = Output::of_findings();
    let name = program.to_string_lossy();
    let name = shown(&name, 80);
    let ended = match recorded.status {
        Some(status) if status.success() => None,
        Some(status) => Some(format!("{name} ended with {status}")),
        None => Some(format!("{name} did not end by itself, and was ended")),
    };
    if let Some(ended) = ended.as_ref().filter(|_| !args.json) {
        writeln!(out, "{ended}")?;
    }
    let Some((process, first)) = recorded.traces.first() else {
        if args.json {
            print_json(
                SCHEMA,
                json!({ "ended": ended, "loaded": recorded.loaded, "lost": recorded.lost, "processes": 0, "stretches": [] }),
            )?;
        } else {
            let why = if recorded.lost {
                "took nothing while it was recorded. But a process of it went on without the recorder: it ran a program without LD_PRELOAD or a statically linked one, or was killed. Record the program that draws"
            } else if recorded.loaded {
                "took nothing from random(), rand(), drand48(), arc4random() or their kin: it may have a generator of its own"
            } else {
                "was not recorded: the recorder could not be loaded. Set TMPDIR to a folder from which programs may be run; a statically linked program cannot be recorded"
            };
            out.verdict(format_args!("{name} {why}"))?;
        }
        return Ok(Ending::Undecided);
    };
    if let Some(file) = args.out.as_deref() {
        let mut trace = BufReader::new(File::open(first).context("cannot read what was recorded")?);
        if file == Path::new("-") {
            let mut out = Output::new();
            out.write_all(lockstep::trace::HEADER_OF_SITES.as_bytes())?;
            io::copy(&mut trace, &mut out)?;
        } else {
            let mut writer = Writer::new(file)?;
            writer.write_all(lockstep::trace::HEADER_OF_SITES.as_bytes())?;
            io::copy(&mut trace, &mut writer)?;
            writer.finish()?;
        }
    }
    let open = |process: u32| {
        let (_, path) = recorded
            .traces
            .iter()
            .find(|(number, _)| *number == process)?;
        File::open(path).ok().map(BufReader::new)
    };
    let stretches = judge(
        open(*process).context("cannot read what was recorded")?,
        &open,
    )?;
    let verdict = Ending::of(stretches.iter().all(|stretch| stretch.differs.is_none()));
    if args.json {
        print_json(
            SCHEMA,
            json!({ "ended": ended, "processes": recorded.traces.len(), "stretches": stretches }),
        )?;
        return Ok(verdict);
    }
    for stretch in stretches.iter().take(SHOWN) {
        writeln!(out, "{stretch}")?;
    }
    if stretches.len() > SHOWN {
        writeln!(out, "and {} more seedings", stretches.len() - SHOWN)?;
    }
    if recorded.traces.len() > 1 {
        let more = match recorded.traces.len() - 1 {
            1 => "one more process took words".to_owned(),
            more => format!("{more} more processes took words"),
        };
        writeln!(out, "{more}; this is process {process}, which took most")?;
    }
    Ok(verdict)
}
