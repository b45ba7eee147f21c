//! What twenty languages print is named: outputs of real programs, recorded in `fixtures/languages.json` with the program.
//!
//! A row whose `generator` is empty is one that `who` cannot name yet.

use std::fs;
use std::process::Command;
use std::time::Duration;

use identify::{Found, Options, who, who_of_any};
use rayon::prelude::*;
use serde::Deserialize;

use super::{Form, read};

/// A program of a language, and what it printed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    /// Which release of what printed it.
    #[serde(rename = "version")]
    _version: String,
    /// The interpreter or compiler, or the library of Python.
    needs: String,
    /// The program and its arguments.
    run: Vec<String>,
    /// What it reads.
    file: Option<Source>,
    /// The options of `who`.
    arguments: Vec<String>,
    prints: String,
    /// What `who` names.
    generator: String,
    /// The seed, if the program set one.
    seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    name: String,
    source: String,
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
        let asked = read(&self.form(), self.prints.clone().into()).unwrap();
        let options = Options {
            time: Some(Duration::from_mins(1)),
            ..Options::default()
        };
        let readings: Vec<_> = asked.readings.iter().map(|one| one.numbers.clone()).collect();
        let Found { answers, .. } = if readings.is_empty() {
            who(&asked.numbers, options)
        } else {
            who_of_any(&readings, options).1
        };
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

#[test]
fn what_languages_print_is_named() {
    let rows = rows();
    let wrong: Vec<String> = rows
        .par_iter()
        .filter(|row| !row.generator.is_empty())
        .filter_map(Row::wrong)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
#[ignore = "slow: run in CI"]
fn languages_that_are_here_still_print_it() {
    let has = |needs: &str| match needs {
        "numpy" => Command::new("python3")
            .args(["-c", "import numpy"])
            .output(),
        needs => Command::new("sh")
            .args(["-c", &format!("command -v {needs}")])
            .output(),
    };
    let folder = tempfile::tempdir().unwrap();
    for row in rows().iter().filter(|row| row.seed.is_some()) {
        if !has(&row.needs).is_ok_and(|output| output.status.success()) {
            eprintln!("{}: there is no {} on this machine", row.name, row.needs);
            continue;
        }
        if let Some(file) = &row.file {
            fs::write(folder.path().join(&file.name), &file.source).unwrap();
        }
        let output = Command::new(&row.run[0])
            .args(&row.run[1..])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            row.prints,
            "{}",
            row.name
        );
    }
}
