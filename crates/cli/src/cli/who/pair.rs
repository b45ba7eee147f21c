//! `roguelab who A B`: how two lists of numbers differ that should have been the same.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use gof::Verdict;
use identify::evidence::Contradiction;
use identify::pair::{Origin, Relation};
use identify::pair::{is_same_generator, mistakes_in_lines, relate_lists, relate_to_answer};
use identify::reading::Written;
use identify::related::generators_making;
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

/// One of the two lists.
struct List {
    /// A or B.
    name: &'static str,
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
#[derive(Clone)]
struct Source {
    key: String,
    convention: Derivation,
    position: u64,
}

/// The generators that make a list: the one that was named, then all that make it from the seed of that.
fn sources(list: &List, answer: &Answer) -> Vec<Source> {
    let convention = answer.derivation.clone();
    let mut all = vec![Source {
        key: answer.generator.clone(),
        convention: convention.unwrap_or(Derivation::Converted(Vec::new())),
        position: answer.position,
    }];
    if let (Some(seed), None) = (answer.seed, &answer.mistake) {
        for found in generators_making(&list.question.numbers, seed) {
            all.push(Source {
                key: found.generator,
                convention: Derivation::Converted(vec![found.related.convention]),
                position: found.related.position,
            });
        }
    }
    all
}

/// The first sources of the lists that are of one generator. Numbers of few digits may be of several rows, of which `who` names
/// one.
fn of_one_generator(
    sources_of_a: &[Source],
    sources_of_b: &[Source],
    is_same: fn(&str, &str) -> bool,
) -> Option<(Source, Source)> {
    for a in sources_of_a {
        for b in sources_of_b {
            if is_same(&a.key, &b.key) {
                return Some((a.clone(), b.clone()));
            }
        }
    }
    None
}

fn read(name: &'static str, form: &Form, bytes: Vec<u8>) -> Result<List> {
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
        name,
        question,
        numbers,
        found: Found::default(),
        way: None,
    })
}

/// Reads a list from an argument or, without one, from a file.
fn read_list(
    name: &'static str,
    args: &WhoArgs,
    form: &Form,
    numbers: Option<&String>,
    file: &Path,
) -> Result<List> {
    let list = match numbers {
        Some(numbers) => read(name, form, numbers.clone().into_bytes()),
        None => read::named(file, read(name, form, bytes_of(args, file)?)),
    };
    list.with_context(|| format!("list {name}"))
}

/// Searches for what made a list.
fn search(list: &mut List, args: &WhoArgs, show_progress: &(dyn Fn(Progress) + Sync)) {
    if list.question.is_too_few() {
        return;
    }
    let options = Options {
        within: args.within,
        time: Some(Duration::from_secs_f64(args.seconds)),
        only: args.only.as_deref(),
        control: control(show_progress),
        ..Options::default()
    };
    let (found, reading) = list.question.who(options);
    list.way = reading.map(|reading| reading.way.to_string());
    list.found = found;
}

/// How the lists are related, judged from them alone.
fn relate(a: &List, b: &List) -> Option<Relation> {
    // If lines begin with seeds, `numbers` holds only the first line.
    let have_lines = !a.question.lines.is_empty() || !b.question.lines.is_empty();
    if a.has_gaps() || b.has_gaps() {
        None
    } else if !have_lines {
        relate_lists(&a.numbers, &b.numbers)
    } else if a.question.lines == b.question.lines {
        Some(Relation::Same(a.count()))
    } else {
        None
    }
}

fn document_of(list: &List) -> serde_json::Value {
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
}

pub(super) fn run(args: &WhoArgs, form: &Form, other: &Path) -> Result<Verdict> {
    let mut a = read_list("A", args, form, args.numbers.first(), &args.file)?;
    let mut b = read_list("B", args, form, args.numbers.get(1), other)?;
    let relation = relate(&a, &b);
    let bar = spinner();
    let show_progress = |what: Progress| bar.set_message(what.to_string());
    search(&mut a, args, &show_progress);
    search(&mut b, args, &show_progress);
    bar.finish_and_clear();
    let lines = difference(&a, &b, relation.as_ref(), args.seed.map(|seed| seed as u64));
    let is_known = !lines.is_empty();
    if args.json {
        let document = json!({ "difference": lines, "a": document_of(&a), "b": document_of(&b) });
        print_json(SCHEMA, document)?;
        return Ok(Verdict::of(is_known));
    }
    let mut out = Output::new();
    if !is_known {
        let named = if best(&a.found).is_some() && best(&b.found).is_some() {
            ""
        } else {
            " Not both could be named."
        };
        let why = if a.has_gaps() || b.has_gaps() {
            "where numbers are unknown (?), only what made the lists is compared."
        } else {
            "neither goes on within the other, and neither is made of the other from one of its first 65 numbers on."
        };
        writeln!(out, "How A and B differ is unknown: {why}{named}")?;
    }
    for line in &lines {
        writeln!(out, "{line}")?;
    }
    for list in [&a, &b] {
        let name = list.name;
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
fn difference(a: &List, b: &List, relation: Option<&Relation>, seed: Option<u64>) -> Vec<String> {
    if let Some(relation) = relation {
        return vec![describe_relation(a, b, relation)];
    }
    let lines = match (best(&a.found), best(&b.found)) {
        (Some(answer_of_a), Some(answer_of_b)) => {
            let (of_a, of_b) = (sources(a, answer_of_a), sources(b, answer_of_b));
            // Preferably by one seeding.
            let pair = of_one_generator(&of_a, &of_b, |a, b| a == b)
                .or_else(|| of_one_generator(&of_a, &of_b, is_same_generator));
            compare_answers(answer_of_a, answer_of_b, pair)
        }
        // What is derived from a name is derived number by number.
        _ if a.has_gaps() || b.has_gaps() => return Vec::new(),
        (Some(known), None) => derive_from(a, known, b),
        (None, Some(known)) => derive_from(b, known, a),
        (None, None) => Vec::new(),
    };
    match seed {
        Some(seed) if lines.is_empty() => relate_to_seed(a, b, seed),
        _ => lines,
    }
}

/// Which generators make both lists from a seed, in sentences; empty if none do.
fn relate_to_seed(a: &List, b: &List, seed: u64) -> Vec<String> {
    let (Some(of_a), Some(of_b)) = (
        generators_making(&a.numbers, seed).next(),
        generators_making(&b.numbers, seed).next(),
    ) else {
        return Vec::new();
    };
    let mut lines = vec![format!(
        "Both are made of the seed {seed}, by different generators or seedings:"
    )];
    for (list, found) in [(a, of_a), (b, of_b)] {
        lines.push(format!(
            "{} is made by {} ({}): {}.",
            list.name,
            found.generator,
            found.about,
            how(&found.related)
        ));
    }
    lines
}

fn describe_relation(a: &List, b: &List, relation: &Relation) -> String {
    match relation {
        Relation::Same(same) => match (a.question.is_signed, b.question.is_signed) {
            (true, false) => {
                "A and B are the same words: A prints them with a sign, and B without one.".into()
            }
            (false, true) => {
                "A and B are the same words: B prints them with a sign, and A without one.".into()
            }
            _ if a.numbers == b.numbers => "A and B do not differ.".into(),
            _ if a.numbers.len() == b.numbers.len() => {
                "A and B are the same numbers but for rounding.".into()
            }
            _ => format!(
                "A and B do not differ in the first {}: one of them goes on.",
                counted(same, "number")
            ),
        },
        Relation::ALater(by) => format!(
            "A begins {} later: from there on it is B.",
            counted(by, "number")
        ),
        Relation::BLater(by) => format!(
            "B begins {} later: from there on it is A.",
            counted(by, "number")
        ),
        Relation::Reversed => "B is A from its end to its start.".into(),
        Relation::Inverse => {
            "B is the inverse of A: card i of one is the place of card i in the other.".into()
        }
        Relation::Shuffled { a, b } if a == b => {
            "A and B were shuffled with the same numbers, in the same way.".into()
        }
        Relation::Shuffled { a, b } => format!(
            "The same numbers were drawn for A and B, but the decks were shuffled in two ways.\nA: {a}\nB: {b}"
        ),
        Relation::AFromB(related) => {
            format!("A is made of the numbers of B: {}.", how(related))
        }
        Relation::BFromA(related) => {
            format!("B is made of the numbers of A: {}.", how(related))
        }
    }
}

/// How two answers differ, in sentences.
fn compare_answers(a: &Answer, b: &Answer, pair: Option<(Source, Source)>) -> Vec<String> {
    let Some((one, other)) = pair else {
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
        for (name, answer) in [("A", a), ("B", b)] {
            if let Some(mistake) = &answer.mistake {
                lines.push(format!("{name} has a mistake: {mistake}."));
            }
        }
    }
    lines
}

/// What made a list, derived from the answer for the other one, in sentences.
fn derive_from(known_list: &List, known: &Answer, list: &List) -> Vec<String> {
    let (name, known_name) = (list.name, known_list.name);
    let lines = &list.question.lines;
    let origin = if lines.is_empty() {
        relate_to_answer(&list.numbers, known)
    } else {
        Some(Origin::Mistaken(mistakes_in_lines(lines, known)))
    };
    match origin {
        Some(Origin::SameOutputs(related)) => vec![format!(
            "{name} is made of the same words as {known_name}: {}.",
            how(&related)
        )],
        Some(Origin::SameSeed(found)) => {
            let same = if is_same_generator(&found.generator, &known.generator) {
                "the same generator, seeded otherwise"
            } else {
                "another generator, with the same seed"
            };
            vec![format!(
                "{name} is of {same}: {} ({}); {}.",
                found.generator,
                found.about,
                how(&found.related)
            )]
        }
        Some(Origin::Mistaken(mistakes)) => {
            let mut lines = Vec::new();
            for mistake in mistakes.iter().take(TOLD) {
                lines.push(format!(
                    "{name} is {known_name} with a mistake: {}: {}.",
                    mistake.key, mistake.about
                ));
            }
            lines
        }
        None => Vec::new(),
    }
}
