//! Plans and paths that are hostile.

use std::fs;
use std::process::Command;

use subjects::oracles::root;

use crate::escapes::faults;
use crate::program::{PROGRAM, Said};

/// A valid plan: the first check of ours.
fn plan() -> String {
    let text = fs::read_to_string(root().join("fixtures/plan.toml")).unwrap();
    format!(
        "alpha = 0.5\n[[check]]{}",
        text.split("[[check]]").nth(1).unwrap()
    )
}

/// The plan with another value in one line.
fn with(plan: &str, key: &str, value: &str) -> String {
    let line = |line: &str| {
        if line.starts_with(&format!("{key} = ")) {
            format!("{key} = \"{value}\"\n")
        } else {
            format!("{line}\n")
        }
    };
    plan.lines().map(line).collect()
}

fn content(text: &str) -> String {
    match text.split_once("PLAN") {
        Some((_, "")) => plan(),
        Some((_, key)) if key.contains('"') => {
            plan().replace("[[check]]", &format!("[[check]]\n{key} = 1"))
        }
        Some((_, key)) => with(&plan(), key.trim(), "{json}"),
        None => text.to_owned(),
    }
}

#[test]
#[cfg(unix)]
fn nothing_that_a_terminal_would_obey_is_printed() {
    assert_eq!(faults(include_str!("hostile.txt"), content), "");
}

#[test]
#[ignore = "slow: run in CI"]
#[cfg(target_os = "linux")]
fn a_plan_without_end_is_refused_in_little_memory() {
    let script = "yes '0 1' | (ulimit -v 1048576; exec timeout 60 \"$0\" plan -)";
    Said::by(Command::new("sh").args(["-c", script, PROGRAM])).refused(&["more than 1 MiB"]);
}
