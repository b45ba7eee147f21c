//! Help: every command has examples, and they work as printed.

use std::collections::BTreeSet;
use std::process::Command;

use clap::Command as Parser;

use crate::program::{PROGRAM, Said, run};

/// Every command with its path, such as `atlas show`, except hidden ones and clap's own `help`.
pub(crate) fn commands() -> Vec<(String, Parser)> {
    fn add(path: &str, command: &Parser, all: &mut Vec<(String, Parser)>) {
        for sub in command
            .get_subcommands()
            .filter(|sub| sub.get_name() != "help" && !sub.is_hide_set())
        {
            let path = format!("{path} {}", sub.get_name()).trim_start().to_owned();
            all.push((path.clone(), sub.clone()));
            add(&path, sub, all);
        }
    }
    let mut all = Vec::new();
    add("", &roguelab::cli::command(), &mut all);
    all
}

/// The lines under `Examples:` in a help text.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    lines
        .map_while(|line| line.strip_prefix("  "))
        .map(str::to_owned)
        .collect()
}

/// The calls of roguelab in a shell command.
fn calls(line: &str) -> Vec<Vec<String>> {
    let words = shlex::split(line).unwrap_or_else(|| panic!("no shell reads `{line}`"));
    let pieces = words.split(|word| word == "|").map(|piece| {
        let call = piece.iter();
        call.take_while(|word| ![">", ">>"].contains(&word.as_str()))
            .cloned()
            .collect::<Vec<_>>()
    });
    pieces
        .filter(|call| call.first().is_some_and(|name| name == "roguelab"))
        .collect()
}

#[test]
fn every_command_has_examples_that_are_parsed() {
    for (path, command) in commands() {
        let help = command
            .get_after_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        let examples = examples(&help);
        assert!(
            (2..=4).contains(&examples.len()),
            "`roguelab {path}` has {} examples",
            examples.len()
        );
        for example in &examples {
            let calls = calls(example);
            let own = format!("roguelab {path}");
            assert!(
                calls.iter().any(|call| call.join(" ").starts_with(&own)),
                "`{example}` is no example of {path}"
            );
            for call in calls {
                let parsed = roguelab::cli::command().try_get_matches_from(&call);
                assert!(parsed.is_ok(), "{example}:\n{}", parsed.unwrap_err());
            }
        }
    }
    assert_eq!(examples("Examples:\n  one\n  two\n\nNotes"), ["one", "two"]);
}

/// Commands without --json: they print a program, a page, a trace, a picture or a table for programs.
const WITHOUT_JSON: [&str; 8] = [
    "shim",
    "trace format",
    "trace record",
    "draw maze",
    "draw amazing",
    "draw rooms",
    "draw line",
    "atlas dump",
];

#[test]
fn every_command_has_json_unless_it_prints_something_else() {
    for (path, command) in commands() {
        if !command.has_subcommands() {
            let mut arguments = command.get_arguments();
            let has_json = arguments.any(|argument| argument.get_id() == "json");
            let is_listed = WITHOUT_JSON.contains(&&*path);
            assert!(
                has_json != is_listed,
                "`roguelab {path}` has --json: {has_json}"
            );
        }
    }
}

/// Examples that are not run in a test.
const NOT_RUN: [&str; 11] = [
    // A game or a file of the reader's, or stubs that are to be filled in first.
    "my-game",
    "./game",
    "mine.",
    "rogue.save",
    "python3 ",
    // What they need may be missing: Node, oracles, a pack.
    "node ",
    "vectors write pack",
    "vectors check pack",
    // They take long: thousands of processes, all words of 32 bits, or a minute.
    "seq 5000",
    "bias 'w",
    "bias 'floor",
];

/// The examples run one after another in one folder, because some read what an earlier one wrote.
#[test]
#[ignore = "slow: run in CI"]
#[cfg(unix)]
fn examples_that_need_nothing_else_run() {
    let folder = tempfile::tempdir().unwrap();
    let programs = std::path::Path::new(PROGRAM).parent().unwrap();
    let path = format!(
        "{}:{}",
        programs.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut used = BTreeSet::new();
    let mut ran = 0;
    for (_, command) in commands() {
        for example in examples(&command.get_after_help().unwrap().to_string()) {
            if let Some(needs) = NOT_RUN.iter().find(|needs| example.contains(*needs)) {
                used.insert(*needs);
                continue;
            }
            let mut shell = Command::new("sh");
            shell
                .args(["-c", &example])
                .env("PATH", &path)
                .env_remove("ROGUELAB_ORACLES")
                .current_dir(folder.path());
            let said = Said::by(&mut shell);
            // Traces of two seeds differ.
            let differs = example.contains("trace diff");
            let ended = said
                .code
                .is_some_and(|code| code == 0 || (differs && code == 1));
            assert!(
                ended && !said.stdout.is_empty() || example.contains("--out "),
                "{example}:\n{}",
                said.all()
            );
            ran += 1;
        }
    }
    assert!(ran >= 30, "only {ran} examples were run");
    let unused: Vec<_> = NOT_RUN
        .iter()
        .filter(|needs| !used.contains(*needs))
        .collect();
    assert!(unused.is_empty(), "no example has these: {unused:?}");
}

#[test]
fn the_first_help_lists_fifteen_commands_at_most_once_in_lines_that_fit() {
    let help = run(&["--help"]).ended(
        0,
        &[
            "Is the port faithful?",
            "Is it fair?",
            "What made these numbers?",
            "Exit codes:",
        ],
    );
    let commands = commands();
    let first: Vec<_> = commands
        .iter()
        .filter(|(path, _)| !path.contains(' '))
        .collect();
    assert!(
        first.len() <= 15 && help.lines().count() <= 50,
        "{} commands:\n{help}",
        first.len()
    );
    for (path, _) in first {
        let lines = help.lines().filter(|line| {
            line.trim_start().split(' ').next() == Some(path) && line.starts_with("  ")
        });
        assert_eq!(lines.count(), 1, "{path} in:\n{help}");
    }
    let widest = help
        .lines()
        .max_by_key(|line| line.chars().count())
        .unwrap();
    assert!(widest.chars().count() <= 120, "{widest}");
}
