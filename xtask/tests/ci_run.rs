//! The script `.ci/run`, with a stand-in for cargo: what it sums up, and when it fails.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../.ci/run");

/// Two test programs, all of whose tests pass but for one that was skipped.
const PASSING: &str = "\
echo 'running 5 tests'
echo 'test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s'
echo 'test result: ok. 38 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s'";

const FAILING: &str = "\
echo 'test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s'
echo 'test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s'
exit 101";

/// Runs a copy of the script in a folder of its own, where cargo is a script
/// that runs these lines for `cargo test` and `cargo xtask TASK`. Gives whether
/// the run succeeded, and its output.
fn run(name: &str, test: &str, setup: &str, ci: &str) -> (bool, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run is removed");
    }
    fs::create_dir_all(folder.join(".ci")).expect("the folder is made");
    fs::create_dir_all(folder.join("bin")).expect("the folder is made");
    fs::copy(SCRIPT, folder.join(".ci/run")).expect("the script is copied");
    let cargo = format!(
        "#!/bin/sh\ncase \"$*\" in\ntest)\n{test}\n;;\n'xtask setup --accept-licence')\n{setup}\n;;\n\
         'xtask ci')\n{ci}\n;;\n*--version) ;;\n*) echo \"unexpected: $*\"; exit 99 ;;\nesac\n"
    );
    let program = folder.join("bin/cargo");
    fs::write(&program, cargo).expect("the stand-in is written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("the stand-in may be executed");
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").expect("there is a path"));
    let output = Command::new("bash")
        .arg(folder.join(".ci/run"))
        .env("PATH", path)
        .env("CI", "true")
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .expect("bash starts");
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

fn last_line(output: &str) -> &str {
    output.lines().last().unwrap_or_default()
}

#[test]
fn the_counts_of_all_test_programs_are_summed() {
    let (success, output) = run("ci-passing", PASSING, ":", ":");
    assert!(success, "{output}");
    assert_eq!(last_line(&output), "42 passed, 0 failed, 1 skipped");
}

#[test]
fn oracles_are_required() {
    let test = format!("test \"$ROGUELAB_ORACLES\" = require || exit 1\n{PASSING}");
    let (success, output) = run("ci-oracles", &test, ":", ":");
    assert!(success, "{output}");
}

#[test]
fn a_failed_test_fails_the_run_and_is_counted() {
    let (success, output) = run("ci-failing", FAILING, ":", ":");
    assert!(!success, "{output}");
    assert!(output.contains("ci: FAILED: tests\n"), "{output}");
    assert_eq!(last_line(&output), "5 passed, 2 failed, 0 skipped");
}

#[test]
fn a_failed_step_fails_the_run_but_stops_nothing() {
    let (success, output) = run("ci-setup", PASSING, "exit 3", "echo all checks ran; exit 1");
    assert!(!success, "{output}");
    assert!(output.contains("all checks ran\n"), "{output}");
    assert!(
        output.contains("ci: FAILED: cargo xtask setup --accept-licence\nci: FAILED: cargo xtask ci\n"),
        "{output}"
    );
    assert_eq!(last_line(&output), "42 passed, 0 failed, 1 skipped");
}

#[test]
fn a_run_without_tests_fails() {
    let (success, output) = run("ci-empty", ":", ":", ":");
    assert!(!success, "{output}");
    assert!(output.contains("ci: no test ran\n"), "{output}");
    assert_eq!(last_line(&output), "0 passed, 0 failed, 0 skipped");
}
