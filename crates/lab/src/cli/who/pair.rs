//! `roguelab who A B`: how two lists of numbers differ that should have been the same.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use gof::Verdict;
use identify::evidence::Contradiction;
use identify::pair::{Between, Other, beside, between, is_same_generator, mistaken_lines};
use identify::reading::Written;
use identify::related::seeded_by;
use identify::{Answer, Derivation, Found, Numbers, Options, Progress};
use serde_json::json;

use super::line::how;
use super::written::Writer;
use super::{WhoArgs, bytes_of, json as document, show, spinner};
use crate::cli::output::{Output, counted, print_json};
use crate::clock::control;
use crate::files::read;
use crate::question::{self, Form, Question};

/// The version of the JSON.
const SCHEMA: &str = "roguelab-pair/1";

/// How many mistakes are listed if several explain the same numbers.
const TOLD: usize = 3;

const NAMES: [&str; 2] = ["A", "B"];

/// One of the two lists.
struct List {
    question: Question,
    /// The list as given, before a deck was read as draws.
    numbers: Numbers,
    found: Found,
    /// How the list was read, if that was a guess.
    way: Option<String>,
}

impl List {
    /// Whether some of its numbers are unknown: then it is compared by what made it, and not number by number.
    fn has_gaps(&self) -> bool {
        self.numbers.gaps().next().is_some()
    }

    /// How many numbers it has, in all its lines.
    fn count(&self) -> usize {
        let lines = self.question.lines.iter();
        let each = lines.map(|(_, each)| each.first().map_or(0, Numbers::len));
        each.sum::<usize>().max(self.numbers.len())
    }
}

/// The best answer, if no number is other than it says but for a few.
fn best(found: &Found) -> Option<&Answer> {
    let is_good =
        |answer: &&Answer| !matches!(answer.evidence.contradiction, Contradiction::From(_));
    found.answers.first().filter(is_good)
}

/// A generator that makes a list, and how.
#[derive(Clone, PartialEq)]
struct Made {
    key: String,
    convention: Derivation,
    position: u64,
}

/// The origins of the lists, if both can be of one generator, preferably by one seeding. Numbers of few digits may be of
/// several rows, of which `who` names one.
fn of_one_generator(lists: &[List; 2], answers: [&Answer; 2]) -> Option<[Made; 2]> {
    let [a, b] = [0, 1].map(|i| {
        let answer = answers[i];
        let mut all = vec![Made {
            key: answer.generator.clone(),
            convention: answer
                .derivation
                .clone()
                .unwrap_or(Derivation::Converted(Vec::new())),
            position: answer.position,
        }];
        if let (Some(seed), None) = (answer.seed, &answer.mistake) {
            all.extend(
                seeded_by(&lists[i].question.numbers, seed).map(|(key, _, related)| Made {
                    key,
                    convention: Derivation::Converted(vec![related.convention]),
                    position: related.position,
                }),
            );
        }
        all
    });
    let pairs = || a.iter().flat_map(|a| b.iter().map(move |b| [a, b]));
    pairs()
        .find(|[a, b]| a.key == b.key)
        .or_else(|| pairs().find(|[a, b]| is_same_generator(&a.key, &b.key)))
        .map(|pair| pair.map(Clone::clone))
}

fn read(form: &Form, bytes: Vec<u8>) -> Result<List> {
    // A bound may be that of one of the two alone.
    let question = question::read(form, bytes.clone()).or_else(|error| {
        let open = Form {
            below: None,
            base: 0,
            ..form.clone()
        };
        question::read(&open, bytes).map_err(|_| error)
    })?;
    let numbers = question.numbers.clone();
    Ok(List {
        question,
        numbers,
        found: Found::default(),
        way: None,
    })
}

pub(super) fn run(args: &WhoArgs, form: &Form, other: &Path) -> Result<Verdict> {
    let mut numbers = args.numbers.iter();
    let files = [&*args.file, other];
    let mut lists = NAMES.iter().zip(files).map(|(name, file)| {
        let list = match numbers.next() {
            Some(numbers) => read(form, numbers.clone().into_bytes()),
            None => read::named(file, read(form, bytes_of(args, file)?)),
        };
        list.with_context(|| format!("list {name}"))
    });
    let mut next = || {
        lists
            .next()
            .unwrap_or_else(|| unreachable!("there are two"))
    };
    let mut lists = [next()?, next()?];
    // If lines begin with seeds, `numbers` holds only the first line.
    let of_lines = lists.iter().any(|list| !list.question.lines.is_empty());
    let between = if lists.iter().any(List::has_gaps) {
        None
    } else if !of_lines {
        between([&lists[0].numbers, &lists[1].numbers])
    } else if lists[0].question.lines == lists[1].question.lines {
        Some(Between::Same(lists[0].count()))
    } else {
        None
    };
    let bar = spinner();
    let show_progress = |what: Progress| bar.set_message(what.to_string());
    for list in &mut lists {
        let options = Options {
            within: args.within,
            time: Some(Duration::from_secs_f64(args.seconds)),
            only: args.only.as_deref(),
            control: control(&show_progress),
            ..Options::default()
        };
        if !list.question.is_too_few() {
            let (found, reading) = list.question.who(options);
            let way = reading.map(|reading| reading.way.to_string());
            (list.found, list.way) = (found, way);
        }
    }
    bar.finish_and_clear();
    let lines = difference(&lists, between.as_ref(), args.seed.map(|seed| seed as u64));
    let is_known = !lines.is_empty();
    if args.json {
        let side = |list: &List| {
            let writer = Writer {
                numbers: &list.question.numbers,
                base: None,
                written: &Written::Plain,
                texts: &[],
                given: 0,
                next: 0,
                previous: 0,
            };
            document::document(&writer, None, None, &list.found)
        };
        print_json(
            SCHEMA,
            json!({ "difference": lines, "a": side(&lists[0]), "b": side(&lists[1]) }),
        )?;
        return Ok(Verdict::of(is_known));
    }
    let mut out = Output::new();
    if !is_known {
        let are_named = lists.iter().all(|list| best(&list.found).is_some());
        let named = if are_named {
            ""
        } else {
            " Not both could be named."
        };
        let why = if lists.iter().any(List::has_gaps) {
            "where numbers are unknown (?), only what made the lists is compared."
        } else {
            "neither goes on within the other, and neither is made of the other from one of its first 65 numbers on."
        };
        writeln!(out, "How A and B differ is unknown: {why}{named}")?;
    }
    for line in &lines {
        writeln!(out, "{line}")?;
    }
    for (name, list) in NAMES.into_iter().zip(&lists) {
        match best(&list.found) {
            Some(answer) => {
                writeln!(out, "{name}: {}", show::sentence("These", answer))?;
                if let Some(convention) = answer.rule() {
                    writeln!(out, "{name}: each number is {convention}.")?;
                }
                if let Some(mistake) = &answer.mistake {
                    writeln!(out, "{name}: with a mistake: {mistake}")?;
                }
                if let Some(way) = &list.way {
                    writeln!(out, "{name}: {way}")?;
                }
            }
            None => writeln!(
                out,
                "{name}: no generator is named for these {} numbers.",
                list.count()
            )?,
        }
    }
    if !is_known {
        let seed = if args.seed.is_none() {
            ", the seed of both (--seed)"
        } else {
            ""
        };
        writeln!(
            out,
            "This would help: more numbers of each list{seed}, or the words before numbers are made of them."
        )?;
    }
    Ok(Verdict::of(is_known))
}

/// How the lists differ, in sentences; empty if that is unknown.
fn difference(lists: &[List; 2], between: Option<&Between>, seed: Option<u64>) -> Vec<String> {
    let mut lines: Vec<String> = between
        .map(|between| by_lists(lists, between))
        .into_iter()
        .collect();
    let [a, b] = [0, 1].map(|i| best(&lists[i].found));
    match (a, b) {
        (Some(a), Some(b)) if lines.is_empty() => {
            lines.extend(by_answers([a, b], of_one_generator(lists, [a, b])));
        }
        // What is derived from a name is derived number by number.
        _ if lists.iter().any(List::has_gaps) => return lines,
        (Some(known), None) if lines.is_empty() => {
            lines.extend(other([0, 1], known, &lists[1]));
        }
        (None, Some(known)) if lines.is_empty() => {
            lines.extend(other([1, 0], known, &lists[0]));
        }
        _ => {}
    }
    if let (true, Some(seed)) = (lines.is_empty(), seed) {
        let made: Vec<_> = lists
            .iter()
            .map(|list| seeded_by(&list.numbers, seed).next())
            .collect();
        if let [Some(_), Some(_)] = made[..] {
            lines.push(format!(
                "Both are made of the seed {seed}, by different generators or seedings:"
            ));
            lines.extend(NAMES.iter().zip(made.iter().flatten()).map(
                |(name, (key, about, related))| {
                    format!("{name} is made by {key} ({about}): {}.", how(related))
                },
            ));
        }
    }
    lines
}

fn by_lists(lists: &[List; 2], between: &Between) -> String {
    let count = |count: &usize| counted(count, "number");
    match between {
        Between::Same(same) => match [lists[0].question.is_signed, lists[1].question.is_signed] {
            [true, false] => {
                "A and B are the same words: A prints them with a sign, and B without one.".into()
            }
            [false, true] => {
                "A and B are the same words: B prints them with a sign, and A without one.".into()
            }
            _ if lists[0].numbers.len() == lists[1].numbers.len() => {
                let [a, b] = [&lists[0], &lists[1]].map(|list| &list.numbers);
                if a == b {
                    "A and B do not differ.".into()
                } else {
                    "A and B are the same numbers but for rounding.".into()
                }
            }
            _ => format!(
                "A and B do not differ in the first {}: one of them goes on.",
                count(same)
            ),
        },
        Between::Later(later, by) => format!(
            "{} begins {} later: from there on it is {}.",
            NAMES[*later],
            count(by),
            NAMES[1 - later]
        ),
        Between::Reversed => "B is A from its end to its start.".into(),
        Between::Inverse => {
            "B is the inverse of A: card i of one is the place of card i in the other.".into()
        }
        Between::Shuffled([a, b]) if a == b => {
            "A and B were shuffled with the same numbers, in the same way.".into()
        }
        Between::Shuffled([a, b]) => format!(
            "The same numbers were drawn for A and B, but the decks were shuffled in two ways.\nA: {a}\nB: {b}"
        ),
        Between::Made(made, related) => format!(
            "{} is made of the numbers of {}: {}.",
            NAMES[*made],
            NAMES[1 - made],
            how(related)
        ),
    }
}

/// How two answers differ, in sentences.
fn by_answers([a, b]: [&Answer; 2], made: Option<[Made; 2]>) -> Vec<String> {
    let Some([one, other]) = made else {
        return vec!["A and B are named as different generators.".to_owned()];
    };
    let is_same_start = match (a.seed, b.seed) {
        (Some(a), Some(b)) => a == b,
        (None, None) => a.state.is_some() && a.state == b.state,
        _ => false,
    };
    let is_same_row = one.key == other.key;
    let mut lines = Vec::new();
    match (is_same_row, is_same_start, a.seed) {
        (true, true, _) => {}
        (true, false, _) => lines.push(
            "A and B are of the same generator, from different seeds or states.".to_owned(),
        ),
        (false, true, Some(seed)) => lines.push(format!(
            "A and B are of the same generator and the seed {seed}, which is made into a state in two ways: {} and {}.",
            one.key, other.key
        )),
        (false, ..) => lines.push(format!(
            "A and B are of the same generator, seeded in two ways: {} and {}.",
            one.key, other.key
        )),
    }
    if !one.convention.may_be(&other.convention) {
        let words = if is_same_row && is_same_start {
            "the same words"
        } else {
            "words"
        };
        lines.push(format!(
            "A and B are made of {words} by different rules: A: {}; B: {}.",
            one.convention, other.convention
        ));
    }
    if is_same_row && is_same_start && one.position != other.position {
        let (later, by) = if other.position > one.position {
            ("B", other.position - one.position)
        } else {
            ("A", one.position - other.position)
        };
        lines.push(format!("{later} begins {} later.", counted(by, "output")));
    }
    if a.mistake != b.mistake {
        for (name, answer) in NAMES.iter().zip([a, b]) {
            lines.extend(
                answer
                    .mistake
                    .as_ref()
                    .map(|mistake| format!("{name} has a mistake: {mistake}.")),
            );
        }
    }
    lines
}

/// Lines about what made a list, derived from the other one; `places` has the index of the known list, then of this one.
fn other(places: [usize; 2], known: &Answer, list: &List) -> Vec<String> {
    let [known_name, name] = places.map(|place| NAMES[place]);
    let lines = &list.question.lines;
    let beside = if lines.is_empty() {
        beside(&list.numbers, known)
    } else {
        Some(Other::Mistaken(mistaken_lines(lines, known)))
    };
    match beside {
        Some(Other::Same(related)) => vec![format!(
            "{name} is made of the same words as {known_name}: {}.",
            how(&related)
        )],
        Some(Other::Seeded(key, about, related)) => {
            let same = if is_same_generator(&key, &known.generator) {
                "the same generator, seeded otherwise"
            } else {
                "another generator, with the same seed"
            };
            vec![format!(
                "{name} is of {same}: {key} ({about}); {}.",
                how(&related)
            )]
        }
        Some(Other::Mistaken(mistakes)) => mistakes
            .iter()
            .take(TOLD)
            .map(|mistake| {
                format!(
                    "{name} is {known_name} with a mistake: {}: {}.",
                    mistake.key, mistake.about
                )
            })
            .collect(),
        None => Vec::new(),
    }
}
