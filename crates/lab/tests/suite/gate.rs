//! The gate and the audit as a user meets them: what they print and write, and their exit codes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::child::CommandInTime as _;

use lab::fixtures::root;
use tempfile::TempDir;

fn roguelab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelab"));
    for variable in ["ROGUELAB_SEED", "ROGUELAB_CASES", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"] {
        command.env_remove(variable);
    }
    command.args(arguments).env("ROGUELAB_ORACLES", "off");
    command
}

/// The exit code and all that was said.
pub(super) fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.output_in_time().unwrap();
    let said = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (status.code(), said.concat())
}

/// A folder with a copy of the fixtures, and room for what the gate writes.
pub(super) fn copied() -> TempDir {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            let to = to.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                copy(&entry.path(), &to);
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("fixtures"), &folder.path().join("fixtures"));
    folder
}

/// The gate on these lanes of a copy of the fixtures.
pub(super) fn gate(folder: &TempDir, lanes: &[&str]) -> Command {
    let mut command = roguelab(&["gate", "--out"]);
    command.arg(folder.path().join("out")).arg("--fixtures").arg(folder.path().join("fixtures"));
    command.args(lanes.iter().flat_map(|lane| ["--section", lane]));
    command
}

/// Changes a fixture of the copy.
pub(super) fn change(folder: &TempDir, name: &str, from: &str, to: &str) {
    let path = folder.path().join("fixtures").join(name);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{name} has no `{from}`");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

pub(super) fn assert_said(said: &str, needles: &[&str]) {
    for needle in needles {
        assert!(said.contains(needle), "`{needle}` is not in:\n{said}");
    }
}

#[test]
fn two_runs_give_the_same_bytes_and_the_last_line_has_the_digest() {
    let folder = copied();
    let once = || {
        let (code, said) = run(&mut gate(&folder, &["fixtures"]));
        assert_eq!(code, Some(0), "{said}");
        let files = ["gate.json", "junit.xml"].map(|name| fs::read(folder.path().join("out").join(name)).unwrap());
        (said.lines().last().unwrap().to_owned(), files)
    };
    let (last, [json, junit]) = once();
    assert_eq!(once(), (last.clone(), [json.clone(), junit]));
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert!(last.starts_with("gate: passed ("), "{last}");
    assert!(last.ends_with(&format!("digest {}", json["digest"].as_str().unwrap())), "{last}");
}

#[test]
fn changed_fixtures_fail_the_gate_with_remedies_and_on_github_with_annotations() {
    let folder = copied();
    change(&folder, "gof/testu01.json", "0", "1");
    change(&folder, "atlas.txt", "sha256 ", "sha256 0");
    change(&folder, "golden/rrandom.txt", "rrandom => 1990395451", "rrandom => 1990395452");
    let summary = folder.path().join("summary.md");
    let mut command = gate(&folder, &["fixtures"]);
    let (code, said) = run(command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", &summary));
    assert_eq!(code, Some(1), "{said}");
    let committed = fs::read_to_string(root().join("fixtures/SHA256SUMS")).unwrap();
    let (digest, _) = committed.lines().find_map(|line| line.split_once("  gof/testu01.json")).unwrap();
    assert_said(
        &said,
        &[
            "FAIL fixtures SHA256SUMS: gof/testu01.json: ",
            "if that is meant, run `cargo xtask bless`; if not, `git restore` brings it back",
            digest,
            "to repeat it: cargo test -p lab --test conformance -- --exact rrandom::fixture::port_equals_fixture",
            "::error file=",
            "title=gate%3A fixtures atlas.txt::the port's games differ%0Awas sha256 0",
            "title=gate%3A fixtures golden/rrandom.txt::",
        ],
    );
    let summary = fs::read_to_string(summary).unwrap();
    assert_said(&summary, &["## roguelab gate", "| fixtures | FAIL |", "| FAIL | line 6 | sha256 0"]);
    let junit = fs::read_to_string(folder.path().join("out/junit.xml")).unwrap();
    assert_said(&junit, &["failures=\"5\"", "type=\"FAIL\""]);
}

#[test]
fn what_cannot_be_read_ends_with_exit_code_2_its_place_and_a_remedy() {
    let cases: [(&str, &str, Option<&str>, &[&str]); 4] = [
        ("exact-tables", "baseline.json", None, &["cannot read", "baseline.json", "make it with `cargo xtask bless`"]),
        (
            "exact-tables",
            "baseline.json",
            Some("[1"),
            &["not JSON", "line 1", "regenerate it with `cargo xtask bless`"],
        ),
        ("conformance", "digests.json", None, &["cannot read", "make it with `cargo xtask bless`"]),
        (
            "conformance",
            "digests.json",
            Some("{}"),
            &["not a list of digests", "regenerate it with `cargo xtask bless`"],
        ),
    ];
    for (lane, name, text, needles) in cases {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("fixtures")).unwrap();
        if let Some(text) = text {
            fs::write(folder.path().join("fixtures").join(name), text).unwrap();
        }
        let (code, said) = run(&mut gate(&folder, &[lane]));
        assert_eq!(code, Some(2), "{said}");
        assert_said(&said, needles);
        assert_said(&said, &[name, "gate: INVALID"]);
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("out"), "a file").unwrap();
    let (code, said) = run(&mut gate(&folder, &[]));
    assert_eq!(code, Some(2), "{said}");
    assert_said(&said, &["cannot write", "name another place"]);
}

#[test]
fn other_seeds_and_unknown_lanes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = run(gate(&folder, &[]).env("ROGUELAB_SEED", "7"));
    assert_eq!(code, Some(2), "{said}");
    assert_said(&said, &["committed seeds: unset ROGUELAB_SEED"]);
    let (code, said) = run(&mut gate(&folder, &["exact"]));
    assert_eq!(code, Some(2), "{said}");
    assert_said(&said, &["exact-tables", "conformance"]);
}

#[test]
fn an_audit_prints_its_seeds_and_adds_to_its_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger.jsonl");
    let audit = || run(roguelab(&["audit", "--items", "5000", "--ledger"]).arg(&ledger));
    let (code, first) = audit();
    assert_eq!(code, Some(0), "{first}");
    assert_said(&first, &["listless-5: seed 0x", "canary naive-5", ": caught", "0 of 2 sources raise the alarm"]);
    let (code, second) = audit();
    assert_eq!(code, Some(0), "{second}");
    assert_said(&second, &["over all 10,000 items", "4 runs in "]);
    assert_ne!(first.lines().next(), second.lines().next(), "the seeds are fresh");

    let text = fs::read_to_string(&ledger).unwrap();
    assert_eq!(text.lines().count(), 4);
    fs::write(&ledger, text.lines().next().unwrap()).unwrap();
    let (code, said) = audit();
    assert_eq!(code, Some(2), "{said}");
    assert_said(&said, &["evidence is missing", "start another ledger"]);
}

#[test]
fn an_audit_of_a_given_seed_repeats_itself_and_leaves_ledgers_alone() {
    let folder = tempfile::tempdir().unwrap();
    let audit = |more: &[&str]| {
        let mut command = roguelab(&["audit", "--seed", "0x2a", "--items", "3000"]);
        run(command.args(more).current_dir(&folder))
    };
    let (code, said) = audit(&[]);
    assert_eq!((code, said.clone()), audit(&[]));
    assert_said(&said, &["seed 0x2a, 3,000 items"]);
    assert!(!said.contains(" runs in "), "{said}");
    assert_eq!(audit(&["--ledger", "a"]).0, Some(2));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn only_a_strict_audit_fails() {
    // Ten items do not catch the planted defect.
    let audit = |more: &[&str]| run(roguelab(&["audit", "--seed", "1", "--items", "10"]).args(more));
    let (code, said) = audit(&[]);
    assert_eq!(code, Some(0), "{said}");
    assert_said(&said, &["NOT CAUGHT: this run is VOID"]);
    assert_eq!(audit(&["--strict"]).0, Some(1));
    assert_eq!(audit(&["--strict", "--seed", "twelve"]).0, Some(2));
}
