//! The scripts of the page under plain Node, without a browser: the ports in `assets/games.js` on the vector pack, and all
//! 32,768 games by their digest.
//!
//! Without Node its tests are shown as ignored; those that run all games several times run with `--include-ignored`.

#[path = "../../cli/tests/suite/said.rs"]
#[allow(dead_code, reason = "only Node is started")]
mod said;
#[path = "../../cli/tests/suite/trials.rs"]
mod trials;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use said::Said;
use subjects::oracles::root;
use tempfile::TempDir;

use trials::in_language;

type Outcome = Result<(), Failed>;

type Fact = (&'static str, fn() -> Outcome);

/// Tests that run all games several times.
const SLOW: [&str; 1] = ["a_changed_port_is_found"];

const FACTS: [Fact; 4] = [
    (
        "the_ports_agree_on_every_step_of_their_vectors",
        the_ports_agree_on_every_step_of_their_vectors,
    ),
    (
        "all_games_have_the_digest_of_the_rust_program",
        all_games_have_the_digest_of_the_rust_program,
    ),
    ("a_changed_port_is_found", a_changed_port_is_found),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let slow = trials::slow(&arguments);
    let node = version();
    let mut trials: Vec<Trial> = Vec::new();
    for (fact, run) in FACTS {
        let left_out = slow.clone().filter(|_| SLOW.contains(&fact));
        trials.push(in_language(&format!("pages::{fact}"), &node, left_out, run));
    }
    trials::run(arguments, trials)
}

/// The version of Node, or why it does not run.
fn version() -> Result<String, String> {
    let missing = "skipped: `node --version` does not run on this machine";
    match Command::new("node").arg("--version").output() {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        }
        Ok(output) => Err(format!(
            "{missing}: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        )),
        Err(error) => Err(format!("{missing}: {error}")),
    }
}

fn asset(name: &str) -> PathBuf {
    root().join("crates/evidence/assets").join(name)
}

fn script(name: &str) -> PathBuf {
    root().join("crates/evidence/tests/explorer").join(name)
}

fn node(arguments: &[&Path]) -> Result<Said, Failed> {
    Ok(Command::new("node")
        .args(arguments)
        .current_dir(root())
        .output()?
        .into())
}

fn holds(condition: bool, said: &Said) -> Outcome {
    trials::holds(condition, &said.all())
}

/// Runs the ports in this text, used as `games.js`, on their files of vectors.
fn on_vectors(games: &str) -> Result<Said, Failed> {
    let folder = TempDir::new()?;
    let consumer = root().join("examples/consumers/javascript");
    let copies = [
        (consumer.join("check.mjs"), "check.mjs"),
        (consumer.join("generators.mjs"), "generators.mjs"),
        (script("ports.mjs"), "subjects.mjs"),
    ];
    for (from, to) in copies {
        fs::copy(from, folder.path().join(to))?;
    }
    fs::write(folder.path().join("games.js"), games)?;
    let vectors = SUBJECTS.map(|subject| root().join(format!("fixtures/vectors/{subject}.json")));
    let check = folder.path().join("check.mjs");
    node(
        &[
            &[check.as_path()],
            &vectors.each_ref().map(PathBuf::as_path)[..],
        ]
        .concat(),
    )
}

/// The subjects that `ports.mjs` has.
const SUBJECTS: [&str; 5] = ["rrandom", "get_rand", "new-game", "pcg32", "boss-maze"];

fn the_ports_agree_on_every_step_of_their_vectors() -> Outcome {
    let said = on_vectors(&fs::read_to_string(asset("games.js"))?)?;
    holds(said.code == Some(0), &said)?;
    for subject in SUBJECTS {
        let agreed = said
            .stdout
            .lines()
            .find_map(|line| line.strip_prefix(subject)?.strip_suffix(" steps agree"));
        holds(
            agreed.is_some_and(|steps| {
                steps
                    .trim_start_matches(": ")
                    .parse()
                    .is_ok_and(|steps: u32| steps > 0)
            }),
            &said,
        )?;
    }
    Ok(())
}

/// The digest in `fixtures/atlas.txt`, which is that of `roguelab atlas dump`; other tests compare it with the program.
fn rust_digest() -> Result<String, Failed> {
    let atlas = fs::read_to_string(root().join("fixtures/atlas.txt"))?;
    let digest = atlas
        .lines()
        .find_map(|line| line.strip_prefix("sha256 "))
        .ok_or("atlas.txt has no digest")?;
    Ok(digest.to_owned())
}

fn all_games_have_the_digest_of_the_rust_program() -> Outcome {
    let said = node(&[&script("games.mjs"), &asset("games.js")])?;
    let digest = rust_digest()?;
    let expected = format!("all games: {digest}\ntexts whose SHA-256 is Node's: 200 of 200\n");
    holds(said.code == Some(0) && said.stdout == expected, &said)
}

/// Each port gets one mistake, which is found on the vectors; mistakes in a new game are also found by the digest.
fn a_changed_port_is_found() -> Outcome {
    let games = fs::read_to_string(asset("games.js"))?;
    let folder = TempDir::new()?;
    let path = folder.path().join("games.js");
    let mistakes = [
        ("swaps = 33", "swaps = 32", true),
        ("i < 310; i++", "i < 300; i++", true),
        ("& 0x3fff", "& 0x7fff", true),
        ("getRand(dice, 2, 5)", "getRand(dice, 2, 4)", true),
        ("before >> 59n", "before >> 60n", false),
        ("d3, d2, d1]", "d2, d3, d1]", false),
    ];
    for (right, wrong, in_game) in mistakes {
        let changed = games.replacen(right, wrong, 1);
        if changed == games {
            return Err(format!("games.js has no `{right}`").into());
        }
        let said = on_vectors(&changed)?;
        if said.code != Some(1) {
            return Err(format!("{wrong}: {}", said.all()).into());
        }
        if in_game {
            fs::write(&path, changed)?;
            let said = node(&[&script("games.mjs"), &path])?;
            let found =
                said.stdout.starts_with("all games: ") && !said.stdout.contains(&rust_digest()?);
            holds(said.code == Some(0) && found, &said)?;
        }
    }
    Ok(())
}
