//! Mistakes planted in right ports, one at a time: `roguelab check` names either the mistake or nothing.

#[path = "planted/table.rs"]
mod table;

use std::fs;
use std::sync::LazyLock;

use generators::catalogue::{self, Generator};
use rayon::prelude::*;
use serde_json::Value;
use subjects::oracles::root;

use crate::program::{Said, run};
use table::{PORTS, Planted, Port};

/// A file in the folder of this test.
fn read(name: &str) -> String {
    let folder = root().join("crates/cli/tests/suite/mistakes");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The Python that runs the ports; on some machines `python3` is a script that searches for it each time.
pub(crate) static PYTHON: LazyLock<Result<String, String>> =
    LazyLock::new(|| crate::version("python3 -c print(__import__('sys').executable)"));

/// The tests, and whether they are slow.
pub(crate) const TESTS: [(&str, bool, fn()); 5] = [
    (
        "planted_mistakes_are_named_in_fractions_and_dice",
        true,
        planted_mistakes_are_named_in_fractions_and_dice,
    ),
    (
        "the_ports_are_right_before_a_mistake_is_planted",
        true,
        the_ports_are_right_before_a_mistake_is_planted,
    ),
    (
        "planted_mistakes_are_named_and_no_wrong_cause_is",
        true,
        planted_mistakes_are_named_and_no_wrong_cause_is,
    ),
    (
        "two_mistakes_at_once_have_no_third_one_as_their_cause",
        true,
        two_mistakes_at_once_have_no_third_one_as_their_cause,
    ),
    (
        "a_program_that_answers_fractions_is_told_so",
        false,
        a_program_that_answers_fractions_is_told_so,
    ),
];

impl Port {
    fn of(subject: &str) -> &'static Self {
        PORTS.iter().find(|port| port.subject == subject).unwrap()
    }

    fn text(&self) -> String {
        let mut text = read("protocol.py");
        for file in self.files {
            text += &read(&format!("{file}.py"));
        }
        text
    }
}

/// Runs `roguelab check` on a port. A Python that looks for no packages starts in a quarter of the time; on a busy machine it
/// may take long to answer.
fn check(subject: &str, text: &str, options: &[&str]) -> Said {
    let folder = tempfile::tempdir().unwrap();
    let port = folder.path().join("port.py");
    fs::write(&port, text).unwrap();
    let python = PYTHON.as_ref().unwrap();
    let program = [
        "--timeout",
        "60",
        "--",
        python,
        "-I",
        "-S",
        port.to_str().unwrap(),
    ];
    run(&[&["check", subject], options, &program].concat())
}

/// The result of a check as JSON. A sweep has millions of words, which take Python long and show no other mistake.
fn checked(subject: &str, text: &str) -> Value {
    let options = "--json --cases 20 --kind golden --kind edge --kind random";
    let said = check(subject, text, &options.split(' ').collect::<Vec<_>>());
    serde_json::from_str(&said.stdout).unwrap()
}

/// The keys of the causes named for a planted mistake, in a port that shows its words in some form.
fn named(port: &Port, planted: &Planted, form: Form) -> Vec<String> {
    let text = form.of(port);
    let Planted { right, wrong, .. } = planted;
    assert_eq!(text.matches(right).count(), 1, "{}: {right}", port.subject);
    let said = checked(port.subject, &text.replace(right, wrong));
    assert_ne!(said["verdict"], "agrees", "{}: {wrong}", port.subject);
    causes(&said)
}

/// What a port shows of each word.
#[derive(Clone, Copy, Debug)]
enum Form {
    Words,
    Fractions,
    Dice,
}

impl Form {
    /// The text of a port of a row of the catalogue that shows this.
    fn of(self, port: &Port) -> String {
        let range = catalogue::find(port.subject).map_or(0, Generator::range);
        let shown = match self {
            Self::Words => return port.text(),
            Self::Fractions => format!("generator.next() / {range}"),
            Self::Dice => format!("generator.next() * 6 // {range} + 1"),
        };
        port.text().replace("generator.next()", &shown)
    }
}

/// The keys of the causes in a result, or `seeding` if only that is wrong.
fn causes(said: &Value) -> Vec<String> {
    let causes = said["failed"]["causes"].as_array();
    let key = |cause: &Value| cause["key"].as_str().unwrap().to_owned();
    let mut keys: Vec<_> = causes.into_iter().flatten().map(key).collect();
    let origin = said["failed"]["made"].as_str().unwrap_or_default();
    if origin.starts_with("Your seeding is wrong, your step is right") {
        keys.push("seeding".to_owned());
    }
    keys
}

fn the_ports_are_right_before_a_mistake_is_planted() {
    for port in PORTS {
        let said = checked(port.subject, &port.text());
        assert_eq!(said["verdict"], "agrees", "{}", port.subject);
    }
}

/// Plants every mistake of some ports and returns how many are named, of how many. Nothing else may be named.
fn count_named(ports: &[&'static Port], form: Form) -> (usize, usize) {
    let mut all = Vec::new();
    for port in ports {
        all.extend(port.mistakes.iter().map(|planted| (port, planted)));
    }
    let found: Vec<_> = all
        .par_iter()
        .map(|(port, planted)| named(port, planted, form))
        .collect();
    let (mut none, mut wrong) = (Vec::new(), Vec::new());
    for ((port, planted), named) in all.iter().zip(found) {
        let line = format!("{}: {:?}: {named:?}", port.subject, planted.wrong);
        if named.is_empty() {
            none.push(line);
        } else if !planted.keys.contains(&&*named[0]) {
            wrong.push(line);
        }
    }
    println!(
        "{form:?}: {} of {}; none: {none:#?}",
        all.len() - none.len() - wrong.len(),
        all.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    (all.len() - none.len(), all.len())
}

fn planted_mistakes_are_named_and_no_wrong_cause_is() {
    let ports: Vec<_> = PORTS.iter().collect();
    let (named, all) = count_named(&ports, Form::Words);
    assert!(all > 100 && named + NOT_NAMED >= all, "{named} of {all}");
}

/// How many of the planted mistakes are not named.
const NOT_NAMED: usize = 3;

fn planted_mistakes_are_named_in_fractions_and_dice() {
    let is_row = |port: &&Port| port.files.contains(&"row");
    let ports: Vec<_> = PORTS.iter().filter(is_row).collect();
    let (fractions, all) = count_named(&ports, Form::Fractions);
    let (dice, _) = count_named(&ports, Form::Dice);
    assert!(
        fractions >= 60 && dice >= 50,
        "{fractions} and {dice} of {all}"
    );
}

/// A port with two mistakes at once.
struct Twice {
    subject: &'static str,
    mistakes: &'static [Planted],
    text: String,
}

/// Neighbours in the table, unless one mistake is in the same place as the other.
fn ports_with_two_mistakes() -> Vec<Twice> {
    let mut ports = Vec::new();
    for port in PORTS {
        for mistakes in port.mistakes.windows(2) {
            let once = port.text().replace(mistakes[0].right, mistakes[0].wrong);
            let text = once.replace(mistakes[1].right, mistakes[1].wrong);
            if text != once {
                ports.push(Twice {
                    subject: port.subject,
                    mistakes,
                    text,
                });
            }
        }
    }
    ports
}

fn two_mistakes_at_once_have_no_third_one_as_their_cause() {
    let ports: Vec<_> = ports_with_two_mistakes().into_iter().step_by(3).collect();
    assert!(ports.len() > 12, "{}", ports.len());
    let found: Vec<_> = ports
        .par_iter()
        .map(|port| causes(&checked(port.subject, &port.text)))
        .collect();
    let mut both = 0;
    for (port, named) in ports.iter().zip(found) {
        both += usize::from(named.iter().any(|key| key.contains('+')));
        for key in named.iter().take(1).flat_map(|first| first.split('+')) {
            assert!(
                port.mistakes.iter().any(|one| one.keys.contains(&key)),
                "{}: {:?} and {:?}: {named:?}",
                port.subject,
                port.mistakes[0].wrong,
                port.mistakes[1].wrong
            );
        }
    }
    println!("{both} of {} pairs named", ports.len());
    assert!(both > 0);
}

fn a_program_that_answers_fractions_is_told_so() {
    let fractions = Port::of("mt19937")
        .text()
        .replace("        return y\n", "        return y / 4294967296\n");
    check("mt19937", &fractions, &[]).ended(
        1,
        &[
            "These are made of the right words after `seed ",
            ": each is output / 2^32.",
        ],
    );
}
