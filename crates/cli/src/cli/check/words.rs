//! Compares a stream of words without a program: `roguelab check pcg32 --seed 42 < words`.

use std::path::PathBuf;

use crate::ending::Ending;
use answers::check::{self, WORDS_SCHEMA, WordsError, WordsVerdict};
use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use lockstep::{Role, Subject};
use subjects::registry;

use super::CheckArgs;
use crate::cli::arguments::bits;
use crate::cli::output::print_answer;
use crate::clock::control;
use crate::files::read;

#[derive(Args)]
#[command(next_help_heading = "Words instead of a program")]
pub(super) struct WordsArgs {
    /// The file with the words, whole numbers separated by blanks, commas or line ends; - is standard input [default: -]
    #[arg(long = "words", value_name = "FILE", conflicts_with = "numbers")]
    pub(super) file: Option<PathBuf>,
    /// The op that seeded the words, such as `raw 1 2`, in place of --seed
    #[arg(long, value_name = "OP", conflicts_with = "seed")]
    start: Option<String>,
    /// The rule by which numbers were made of the words, as a program has it or as `roguelab bias` describes; then the words are
    /// these numbers
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    rule: Option<String>,
    /// The state before the first word, as `who` shows it, in place of --seed: words with commas between them
    #[arg(long, value_name = "WORD,...", value_delimiter = ',', value_parser = bits, conflicts_with_all = ["seed", "start"])]
    state: Vec<u64>,
}

impl WordsArgs {
    /// Refuses options that have no effect together with a command.
    pub(super) fn refuse(&self) -> Result<()> {
        let given = [
            (self.file.is_some(), "--words"),
            (self.start.is_some(), "--start"),
            (self.rule.is_some(), "--rule"),
            (!self.state.is_empty(), "--state"),
        ];
        match given.iter().find(|(given, _)| *given) {
            Some((_, option)) => Err(anyhow!(
                "{option} is only for words: leave out the command, or leave out {option}"
            )),
            None => Ok(()),
        }
    }
}

/// The op that seeds the right stream.
fn start(args: &CheckArgs, subject: &dyn Subject) -> Result<String> {
    if subject.words().is_none() {
        return Err(WordsError::NoStream(subject.name().to_owned()).into());
    }
    if let Some(op) = &args.words.start {
        subject.op(op)?;
        return Ok(op.clone());
    }
    if !args.words.state.is_empty() {
        return Ok(check::state_op(subject, &args.words.state)?);
    }
    let seed = args
        .seed
        .context("say what the words were made from: --seed S, --state WORD,... or --start OP")?;
    Ok(check::seed_op(subject, seed)?)
}

pub(super) fn run(name: &str, args: &CheckArgs) -> Result<Ending> {
    let subject = registry::find(name)?;
    let role = match &args.expected {
        Some(name) => Role::parse(name, subject.roles())?,
        None => Role::Port,
    };
    subject.probe(role)?;
    let start = start(args, subject)?;
    let given = |text: &str| match &args.words.rule {
        Some(rule) => check::read_numbers_of_rule(subject, rule, text),
        None => check::read_words(text),
    };
    let given = if args.numbers.is_empty() {
        let file = args.words.file.clone().unwrap_or_else(|| "-".into());
        let text = read::text_or_stdin(&file, read::WORDS)?;
        read::named(&file, given(&text))?
    } else {
        given(&args.numbers.join(" "))?
    };
    let report = check::words(subject, role, &start, &given, control(&|_| {}))?;
    print_answer(&report, WORDS_SCHEMA, args.json)?;
    Ok(Ending::of(report.verdict == WordsVerdict::Agrees))
}
