//! The task `ci`: every check but the tests, in one call, at home as on a server.
//!
//! A failed step does not stop the later ones: one run shows everything that is
//! wrong.

use std::fmt::Write as _;
use std::path::Path;

use crate::{no_std, process, tidy};

/// One check.
struct Step {
    name: &'static str,
    action: Action,
}

/// What a check runs.
enum Action {
    /// Cargo with these arguments, warnings of rustdoc being errors.
    Cargo(&'static [&'static str]),
    /// The program `roguelab` with a subcommand and an argument list.
    Roguelab(&'static str, &'static [&'static str]),
    /// Another task.
    Task(fn(&Path, &[String]) -> u8),
}

#[rustfmt::skip]
const STEPS: &[Step] = &[
    Step { name: "format", action: Action::Cargo(&["fmt", "--all", "--check"]) },
    Step { name: "lints", action: Action::Cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]) },
    Step { name: "lints of generators, all features", action: Action::Cargo(&["clippy", "-p", "generators", "--all-targets", "--all-features", "--", "-D", "warnings"]) },
    Step { name: "docs", action: Action::Cargo(&["doc", "--no-deps", "--workspace"]) },
    Step { name: "tidy", action: Action::Task(tidy::run) },
    Step { name: "no-std", action: Action::Task(no_std::run) },
    Step { name: "fixtures", action: Action::Roguelab("bless", &["--check"]) },
    Step { name: "gate", action: Action::Roguelab("gate", &[]) },
];

/// Runs every step, prints what came of each, and fails if any failed.
pub(crate) fn run(root: &Path, _arguments: &[String]) -> u8 {
    let results: Vec<(&str, bool)> = STEPS
        .iter()
        .map(|step| {
            println!("== {}", step.name);
            (step.name, carry_out(root, &step.action) == 0)
        })
        .collect();
    print!("{}", summary(&results));
    verdict(&results)
}

fn carry_out(root: &Path, action: &Action) -> u8 {
    match action {
        Action::Cargo(arguments) => {
            process::exit_code(process::cargo(root).args(*arguments).env("RUSTDOCFLAGS", "-D warnings"))
        }
        Action::Roguelab(subcommand, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
            process::roguelab(root, subcommand, &arguments)
        }
        Action::Task(run) => run(root, &[]),
    }
}

/// One line a step.
fn summary(results: &[(&str, bool)]) -> String {
    let mut text = String::from("== summary\n");
    for (name, passed) in results {
        let word = if *passed { "pass" } else { "FAIL" };
        writeln!(text, "{word}  {name}").expect("a String takes any text");
    }
    text
}

/// 0 if there were steps and all passed.
fn verdict(results: &[(&str, bool)]) -> u8 {
    u8::from(results.is_empty() || results.iter().any(|(_, passed)| !passed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_failed_step_fails_the_run() {
        let results = [("format", true), ("tidy", false), ("gate", true)];
        assert_eq!(verdict(&results), 1);
        assert_eq!(summary(&results), "== summary\npass  format\nFAIL  tidy\npass  gate\n");
    }

    #[test]
    fn a_run_of_passed_steps_passes() {
        assert_eq!(verdict(&[("format", true), ("gate", true)]), 0);
    }

    #[test]
    fn a_run_without_steps_proves_nothing() {
        assert_eq!(verdict(&[]), 1);
    }
}
