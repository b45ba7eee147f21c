//! Mistakes planted in right ports, one at a time: the cause that `roguelab check` names is the mistake, or it names none.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use lab::fixtures::root;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use crate::child::CommandInTime as _;
use crate::program::run;

/// Right ports, and mistakes in them: what each key is, the file says.
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

/// A file of the folder beside this one.
fn read(name: &str) -> String {
    let folder = root().join("crates/lab/tests/suite/mistakes");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Whether there is a Python to run the ports. Where everything is required, there must be one.
pub(crate) fn has_python() -> bool {
    let version = Command::new("python3").arg("--version").output_in_time();
    let is_there = version.is_ok_and(|said| said.status.success());
    let is_required = std::env::var("ROGUELAB_ORACLES").is_ok_and(|policy| policy == "require");
    assert!(
        is_there || !is_required,
        "there is no python3 to run the ports"
    );
    is_there
}

fn text(subject: &str) -> String {
    let parts = TABLE.ports[subject].iter();
    let parts = parts.map(|part| read(&format!("{part}.py")));
    parts.fold(read("protocol.py"), |text, part| text + &part)
}

/// What `roguelab check` says of a port.
fn checked(subject: &str, text: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let port = folder.path().join("port.py");
    fs::write(&port, text).unwrap();
    let port = port.to_str().unwrap();
    let said = run(&[
        "check", subject, "--json", "--cases", "20", "--", "python3", port,
    ]);
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

/// The keys of the causes that are named.
fn causes(said: &Value) -> Vec<String> {
    let causes = said["failed"]["causes"].as_array();
    let key = |cause: &Value| cause["key"].as_str().unwrap().to_owned();
    causes.into_iter().flatten().map(key).collect()
}

#[test]
#[ignore = "slow: run in CI"]
fn the_ports_are_right_before_a_mistake_is_planted() {
    for subject in TABLE.ports.keys().filter(|_| has_python()) {
        assert_eq!(
            checked(subject, &text(subject))["verdict"],
            "agrees",
            "{subject}"
        );
    }
}

/// Of the planted mistakes all but so many are named.
const NOT_NAMED: usize = 2;

#[test]
#[ignore = "slow: run in CI"]
fn planted_mistakes_are_named_and_no_wrong_cause_is() {
    if !has_python() {
        return;
    }
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

#[test]
#[ignore = "slow: run in CI"]
fn two_mistakes_at_once_have_no_third_one_as_their_cause() {
    if !has_python() {
        return;
    }
    let both = |pair: &'static [Planted]| {
        let [first, second] = [&pair[0], &pair[1]];
        let once = text(&first.port).replace(&first.right, &first.wrong);
        let twice = once.replace(&second.right, &second.wrong);
        // One mistake may be in the place of the other.
        (first.port == second.port && twice != once).then_some((first, second, twice))
    };
    let ports: Vec<_> = TABLE
        .planted
        .windows(2)
        .filter_map(both)
        .step_by(3)
        .collect();
    assert!(ports.len() > 12, "{}", ports.len());
    let wrong: Vec<_> = ports
        .par_iter()
        .filter_map(|(first, second, port)| {
            let named = causes(&checked(&first.port, port));
            let planted = |key: &String| first.keys.contains(key) || second.keys.contains(key);
            named.first().is_some_and(|key| !planted(key)).then(|| {
                format!(
                    "{}: {:?} and {:?}: {named:?}",
                    first.port, first.wrong, second.wrong
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
