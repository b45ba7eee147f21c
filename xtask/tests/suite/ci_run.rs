//! The script `.ci/run`, with a stand-in for cargo: what it sums up, and when it fails.
#![cfg(target_os = "linux")]

use std::fs;

use crate::run as run_to_end;
use crate::stand_ins::StandIns;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../.ci/run");

/// Two test programs, all of whose tests pass, except one that was skipped.
const PASSING: &str = "\
echo 'running 5 tests'
echo 'test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s'
echo 'test result: ok. 38 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s'";

const FAILING: &str = "\
echo 'test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s'
echo 'test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s'
exit 101";

/// Programs that the script looks for, and what it is written in; cargo runs these lines for the tests, slow ones
/// included, and for `cargo xtask TASK`.
fn stand_ins(test: &str, setup: &str, ci: &str) -> StandIns {
    let cargo = format!(
        "case \"$*\" in\n'test -- --include-ignored')\n{test}\n;;\n'xtask setup --accept-licence')\n{setup}\n;;\n\
         'xtask ci beside')\necho 'miri passed'\n;;\n'xtask ci steps')\n{ci}\n;;\n*--version) ;;\n*) echo \"unexpected: $*\"; exit 99 ;;\nesac"
    );
    let stand_ins = StandIns::new().program("cargo", &cargo);
    let there = ["cc", "c++", "git", "node", "python3", "valgrind", "rustup"];
    let stand_ins = there
        .into_iter()
        .fold(stand_ins, |all, name| all.program(name, ":"));
    ["awk", "bash", "dirname", "mkdir", "sed", "tee", "timeout"]
        .into_iter()
        .fold(stand_ins, StandIns::real)
}

/// Runs a copy of the script in the folder of the stand-ins. Gives whether the run succeeded, and its output.
fn run_with(stand_ins: &StandIns) -> (bool, String) {
    fs::create_dir(stand_ins.root().join(".ci")).expect("the folder is made");
    let script = stand_ins.root().join(".ci/run");
    fs::copy(SCRIPT, &script).expect("the script is copied");
    let ended = run_to_end(
        stand_ins
            .command(stand_ins.root().join("bin/bash"))
            .arg(script)
            .env("CI", "true"),
    );
    (ended.code == Some(0), ended.stdout)
}

fn run(test: &str, setup: &str, ci: &str) -> (bool, String) {
    run_with(&stand_ins(test, setup, ci))
}

fn last_line(output: &str) -> &str {
    output.lines().last().unwrap_or_default()
}

#[test]
fn the_counts_of_all_test_programs_are_summed() {
    let (success, output) = run(PASSING, ":", ":");
    assert!(success, "{output}");
    assert_eq!(last_line(&output), "42 passed, 0 failed, 1 skipped");
}

#[test]
fn oracles_are_required() {
    let test = format!("test \"$ROGUELAB_ORACLES\" = require || exit 1\n{PASSING}");
    let (success, output) = run(&test, ":", ":");
    assert!(success, "{output}");
}

#[test]
fn a_failed_test_fails_the_run_and_is_counted() {
    let (success, output) = run(FAILING, ":", ":");
    assert!(!success, "{output}");
    assert!(output.contains("ci: FAILED: tests\n"), "{output}");
    assert_eq!(last_line(&output), "5 passed, 2 failed, 0 skipped");
}

#[test]
fn a_failed_step_fails_the_run_but_stops_nothing() {
    let (success, output) = run(PASSING, "exit 3", "echo all checks ran; exit 1");
    assert!(!success, "{output}");
    assert!(output.contains("all checks ran\n"), "{output}");
    assert!(
        output.contains(
            "ci: FAILED: cargo xtask setup --accept-licence\nci: FAILED: cargo xtask ci steps\n"
        ),
        "{output}"
    );
    assert_eq!(last_line(&output), "42 passed, 0 failed, 1 skipped");
}

#[test]
fn a_run_without_tests_fails() {
    let (success, output) = run(":", ":", ":");
    assert!(!success, "{output}");
    assert!(output.contains("ci: no test ran\n"), "{output}");
    assert_eq!(last_line(&output), "0 passed, 0 failed, 0 skipped");
}

#[test]
fn toolchains_that_are_missing_are_installed() {
    let rustup = "test \"$1\" = toolchain && echo \"rustup $*\"";
    let (success, output) = run_with(&stand_ins(PASSING, ":", ":").program("rustup", rustup));
    assert!(success, "{output}");
    let options = "--profile minimal --no-self-update";
    let nightly = format!(
        "rustup toolchain install nightly --component miri --component rust-src {options}\n"
    );
    assert!(output.contains(&nightly), "{output}");
    assert!(
        output.contains(&format!("rustup toolchain install 1.89 {options}\n")),
        "{output}"
    );
}

#[test]
fn a_toolchain_that_cannot_be_installed_is_named_and_fails_nothing() {
    let (success, output) = run_with(&stand_ins(PASSING, ":", ":").program("rustup", "exit 1"));
    assert!(success, "{output}");
    for toolchain in ["nightly", "1.89"] {
        let said = format!(
            "ci: rustup could not install {toolchain}: a check of `cargo xtask ci` is skipped\n"
        );
        assert!(output.contains(&said), "{output}");
    }
}

#[test]
fn checks_beside_are_shown_and_can_fail_the_run() {
    let (success, output) = run(PASSING, ":", ":");
    assert!(
        success && output.contains("=== beside\nmiri passed\n"),
        "{output}"
    );
    let failing = stand_ins(PASSING, ":", ":");
    let cargo = failing.root().join("bin/cargo");
    let text = fs::read_to_string(&cargo)
        .expect("the stand-in")
        .replace("echo 'miri passed'", "exit 1");
    fs::write(&cargo, text).expect("the stand-in is changed");
    let (success, output) = run_with(&failing);
    assert!(
        !success && output.contains("ci: FAILED: beside\n"),
        "{output}"
    );
}
