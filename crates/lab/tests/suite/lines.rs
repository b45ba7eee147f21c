//! Lines for the program with what each of them prints, and prints with `--json`: `lines.txt`.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use rayon::prelude::*;
use serde_json::Value;
use tempfile::TempDir;

use crate::help::commands;
use crate::program::{Said, fed_to, roguelab, run};

use lab::fixtures::root;

const LINES: &str = include_str!("lines.txt");

/// What stands at the head of the lines that take long.
const SLOW: &str = "# The rest of the file is slow.";

/// Commands without --json: what they print is a program, a page, a trace, a picture or a table for programs.
const WITHOUT: [&str; 9] = [
    "shim",
    "draw dialogue",
    "trace format",
    "trace record",
    "draw maze",
    "draw amazing",
    "draw rooms",
    "draw line",
    "atlas dump",
];

/// Commands with --json that other tests run, as they need a minute or a program.
const ELSEWHERE: [&str; 2] = ["report", "trace exec"];

pub(crate) const WORDS: &str = "1990395451\n1950343301\n404384196\n";

/// Outputs of `rand()` of Microsoft's C library.
const MSVC: &str = "41\n18467\n6334\n26500\n19169\n15724\n11478\n29358\n26962\n24464\n";

/// Numbers of no generator.
const NOISE: &str = "3735928559 182736455 998244353 77 2863311530 1431655765 305419896 2271560481 19088743 4023233417";

/// Vectors of one step that shows this text.
fn spread(text: &str) -> String {
    let step = r#"{"op": "spread", "args": {"na": 1, "nb": 0}, "output": {"texts": ["TEXT"]}}"#;
    r#"{"schema": "roguelab-vectors/1", "subject": "spread", "cases": [{"steps": [STEP]}]}"#
        .replace("STEP", &step.replace("TEXT", text))
}

/// The folder that lines run in, with what they read.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let fixture = |name: &str| fs::read_to_string(root().join("fixtures").join(name)).unwrap();
    put("plan-long.toml", fixture("plan-long.toml").as_bytes());
    let unknown = fixture("plan.toml").replacen(
        "source = \"listless-pcg32-4\"",
        "source = \"dev-random\"",
        1,
    );
    put("unknown.toml", unknown.as_bytes());
    put("get_rand.json", fixture("vectors/get_rand.json").as_bytes());
    let subject = root().join("examples/own-subject/mygame.toml");
    put("mygame.toml", &fs::read(subject).unwrap());
    let save = crate::command_line::save_of(4321);
    put("SAVE", &save);
    put("CUT", &save[..700]);
    for name in ["documents", "vectors"] {
        crate::folders::copy(
            &root().join("fixtures").join(name),
            &folder.path().join(name),
        );
    }
    fs::create_dir(folder.path().join("empty")).unwrap();
    for (name, text) in [
        ("rrandom", WORDS),
        ("msvc-rand", MSVC),
        ("3by2", "3,2\n"),
        ("3by1", "3,1\n"),
        ("good", "x 0 1 - 1\n"),
        ("bad", "x 0 1 - 1\nx 0 1 - one\n"),
        ("head", "# nothing follows\n"),
        ("unknown", "x 0 1 - -\n"),
        ("halves", "0.5 0.25\n1.0\n"),
        ("negative", "0.5 -0.5\n"),
        ("rising", "-2 0\n0 0.5\n2 1\n"),
        ("sixth", "1\n5 0\n2, 6\n"),
        ("zeros", "0\n0\n"),
        ("sevens", &"\u{7}".repeat(280)),
        ("4003", &"\0".repeat(4003)),
        ("unstepped", "0\n210066564\n199112357\n"),
        ("fraction", "1.5"),
        ("five", "5"),
        ("few", "5 6"),
        ("wide", "1 340282366920938463463374607431768211456"),
        ("nan", "0.5 NaN"),
        ("huge", "0.5 1e400"),
        ("escape", "\u{1b}[31m\n"),
        ("equal", &"7\n".repeat(1000)),
        ("alternating", &"1 0\n".repeat(500)),
        ("noise", NOISE),
        ("wrong", &spread("b")),
        ("right", &spread("a")),
        ("half", &spread("a")[..50]),
        ("mark", "\u{feff}{}"),
    ] {
        put(name, text.as_bytes());
    }
    put("one", &1_f32.to_le_bytes());
    put("nan.f64", &[0.5, f64::NAN].map(f64::to_le_bytes).concat());
    for (name, line) in [
        ("a", "trace record get_rand --seed 5 -n 20"),
        ("b", "trace record get_rand --seed 6 -n 20"),
        ("pcg32", "words pcg32 --seed 7 -n 10 --format text"),
        ("fair", "words pcg32 --seed 42 -n 3000 --format text"),
    ] {
        put(name, &run(&line.split(' ').collect::<Vec<_>>()).bytes);
    }
    let words = fs::read_to_string(folder.path().join("pcg32")).unwrap();
    let (first, late) = words.split_once('\n').unwrap();
    let changed = first.parse::<u32>().unwrap() ^ 1;
    put("late", late.as_bytes());
    put("changed", format!("{changed}\n{late}").as_bytes());
    folder
});

/// A line without the name of its standard input, and that name.
fn input_of(line: &str) -> (&str, &str) {
    let split = line
        .rsplit_once(" < ")
        .filter(|(_, file)| !file.contains(' '));
    split.unwrap_or((line, "/dev/null"))
}

/// Runs a line in the folder.
pub(crate) fn said(line: &str) -> Said {
    let (line, input) = input_of(line);
    let arguments = shlex::split(line).expect("the quotes are closed");
    let mut command = roguelab(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    command.current_dir(&*FOLDER).env("ROGUELAB_ORACLES", "off");
    fed_to(&mut command, &fs::read(FOLDER.path().join(input)).unwrap())
}

/// A line, its exit code, and what stands below it.
struct Line(&'static str, &'static str, Vec<&'static str>);

fn read(text: &'static str) -> Vec<Line> {
    let mut all = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((code, line)) = line.split_once(" $ ") {
            all.push(Line(line, code, Vec::new()));
        } else if let (Some(last), Some(below)) = (all.last_mut(), line.strip_prefix("  ")) {
            last.2.push(below);
        }
    }
    all
}

impl Line {
    /// What is wrong with it, if anything is.
    fn fault(&self) -> Option<String> {
        let Self(line, code, below) = self;
        let said = said(line);
        let text = if *code == "2" && !said.stderr.is_empty() {
            &said.stderr
        } else {
            &said.stdout
        };
        let missing = below
            .iter()
            .find(|needle| !needle.starts_with('/') && !text.contains(**needle));
        let is_right = said.code.map(|code| code.to_string()).as_deref() == Some(code);
        (!is_right || missing.is_some())
            .then(|| format!("{code} $ {line}: {missing:?}\n{}", said.all()))
    }

    /// The same of what it prints with `--json`.
    fn fault_of_json(&self) -> Option<String> {
        let Self(line, code, below) = self;
        let text = said(line);
        let (command, input) = input_of(line);
        let json = said(&format!("{command} --json < {input}"));
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
    for wrong in ["0 $ atlas show 0\n  no such name", "2 $ atlas show 0"] {
        assert!(read(wrong)[0].fault().is_some());
    }
}

#[test]
#[ignore = "slow: run in CI"]
fn every_op_ends_at_the_edge_of_its_domain() {
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
