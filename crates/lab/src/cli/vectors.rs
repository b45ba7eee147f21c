//! `roguelab vectors`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use comfy_table::{CellAlignment, Table};

use super::output::Output;
use super::{Verdict, usage};
use crate::vectors::{self, Checked};

/// Larger files are refused: they are held in memory.
const LARGEST: u64 = 256 << 20;

/// How many differences are shown unless all are asked for.
const SHOWN: usize = 20;

#[derive(Subcommand)]
pub(super) enum VectorsCommand {
    /// Hold files of vectors against the ports; exit 1 if any entry disagrees, 2 if none does but something cannot be checked
    Check(CheckArgs),
}

#[derive(Args)]
pub(super) struct CheckArgs {
    /// The files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show every difference, not only the first 20
    #[arg(long)]
    all: bool,
}

fn read(file: &Path) -> Result<String> {
    let input: Box<dyn Read> =
        if file == Path::new("-") { Box::new(io::stdin().lock()) } else { Box::new(File::open(file)?) };
    let mut bytes = Vec::new();
    input.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        bail!("it has more than {LARGEST} bytes: split it");
    }
    String::from_utf8(bytes).context("it is no text in UTF-8, as JSON is")
}

fn check(file: &Path) -> Result<Checked> {
    let text = read(file).with_context(|| format!("cannot read {}", file.display()))?;
    vectors::check(&text).with_context(|| format!("cannot check {}", file.display()))
}

fn show(file: &Path, checked: &Checked, all: bool, out: &mut Output) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["kind", "entries", "agreed", "disagreed", "not checked"]);
    for tally in &checked.tallies {
        let entries = tally.agreed + tally.disagreed + tally.unchecked;
        let counts = [entries, tally.agreed, tally.disagreed, tally.unchecked];
        table.add_row([tally.kind.to_owned()].into_iter().chain(counts.map(|count| count.to_string())));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(out, "{}\n{}", file.display(), table.trim_fmt())?;
    let shown = if all { checked.differences.len() } else { SHOWN };
    for difference in checked.differences.iter().take(shown) {
        writeln!(out, "  {difference}")?;
    }
    let more = checked.differences.len().saturating_sub(shown);
    if more > 0 {
        writeln!(out, "  and {more} more differences: --all shows them")?;
    }
    writeln!(out)
}

pub(super) fn run(VectorsCommand::Check(args): &VectorsCommand) -> Result<Verdict> {
    let mut out = Output::new();
    let (mut agreed, mut disagreed, mut errors) = (0, 0, Vec::new());
    for file in &args.files {
        match check(file) {
            Ok(checked) => {
                show(file, &checked, args.all, &mut out)?;
                agreed += checked.agreed();
                disagreed += checked.disagreed();
                errors.extend(checked.errors.iter().map(|error| format!("in {}: {error}", file.display())));
            }
            Err(error) => errors.push(format!("{error:#}")),
        }
    }
    if agreed + disagreed > 0 {
        writeln!(out, "{agreed} agreed, {disagreed} disagreed")?;
    }
    out.flush()?;
    // A disagreement is what was asked for: what could not be checked beside it does not hide it.
    match (disagreed, errors.is_empty()) {
        (0, true) => Ok(Verdict::Passed),
        (0, false) => Err(usage(anyhow::anyhow!(errors.join("\n")))),
        _ => {
            for error in &errors {
                eprintln!("roguelab: {error}");
            }
            Ok(Verdict::Failed)
        }
    }
}
