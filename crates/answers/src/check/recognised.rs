//! Recognises wrong numbers that are made from the right words, or from the same seed in another way.

use generators::catalogue::{self, Generator, Stream};
use identify::faults::{Fault, find_fault, is_contradicted, make};
use identify::mistakes::skipping;
use identify::related::{Outputs, generators_making, relate_to_outputs, unseeded_making};
use identify::{Control, Numbers};
use lockstep::{Answer, Difference, Output, RESET, Role, Seen, Subject, implementation, shown};
use subjects::registry;

use super::causes::Causes;
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

/// What is known about numbers that are not the right words.
pub(super) struct Recognised {
    /// The mistakes that make all of them.
    pub(super) causes: Causes,
    /// What else is known, in a sentence.
    pub(super) about: Option<String>,
}

impl Recognised {
    fn without_cause(about: String) -> Self {
        Self {
            causes: Causes::default(),
            about: Some(about),
        }
    }
}

/// What is known about the numbers that followed an op that seeds, if they are recognised.
pub(super) fn recognise(
    subject: &dyn Subject,
    role: Role,
    start: &str,
    numbers: &Numbers,
    control: Control<'_>,
) -> Option<Recognised> {
    let subject = registry::find(subject.name()).ok()?;
    let stream = subject.words()?;
    let count = 4 * numbers.len() + WITHIN as usize;
    let right = right_words(subject, role, start, count).ok()?;
    let values: Vec<u64> = right.iter().map(|&word| word as u64).collect();
    let outputs = Outputs {
        values: &values,
        bits: stream.bits,
        range: range_of(subject.name(), stream.bits),
    };
    let related = relate_to_outputs(numbers, &outputs, WITHIN, 0.0, false);
    let position = related.as_ref().map_or(0, |related| related.position);
    let mut made = related.map(|related| related.to_string());
    if made.is_none() {
        let mut right = values.clone().into_iter();
        let stream = Box::new(move || right.next().unwrap_or_default());
        made = make(numbers, stream, outputs.range, 0.0).map(|made| made.to_string());
    }
    if let Some(made) = made {
        let left_out = skipping(subject.name(), position as u16).filter(|_| position > 0);
        return Some(Recognised {
            causes: Causes::in_all(left_out.into_iter().collect(), numbers.len()),
            about: Some(format!(
                "These are made of the right words after `{}`: {made}.",
                shown(start, 60)
            )),
        });
    }
    let name = subject.name();
    let seed = seed_of_op(stream.seed, start);
    seed.and_then(|seed| recognise_seeded(name, start, seed, numbers, outputs.range, control))
        .or_else(|| {
            let (unseeded, related) = unseeded_making(numbers, name).next()?;
            Some(Recognised::without_cause(format!(
                "Nobody seeded it: {} makes these numbers from where {} begins: {related}.",
                unseeded.key, unseeded.about
            )))
        })
}

/// What makes these numbers of a seed: another generator, a mistake, or another seeding.
fn recognise_seeded(
    name: &str,
    start: &str,
    seed: u64,
    numbers: &Numbers,
    range: u128,
    control: Control<'_>,
) -> Option<Recognised> {
    if let Some(found) = generators_making(numbers, seed).next() {
        return Some(Recognised::without_cause(format!(
            "With the seed {seed}, {} makes these numbers ({}): {}.",
            found.generator, found.about, found.related
        )));
    }
    match find_fault(numbers, name, seed, range, control)? {
        Fault::Mistakes(mistakes, made) => Some(Recognised {
            causes: Causes::in_all(mistakes, numbers.len()),
            about: Some(format!(
                "The numbers are made of the words of {name}: {made}."
            )),
        }),
        Fault::Seeding { found, right } => Some(Recognised::without_cause(format!(
            "Your seeding is wrong, your step is right, if this seed was set: the state before the first number is {}; after `{}` it should be {}.",
            describe_state(&found),
            shown(start, 60),
            describe_state(&right)
        ))),
    }
}

/// What the words of a subject, which have so many bits, are below.
fn range_of(subject: &str, bits: u32) -> u128 {
    catalogue::find(subject).map_or(1 << bits, Generator::range)
}

/// The first words of a state.
fn describe_state(state: &[u64]) -> String {
    const SHOWN: usize = 4;
    // Only the highest bit of the first word of a Twister has an effect.
    let first = usize::from(state.len() == 624);
    let mut texts = Vec::new();
    for word in state[first..].iter().take(SHOWN) {
        texts.push(format!("{word:#x}"));
    }
    let text = texts.join(" ");
    match state.len() - first {
        count if count > SHOWN => format!(
            "{text} and {} more words, from word {first} on",
            count - SHOWN
        ),
        _ => text,
    }
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
    if let Some(mut stream) = stream_of_state(subject.name(), start) {
        return Ok((0..count).map(|_| stream().into()).collect());
    }
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

/// The stream of a row of the catalogue from a state, which [`state_op`] wrote.
fn stream_of_state(name: &str, start: &str) -> Option<Stream> {
    let words = start.strip_prefix(STATE)?.split_whitespace();
    let words: Result<Vec<u64>, _> = words.map(str::parse).collect();
    catalogue::find(name)?.stream_from(&words.ok()?)
}

/// Begins what stands in place of an op where words begin from a state.
const STATE: &str = "state ";

/// What stands in place of an op that seeds a subject, from the words of its state.
pub fn state_op(subject: &dyn Subject, state: &[u64]) -> Result<String, WordsError> {
    let mut words: Vec<String> = Vec::new();
    words.extend(state.iter().map(ToString::to_string));
    let words = words.join(" ");
    let name = subject.name();
    // PCG32 has an op for it.
    let raw = format!("raw {words}");
    if subject.op(&raw).is_ok() {
        return Ok(raw);
    }
    let expected = catalogue::find(name).and_then(Generator::state_words);
    if expected == Some(state.len()) {
        return Ok(format!("{STATE}{words}"));
    }
    Err(WordsError::State {
        name: name.to_owned(),
        expected,
        given: state.len(),
    })
}

/// The numbers that a program shows in sequence after an op that seeds, as text.
#[derive(Default)]
struct NumberRun {
    start: String,
    numbers: Vec<String>,
    is_over: bool,
}

impl NumberRun {
    /// The first of the numbers, read as `who` reads them.
    fn read(&self) -> Option<Numbers> {
        numbers_of(&self.numbers[..self.numbers.len().min(MAX_NUMBERS)].join("\n"))
    }
}

/// What is known about the longest sequence of numbers that a program showed.
pub(super) fn recognise_program(
    subject: &dyn Subject,
    role: Role,
    difference: &Difference,
    control: Control<'_>,
) -> Option<Recognised> {
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
    let longest = runs
        .iter()
        .max_by_key(|run| run.numbers.len().min(MAX_NUMBERS))?;
    let mut known = recognise(subject, role, &longest.start, &longest.read()?, control)?;
    if known.causes.is_empty() {
        return Some(known);
    }
    // What one seed shows must hold for all.
    let stream = subject.words()?;
    let range = range_of(subject.name(), stream.bits);
    for run in &runs {
        if let (Some(numbers), Some(seed)) = (run.read(), seed_of_op(stream.seed, &run.start)) {
            known.causes.0.retain(|cause| {
                !is_contradicted(&cause.mistake, &numbers, subject.name(), seed, range)
            });
        }
    }
    (!known.causes.is_empty()).then_some(known)
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
