//! Tests that numbers printed by languages are named: outputs of real programs, recorded in `fixtures/languages.json` together
//! with the program, and numbers that people asked about.
//!
//! A row with an empty `generator` is one that `who` cannot name yet, but must not name wrongly.

use std::fs;
use std::time::Duration;

use identify::{Found, Options};
use serde::Deserialize;

use super::{Form, read};

/// A program in some language, and what it printed.
#[derive(Deserialize)]
struct Row {
    name: String,
    /// The options of `who`.
    arguments: Vec<String>,
    prints: String,
    /// The name that `who` should give.
    generator: String,
    /// The seed, if the program set one.
    seed: Option<u64>,
}

/// The options of `who` that the rows need, parsed as on its command line.
fn options(arguments: &[String]) -> (Form, Option<u64>) {
    let (mut form, mut seed) = (Form::default(), None);
    let mut arguments = arguments.iter().map(String::as_str);
    while let Some(option) = arguments.next() {
        let mut value = || arguments.next().expect("a value");
        match option {
            "--below" => form.below = Some(value().parse().unwrap()),
            "--base" => form.base = value().parse().unwrap(),
            "--dice" => {
                let (dice, sides) = value().split_once('d').unwrap();
                (form.dice, form.below, form.base) =
                    (Some(dice.parse().unwrap()), Some(sides.parse().unwrap()), 1);
            }
            "--bits" => form.bits = Some(value().parse().unwrap()),
            "--normal" => form.normal = Some((0.0, 1.0)),
            "--alphabet" => form.alphabet = Some(value().to_owned()),
            "--seed" => seed = Some(value().parse().unwrap()),
            "--range" => {
                let (from, to) = value().split_once(',').unwrap();
                form.range = Some((from.parse().unwrap(), to.parse().unwrap()));
            }
            other => panic!("{other}"),
        }
    }
    (form, seed)
}

impl Row {
    /// What is wrong with the answer of `who`, if anything.
    fn wrong(&self) -> Option<String> {
        let (form, seed) = options(&self.arguments);
        let mut question = read(&form, self.prints.clone().into()).unwrap();
        // A search that finds nothing takes all of its time.
        let seconds = if self.generator.is_empty() { 1 } else { 120 };
        let (Found { answers, .. }, _) = question.who(Options {
            time: Some(Duration::from_secs(seconds)),
            control: crate::clock::control(&|_| {}),
            seed: seed.map(i128::from),
            ..Options::default()
        });
        let is_right = match answers.first() {
            None => self.generator.is_empty(),
            Some(answer) => {
                answer.generator == self.generator
                    && answer.evidence.is_whole()
                    && (self.seed.is_none() || answer.seed == self.seed)
            }
        };
        let named = answers
            .first()
            .map(|answer| (&answer.generator, answer.seed));
        (!is_right).then(|| format!("{}: {named:?}", self.name))
    }
}

/// Outputs of programs, with the programs.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/languages.json");

/// Numbers that people asked about in public, copied from their questions. A bound is given if the question states it.
const ASKED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/question/asked.json");

/// Asks about every row, or one in `one_of`. The rows are asked one after another, because a search that waits in the thread
/// pool for its own parts might be given another row there while its time runs out.
fn all_are_named(rows: &str, one_of: usize) {
    let rows: Vec<Row> = serde_json::from_slice(&fs::read(rows).unwrap()).unwrap();
    let wrong: Vec<String> = rows
        .iter()
        .step_by(one_of)
        .filter(|row| one_of == 1 || !row.generator.is_empty())
        .filter_map(Row::wrong)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_languages_print_is_named() {
    all_are_named(RECORDED, 24);
}

#[test]
fn what_people_asked_about_is_answered() {
    all_are_named(ASKED, 12);
}

#[test]
#[ignore = "slow: run in CI"]
fn what_languages_print_is_named_in_all_rows() {
    all_are_named(RECORDED, 1);
}

#[test]
#[ignore = "slow: run in CI"]
fn what_people_asked_about_is_answered_in_all_cases() {
    all_are_named(ASKED, 1);
}
