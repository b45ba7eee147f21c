//! `roguelab trace`: records the draws of a subject or of a running program, one on each line, and finds where two traces differ.

mod diff;
mod exec;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::ending::Ending;
use anyhow::{Context, Result, ensure};
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use lockstep::trace::{FORMAT, Sink};
use subjects::registry::{self, SUBJECTS};

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
/// the words of any generator, and `roguelab atlas draws` the numbers of `get_rand` with other bounds. `roguelab check` compares
/// what mazes and rooms draw.
#[derive(Args)]
pub(super) struct RecordArgs {
    /// The subject to trace
    #[arg(value_name = "SUBJECT", value_parser = PossibleValuesParser::new(traced()))]
    subject: String,
    /// The seed, decimal or 0x...
    #[arg(long, value_name = "S", value_parser = super::words::seed, allow_negative_numbers = true)]
    seed: i128,
    /// Stop after this many draws
    #[arg(short = 'n', long, value_name = "COUNT")]
    limit: Option<u64>,
    /// Write to this file; - is standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The names of the subjects whose draws can be traced.
fn traced() -> impl Iterator<Item = &'static str> {
    let traced = SUBJECTS.iter().filter(|subject| subject.trace().is_some());
    traced.map(|subject| subject.name())
}

pub(super) fn run(command: &TraceCommand) -> Result<Ending> {
    match command {
        TraceCommand::Record(args) => record(args),
        TraceCommand::Exec(args) => exec::run(args),
        TraceCommand::Diff(args) => diff::run(args),
        TraceCommand::Format => {
            write!(Output::new(), "{FORMAT}")?;
            Ok(Ending::Success)
        }
    }
}

fn record(args: &RecordArgs) -> Result<Ending> {
    let name = &args.subject;
    let trace = registry::find(name)?
        .trace()
        .context("the subject has draws")?;
    // C takes a negative seed as the same bits.
    let (least, most) = (i32::MIN.into(), u32::MAX.into());
    ensure!(
        (least..=most).contains(&args.seed),
        "the seed of {name} is a number from {least} to {most}"
    );
    let seed = args.seed as i32;
    let write = |out: &mut dyn Write| {
        let mut sink = Sink::new(out, &format!("subject: {name}, seed {seed}"), args.limit);
        trace(seed, &mut sink);
        sink.finish()
    };
    match args.out.as_deref().filter(|&file| file != Path::new("-")) {
        None => {
            write(&mut io::stdout().lock()).context("cannot write to standard output")?;
        }
        Some(file) => {
            let mut writer = Writer::new(file)?;
            write(&mut writer)?;
            writer.finish()?;
        }
    }
    Ok(Ending::Success)
}
