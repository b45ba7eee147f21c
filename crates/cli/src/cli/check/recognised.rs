//! Recognises wrong numbers that are made from the right words, or from the same seed in another way, and says so in a line.

use anyhow::{Context as _, Result, bail};
use generators::catalogue::{self, Generator};
use identify::Numbers;
use identify::related::{Outputs, generators_making, relate_to_outputs};
use lockstep::{Answer, Difference, Output, RESET, Role, Seen, Subject, implementation, shown};
use subjects::registry;

use answers::read::sample::{Sample, SampleOptions};

/// How many words are taken at a time.
const BLOCK: usize = 1 << 16;

/// How many numbers are looked at.
const MOST: usize = 256;

/// How many of the right words may come before the first number.
const WITHIN: u64 = if cfg!(fuzzing) { 4 } else { 64 };

/// The numbers of a text, written in any way that `roguelab who` reads.
pub(super) fn numbers(text: &str) -> Option<Numbers> {
    let sample = Sample::read(&SampleOptions::default(), text.as_bytes().to_vec()).ok()?;
    (sample.numbers.len() > 1).then_some(sample.numbers)
}

/// A line about the numbers that followed an op that seeds, if they are recognised.
pub(super) fn line(
    subject: &dyn Subject,
    role: Role,
    start: &str,
    numbers: &Numbers,
) -> Option<String> {
    let subject = registry::find(subject.name()).ok()?;
    let stream = subject.words()?;
    let count = 4 * numbers.len() + WITHIN as usize;
    let right = right(subject, role, start, count).ok()?;
    let values: Vec<u64> = right.iter().map(|&word| word as u64).collect();
    let range = catalogue::find(subject.name()).map(Generator::range);
    let outputs = Outputs {
        values: &values,
        bits: stream.bits,
        range: range.unwrap_or(1 << stream.bits),
    };
    if let Some(related) = relate_to_outputs(numbers, &outputs, WITHIN, 0.0, false) {
        return Some(format!(
            "These are made of the right words after `{}`: {}.",
            shown(start, 60),
            related
        ));
    }
    let seed = seed(stream.seed, start)?;
    let found = generators_making(numbers, seed).next()?;
    Some(format!(
        "With the seed {seed}, {} makes these numbers ({}): {}.",
        found.generator, found.about, found.related
    ))
}

/// The seed in an op, according to a template with `{}` in its place.
fn seed(template: &str, op: &str) -> Option<u64> {
    let [template, op] = [template, op].map(|text| text.split_whitespace().collect::<Vec<_>>());
    let place = template.iter().position(|part| *part == "{}")?;
    if template.first() != op.first() || template.len() != op.len() {
        return None;
    }
    let seed: i128 = op[place].parse().ok()?;
    Some(seed as u64)
}

/// The first right words of a subject.
pub(super) fn right(
    subject: &'static dyn Subject,
    role: Role,
    start: &str,
    count: usize,
) -> Result<Vec<i128>> {
    let op = subject.words().context("the subject has words")?.words;
    let mut side = implementation(subject, role)()?;
    side.apply(start);
    let mut words: Vec<i128> = Vec::with_capacity(count);
    while words.len() < count {
        match side.apply(&format!("{op} {}", BLOCK.min(count - words.len()))) {
            Answer::Seen(Seen {
                output: Output::Words(block),
                ..
            }) => words.extend(block.into_iter().map(i128::from)),
            Answer::Seen(Seen {
                output: Output::Words64(block),
                ..
            }) => words.extend(block.into_iter().map(i128::from)),
            other => bail!("`{op}` shows {other}, not words"),
        }
    }
    Ok(words)
}

/// The numbers that a program shows in sequence after an op that seeds, as text.
#[derive(Default)]
struct Shown {
    start: String,
    numbers: Vec<String>,
    is_over: bool,
}

/// A line about the longest sequence of numbers that a program showed.
pub(super) fn of_program(
    subject: &dyn Subject,
    role: Role,
    difference: &Difference,
) -> Option<String> {
    let words = subject.words()?.words;
    let mut runs: Vec<Shown> = Vec::new();
    for (op, answer) in &difference.transcript {
        if op == RESET || subject.seeds(op) {
            runs.push(Shown {
                start: op.clone(),
                ..Shown::default()
            });
            continue;
        }
        let Some(run) = runs.last_mut().filter(|run| !run.is_over) else {
            continue;
        };
        let is_word = !op.contains(' ') || op.split(' ').next() == Some(words);
        let numbers = answered(answer).filter(|_| is_word);
        run.is_over = numbers.is_none();
        run.numbers.extend(numbers.unwrap_or_default());
    }
    let run = runs
        .into_iter()
        .filter(|run| run.start != RESET)
        .max_by_key(|run| run.numbers.len().min(MOST))?;
    let text = run.numbers[..run.numbers.len().min(MOST)].join("\n");
    line(subject, role, &run.start, &numbers(&text)?)
}

/// The numbers in an answer, or in a line that is not an answer.
fn answered(answer: &Answer) -> Option<Vec<String>> {
    match answer {
        Answer::Seen(seen) => match &seen.output {
            Output::Number(number) => Some(vec![number.to_string()]),
            Output::Words(words) => Some(words.iter().map(ToString::to_string).collect()),
            Output::Words64(words) => Some(words.iter().map(ToString::to_string).collect()),
            _ => None,
        },
        Answer::Garbage(line, _) => {
            let parts = line.trim_matches(['[', ']']).split_whitespace();
            parts
                .map(|part| part.parse::<f64>().ok().map(|_| part.to_owned()))
                .collect()
        }
        _ => None,
    }
}
