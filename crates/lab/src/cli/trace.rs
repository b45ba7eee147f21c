//! `roguelab trace`: draws, a line each: of a subject, of a program that runs, and where two traces differ.

mod diff;
mod exec;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::{ArgGroup, Args, Subcommand};
use lockstep::Basis;
use lockstep::trace::{FORMAT, Options, Taken};
use serde_json::json;

use super::Verdict;
use super::arguments::{Choice, one_of};
use super::output::{Output, print_json};
use crate::files::write::Writer;
use crate::table::table;
use crate::trace::{self, Traced};

const BASES: &[Choice<Basis>] = &[
    ("port", "our Rust, with words", Basis::Port),
    (
        "reference",
        "our C, with what it logs of its draws: no words, for maps no sites",
        Basis::Reference,
    ),
];

/// What is done with traces.
#[derive(Subcommand)]
pub(super) enum TraceCommand {
    Record(RecordArgs),
    Exec(exec::ExecArgs),
    Diff(diff::DiffArgs),
    /// Explain what a trace is: a line for each draw, which any program can print
    Format,
}

/// Write every draw that a subject makes: index, site, arguments, raw word and result, a line each
///
/// For `roguelab trace diff`, beside the trace that another program prints. `roguelab trace format` explains the lines. Mazes
/// and rooms are those that `roguelab draw` shows for the same seed, stream and size. A stream of words or of `get_rand`
/// is endless without -n; it ends quietly when nobody reads any more.
#[derive(Args)]
#[command(group = ArgGroup::new("what").required(true).args(["subject", "list"]))]
pub(super) struct RecordArgs {
    /// What to trace; see --list
    #[arg(value_name = "SUBJECT", requires = "seed")]
    subject: Option<String>,
    /// List what can be traced
    #[arg(long)]
    list: bool,
    /// The seed, decimal or 0x...
    #[arg(long, value_name = "S", value_parser = super::words::seed, allow_negative_numbers = true)]
    seed: Option<i128>,
    /// PCG32's stream, for mazes and rooms; 54 without it
    #[arg(long, value_name = "N")]
    stream: Option<u64>,
    /// At most so many draws
    #[arg(short = 'n', long, value_name = "COUNT")]
    limit: Option<u64>,
    /// The bounds of `get_rand`; 1 and 100 without them
    #[arg(long, num_args = 2, value_names = ["LO", "HI"], allow_negative_numbers = true)]
    range: Option<Vec<i32>>,
    /// Columns and rows of a maze or of rooms; those of roguelab draw without them
    #[arg(long, num_args = 2, value_names = ["W", "H"])]
    size: Option<Vec<u32>>,
    /// Whose draws; the port's without it
    #[arg(long, value_parser = one_of(BASES))]
    basis: Option<Basis>,
    /// Write to this file; - is standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// With --list: print JSON
    #[arg(long, conflicts_with = "subject")]
    json: bool,
}

impl RecordArgs {
    fn subject(&self, name: &str) -> Result<Traced> {
        let subject = trace::find(name).ok_or_else(|| {
            let names: Vec<_> = trace::all()
                .into_iter()
                .map(|subject| subject.name)
                .collect();
            let nearest = names
                .iter()
                .min_by_key(|known| strsim::levenshtein(name, known));
            let nearest = nearest
                .map(|nearest| format!("; the nearest is {nearest}"))
                .unwrap_or_default();
            anyhow!(
                "`{name}` cannot be traced; these can: {}{nearest}",
                names.join(", ")
            )
        })?;
        let given = [
            (self.stream.is_some(), Taken::Stream, "--stream"),
            (self.range.is_some(), Taken::Range, "--range"),
            (self.size.is_some(), Taken::Size, "--size"),
            (self.basis.is_some(), Taken::Basis, "--basis"),
        ];
        match given
            .iter()
            .find(|&&(given, option, _)| given && !subject.takes(option))
        {
            Some((_, _, option)) => {
                Err(anyhow!("{option} says nothing about {name}: leave it out"))
            }
            None => Ok(subject),
        }
    }

    fn options(&self, subject: &Traced) -> Result<Options> {
        let default = Options::default();
        let seed = self.seed.unwrap_or(default.seed.into());
        let bits = subject.seed_bits;
        // A seed below zero is what C makes of it: the same bits.
        let (least, most) = (-(1_i128 << (bits - 1)), (1_i128 << bits) - 1);
        if !(least..=most).contains(&seed) {
            return Err(anyhow!(
                "the seed of {} is a number from {least} to {most}",
                subject.name
            ));
        }
        let two = |numbers: &Vec<u32>| (numbers[0], numbers[1]);
        Ok(Options {
            seed: seed as u64,
            stream: self.stream.unwrap_or(default.stream),
            limit: self.limit,
            range: self
                .range
                .as_ref()
                .map_or(default.range, |range| (range[0], range[1])),
            size: self.size.as_ref().map(two),
            basis: self.basis.unwrap_or(default.basis),
        })
    }
}

fn list(as_json: bool) -> Result<Verdict> {
    if as_json {
        let all = trace::all();
        let rows: Vec<_> = all
            .iter()
            .map(|subject| json!({ "name": subject.name, "about": subject.about }))
            .collect();
        print_json("roguelab-trace-list/1", json!({ "subjects": rows }))?;
        return Ok(Verdict::Passed);
    }
    let mut table = table(&[], 0..0);
    table.add_rows(
        trace::all()
            .into_iter()
            .map(|subject| [subject.name, subject.about]),
    );
    writeln!(Output::new(), "{}", table.trim_fmt())?;
    Ok(Verdict::Passed)
}

pub(super) fn run(command: &TraceCommand) -> Result<Verdict> {
    match command {
        TraceCommand::Record(args) => record(args),
        TraceCommand::Exec(args) => exec::run(args),
        TraceCommand::Diff(args) => diff::run(args),
        TraceCommand::Format => {
            write!(Output::new(), "{FORMAT}")?;
            Ok(Verdict::Passed)
        }
    }
}

fn record(args: &RecordArgs) -> Result<Verdict> {
    let Some(name) = &args.subject else {
        return list(args.json);
    };
    let subject = args.subject(name)?;
    let options = args.options(&subject)?;
    // What cannot be traced is refused before a file is made.
    subject.write(
        &Options {
            limit: Some(0),
            ..options.clone()
        },
        &mut io::sink(),
    )?;
    match args.out.as_deref().filter(|&file| file != Path::new("-")) {
        None => subject
            .write(&options, &mut io::stdout().lock())
            .context("cannot write to standard output")?,
        Some(file) => {
            let mut writer = Writer::new(file)?;
            subject
                .write(&options, &mut writer)
                .with_context(|| format!("cannot write {}", file.display()))?;
            writer.finish()?;
        }
    }
    Ok(Verdict::Passed)
}
