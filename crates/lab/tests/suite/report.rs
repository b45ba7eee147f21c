//! The report: the same bytes from every run and from any number of threads, and consistent with what is committed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::child::CommandInTime as _;

use findings::Documents;
use lab::fixtures::root;
use lab::report::baseline;
use rogue::atlas::Atlas;
use serde_json::Value;
use subjects::registry::SUBJECTS;

/// Writes a report; what the program printed.
fn write_report(folder: &Path, threads: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelab"));
    let output = command.args(["report", "--threads", threads, "--out"]).arg(folder).output_in_time().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{stdout}");
    stdout
}

/// The block of the README that shows the output of this command.
fn shown_in_readme(command: &str) -> String {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (_, rest) = readme.split_once(&format!("<!-- output of: {command} -->\n```text\n")).expect("a marked block");
    rest.split_once("```").expect("a block has an end").0.trim_end().to_owned()
}

/// The committed numbers, which both must hold, were made with two threads.
#[test]
fn two_runs_with_one_and_seven_threads_write_the_same_bytes() {
    let (one, seven) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let printed = thread::scope(|scope| {
        let seven = scope.spawn(|| write_report(seven.path(), "7"));
        let printed = write_report(one.path(), "1");
        seven.join().unwrap();
        printed
    });
    assert!(printed.contains(&shown_in_readme("cargo xtask report")), "the README shows what is printed");
    let rows = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let (shown, printed) = (rows(&shown_in_readme("cargo xtask report, the oracles")), rows(&printed));
    assert!(shown.len() > 10);
    for row in shown {
        // Where an oracle is missing, its row says so.
        let skipped = row.replace(" agree ", " skipped ");
        let skipped = skipped.rsplit_once(' ').map_or("", |(row, _)| row);
        let found = |line: &String| *line == row || line.strip_prefix(skipped).is_some_and(|rest| rest == " 0");
        assert!(printed.iter().any(found), "the README shows `{row}`");
    }
    let read = |name: &str| fs::read_to_string(one.path().join(name)).unwrap();
    for name in ["report.json", "report.md", "index.html"] {
        assert!(read(name) == fs::read_to_string(seven.path().join(name)).unwrap(), "{name} differs");
        assert!(read(name).len() > 10_000, "{name} is all but empty");
    }

    // Everything that was compared agrees, and all games were among it.
    let report: Value = serde_json::from_str(&read("report.json")).unwrap();
    assert_eq!(report["schema"], "roguelab-report/1");
    let committed = fs::read_to_string(root().join("fixtures/baseline.json")).unwrap();
    let committed: serde_json::Map<String, Value> = serde_json::from_str(&committed).unwrap();
    assert!(committed.len() > 5);
    for (name, numbers) in &committed {
        assert!(baseline::values_of(&report[name]) == *numbers, "{name} is as it is committed");
    }
    let rows = report["conformance"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["outcome"] != "differs"));
    let games = rows.iter().filter(|row| row["subject"] == "new-game" && row["exhaustive"] == true);
    assert!(games.clone().count() >= 2 && games.clone().all(|row| row["cases"] == 32768));
    let rogue = &report["rogue"];
    assert_eq!(rogue["seed"]["games"], 32768);
    assert_eq!(rogue["mix_colors"]["counted"].as_array().unwrap().len(), 14);
}

/// The line of a fixture that begins with this word.
fn field(text: &str, name: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("no line `{name}`")).to_owned()
}

/// The evidence that is committed: the real game showed exactly the games of the dump.
#[test]
fn what_the_real_game_showed_is_the_canonical_dump() {
    let fixture = |name| fs::read_to_string(root().join("fixtures").join(name)).unwrap();
    let (game, atlas) = (fixture("game.txt"), fixture("atlas.txt"));
    assert_eq!(field(&game, "sha256"), field(&atlas, "sha256"));
    assert_eq!((field(&game, "games"), field(&game, "agree")), ("32768".into(), "32768".into()));
}

/// Every file of Rust below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.extension() {
            _ if path.is_dir() => sources(&path),
            Some(extension) if extension == "rs" => vec![path],
            _ => Vec::new(),
        })
        .collect()
}

/// Whether a command of the claims shows something: a filter of tests fits a function or a module of its crate, a test target
/// is there.
fn shows(command: &str) -> bool {
    let words: Vec<&str> = command.split(' ').collect();
    match words[..] {
        ["cargo", "xtask", "report"] => true,
        ["cargo", "test", "-p", package, ref rest @ ..] => {
            let folder = root().join("crates").join(package);
            let target = rest.iter().position(|&word| word == "--test").map(|at| rest[at + 1]);
            if target.is_some_and(|target| !folder.join("tests").join(target).with_extension("rs").exists()) {
                return false;
            }
            let filter = rest.iter().find(|word| !word.starts_with("--") && Some(**word) != target);
            filter.is_none_or(|filter| {
                let module = filter.replace("::", "/");
                sources(&folder).iter().any(|path| {
                    let text = fs::read_to_string(path).unwrap();
                    let functions = text.split("fn ").skip(1).filter_map(|rest| rest.split('(').next());
                    functions.into_iter().any(|name| name.contains(filter))
                        || path.display().to_string().contains(&module)
                })
                    // A subject's name is part of the names of its comparisons.
                    || package == "lab" && SUBJECTS.iter().any(|subject| subject.name() == *filter)
            })
        }
        _ => false,
    }
}

#[test]
fn every_claim_names_a_command_that_exists() {
    let documents = Documents::compute(&Atlas::new(), &|| ()).unwrap();
    let commands: Vec<_> =
        documents.all().iter().flat_map(|document| document.claims()).map(|it| it.reproduce.as_str()).collect();
    assert!(commands.len() > 60, "five documents have many claims");
    for command in commands {
        assert!(shows(command), "{command}");
    }
    for command in ["cargo test -p permute no_such_test", "cargo test -p lab --test nothing", "true"] {
        assert!(!shows(command), "{command}");
    }
}
