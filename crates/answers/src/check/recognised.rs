//! Recognises wrong numbers that are made from the right words, or from the same seed in another way.

use generators::catalogue::{self, Generator};
use identify::Numbers;
use identify::related::{Outputs, generators_making, mistakes_making, relate_to_outputs};
use lockstep::{Answer, Difference, Output, RESET, Role, Seen, Subject, implementation, shown};
use subjects::registry;

use super::words::WordsError;
use crate::read::sample::{Sample, SampleOptions};

/// How many words are taken at a time.
const BLOCK: usize = 1 << 16;

/// How many numbers are looked at.
const MAX_NUMBERS: usize = 256;

/// How many of the right words may come before the first number.
const WITHIN: u64 = if cfg!(fuzzing) { 4 } else { 64 };

/// The numbers of a text, written in any way that `who` reads, if there are several.
pub(super) fn numbers_of(text: &str) -> Option<Numbers> {
    let sample = Sample::read(&SampleOptions::default(), text.as_bytes().to_vec()).ok()?;
    (sample.numbers.len() > 1).then_some(sample.numbers)
}

/// A sentence about the numbers that followed an op that seeds, if they are recognised.
pub(super) fn recognise(
    subject: &dyn Subject,
    role: Role,
    start: &str,
    numbers: &Numbers,
) -> Option<String> {
    let subject = registry::find(subject.name()).ok()?;
    let stream = subject.words()?;
    let count = 4 * numbers.len() + WITHIN as usize;
    let right = right_words(subject, role, start, count).ok()?;
    let values: Vec<u64> = right.iter().map(|&word| word as u64).collect();
    let range = catalogue::find(subject.name()).map(Generator::range);
    let outputs = Outputs {
        values: &values,
        bits: stream.bits,
        range: range.unwrap_or(1 << stream.bits),
    };
    if let Some(related) = relate_to_outputs(numbers, &outputs, WITHIN, 0.0, false) {
        return Some(format!(
            "These are made of the right words after `{}`: {related}.",
            shown(start, 60)
        ));
    }
    let seed = seed_of_op(stream.seed, start)?;
    if let Some(found) = generators_making(numbers, seed).next() {
        return Some(format!(
            "With the seed {seed}, {} makes these numbers ({}): {}.",
            found.generator, found.about, found.related
        ));
    }
    let (mistakes, related) = mistakes_making(numbers, subject.name(), seed, outputs.range)?;
    let abouts: Vec<&str> = mistakes.iter().map(|mistake| &*mistake.about).collect();
    Some(format!(
        "With a mistake, {} makes these numbers from the seed {seed}, and {related}: {}.",
        subject.name(),
        abouts.join("; or ")
    ))
}

/// The seed in an op, according to a template with `{}` in its place.
fn seed_of_op(template: &str, op: &str) -> Option<u64> {
    let template: Vec<&str> = template.split_whitespace().collect();
    let op: Vec<&str> = op.split_whitespace().collect();
    let place = template.iter().position(|part| *part == "{}")?;
    if template.first() != op.first() || template.len() != op.len() {
        return None;
    }
    let seed: i128 = op[place].parse().ok()?;
    Some(seed as u64)
}

/// The first right words of a subject after an op that seeds.
pub(super) fn right_words(
    subject: &'static dyn Subject,
    role: Role,
    start: &str,
    count: usize,
) -> Result<Vec<i128>, WordsError> {
    let Some(stream) = subject.words() else {
        return Err(WordsError::NoStream(subject.name().to_owned()));
    };
    let mut side = implementation(subject, role)()?;
    side.apply(start);
    let mut words: Vec<i128> = Vec::with_capacity(count);
    while words.len() < count {
        let op = format!("{} {}", stream.words, BLOCK.min(count - words.len()));
        match side.apply(&op) {
            Answer::Seen(Seen {
                output: Output::Words(block),
                ..
            }) => words.extend(block.into_iter().map(i128::from)),
            Answer::Seen(Seen {
                output: Output::Words64(block),
                ..
            }) => words.extend(block.into_iter().map(i128::from)),
            other => {
                return Err(WordsError::NotWords(
                    stream.words.to_owned(),
                    other.to_string(),
                ));
            }
        }
    }
    Ok(words)
}

/// The numbers that a program shows in sequence after an op that seeds, as text.
#[derive(Default)]
struct NumberRun {
    start: String,
    numbers: Vec<String>,
    is_over: bool,
}

/// A sentence about the longest sequence of numbers that a program showed.
pub(super) fn recognise_program(
    subject: &dyn Subject,
    role: Role,
    difference: &Difference,
) -> Option<String> {
    let words = subject.words()?.words;
    let mut runs: Vec<NumberRun> = Vec::new();
    for (op, answer) in &difference.transcript {
        if op == RESET || subject.seeds(op) {
            runs.push(NumberRun {
                start: op.clone(),
                ..NumberRun::default()
            });
            continue;
        }
        let Some(run) = runs.last_mut().filter(|run| !run.is_over) else {
            continue;
        };
        let is_word = !op.contains(' ') || op.split(' ').next() == Some(words);
        match numbers_of_answer(answer) {
            Some(numbers) if is_word => run.numbers.extend(numbers),
            _ => run.is_over = true,
        }
    }
    runs.retain(|run| run.start != RESET);
    let run = runs
        .into_iter()
        .max_by_key(|run| run.numbers.len().min(MAX_NUMBERS))?;
    let text = run.numbers[..run.numbers.len().min(MAX_NUMBERS)].join("\n");
    recognise(subject, role, &run.start, &numbers_of(&text)?)
}

/// The numbers in an answer, or in a line that is not an answer.
fn numbers_of_answer(answer: &Answer) -> Option<Vec<String>> {
    match answer {
        Answer::Seen(seen) => match &seen.output {
            Output::Number(number) => Some(vec![number.to_string()]),
            Output::Words(words) => Some(words.iter().map(ToString::to_string).collect()),
            Output::Words64(words) => Some(words.iter().map(ToString::to_string).collect()),
            _ => None,
        },
        Answer::Garbage(line, _) => {
            let mut numbers = Vec::new();
            for part in line.trim_matches(['[', ']']).split_whitespace() {
                part.parse::<f64>().ok()?;
                numbers.push(part.to_owned());
            }
            Some(numbers)
        }
        _ => None,
    }
}
