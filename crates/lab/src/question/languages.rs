//! What languages print is named: outputs of real programs, recorded in `fixtures/languages.json` with the program.
//!
//! A row whose `generator` is empty is one that `who` cannot name yet, and must not name wrongly.

use std::fs;
use std::time::Duration;

use identify::{Found, Options};
use serde::Deserialize;

use super::{Form, read};

/// A program of a language, and what it printed.
#[derive(Deserialize)]
struct Row {
    name: String,
    /// The options of `who`.
    arguments: Vec<String>,
    prints: String,
    /// What `who` names.
    generator: String,
    /// The seed, if the program set one.
    seed: Option<u64>,
}

/// The options of `who` that tests need, as its command line takes them.
pub(super) fn options(arguments: &[impl AsRef<str>]) -> (Form, Option<u64>) {
    let (mut form, mut seed) = (Form::default(), None);
    let mut arguments = arguments.iter().map(AsRef::as_ref);
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
    /// What is wrong with what `who` says of it.
    fn wrong(&self) -> Option<String> {
        let (form, seed) = options(&self.arguments);
        let mut question = read(&form, self.prints.clone().into()).unwrap();
        // What is not known takes all of its time.
        let seconds = if self.generator.is_empty() { 1 } else { 120 };
        let (Found { answers, .. }, _) = question.who(Options {
            time: Some(Duration::from_secs(seconds)),
            seed,
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

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/languages.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Asks about every row, or of so many one; one after the other, for a search that waits in the pool of threads for its own parts
/// may be given another row there, and its time goes by.
fn all_are_named(one_of: usize) {
    let rows = rows();
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
    all_are_named(12);
}

#[test]
#[ignore = "slow: run in CI"]
fn what_languages_print_is_named_in_all_rows() {
    all_are_named(1);
}
