//! `roguelab trace diff`: where two traces differ.

mod formulas;
mod mistakes;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail, ensure};
use clap::Args;
use gof::Verdict;
use lockstep::Half;
use lockstep::diverge::{Comparison, DivergeError, Divergence, compare};
use lockstep::trace::TraceError;
use serde_json::json;

use crate::cli::output::{Output, print_json};
use crate::files::read::{is_stdin, name, open};
use answers::check::Causes;

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

/// One line that says what was compared.
fn summary(found: &Comparison) -> String {
    let Comparison {
        agreed,
        met,
        renamed,
        ..
    } = *found;
    let differ = if found.divergence.is_none() {
        "agree"
    } else {
        "differ"
    };
    let mut text = match agreed {
        1 => format!("the traces {differ}; 1 draw agrees"),
        _ => format!("the traces {differ}; {agreed} draws agree"),
    };
    if met < agreed {
        text += &format!(", {met} of them by a word or a result that both show");
    }
    if renamed > 0 {
        text += &format!("; the SITE of {renamed} differs, which is not compared");
    }
    text
}

pub(super) fn run(args: &DiffArgs) -> Result<Verdict> {
    ensure!(
        !is_stdin(&args.a) || !is_stdin(&args.b),
        "only one of the traces can be standard input"
    );
    let found = compare(open(&args.a)?, open(&args.b)?).map_err(|error| args.named(&error))?;
    if found.is_void() {
        let what = if found.agreed == 0 {
            "neither of the traces has a draw"
        } else {
            "no two draws that were compared both show a word or a result"
        };
        bail!("nothing was compared: {what}");
    }
    let is_prefix = found.is_prefix();
    let holds = found.divergence.is_none() || is_prefix && args.prefix;
    let differs = found.divergence.is_some() && !is_prefix;
    let causes = if differs {
        mistakes::causes(&args.a, &args.b)
    } else {
        Vec::new()
    };
    let formulas = if differs {
        formulas::by_place(&args.a, &args.b)
    } else {
        Vec::new()
    };
    let origin = if differs && causes.is_empty() && found.agreed == 0 {
        mistakes::origin_of_b(&args.b)
    } else {
        None
    };
    if args.json {
        let lines = |lines: &[(u64, Vec<u8>)]| -> Vec<_> {
            let line = |(line, text): &(u64, Vec<u8>)| json!({ "line": line, "text": String::from_utf8_lossy(text).trim_end() });
            lines.iter().map(line).collect()
        };
        let divergence = |divergence: &Divergence| {
            json!({
                "agreed": divergence.agreed,
                "a_line": divergence.a_line,
                "b_line": divergence.b_line,
                "differ_in": divergence.fields.iter().map(|field| field.name()).collect::<Vec<_>>(),
                "a": lines(&divergence.a),
                "b": lines(&divergence.b),
                "causes": divergence.causes.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "then": divergence.then.to_string(),
            })
        };
        let document = json!({
            "a": name(&args.a),
            "b": name(&args.b),
            "agree": holds,
            "draws_agreed": found.agreed,
            "draws_compared": found.met,
            "ends_early": is_prefix,
            "divergence": found.divergence.as_ref().map(divergence),
            "known_mistakes": Causes(causes),
            "formulas": formulas,
            "made": origin,
        });
        print_json("roguelab-diverge/2", document)?;
        return Ok(Verdict::of(holds));
    }
    let mut out = Output::of_findings();
    if let Some(divergence) = &found.divergence {
        let (a, b) = (name(&args.a), name(&args.b));
        writeln!(out, "A (expected)  {a}\nB (actual)    {b}\n")?;
        if is_prefix {
            out.verdict(format_args!(
                "all {} draws agree, then {}",
                divergence.agreed, divergence.causes[0]
            ))?;
            if !args.prefix {
                writeln!(out, "--prefix accepts a trace that ends early")?;
            }
            return Ok(Verdict::of(holds));
        }
        writeln!(out, "{divergence}\n")?;
        for formula in &formulas {
            writeln!(out, "likely cause: {formula}\n")?;
        }
        let known =
            Causes(causes).to_string() + &origin.map_or_else(String::new, |origin| origin + "\n");
        if !known.is_empty() {
            writeln!(out, "{known}")?;
        }
    }
    out.verdict(format_args!("{}", summary(&found)))?;
    Ok(Verdict::of(holds))
}
