//! Hostile input: endless files, ops that would never end, and text with terminal escapes.

#[cfg(target_os = "linux")]
use std::process::Command;

use crate::escapes::faults;
use crate::program::{PROGRAM, Said, roguelab};

/// Runs the program with the output of this shell command as standard input, with a gigabyte of address space and one minute.
#[cfg(target_os = "linux")]
fn confined(input: &str, arguments: &[&str]) -> Said {
    let mut command = Command::new("sh");
    let script = format!("{input} | (ulimit -v 1048576; exec timeout 60 \"$@\")");
    Said::by(command.args(["-c", &script, "sh", PROGRAM]).args(arguments))
}

#[test]
#[ignore = "slow: run in CI"]
#[cfg(target_os = "linux")]
fn an_input_without_end_is_refused_in_little_memory() {
    let zero = "/dev/zero";
    let endless: [(&str, &[&str], &str); 8] = [
        ("true", &["atlas", "save", zero], "more than 1 MiB"),
        ("true", &["vectors", "check", zero], "more than 64 MiB"),
        ("true", &["who", zero], "no number ends in the first 64 MiB"),
        (
            "true",
            &["trace", "diff", zero, zero],
            "longer than 4096 bytes",
        ),
        ("true", &["test", "--kind", "text", zero], "is not a number"),
        (
            "true",
            &["test", "--permutations", zero],
            "is too long: 64 bytes at most",
        ),
        // These commands read as much as they were told to, or up to the first difference.
        (
            "yes '0 site 1 6 5 5'",
            &["trace", "diff", "-", "/dev/null"],
            "compared no further",
        ),
        (
            "yes '0 1'",
            &["test", "--kind", "text", "--limit", "100000"],
            "256 items",
        ),
    ];
    for (input, arguments, said) in endless {
        let found = confined(input, arguments);
        assert!(found.all().contains(said), "{arguments:?}: {}", found.all());
        assert_eq!(
            found.code == Some(2),
            !said.contains("further") && !said.contains("items")
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn memory_that_runs_out_is_an_error_and_no_crash() {
    let script = "ulimit -v 100000; exec \"$0\" check pcg32 -- sh -c \
        'printf [; yes 7 | head -n 10000000 | tr \"\\n\" \" \"; echo ]'";
    let said = Said::by(Command::new("sh").args(["-c", script, PROGRAM]));
    assert_eq!(said.code, Some(2), "{}", said.all());
    assert_eq!(said.stderr, "roguelab: there is not enough memory\n");
}

#[test]
#[cfg(unix)]
fn the_log_of_a_workflow_obeys_nothing_that_a_program_writes() {
    let script = "echo '::error::a\n  ::add-mask::b\nc ##[error]d' >&2; echo '::warning::e ##[add-mask]f'; exit 1";
    let mut command = roguelab(&["check", "pcg32", "--", "sh", "-c", script]);
    let said = Said::by(command.env("GITHUB_ACTIONS", "true")).all();
    let ours = "::error title=check%3A pcg32 golden::";
    for line in said.lines().filter(|line| !line.starts_with(ours)) {
        assert!(
            !line.contains("##[") && !line.trim_start().starts_with("::"),
            "{said}"
        );
    }
    assert!(said.contains("\n  \\u{3a}:error::a\n"), "{said}");
}

const LINES: &str = include_str!("hostile.txt");

fn content(text: &str) -> String {
    text.replace("\\n", "\n")
}

#[test]
#[cfg(unix)]
fn nothing_that_a_terminal_would_obey_is_printed() {
    assert_eq!(faults(LINES, content), "");
}
