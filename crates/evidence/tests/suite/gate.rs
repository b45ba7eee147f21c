//! The gate as a user sees it: what it prints and writes, and its exit codes.

use std::fs;
use std::process::Command;

use crate::folders::copy;
use crate::program::{Said, evidence};

use subjects::oracles::root;
use tempfile::TempDir;

/// A folder with a copy of the fixtures, and room for what the gate writes.
pub(super) fn copied() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("fixtures"), &folder.path().join("fixtures"));
    folder
}

/// The gate on these sections of a copy of the fixtures.
fn gate(folder: &TempDir, sections: &[&str]) -> Command {
    let mut command = evidence(&["gate", "--out"]);
    command
        .arg(folder.path().join("out"))
        .arg("--fixtures")
        .arg(folder.path().join("fixtures"));
    command
        .args(sections.iter().flat_map(|section| ["--section", section]))
        .env("ROGUELAB_ORACLES", "off");
    command
}

/// Changes a fixture of the copy.
pub(super) fn change(folder: &TempDir, name: &str, from: &str, to: &str) {
    let path = folder.path().join("fixtures").join(name);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{name} has no `{from}`");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn two_runs_give_the_same_bytes_and_the_last_line_has_the_digest() {
    let folder = copied();
    let once = || {
        let said = Said::by(&mut gate(&folder, &["fixtures"])).ended(0, &[]);
        let json = fs::read(folder.path().join("out/gate.json")).unwrap();
        (said.lines().last().unwrap().to_owned(), json)
    };
    let (last, json) = once();
    assert_eq!(once(), (last.clone(), json.clone()));
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert!(last.starts_with("gate: passed ("), "{last}");
    assert!(
        last.ends_with(&format!("digest {}", json["digest"].as_str().unwrap())),
        "{last}"
    );
}

#[test]
fn changed_fixtures_fail_the_gate_with_remedies_and_on_github_with_annotations() {
    let folder = copied();
    change(&folder, "gof/testu01.json", "0", "1");
    change(&folder, "atlas.txt", "sha256 ", "sha256 0");
    change(&folder, "vectors/rrandom.json", "1990395451", "1990395452");
    let mut command = gate(&folder, &["fixtures"]);
    let said = Said::by(command.env("GITHUB_ACTIONS", "true"));
    let committed = fs::read_to_string(root().join("fixtures/SHA256SUMS")).unwrap();
    let (digest, _) = committed
        .lines()
        .find_map(|line| line.split_once("  gof/testu01.json"))
        .unwrap();
    said.ended(
        1,
        &[
            "FAIL fixtures SHA256SUMS: gof/testu01.json: ",
            "if that is intended, run `cargo xtask bless`; if not, `git restore` brings it back",
            digest,
            "to repeat it: cargo run -p roguelab -- vectors check ",
            "::error file=",
            "title=gate%3A fixtures atlas.txt::the port's games differ%0Awas sha256 0",
            "title=gate%3A fixtures vectors/rrandom.json::",
        ],
    );
}

#[test]
fn other_seeds_than_the_committed_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    Said::by(gate(&folder, &[]).env("ROGUELAB_SEED", "7"))
        .refused(&["committed seeds: unset ROGUELAB_SEED"]);
}
