//! Compares a stream of words without a program: `roguelab check pcg32 --seed 42 < words`.
//!
//! The runner would have nothing to run: a list of words cannot be asked again with fewer ops, so it has no shortest case, and
//! its words may be negative or wider than any op shows. Instead, the whole list is judged: how many words are right in their
//! places, and where else they are right. The display of a difference, its hints and its causes are the runner's
//! ([`Seen::difference`], [`hints`], [`mistakes::explaining`]).

use std::io::Write as _;
use std::path::PathBuf;

use answers::number::grouped;
use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use gof::Verdict;
use identify::Numbers;
use identify::mistakes::{self, Cause};
use lockstep::{Hint, Role, Seen, Subject, escaped, hints, shown};
use serde_json::json;
use subjects::registry;

use super::{CheckArgs, recognised};
use crate::cli::output::{Output, print_json};
use crate::cli::words::taken;
use crate::clock::control;
use crate::files::read;
use crate::mistakes::{causes_json, likely_causes};
use answers::read::{self as read_numbers, PlacedText, Problem, parse_signed};
use answers::who::{MAX_QUICK, name_quickly};

/// The version of the JSON.
const SCHEMA: &str = "roguelab-check-words/1";

/// How far into the right stream the beginning of the words is searched for.
const FAR: usize = 4096;

/// How many words must be found there: four 31-bit words agree by chance at one place in 2^112.
const ENOUGH: usize = 4;

/// How many words the hints are computed from.
const HINTED: usize = 32;

/// How many words the known mistakes are tried on.
const TRIED: usize = 4096;

#[derive(Args)]
#[command(next_help_heading = "Words instead of a program")]
pub(super) struct WordsArgs {
    /// The file with the words, whole numbers separated by blanks, commas or line ends; - is standard input [default: -]
    #[arg(long = "words", value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// The op that seeded the words, such as `raw 1 2`, in place of --seed
    #[arg(long, value_name = "OP", conflicts_with = "seed")]
    start: Option<String>,
}

impl WordsArgs {
    /// Refuses options that have no effect together with a command.
    pub(super) fn refuse(&self) -> Result<()> {
        let given = [
            (self.file.is_some(), "--words"),
            (self.start.is_some(), "--start"),
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
    let name = subject.name();
    let stream = subject
        .words()
        .with_context(|| format!("{name} has no stream of words: give a command"))?;
    let words = &args.words;
    if let Some(op) = &words.start {
        subject.op(op)?;
        return Ok(op.clone());
    }
    let seed = args
        .seed
        .context("say what the words were made from: --seed S or --start OP")?;
    let seed = taken(name, stream.seed_bits, seed)?;
    Ok(registry::seed_op(subject, &stream, seed))
}

fn parsed(text: &str) -> Result<Vec<i128>> {
    let words = read_numbers::split_texts(text.as_bytes().to_vec(), usize::MAX)?;
    let word = |(index, word): (usize, &PlacedText)| {
        parse_signed(word.text.as_bytes())
            .ok_or_else(|| word.error(Problem::NotAWord))
            .with_context(|| format!("word {index} is `{}`", shown(&word.text, 40)))
    };
    let words = words
        .iter()
        .enumerate()
        .map(word)
        .collect::<Result<Vec<_>>>()?;
    if words.is_empty() {
        Err(anyhow!("there are no words in the input"))
    } else {
        Ok(words)
    }
}

/// The first difference, and what is known about it.
struct Differs {
    index: usize,
    expected: i128,
    actual: i128,
    /// How many words are right in their places.
    agree: usize,
    /// The place in the right stream at which the words begin.
    from: Option<usize>,
    hints: Vec<Hint>,
    causes: Vec<Cause>,
    /// How many extra words come before the right ones.
    extra: Option<usize>,
    /// What made the words, if that is certain and nothing else explains them.
    origin: Option<String>,
}

/// How many extra words are skipped at most in search of the right ones.
const EXTRA: usize = 16;

fn compare(
    subject: &'static dyn Subject,
    role: Role,
    start: &str,
    right: &[i128],
    words: &[i128],
) -> Option<Differs> {
    let index = words
        .iter()
        .zip(right)
        .position(|(word, right)| word != right)?;
    let seen = |words: &[i128]| -> Vec<Seen> {
        words[index..]
            .iter()
            .take(HINTED)
            .map(|&word| Seen::number(word))
            .collect()
    };
    let beginning = &words[..words.len().min(2 * ENOUGH)];
    let from = right
        .windows(beginning.len())
        .position(|place| place == beginning);
    let tried = &words[..words.len().min(TRIED)];
    let op = subject.words().map_or("", |stream| stream.words);
    let mut transcript = vec![(start.to_owned(), None)];
    // One op per word, so that the words are counted.
    transcript.extend(
        tried
            .iter()
            .map(|word| (format!("{op} 1"), Some(vec![word.to_string()]))),
    );
    let causes = mistakes::explaining(subject.name(), &transcript);
    let from = from.filter(|_| index == 0 && beginning.len() >= ENOUGH);
    let extra = (1..=EXTRA.min(words.len().saturating_sub(ENOUGH))).find(|&extra| {
        words[extra..]
            .iter()
            .zip(right)
            .all(|(word, right)| word == right)
    });
    let origin = || {
        let first: Vec<String> = words
            .iter()
            .take(MAX_QUICK)
            .map(ToString::to_string)
            .collect();
        let numbers = recognised::numbers(&first.join("\n"))?;
        let what = format!("The first {} words", first.len());
        recognised::line(subject, role, start, &numbers)
            .or_else(|| name_quickly(&what, &numbers, control(&|_| {})))
    };
    Some(Differs {
        origin: if causes.is_empty() && from.is_none() && extra.is_none() {
            origin()
        } else {
            None
        },
        extra,
        index,
        expected: right[index],
        actual: words[index],
        agree: words
            .iter()
            .zip(right)
            .filter(|(word, right)| word == right)
            .count(),
        from,
        hints: hints(&seen(right), &seen(words)),
        causes,
    })
}

impl Differs {
    fn text(&self, words: usize) -> String {
        let difference = Seen::number(self.expected)
            .difference(&Seen::number(self.actual))
            .unwrap_or_default();
        let mut text = format!("word {} is the first that differs\n", self.index);
        for line in difference.lines() {
            text += &format!("  {line}\n");
        }
        let (agree, words) = (grouped(self.agree as u64), grouped(words as u64));
        text += &format!("  {agree} of {words} words are right in their places\n");
        if let Some(from) = self.from {
            text += &format!(
                "  the words begin as the right ones do from word {from} on, with {from} left out before them\n"
            );
        }
        if let Some(extra) = self.extra {
            text += &match extra {
                1 => "  the first word is one too many: after it the words are right\n".to_owned(),
                extra => format!(
                    "  the first {extra} words are too many: after them the words are right\n"
                ),
            };
        }
        for hint in &self.hints {
            text += &format!("  hint      {hint}\n");
        }
        text += &likely_causes(&self.causes);
        if let Some(origin) = &self.origin {
            text += &format!("  {origin}\n");
        }
        text
    }
}

/// Fractions where words were expected: they differ, but may be made from the right words.
fn fractions(
    args: &CheckArgs,
    subject: &'static dyn Subject,
    role: Role,
    start: &str,
    numbers: &Numbers,
) -> Result<Verdict> {
    let origin = recognised::line(subject, role, start, numbers)
        .or_else(|| name_quickly("The numbers", numbers, control(&|_| {})));
    let name = subject.name();
    if args.json {
        let json = json!({
            "subject": name,
            "expected": role.name(),
            "start": start,
            "words": numbers.len(),
            "verdict": "fractions",
            "failed": { "made": origin },
        });
        print_json(SCHEMA, json)?;
    } else {
        let mut out = Output::of_findings();
        if let Some(origin) = origin {
            writeln!(out, "{}", escaped(&origin))?;
        }
        out.verdict(format_args!(
            "the numbers are fractions: {name} shows whole words after `{start}`"
        ))?;
    }
    Ok(Verdict::of(false))
}

pub(super) fn run(name: &str, args: &CheckArgs) -> Result<Verdict> {
    let subject = registry::find(name)?;
    let role = args
        .expected
        .as_deref()
        .map_or(Ok(Role::Port), |name| Role::parse(name, subject.roles()))?;
    subject.probe(role)?;
    let start = start(args, subject)?;
    let file = args.words.file.clone().unwrap_or_else(|| "-".into());
    let text = read::text_or_stdin(&file, read::WORDS)?;
    let words = match (parsed(&text), recognised::numbers(&text)) {
        (Err(_), Some(numbers @ Numbers::Fractions(_))) => {
            return fractions(args, subject, role, &start, &numbers);
        }
        (words, _) => read::named(&file, words)?,
    };
    let right = recognised::right(subject, role, &start, words.len() + FAR)?;
    let differs = compare(subject, role, &start, &right, &words);
    if args.json {
        let json = json!({
            "subject": name,
            "expected": role.name(),
            "start": start,
            "words": words.len(),
            "verdict": if differs.is_none() { "agrees" } else { "differs" },
            "failed": differs.as_ref().map(|differs| json!({
                "index": differs.index,
                "expected": differs.expected.to_string(),
                "actual": differs.actual.to_string(),
                "agree": differs.agree,
                "from": differs.from,
                "extra": differs.extra,
                "hints": differs.hints.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "causes": causes_json(&differs.causes),
                "made": differs.origin,
            })),
        });
        print_json(SCHEMA, json)?;
    } else {
        let mut out = Output::of_findings();
        match &differs {
            None => {
                let agree = match words.len() {
                    1 => "1 word agrees".to_owned(),
                    words => format!("{} words agree", grouped(words as u64)),
                };
                out.verdict(format_args!("{agree} with {name} after `{start}`"))?;
            }
            Some(differs) => {
                write!(out, "{}", escaped(&differs.text(words.len())))?;
                out.verdict(format_args!("the words differ from {name} after `{start}`"))?;
            }
        }
    }
    Ok(Verdict::of(differs.is_none()))
}
