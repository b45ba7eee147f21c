//! What languages print is named: outputs of real programs, recorded in `fixtures/languages.json` with the program.
//!
//! A row whose `generator` is empty is one that `who` cannot name yet.

use std::fs;
use std::time::Duration;

use identify::{Found, Options};
use rayon::prelude::*;
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

impl Row {
    fn form(&self) -> Form {
        let mut form = Form::default();
        for pair in self.arguments.chunks(2) {
            match pair {
                [option, value] if option == "--below" => form.below = value.parse().ok(),
                [option, value] if option == "--base" => form.base = value.parse().unwrap(),
                [option] if option == "--normal" => form.normal = Some((0.0, 1.0)),
                [option, value] if option == "--alphabet" => form.alphabet = Some(value.clone()),
                [option, value] if option == "--range" => {
                    let (from, to) = value.split_once(',').unwrap();
                    form.range = Some((from.parse().unwrap(), to.parse().unwrap()));
                }
                other => panic!("{}: {other:?}", self.name),
            }
        }
        form
    }

    /// What is wrong with what `who` says of it.
    fn wrong(&self) -> Option<String> {
        let mut asked = read(&self.form(), self.prints.clone().into()).unwrap();
        let (Found { answers, .. }, _) = asked.who(Options {
            time: Some(Duration::from_secs(60)),
            ..Options::default()
        });
        let Some(answer) = answers.first() else {
            return Some(format!("{}: nothing is named", self.name));
        };
        let is_right = answer.generator == self.generator
            && answer.evidence.is_whole()
            && (self.seed.is_none() || answer.seed == self.seed);
        (!is_right).then(|| format!("{}: {} {:?}", self.name, answer.generator, answer.seed))
    }
}

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/languages.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Asks about every row, or of so many one.
fn all_are_named(one_of: usize) {
    let rows = rows();
    let wrong: Vec<String> = rows
        .par_iter()
        .step_by(one_of)
        .filter(|row| !row.generator.is_empty())
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
