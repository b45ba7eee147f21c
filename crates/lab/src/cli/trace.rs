//! `roguelab trace`: records the draws of a subject or of a running program, one on each line, and finds where two traces differ.

mod diff;
mod exec;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use gof::Verdict;
use lockstep::trace::{FORMAT, Options, Sink, Trace};
use subjects::registry::SUBJECTS;

use super::output::Output;
use crate::files::write::Writer;

/// The commands on traces.
#[derive(Subcommand)]
pub(super) enum TraceCommand {
    Record(RecordArgs),
    Exec(exec::ExecArgs),
    Diff(diff::DiffArgs),
    /// Explain what a trace is: a line for each draw, which any program can print
    Format,
}

/// Write every draw that a subject makes: a line with its index, site, arguments, raw word and result
///
/// `roguelab trace diff` compares the output with the trace that another program prints. `roguelab trace format` explains the
/// lines. The trace of `get_rand` has no end without -n, and stops when its reader does. `roguelab words --format text` writes
/// the words of any generator. What mazes and rooms draw is compared by `roguelab check`.
#[derive(Args)]
pub(super) struct RecordArgs {
    /// The subject to trace
    #[arg(value_name = "SUBJECT", value_parser = PossibleValuesParser::new(traced().map(|(name, _)| name)))]
    subject: String,
    /// The seed, decimal or 0x...
    #[arg(long, value_name = "S", value_parser = super::words::seed, allow_negative_numbers = true)]
    seed: i128,
    /// Stop after this many draws
    #[arg(short = 'n', long, value_name = "COUNT")]
    limit: Option<u64>,
    /// The bounds of `get_rand` [default: 1 100]
    #[arg(long, num_args = 2, value_names = ["LO", "HI"], allow_negative_numbers = true)]
    range: Option<Vec<i32>>,
    /// Write to this file; - is standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The subjects whose draws can be traced, by name.
fn traced() -> impl Iterator<Item = (&'static str, Trace)> {
    SUBJECTS
        .iter()
        .filter_map(|subject| Some((subject.name(), subject.trace()?)))
}

impl RecordArgs {
    fn options(&self, trace: &Trace) -> Result<Options> {
        let name = &self.subject;
        ensure!(
            self.range.is_none() || trace.takes_range,
            "--range does not apply to {name}: leave it out"
        );
        // C takes a negative seed as the same bits.
        let (least, most) = (i32::MIN.into(), u32::MAX.into());
        ensure!(
            (least..=most).contains(&self.seed),
            "the seed of {name} is a number from {least} to {most}"
        );
        Ok(Options {
            seed: self.seed as i32,
            range: self
                .range
                .as_ref()
                .map_or((1, 100), |range| (range[0], range[1])),
        })
    }
}

pub(super) fn run(command: &TraceCommand) -> Result<Verdict> {
    match command {
        TraceCommand::Record(args) => record(args),
        TraceCommand::Exec(args) => exec::run(args),
        TraceCommand::Diff(args) => diff::run(args),
        TraceCommand::Format => {
            write!(Output::new(), "{FORMAT}")?;
            Ok(Verdict::Pass)
        }
    }
}

fn record(args: &RecordArgs) -> Result<Verdict> {
    let (_, trace) = traced()
        .find(|(name, _)| *name == args.subject)
        .context("the subject has draws")?;
    let options = args.options(&trace)?;
    let caption = format!("subject: {}, seed {}", args.subject, options.seed);
    let write = |limit, out: &mut dyn Write| -> Result<()> {
        let mut sink = Sink::new(out, &caption, limit);
        (trace.write)(&options, &mut sink).map_err(|error| anyhow!(error))?;
        Ok(sink.finish()?)
    };
    // What cannot be traced is refused before a file is created.
    write(Some(0), &mut io::sink())?;
    match args.out.as_deref().filter(|&file| file != Path::new("-")) {
        None => {
            write(args.limit, &mut io::stdout().lock())
                .context("cannot write to standard output")?;
        }
        Some(file) => {
            let mut writer = Writer::new(file)?;
            write(args.limit, &mut writer)?;
            writer.finish()?;
        }
    }
    Ok(Verdict::Pass)
}
