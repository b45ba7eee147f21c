//! `roguelab trace diff`: where two traces differ.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::ending::Ending;
use answers::trace::{self, DivergeError, Options, TraceHead};
use anyhow::{Result, anyhow, ensure};
use clap::Args;
use lockstep::Half;
use lockstep::trace::TraceError;

use crate::cli::output::print_answer;
use crate::clock::control;
use crate::files::read::{is_stdin, name, open};

/// Compare two traces, draw by draw: where they first differ, and why
///
/// A is taken to be right, and B is compared with it. A trace has a line for each draw, which any program can print; `roguelab
/// trace format` explains it. Arguments, words and results are compared where both traces have them. After a difference the
/// traces are aligned again by leaving out lines, if the lines that follow are evidence enough.
///
/// Exit codes: 0 the traces agree, 1 they differ, 2 one of them cannot be used.
#[derive(Args)]
pub(in crate::cli) struct DiffArgs {
    /// The trace that is taken to be right; - is standard input
    a: PathBuf,
    /// The trace that is compared with it; - is standard input
    b: PathBuf,
    /// Accept a trace that ends early, if all of its draws agree
    #[arg(long)]
    prefix: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl DiffArgs {
    /// The error with the file name in front, as compilers print it.
    fn named(&self, error: &DivergeError) -> anyhow::Error {
        let path = if error.side == Half::Expected {
            &self.a
        } else {
            &self.b
        };
        match &error.error {
            TraceError::Line { line, fault } => anyhow!("{}:{line}: {fault}", name(path)),
            error => anyhow!("{}: {error}", name(path)),
        }
    }
}

/// The first draws of a trace. A pipe is left out, because it can be read only once.
fn read_head(path: &Path) -> Option<TraceHead> {
    if !path.is_file() {
        return None;
    }
    File::open(path).ok().map(TraceHead::read)
}

pub(super) fn run(args: &DiffArgs) -> Result<Ending> {
    ensure!(
        !is_stdin(&args.a) || !is_stdin(&args.b),
        "only one of the traces can be standard input"
    );
    let found =
        trace::compare(open(&args.a)?, open(&args.b)?).map_err(|error| args.named(&error))?;
    let (a, b) = (read_head(&args.a), read_head(&args.b));
    let options = Options {
        a: name(&args.a),
        b: name(&args.b),
        accepts_prefix: args.prefix,
    };
    let found = trace::explain(found, a.as_ref(), b.as_ref(), options, control(&|_| {}))?;
    print_answer(&found, trace::SCHEMA, args.json)?;
    Ok(Ending::of(found.agree))
}
