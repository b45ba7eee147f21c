//! Mistakes planted in right ports, one at a time: `roguelab check` names either the mistake or nothing.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use serde::Deserialize;
use serde_json::Value;
use subjects::oracles::root;

use crate::program::{Said, run};

/// Right ports, and mistakes in them; the file explains each key.
#[derive(Deserialize)]
struct Table {
    ports: BTreeMap<String, Vec<String>>,
    planted: Vec<Planted>,
}

#[derive(Deserialize)]
struct Planted {
    port: String,
    right: String,
    wrong: String,
    keys: Vec<String>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| toml::from_str(&read("planted.toml")).unwrap());

/// A file in the folder of this test.
fn read(name: &str) -> String {
    let folder = root().join("crates/cli/tests/suite/mistakes");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The Python that runs the ports; on some machines `python3` is a script that searches for it each time.
pub(crate) static PYTHON: LazyLock<Result<String, String>> =
    LazyLock::new(|| crate::version("python3 -c print(__import__('sys').executable)"));

/// The tests, and whether they are slow.
pub(crate) const TESTS: [(&str, bool, fn()); 4] = [
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

fn text(subject: &str) -> String {
    let parts = TABLE.ports[subject].iter();
    let parts = parts.map(|part| read(&format!("{part}.py")));
    parts.fold(read("protocol.py"), |text, part| text + &part)
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

/// The keys of the causes named for a planted mistake.
fn named(planted: &Planted) -> Vec<String> {
    let Planted {
        port, right, wrong, ..
    } = planted;
    let whole = text(port);
    assert_eq!(whole.matches(right).count(), 1, "{port}: {right}");
    let said = checked(port, &whole.replace(right, wrong));
    assert_ne!(said["verdict"], "agrees", "{port}: {wrong}");
    causes(&said)
}

/// The keys of the causes in a result.
fn causes(said: &Value) -> Vec<String> {
    let causes = said["failed"]["causes"].as_array();
    let key = |cause: &Value| cause["key"].as_str().unwrap().to_owned();
    causes.into_iter().flatten().map(key).collect()
}

fn the_ports_are_right_before_a_mistake_is_planted() {
    for subject in TABLE.ports.keys() {
        assert_eq!(
            checked(subject, &text(subject))["verdict"],
            "agrees",
            "{subject}"
        );
    }
}

/// How many of the planted mistakes are not named.
const NOT_NAMED: usize = 2;

fn planted_mistakes_are_named_and_no_wrong_cause_is() {
    let (mut none, mut wrong) = (Vec::new(), Vec::new());
    let all: Vec<_> = TABLE.planted.par_iter().map(named).collect();
    for (planted, named) in TABLE.planted.iter().zip(all) {
        let line = format!("{}: {:?}: {named:?}", planted.port, planted.wrong);
        if named.is_empty() {
            none.push(line);
        } else if !planted.keys.contains(&named[0]) {
            wrong.push(line);
        }
    }
    let right = TABLE.planted.len() - none.len() - wrong.len();
    println!("{right} right, {} none, {} wrong", none.len(), wrong.len());
    println!("none: {none:#?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(none.len() <= NOT_NAMED, "{none:#?}");
}

fn two_mistakes_at_once_have_no_third_one_as_their_cause() {
    let both = |pair: &'static [Planted]| {
        let [first, second] = [&pair[0], &pair[1]];
        let once = text(&first.port).replace(&first.right, &first.wrong);
        let twice = once.replace(&second.right, &second.wrong);
        // One mistake may be in the same place as the other.
        (first.port == second.port && twice != once).then_some((first, second, twice))
    };
    let ports: Vec<_> = TABLE
        .planted
        .windows(2)
        .filter_map(both)
        .step_by(3)
        .collect();
    assert!(ports.len() > 12, "{}", ports.len());
    let both = AtomicUsize::new(0);
    let wrong: Vec<_> = ports
        .par_iter()
        .filter_map(|(first, second, port)| {
            let named = causes(&checked(&first.port, port));
            let planted = |key: &str| {
                [first, second]
                    .iter()
                    .any(|one| one.keys.iter().any(|own| own == key))
            };
            both.fetch_add(
                usize::from(named.iter().any(|key| key.contains('+'))),
                Ordering::Relaxed,
            );
            let is_wrong = |key: &String| !key.split('+').all(planted);
            named.first().is_some_and(is_wrong).then(|| {
                format!(
                    "{}: {:?} and {:?}: {named:?}",
                    first.port, first.wrong, second.wrong
                )
            })
        })
        .collect();
    let both = both.into_inner();
    println!("{both} of {} pairs named", ports.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(both > 0);
}

fn a_program_that_answers_fractions_is_told_so() {
    let fractions =
        text("mt19937").replace("        return y\n", "        return y / 4294967296\n");
    check("mt19937", &fractions, &[]).ended(
        1,
        &[
            "These are made of the right words after `seed ",
            ": each is output / 2^32.",
        ],
    );
}
