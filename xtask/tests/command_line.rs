//! What the program does with its command line: exit codes and messages.

use std::process::{Command, Output};

const TASKS: [&str; 15] = [
    "report", "gate", "bless", "audit", "mutate", "setup", "game", "ci", "tidy", "no-std", "msrv", "fuzz", "miri",
    "bench", "help",
];

fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments);
    command
}

fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("xtask starts");
    (status.code(), String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned())
}

fn lists_the_tasks(text: &str) -> bool {
    TASKS.iter().all(|task| text.contains(&format!("\n  {task} ")))
}

#[test]
fn no_task_is_an_error_that_lists_the_tasks() {
    let (code, stdout, stderr) = run(&mut xtask(&[]));
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert!(lists_the_tasks(&stderr), "{stderr}");
}

#[test]
fn an_unknown_task_is_an_error_that_names_the_nearest() {
    let (code, stdout, stderr) = run(&mut xtask(&["reprot"]));
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("unknown task `reprot`; did you mean `report`?"), "{stderr}");
    assert!(lists_the_tasks(&stderr), "{stderr}");
}

#[test]
fn help_lists_the_tasks() {
    for word in ["help", "--help", "-h"] {
        let (code, stdout, stderr) = run(&mut xtask(&[word]));
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{word}");
        assert!(lists_the_tasks(&stdout), "{stdout}");
    }
}

#[test]
fn an_argument_that_a_task_does_not_take_is_an_error() {
    for (arguments, refused) in [(&["ci", "--fast"][..], "--fast"), (&["tidy", ".", "more"], "more")] {
        let (code, _, stderr) = run(&mut xtask(arguments));
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(stderr.contains(&format!("does not take the argument `{refused}`")), "{stderr}");
    }
}

#[test]
fn a_missing_c_compiler_is_an_error_that_says_what_to_do() {
    for task in ["report", "gate", "bless", "audit", "setup", "game", "bench"] {
        let mut command = xtask(&[task]);
        for (name, _) in std::env::vars_os().filter(|(name, _)| overrides_cc(&name.to_string_lossy())) {
            command.env_remove(name);
        }
        let (code, stdout, stderr) = run(command.env("CC", "/nonexistent/cc"));
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{task}");
        assert!(stderr.starts_with("roguelab needs a C compiler: "), "{stderr}");
        assert!(stderr.contains("`/nonexistent/cc`, from the environment variable CC"), "{stderr}");
        assert!(stderr.contains("apt-get install gcc"), "{stderr}");
    }
}

/// Whether the crate `cc` reads the variable before `CC`.
fn overrides_cc(variable: &str) -> bool {
    variable == "HOST_CC" || variable.starts_with("CC_")
}

/// A stand-in for cargo, in a folder that looks like the workspace's.
#[cfg(unix)]
fn stand_in_for_cargo(name: &str, script: &str) -> (std::path::PathBuf, std::path::PathBuf) {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(folder.join("xtask")).expect("the folder is made");
    let cargo = folder.join("cargo");
    std::fs::write(&cargo, format!("#!/bin/sh\n{script}\n")).expect("the script is written");
    std::fs::set_permissions(&cargo, std::fs::Permissions::from_mode(0o755)).expect("the script may be executed");
    (folder, cargo)
}

#[cfg(unix)]
#[test]
fn further_arguments_and_the_exit_code_are_passed_through() {
    // It prints its arguments and fails in a way of its own.
    let (_, cargo) = stand_in_for_cargo("stand-in", "echo \"$@\"\nexit 7");

    let (code, stdout, _) = run(xtask(&["bench", "words", "--quick"]).env("CARGO", &cargo));
    assert_eq!((code, stdout.as_str()), (Some(7), "bench -p benches words --quick\n"));

    let (code, stdout, _) = run(xtask(&["bench", "--table", "--mixed"]).env("CARGO", &cargo));
    assert_eq!((code, stdout.as_str()), (Some(7), "run --quiet -p bench-table -- --mixed\n"));

    let (code, stdout, _) = run(xtask(&["report", "--threads", "2"]).env("CARGO", &cargo));
    let expected = "run --quiet -p lab --bin roguelab -- report --threads 2\n";
    assert_eq!((code, stdout.as_str()), (Some(7), expected));
}

/// What `ci` prints where all that cargo is asked succeeds, but for one request.
#[cfg(unix)]
fn ci(name: &str, failing: &str, cxx: &str) -> String {
    let script = format!("echo \"$@\"\ntest \"$*\" != '{failing}'");
    let (folder, cargo) = stand_in_for_cargo(name, &script);
    let mut command = xtask(&["ci"]);
    for (name, _) in std::env::vars_os().filter(|(name, _)| overrides_cxx(&name.to_string_lossy())) {
        command.env_remove(name);
    }
    run(command.env("CARGO_MANIFEST_DIR", folder.join("xtask")).env("CARGO", cargo).env("CXX", cxx)).1
}

/// As `overrides_cc`, for `CXX`.
#[cfg(unix)]
fn overrides_cxx(variable: &str) -> bool {
    variable == "HOST_CXX" || variable.starts_with("CXX_")
}

#[cfg(unix)]
#[test]
fn checks_that_lack_a_program_are_skipped_by_name() {
    let output = ci("ci-lacking", "deny --version", "/nonexistent/c++");
    let fuzz = "no C++ compiler; tried `/nonexistent/c++`, from the environment variable CXX: `--version` does not run";
    let deny = "cargo-deny is not installed (cargo install cargo-deny)";
    for (step, why) in [("fuzz", fuzz), ("deny", deny)] {
        assert!(output.contains(&format!("== {step}\nskipped: {why}\n")), "{output}");
        assert!(output.contains(&format!("\nskip  {step}: {why}\n")), "{output}");
    }
}

#[cfg(unix)]
#[test]
fn checks_that_lack_nothing_are_made_and_can_fail() {
    let deny = "deny check licenses bans sources";
    // Any program that answers --version does for the compiler: the stand-in builds nothing.
    let output = ci("ci-complete", deny, "git");
    assert!(output.contains("== fuzz\ncheck --manifest-path fuzz/Cargo.toml --locked\n"), "{output}");
    assert!(output.contains(&format!("== deny\n{deny}\n")), "{output}");
    assert!(output.contains("\npass  fuzz\npass  schema\npass  portable\n"), "{output}");
    assert!(output.contains("\nFAIL  deny\n"), "{output}");
}
