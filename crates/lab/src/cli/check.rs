//! `roguelab check`: a program in any language, compared with a subject over a pipe; or a stream of words.

mod beside;
mod found;
mod show;
mod subject;
mod words;

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use lockstep::program::{Judge, PROTOCOL};
use lockstep::{Budget, Failure, Kind, shown};

use self::found::Found;
use self::subject::Subject;
use super::Verdict;
use super::arguments::quoted;
use super::output::Output;
use crate::interrupt;

/// The page that explains the lines.
const PROTOCOL_PAGE: &str = include_str!(env!("PROTOCOL"));

/// Compare a program in any language with a subject: does it show the same after every op?
///
/// The program reads ops as lines on its standard input, and answers each with a line; --protocol explains them. It is compared
/// over the cases of the subject. The first difference is shrunk to the shortest list of ops that still shows it.
///
/// Without a command, words are compared instead: `roguelab check pcg32 --seed 42 < words`.
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 it agrees; 1 it differs, failed, or nothing was compared; 2 it could not be compared."
)]
pub(super) struct CheckArgs {
    /// The subject, as `roguelab subjects` lists them, or a description in TOML of one of your own
    #[arg(required_unless_present = "protocol")]
    subject: Option<String>,
    /// The program and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
    /// Print the protocol, and end
    #[arg(long, exclusive = true)]
    protocol: bool,
    /// Run only this list of ops, separated by semicolons, and show what both sides say to each
    #[arg(long, conflicts_with_all = ["kinds", "cases", "seed"])]
    ops: Option<String>,
    /// Only cases of this kind: golden, edge, sweep, random or exhaustive; may be given several times. All but exhaustive
    /// without it
    #[arg(long = "kind", value_name = "KIND", requires = "command")]
    kinds: Vec<Kind>,
    /// With a command: the seed of the random cases. With words: the seed they were made from
    #[arg(long, value_name = "S", value_parser = super::words::seed, allow_negative_numbers = true)]
    seed: Option<i128>,
    /// How many random cases
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "command")]
    cases: Option<u32>,
    /// How many seconds an answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seconds)]
    timeout: f64,
    /// How many programs run at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// The implementation of the subject that is taken to be right, the port without it; for a subject of your own a program:
    /// its name and arguments in one text, with quotes as in a shell
    #[arg(long, value_name = "BASIS|COMMAND")]
    expected: Option<String>,
    /// With --ops and without a command: the implementation of the subject that is compared with the expected one
    #[arg(
        long,
        value_name = "BASIS",
        conflicts_with = "command",
        requires = "ops"
    )]
    actual: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Write the result to this file in the form of `JUnit`
    #[arg(long, value_name = "FILE", requires = "command")]
    junit: Option<PathBuf>,
    /// Also print annotations for GitHub; done by itself in its workflows
    #[arg(long, requires = "command")]
    github: bool,
    #[command(flatten)]
    words: words::WordsArgs,
}

pub(super) fn run(args: &CheckArgs) -> Result<Verdict> {
    if args.protocol {
        debug_assert!(PROTOCOL_PAGE.contains(&format!("version {PROTOCOL}")));
        write!(Output::new(), "{PROTOCOL_PAGE}")?;
        return Ok(Verdict::Passed);
    }
    let name = args.subject.as_deref().unwrap_or_default();
    if let (Some(actual), Some(ops)) = (&args.actual, &args.ops) {
        args.words.refuse()?;
        return beside::run(
            name,
            [args.expected.as_deref().unwrap_or("reference"), actual],
            ops,
            args.json,
        );
    }
    if args.command.is_empty() {
        if args.ops.is_some() {
            bail!(
                "--ops runs on a program, after --, or on an implementation of the subject: --actual BASIS"
            );
        }
        if args.words.file.is_none() && std::io::stdin().is_terminal() {
            bail!(
                "give a command after --, as in `roguelab check {} -- ./port`; or words, with < or --words FILE",
                shown(name, 40)
            );
        }
        return words::run(name, args);
    }
    args.words.refuse()?;
    let subject = Subject::find(
        name,
        args.expected.as_deref(),
        Duration::from_secs_f64(args.timeout),
    )?;
    judge(args, &subject)
}

/// Compares the program with the subject.
fn judge(args: &CheckArgs, subject: &Subject) -> Result<Verdict> {
    let mut budget = Budget::from_env()?;
    if let Some(seed) = args.seed {
        budget.seed = u64::try_from(seed)
            .map_err(|_| anyhow!("--seed: the seed of cases is from 0 to 2^64 - 1"))?;
    }
    if let Some(cases) = args.cases {
        budget.cases = cases as usize;
    }
    let called = called(&args.command);
    let seed = subject.seed();
    let replay = |ops: &[String]| replay(args, ops);
    let (stop, jobs) = (interrupt::flag(), args.jobs.into());
    let bar = super::commands::bar(0, "comparing");
    let judge = Judge {
        subject: &subject.name,
        names: [&subject.expected, &called],
        command: &args.command,
        original: &*subject.original,
        seed: seed.as_deref(),
        seeds: &*subject.seeds,
        keep: &*subject.keep,
        more: &subject.more(),
        replay: &replay,
        timeout: Duration::from_secs_f64(args.timeout),
        stop,
        jobs,
        progress: &|cases| bar.inc(cases as u64),
    };
    let compared = if let Some(ops) = &args.ops {
        let ops = subject.ops(ops)?;
        judge.ops(&ops).map(|(rows, judged)| (Some(rows), judged))
    } else {
        // Exhaustive domains take long.
        let usual = |kind: &Kind| args.kinds.is_empty() && *kind != Kind::Exhaustive;
        let wanted = |kind: &Kind| usual(kind) || args.kinds.contains(kind);
        let cases: Vec<_> = Kind::ALL
            .into_iter()
            .filter(wanted)
            .filter_map(|kind| (subject.texts)(kind, &budget))
            .collect();
        if cases.is_empty() {
            bail!(
                "{} has no cases of these kinds: `roguelab subjects` lists what it has",
                subject.name
            );
        }
        bar.set_length(cases.iter().map(|cases| cases.promised() as u64).sum());
        judge.run(cases).map(|judged| (None, judged))
    };
    bar.finish_and_clear();
    let (rows, judged) = match compared {
        Err(Failure::Invalid(_)) if stop.load(std::sync::atomic::Ordering::Relaxed) => {
            return Ok(Verdict::Stopped);
        }
        compared => compared?,
    };
    let made = judged
        .failed
        .as_deref()
        .and_then(|failed| found::made(&subject.name, failed, &*subject.seeds));
    let (subject, expected) = (&subject.name, &subject.expected);
    let found = Found {
        subject,
        expected,
        called: &called,
        command: &args.command,
        judged,
        made,
    };
    found.show(rows.as_deref(), args)
}

/// How messages call the program.
fn called(command: &[String]) -> String {
    format!("`{}`", shown(&command.join(" "), 60))
}

/// The command that runs a list of ops again.
fn replay(args: &CheckArgs, ops: &[String]) -> String {
    let mut line = format!(
        "roguelab check {}",
        quoted(args.subject.as_deref().unwrap_or_default())
    );
    if let Some(expected) = &args.expected {
        line += &format!(" --expected {}", quoted(expected));
    }
    line += &format!(" --ops {} --", lockstep::quoted(&ops.join("; ")));
    args.command
        .iter()
        .fold(line, |line, part| line + " " + &quoted(part))
}
