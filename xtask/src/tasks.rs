//! The list of tasks: one table that the dispatcher and the help text read.

use std::fmt::Write as _;
use std::path::Path;

use crate::{ci, fuzz, miri, msrv, mutate, no_std, process, tidy};

/// One task of `cargo xtask`.
pub(crate) struct Task {
    /// What the user types.
    pub(crate) name: &'static str,
    /// One line for the list of tasks.
    pub(crate) summary: &'static str,
    /// The arguments after the name.
    pub(crate) arguments: Arguments,
    /// What carries it out.
    pub(crate) run: Run,
}

/// How many arguments a task takes.
pub(crate) enum Arguments {
    /// None: any is a mistake.
    None,
    /// At most one folder.
    Folder,
    /// Any number, handed on unread to what the task spawns.
    Forwarded,
}

impl Arguments {
    /// The largest number of arguments that is no mistake.
    pub(crate) fn most(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Folder => 1,
            Self::Forwarded => usize::MAX,
        }
    }
}

/// What carries a task out.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// The subcommand of the program `roguelab` with the same name.
    Roguelab,
    /// A function of this crate, from the root and the arguments to an exit code.
    Here(fn(&Path, &[String]) -> u8),
}

/// Every task, in the order in which the help lists them.
#[rustfmt::skip]
pub(crate) const TASKS: &[Task] = &[
    Task { name: "report", arguments: Arguments::Forwarded, run: Run::Roguelab, summary: "print the summary and write the report to target/report" },
    Task { name: "gate",   arguments: Arguments::Forwarded, run: Run::Roguelab, summary: "run the regression gate; writes gate.json and junit.xml to target/gate" },
    Task { name: "bless",  arguments: Arguments::Forwarded, run: Run::Roguelab, summary: "regenerate the fixtures; with --check, fail if one would change" },
    Task { name: "plan",   arguments: Arguments::Forwarded, run: Run::Roguelab, summary: "show the statistical plan with its power and false alarms; run it or a check of it" },
    Task { name: "audit",  arguments: Arguments::Forwarded, run: Run::Roguelab, summary: "look at fresh seeds and add what they show to a ledger; never blocks" },
    Task { name: "mutate", arguments: Arguments::Forwarded, run: Run::Here(mutate::run), summary: "prove the gate: each of many one-line mutations must turn it red (minutes)" },
    Task { name: "setup",  arguments: Arguments::Forwarded, run: Run::Roguelab, summary: "fetch the oracles; some want --accept-licence" },
    Task { name: "doctor", arguments: Arguments::Forwarded, run: Run::Roguelab, summary: "show which oracles and tools are here, and what a missing one would prove" },
    Task { name: "game",   arguments: Arguments::Forwarded, run: Run::Roguelab, summary: "play the real game and compare it with the port" },
    Task { name: "ci",     arguments: Arguments::None,      run: Run::Here(ci::run), summary: "every check but the tests: format, lints, docs, tidy, no-std, fuzz target, licences, fixtures, gate" },
    Task { name: "tidy",   arguments: Arguments::Folder,    run: Run::Here(tidy::run), summary: "check the structure of the repository (or of another FOLDER)" },
    Task { name: "no-std", arguments: Arguments::None,      run: Run::Here(no_std::run), summary: "prove that generators and permute need neither std nor alloc" },
    Task { name: "msrv",   arguments: Arguments::None,      run: Run::Here(msrv::run), summary: "check the workspace with the oldest Rust it promises, through rustup" },
    Task { name: "fuzz",   arguments: Arguments::Forwarded, run: Run::Here(fuzz::run), summary: "search for inputs that break something: [--seconds N] [--subject SUBJECT] [TARGET...]" },
    Task { name: "miri",   arguments: Arguments::None,      run: Run::Here(miri::run), summary: "run the tests of the ports under Miri, where a nightly toolchain has it" },
    Task { name: "bench",  arguments: Arguments::Forwarded, run: Run::Here(process::bench), summary: "run the benchmarks; with --table, put the last run into the README" },
    Task { name: "help",   arguments: Arguments::None,      run: Run::Here(help), summary: "print this list" },
];

fn help(_root: &Path, _arguments: &[String]) -> u8 {
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
