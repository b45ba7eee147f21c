//! `roguelab doctor`, as a user runs it.

use std::path::Path;
use std::process::{Command, Output};

use crate::child::CommandInTime as _;

/// Runs it with this policy, and this folder as the only place of GSL.
fn doctor(gsl: &Path, policy: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelab"));
    command.arg("doctor").env("ROGUELAB_GSL", gsl).env("ROGUELAB_ORACLES", policy).output_in_time().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_missing_oracle_is_shown_with_what_it_proves_and_how_to_get_it() {
    let empty = tempfile::tempdir().unwrap();
    let output = doctor(empty.path(), "auto");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let (_, told) = text.split_once("\nGSL is missing: ").expect("it says so");
    let told: Vec<&str> = told.lines().take(3).collect();
    assert!(told[0].contains(&empty.path().display().to_string()), "{told:?}");
    assert!(told[1].contains("weak seeding"), "{told:?}");
    assert!(told[2].contains("`cargo xtask setup`") && told[2].contains("ROGUELAB_GSL"), "{told:?}");
    assert!(text.contains(" of 8 oracles are here; tests that need another are skipped"), "{text}");
}

#[test]
fn a_missing_oracle_that_is_required_is_a_failure() {
    let empty = tempfile::tempdir().unwrap();
    let output = doctor(empty.path(), "require");
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(stdout(&output).ends_with("ROGUELAB_ORACLES=require needs all of them.\n"), "{}", stdout(&output));
}

#[test]
fn every_oracle_and_tool_has_a_line() {
    let empty = tempfile::tempdir().unwrap();
    let text = stdout(&doctor(empty.path(), "off"));
    let names = "the real game|glibc random_r|pcg-cpp|rand_pcg 0.|TestU01|C compiler|C++ compiler|valgrind";
    for name in names.split('|') {
        let is_of = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(name);
        assert!(text.lines().any(is_of), "{name}: {text}");
    }
    assert!(text.ends_with("ROGUELAB_ORACLES=off: none of them is used.\n"), "{text}");
}

#[test]
fn a_policy_that_does_not_exist_is_wrong_usage() {
    let output = doctor(Path::new("nowhere"), "perhaps");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("auto, require or off"));
}
