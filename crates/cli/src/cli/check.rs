//! `roguelab check`: compares a program in any language with a subject over a pipe, or a stream of words.

mod ci;
mod show;
mod words;

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use crate::ending::Ending;
use answers::check::Comparison;
use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use lockstep::program::{self, PROTOCOL};
use lockstep::{
    Budget, CaseKind, Failure, RESET, Role, Runner, Start, Subject, implementation, parse_ops,
    shown,
};
use subjects::registry;

use super::arguments::quoted;
use super::output::Output;
use super::shim;
use crate::clock::control;
use crate::interrupt;

/// The page that explains the protocol.
const PROTOCOL_PAGE: &str = include_str!(env!("PROTOCOL"));

/// Compare a program in any language with a subject, op by op
///
/// The program reads ops from its standard input, one on each line, and answers each with a line; --protocol explains both. All
/// cases of the subject are run, and the first difference is reduced to the shortest list of ops that still shows it.
///
/// Without a command, words are compared instead: `roguelab check pcg32 --seed 42 2707161783 2068313097`, or `< words`. If they
/// differ because they are fractions or bounded numbers made of the right words, or because the seeding is another one, roguelab
/// says so.
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 the program agrees; 1 it differs or failed, or nothing was compared; 2 no comparison was \
        possible."
)]
pub(super) struct CheckArgs {
    /// The subject, as `roguelab subjects` lists them, or a description in TOML of one of your own
    #[arg(required_unless_present = "protocol")]
    subject: Option<String>,
    /// The words, where there is no command: whole numbers [default: those of --words]
    #[arg(
        value_name = "NUMBER",
        allow_negative_numbers = true,
        conflicts_with = "command"
    )]
    numbers: Vec<String>,
    /// The program and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
    /// Print the protocol and exit
    #[arg(long, exclusive = true)]
    protocol: bool,
    /// Run only this list of ops, separated by semicolons, and show both answers to each
    #[arg(long, conflicts_with_all = ["kinds", "cases", "seed"])]
    ops: Option<String>,
    /// Run only cases of this kind: golden, edge, sweep, random or exhaustive; may be given several times [default: all but
    /// exhaustive]
    #[arg(long = "kind", value_name = "KIND", requires = "command")]
    kinds: Vec<CaseKind>,
    /// The seed of the random cases; without a command, the seed from which the words were made
    #[arg(long, value_name = "S", value_parser = super::words::seed, allow_negative_numbers = true)]
    seed: Option<i128>,
    /// How many random cases to run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "command")]
    cases: Option<u32>,
    /// How many seconds an answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::arguments::seconds)]
    timeout: f64,
    /// How many copies of the program to run at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// The implementation that is taken to be right [default: the port]; for a subject of your own, the command of a program,
    /// with quotes as in a shell
    #[arg(long, value_name = "IMPLEMENTATION|COMMAND")]
    expected: Option<String>,
    /// With --ops and no command: the implementation to compare with the expected one
    #[arg(
        long,
        value_name = "IMPLEMENTATION",
        conflicts_with = "command",
        requires = "ops"
    )]
    actual: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Also write the result to this file, as `JUnit` XML
    #[arg(long, value_name = "FILE", requires = "command")]
    junit: Option<PathBuf>,
    /// Also print annotations for GitHub; in a GitHub workflow this is the default
    #[arg(long, requires = "command")]
    github: bool,
    #[command(flatten)]
    words: words::WordsArgs,
}

pub(super) fn run(args: &CheckArgs) -> Result<Ending> {
    if args.protocol {
        assert!(PROTOCOL_PAGE.contains(&format!("version {PROTOCOL}")));
        write!(Output::new(), "{PROTOCOL_PAGE}")?;
        return Ok(Ending::Success);
    }
    let name = args.subject.as_deref().unwrap_or_default();
    if args.command.is_empty() && args.actual.is_none() {
        if args.ops.is_some() {
            bail!(
                "--ops needs a program, after --, or an implementation of the subject, --actual IMPLEMENTATION"
            );
        }
        if args.numbers.is_empty() && args.words.file.is_none() && std::io::stdin().is_terminal() {
            bail!(
                "give a command after --, as in `roguelab check {} -- ./port`; or words, as `roguelab check {} --seed S \
                 NUMBER...`, with < or with --words FILE",
                shown(name, 40),
                shown(name, 40)
            );
        }
        return words::run(name, args);
    }
    args.words.refuse()?;
    if shim::is_file(name) {
        return judge(args, toml_subject(args, &shim::description(name)?)?);
    }
    let subject = registry::find(name)?;
    let role = |name: &Option<String>, or| match name {
        Some(name) => Role::parse(name, subject.roles()),
        None => Ok(or),
    };
    if args.actual.is_some() {
        let expected = role(&args.expected, Role::Reference)?;
        let actual = role(&args.actual, Role::Port)?;
        return judge(args, Runner::with_roles(subject, expected, actual)?);
    }
    let expected = role(&args.expected, Role::Port)?;
    let names = [expected.name().to_owned(), called(&args.command)];
    let sides = [implementation(subject, expected), under_test(args)];
    let mut runner = with_program(subject, names, sides);
    runner.keep = Box::new(move |ops| subject.keep_answered(&[expected], &ops));
    judge(args, runner)
}

/// The program under test.
fn under_test<'a>(args: &CheckArgs) -> Start<'a> {
    let timeout = Duration::from_secs_f64(args.timeout);
    program::program(args.command.clone(), timeout, interrupt::flag())
}

/// A comparison between two programs, one of which is taken to be right.
fn toml_subject<'a>(args: &CheckArgs, subject: &'a dyn Subject) -> Result<Runner<'a>> {
    let expected = args
        .expected
        .as_deref()
        .context("say which program is taken to be right, as in --expected ./original")?;
    let command = shlex::split(expected)
        .filter(|command| !command.is_empty())
        .with_context(|| {
            format!(
                "--expected `{}`: expected a command, with quotes in pairs",
                shown(expected, 60)
            )
        })?;
    let timeout = Duration::from_secs_f64(args.timeout);
    let original = program::program(command, timeout, interrupt::flag());
    let names = [format!("`{}`", shown(expected, 60)), called(&args.command)];
    let sides = [program::start_trusted(subject, original), under_test(args)];
    Ok(with_program(subject, names, sides))
}

/// A comparison with a program. What the program says before it is seeded does not count.
fn with_program<'a>(
    subject: &'a dyn Subject,
    names: [String; 2],
    [expected, actual]: [Start<'a>; 2],
) -> Runner<'a> {
    let more = more(subject);
    Runner {
        seed: more.iter().find(|op| subject.seeds(op)).cloned(),
        more,
        ..Runner::new(subject, names, expected, actual)
    }
}

/// The ops of the golden cases and of some random ones, limited to cases that seed first, with `reset` between the cases.
fn more(subject: &dyn Subject) -> Vec<String> {
    const MOST: usize = 2000;
    let budget = Budget {
        cases: 10,
        ..Budget::default()
    };
    let kinds = [CaseKind::Golden, CaseKind::Random];
    let cases = kinds
        .into_iter()
        .filter_map(|kind| subject.cases(kind, &budget));
    let mut more: Vec<String> = Vec::new();
    // Malformed cases are refused when they are compared.
    for ops in cases.flatten().flatten() {
        if more.len() < MOST && subject.seeds(&ops[0]) {
            more.push(RESET.to_owned());
            more.extend(ops);
        }
    }
    more
}

/// Compares the two sides over all cases, or over the given ops.
fn judge<'a>(args: &'a CheckArgs, runner: Runner<'a>) -> Result<Ending> {
    let mut budget = Budget::from_env()?;
    if let Some(seed) = args.seed {
        budget.seed = u64::try_from(seed)
            .map_err(|_| anyhow!("--seed: the seed of cases is from 0 to 2^64 - 1"))?;
    }
    if let Some(cases) = args.cases {
        budget.cases = cases as usize;
    }
    let bar = super::commands::bar(0, "comparing");
    let progress = bar.clone();
    let runner = Runner {
        replay: Box::new(|ops| replay(args, ops)),
        stop: interrupt::flag(),
        jobs: args.jobs.into(),
        progress: Box::new(move |cases| progress.inc(cases as u64)),
        ..runner
    };
    let subject = runner.subject;
    let compared = if let Some(ops) = &args.ops {
        let ops = parse_ops(subject, ops).map_err(|error| match error {
            Failure::Empty => anyhow!("--ops: no op was given"),
            error => error.into(),
        })?;
        runner.ops(&ops).map(|(rows, judged)| (Some(rows), judged))
    } else {
        // Exhaustive domains take long.
        let mut cases = Vec::new();
        for kind in CaseKind::ALL {
            let is_usual = args.kinds.is_empty() && kind != CaseKind::Exhaustive;
            if is_usual || args.kinds.contains(&kind) {
                cases.extend(subject.cases(kind, &budget));
            }
        }
        if cases.is_empty() {
            bail!(
                "{} has no cases of these kinds: `roguelab subjects` lists its kinds",
                subject.name()
            );
        }
        bar.set_length(cases.iter().map(|cases| cases.promised() as u64).sum());
        runner.run(cases).map(|judged| (None, judged))
    };
    bar.finish_and_clear();
    let (rows, judged) = match compared {
        Err(Failure::Invalid(_)) if runner.stop.load(std::sync::atomic::Ordering::Relaxed) => {
            return Ok(Ending::Interrupted);
        }
        compared => compared?,
    };
    let control = control(&|_| {});
    let comparison = Comparison::new(subject, &runner.names, &args.command, judged, rows, control);
    show::show(&comparison, args)
}

/// The name of the program in messages.
fn called(command: &[String]) -> String {
    format!("`{}`", shown(&command.join(" "), 60))
}

/// The command that runs these ops again.
fn replay(args: &CheckArgs, ops: &[String]) -> String {
    let mut line = format!(
        "roguelab check {}",
        quoted(args.subject.as_deref().unwrap_or_default())
    );
    if let Some(expected) = &args.expected {
        line += &format!(" --expected {}", quoted(expected));
    }
    if let Some(actual) = &args.actual {
        line += &format!(" --actual {}", quoted(actual));
    }
    line += &format!(" --ops {}", lockstep::shell_word(&ops.join("; ")));
    if !args.command.is_empty() {
        line += " --";
    }
    args.command
        .iter()
        .fold(line, |line, part| line + " " + &quoted(part))
}
