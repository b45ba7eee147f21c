//! Shell commands for the program, with what each prints, also with `--json`: `lines.txt`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use rayon::prelude::*;
use serde_json::Value;
use tempfile::TempDir;

use crate::help::commands;
use crate::program::{PROGRAM, Said, fed_to, roguelab};

use lab::fixtures::root;

const LINES: &str = include_str!("lines.txt");

/// The line that comes before the slow commands.
const SLOW: &str = "# The rest of the file is slow.";

/// Commands without --json: they print a program, a page, a trace, a picture or a table for programs.
const WITHOUT: [&str; 8] = [
    "shim",
    "trace format",
    "trace record",
    "draw maze",
    "draw amazing",
    "draw rooms",
    "draw line",
    "atlas dump",
];

/// Commands with --json that are not run here: the report takes long and prints the text of its file; `trace exec` needs a
/// program, and another test runs it.
const ELSEWHERE: [&str; 2] = ["report", "trace exec"];

/// The first outputs of Rogue's generator with seed 0.
pub(crate) const WORDS: &str = "1990395451\n1950343301\n404384196\n";

/// Runs a shell command in a folder, where `roguelab` is the program and `$0` is this path.
fn shell(folder: &Path, script: &str, zero: &str) -> Said {
    let programs = Path::new(PROGRAM).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    Said::by(
        command
            .args(["-c", script, zero])
            .env("PATH", path)
            .current_dir(folder),
    )
}

/// The folder in which commands run, with the files that they read.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let save = crate::command_line::save_of(4321);
    fs::write(folder.path().join("SAVE"), save).unwrap();
    let script: Vec<&str> = LINES
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .collect();
    let said = shell(folder.path(), &script.join("\n"), root().to_str().unwrap());
    assert_eq!(said.all(), "");
    folder
});

/// A command, and where its standard input comes from, if it says so.
fn split(line: &str) -> (&str, &str) {
    let at = [" < <(", " <<< "].iter().find_map(|mark| line.find(mark));
    let at = at.or_else(|| line.rfind(" < ").filter(|at| !line[at + 3..].contains(' ')));
    line.split_at(at.unwrap_or(line.len()))
}

/// The standard input that a line describes.
fn input(from: &str) -> Vec<u8> {
    if let Some(script) = from.strip_prefix(" < <(") {
        return shell(FOLDER.path(), script.strip_suffix(')').unwrap(), "sh").bytes;
    }
    let file = || fs::read(FOLDER.path().join(from.strip_prefix(" < ")?)).ok();
    let text = || Some(from.strip_prefix(" <<< ")?.replace("\\n", "\n").into());
    file().or_else(text).unwrap_or_default()
}

/// Runs a line of the file in the folder.
pub(crate) fn said(line: &str) -> Said {
    let (line, from) = split(line);
    let arguments = shlex::split(line).expect("the quotes are closed");
    let mut command = roguelab(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    command.current_dir(&*FOLDER).env("ROGUELAB_ORACLES", "off");
    fed_to(&mut command, &input(from))
}

/// A command, its exit code, and the lines below it.
struct Line(&'static str, &'static str, Vec<&'static str>);

fn read(text: &'static str) -> Vec<Line> {
    let mut all = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with(['#', '>'])) {
        if let Some((code, line)) = line.split_once(" $ ") {
            all.push(Line(line, code, Vec::new()));
        } else if let (Some(last), Some(below)) = (all.last_mut(), line.strip_prefix("  ")) {
            last.2.push(below);
        }
    }
    all
}

impl Line {
    /// What is wrong with its output, if anything.
    fn fault(&self) -> Option<String> {
        let Self(line, code, below) = self;
        let said = said(line);
        let text = if *code == "2" && !said.stderr.is_empty() {
            &said.stderr
        } else {
            &said.stdout
        };
        let missing = below.iter().find(|needle| {
            let (needle, is_there) = needle
                .strip_prefix("! ")
                .map_or((**needle, true), |not| (not, false));
            !needle.starts_with('/') && text.contains(&needle.replace("\\n", "\n")) != is_there
        });
        // A verdict is not an error, and a refused command prints no table.
        let is_both =
            line.starts_with("test ") && !said.stdout.is_empty() && !said.stderr.is_empty();
        let is_right = said.code.map(|code| code.to_string()).as_deref() == Some(code) && !is_both;
        (!is_right || missing.is_some())
            .then(|| format!("{code} $ {line}: {missing:?}\n{}", said.all()))
    }

    /// What is wrong with its output with `--json`, if anything.
    fn fault_of_json(&self) -> Option<String> {
        let Self(line, code, below) = self;
        let text = said(line);
        let (command, from) = split(line);
        let json = said(&format!("{command} --json{from}"));
        let document: Value = serde_json::from_str(&json.stdout).unwrap_or_default();
        // Digits are grouped for people.
        let plain = text.all().replace(',', "").to_lowercase();
        let is_shown = |pointer: &str| {
            document.pointer(pointer).is_some_and(|value| {
                let value = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
                    .replace(',', "");
                plain.contains(&value.to_lowercase()) || value == "PASS" && plain.contains("passed")
            })
        };
        let missing = below
            .iter()
            .find(|place| place.starts_with('/') && !is_shown(place));
        let schema = document["schema"].as_str().unwrap_or_default();
        let is_right = json.code.map(|code| code.to_string()).as_deref() == Some(code)
            && schema.starts_with("roguelab-")
            && schema.contains('/');
        (!is_right || missing.is_some())
            .then(|| format!("{line} --json: {missing:?}\n{document:#}\n{plain}"))
    }
}

fn hold(lines: &[Line], fault: fn(&Line) -> Option<String>) {
    let faults: Vec<_> = lines.par_iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_line_ends_with_its_code_and_prints_what_it_should() {
    hold(&read(LINES.split_once(SLOW).unwrap().0), Line::fault);
    for wrong in [
        "0 $ atlas show 0\n  no such name",
        "0 $ atlas show 0\n  ! blue",
        "2 $ atlas show 0",
    ] {
        assert!(read(wrong)[0].fault().is_some());
    }
}

#[test]
#[ignore = "slow: run in CI"]
fn every_slow_line_ends_with_its_code_and_prints_what_it_should() {
    hold(&read(LINES.split_once(SLOW).unwrap().1), Line::fault);
}

#[test]
#[ignore = "slow: run in CI"]
fn every_command_that_prints_a_result_prints_the_same_as_json() {
    let mut lines = read(LINES);
    lines.retain(|line| line.2.iter().any(|place| place.starts_with('/')));
    hold(&lines, Line::fault_of_json);
    assert!(
        read("0 $ atlas show 0\n  /no/such/place")[0]
            .fault_of_json()
            .is_some()
    );
    let words = |line: &str, count| line.split(' ').take(count).collect::<Vec<_>>().join(" ");
    let ran: BTreeSet<_> = lines
        .iter()
        .flat_map(|line| [words(line.0, 1), words(line.0, 2)])
        .collect();
    for (path, command) in commands()
        .iter()
        .filter(|(_, command)| !command.has_subcommands())
    {
        let has = command
            .get_arguments()
            .any(|argument| argument.get_id() == "json");
        assert!(
            has != WITHOUT.contains(&path.as_str()),
            "`roguelab {path}` has --json: {has}"
        );
        let is_run = ran.contains(path) != ELSEWHERE.contains(&path.as_str());
        assert!(
            !has || is_run,
            "`roguelab {path} --json` is not run, or is listed as such"
        );
    }
}
