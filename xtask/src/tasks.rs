//! The list of tasks: one table that the dispatcher and the help text read.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

use crate::{ci, fuzz, miri, msrv, mutate, no_std, process, tidy};

/// One task of `cargo xtask`.
pub(crate) struct Task {
    /// What the user types.
    pub(crate) name: &'static str,
    /// One line for the list of tasks.
    pub(crate) summary: &'static str,
    /// What carries it out.
    pub(crate) run: Run,
}

/// What carries a task out, and the arguments that it takes after its name. A function gets the root of the repository.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// The subcommand of `roguelab` with the same name and the same arguments.
    Roguelab,
    /// A function; there are no arguments.
    Alone(fn(&Path) -> u8),
    /// A function that gets the folder which the only argument names, if there is one, instead of the root.
    Folder(fn(&Path) -> u8),
    /// A function that passes the arguments on unread.
    Forwarded(fn(&Path, &[OsString]) -> u8),
    /// A function that reads the arguments, none of which is a path.
    Words(fn(&Path, &[String]) -> u8),
}

/// Every task, in the order in which the help lists them.
#[rustfmt::skip]
pub(crate) const TASKS: &[Task] = &[
    Task { name: "report", run: Run::Roguelab, summary: "print the summary and write the report to target/report" },
    Task { name: "gate",   run: Run::Roguelab, summary: "run the regression gate; writes gate.json and junit.xml to target/gate" },
    Task { name: "bless",  run: Run::Roguelab, summary: "regenerate the fixtures; with --check, fail if one would change" },
    Task { name: "plan",   run: Run::Roguelab, summary: "show the statistical plan with its power and false alarms; run it or a check of it" },
    Task { name: "audit",  run: Run::Roguelab, summary: "look at fresh seeds and add what they show to a ledger; never blocks" },
    Task { name: "mutate", run: Run::Words(mutate::run), summary: "prove the gate: each of many one-line mutations must turn it red (minutes)" },
    Task { name: "setup",  run: Run::Roguelab, summary: "fetch the oracles; some want --accept-licence" },
    Task { name: "doctor", run: Run::Roguelab, summary: "show which oracles and tools are here, and what a missing one would prove" },
    Task { name: "game",   run: Run::Roguelab, summary: "play the real game and compare it with the port" },
    Task { name: "ci",     run: Run::Alone(ci::run), summary: "every check but the tests: format, lints, docs, Miri, the oldest Rust, licences, fixtures, gate and more" },
    Task { name: "tidy",   run: Run::Folder(tidy::run), summary: "check the structure of the repository (or of another FOLDER)" },
    Task { name: "no-std", run: Run::Alone(no_std::run), summary: "prove that generators and permute need neither std nor alloc" },
    Task { name: "msrv",   run: Run::Alone(msrv::run), summary: "build and test with the oldest Rust that the workspace promises, where rustup has it" },
    Task { name: "fuzz",   run: Run::Words(fuzz::run), summary: "search for inputs that break something: [--seconds N] [--subject SUBJECT] [TARGET...]" },
    Task { name: "miri",   run: Run::Alone(miri::run), summary: "run the tests of the ports under Miri, where a nightly toolchain has it" },
    Task { name: "bench",  run: Run::Forwarded(process::bench), summary: "run the benchmarks; with --table, put the last run into the README" },
    Task { name: "help",   run: Run::Alone(help), summary: "print this list" },
];

fn help(_root: &Path) -> u8 {
    println!("{}", usage());
    0
}

/// How to call xtask, and every task with its line.
pub(crate) fn usage() -> String {
    let mut text = String::from("usage: cargo xtask TASK [ARGUMENT...]\n\ntasks:");
    for task in TASKS {
        write!(text, "\n  {:<8}{}", task.name, task.summary).expect("a String takes any text");
    }
    text
}

/// The task whose name takes the fewest edits to reach from `name`.
pub(crate) fn nearest(name: &str) -> &'static str {
    TASKS.iter().map(|task| task.name).min_by_key(|known| edit_distance(name, known)).unwrap_or("help")
}

/// Levenshtein distance in characters, one row of the table at a time.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let substituted = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_counts_edits() {
        assert_eq!(edit_distance("", "gate"), 4);
        assert_eq!(edit_distance("gate", "gate"), 0);
        assert_eq!(edit_distance("gaet", "gate"), 2);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }

    #[test]
    fn a_misspelt_task_is_recognised() {
        assert_eq!(nearest("reprot"), "report");
        assert_eq!(nearest("benhc"), "bench");
        assert_eq!(nearest("tdy"), "tidy");
    }

    #[test]
    fn the_usage_names_every_task() {
        let text = usage();
        for task in TASKS {
            assert!(text.contains(&format!("\n  {:<8}{}", task.name, task.summary)), "{} is missing", task.name);
        }
    }
}
