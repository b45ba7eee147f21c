//! --json, --quiet and --color: what every command that prints a result has in common.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::help::commands;
use crate::program::{Said, fed, roguelab};

use lab::fixtures::root;

/// Commands without --json, and why.
const NONE: [(&str, &str); 9] = [
    ("shim", "writes a program"),
    ("draw dialogue", "is a dialogue"),
    ("trace format", "is a page"),
    ("trace record", "writes a trace"),
    ("draw maze", "draws; --svg is for programs"),
    ("draw amazing", "draws; --svg is for programs"),
    ("draw rooms", "draws; --svg is for programs"),
    ("draw line", "draws; --svg is for programs"),
    (
        "atlas dump",
        "is a table for programs, whose digest is committed",
    ),
];

/// Commands with --json that are not run here, and why.
const ELSEWHERE: [(&str, &str); 2] = [
    ("report", "takes long, and is run once below"),
    (
        "trace exec",
        "needs a program, and is run where one is compiled",
    ),
];

/// A command line, what is on its standard input, its exit code, and values of the JSON that the text shows as well.
type Line = (
    &'static [&'static str],
    &'static str,
    i32,
    &'static [&'static str],
);

const WORDS: &str = "1990395451\n1950343301\n404384196\n";

/// Outputs of `rand()` of Microsoft's C library.
const MSVC: &str = "41\n18467\n6334\n26500\n19169\n15724\n11478\n29358\n26962\n24464\n";

const LINES: &[Line] = &[
    (
        &["gate", "--section", "canaries", "--out", "OUT"],
        "",
        0,
        &["/verdict", "/digest"],
    ),
    (&["doctor"], "", 0, &["/oracles/0/name", "/tools/0/purpose"]),
    (
        &["atlas", "show", "1234"],
        "",
        0,
        &["/games/0", "/draws", "/names/0/called", "/names/20/kind"],
    ),
    (
        &["atlas", "draws", "0", "-n", "3"],
        "",
        0,
        &["/draws/0/word", "/draws/2/get_rand"],
    ),
    (
        &["atlas", "save", "SAVE"],
        "",
        0,
        &["/games/0", "/names/3/called"],
    ),
    (
        &["subjects", "get_rand"],
        "",
        0,
        &[
            "/subjects/0/name",
            "/subjects/0/about",
            "/subjects/0/ops/1/form",
        ],
    ),
    (
        &["check", "rrandom", "--seed", "0"],
        WORDS,
        0,
        &["/words", "/start"],
    ),
    (
        &["check", "rrandom", "--seed", "1"],
        WORDS,
        1,
        &[
            "/start",
            "/failed/index",
            "/failed/expected",
            "/failed/actual",
        ],
    ),
    (
        &["check", "pcg32", "--seed", "42"],
        MSVC,
        1,
        &["/failed/made"],
    ),
    (
        &[
            "check",
            "get_rand",
            "--actual",
            "port",
            "--ops",
            "srrandom 0; get_rand 1 100",
        ],
        "",
        0,
        &["/rows/1/op", "/rows/2/actual"],
    ),
    (
        &["bias", "get_rand", "-n", "100"],
        "",
        0,
        &[
            "/what",
            "/total_weight",
            "/weights/0/weight",
            "/weights/0/how_many",
        ],
    ),
    (
        &["checkout", "plan"],
        "",
        0,
        &["/checks/0/name", "/checks/0/n"],
    ),
    (
        &["checkout", "plan", "--check", "listless-pcg32-4-ranks"],
        "",
        0,
        &["/check", "/samples", "/freedom"],
    ),
    (
        &[
            "atlas",
            "find",
            "--potion",
            "healing=pink",
            "--from",
            "0",
            "--to",
            "9999",
        ],
        "",
        0,
        &["/games", "/next_starts/0/seed"],
    ),
    (
        &["who", "--next", "2"],
        WORDS,
        0,
        &[
            "/answers/0/generator",
            "/answers/0/about",
            "/answers/0/next/1",
        ],
    ),
    (
        &[
            "scan",
            "--subject",
            "pcg32",
            "--stream",
            "7",
            "--where",
            "word(0) % 6 == 5",
            "--to",
            "999",
        ],
        "",
        0,
        &[
            "/subject",
            "/stream",
            "/predicate",
            "/to",
            "/seeds",
            "/matches",
            "/first/15",
        ],
    ),
    (
        &["words", "--list"],
        "",
        0,
        &["/sources/0/name", "/sources/0/about"],
    ),
    (
        &["test", "--kind", "text", "--only", "frequency", "-"],
        WORDS,
        2,
        &["/verdict", "/tests/0/test", "/input/items"],
    ),
    (
        &["trace", "diff", "a", "b"],
        "",
        1,
        &[
            "/a",
            "/divergence/a_line",
            "/divergence/causes/0",
            "/draws_agreed",
        ],
    ),
    (&["trace", "diff", "a", "a"], "", 0, &["/draws_agreed"]),
    (&["trace", "diff", "pcg32", "msvc-rand"], "", 1, &["/made"]),
    (
        &["vectors", "check", "get_rand.json"],
        "",
        0,
        &["/agreed", "/disagreed", "/files/0/subject"],
    ),
    (
        &["vectors", "write", "pack", "--subject", "get_rand"],
        "",
        0,
        &["/written/0/file", "/written/0/bytes"],
    ),
];

/// What the lines read, in a folder of their own.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let pack = root().join("fixtures/vectors/get_rand.json");
    put("get_rand.json", &fs::read(pack).unwrap());
    put("SAVE", &crate::command_line::save_of(4321));
    for (name, seed) in [("a", "5"), ("b", "6")] {
        put(
            name,
            crate::program::run(&["trace", "record", "get_rand", "--seed", seed, "-n", "20"])
                .ended(0, &[])
                .as_bytes(),
        );
    }
    let words = crate::program::run(&[
        "words", "pcg32", "--seed", "7", "-n", "10", "--format", "text",
    ])
    .ended(0, &[]);
    put("pcg32", words.as_bytes());
    put("msvc-rand", MSVC.as_bytes());
    folder
}

fn said(folder: &tempfile::TempDir, arguments: &[&str], input: &str) -> Said {
    let mut command = roguelab(arguments);
    command.current_dir(folder).env("ROGUELAB_ORACLES", "off");
    crate::program::fed_to(&mut command, input.as_bytes())
}

#[test]
#[ignore = "slow: run in CI"]
fn every_command_that_prints_a_result_prints_the_same_as_json() {
    let folder = folder();
    let mut ran = BTreeSet::new();
    for &(arguments, input, code, shared) in LINES {
        let text = said(&folder, arguments, input);
        assert_eq!(text.code, Some(code), "{arguments:?}:\n{}", text.all());
        let json = said(&folder, &[arguments, &["--json"]].concat(), input);
        assert_eq!(json.code, Some(code), "{arguments:?}:\n{}", json.all());
        let document: Value = serde_json::from_str(&json.stdout).unwrap_or_else(|error| {
            panic!(
                "{arguments:?} prints no JSON document: {error}\n{}",
                json.stdout
            );
        });
        let schema = document["schema"].as_str().unwrap_or_default();
        assert!(
            schema.starts_with("roguelab-") && schema.contains('/'),
            "{arguments:?} has the schema `{schema}`"
        );
        // Digits are grouped for people.
        let plain = text.all().replace(',', "");
        for pointer in shared {
            let value = document
                .pointer(pointer)
                .unwrap_or_else(|| panic!("no {pointer} in {document:#}"));
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
                .replace(',', "");
            let found = plain.to_lowercase().contains(&value.to_lowercase())
                || (value == "PASS" && plain.contains("passed"));
            assert!(
                found,
                "{arguments:?}: {pointer} is {value}, and the text has it not:\n{}",
                text.all()
            );
        }
        let words: Vec<_> = arguments.iter().take(2).copied().collect();
        ran.extend([words[0].to_owned(), words.join(" ")]);
    }
    for (path, command) in commands()
        .iter()
        .filter(|(_, command)| !command.has_subcommands())
    {
        let has = command
            .get_arguments()
            .any(|argument| argument.get_id() == "json");
        let none = NONE.iter().any(|(name, _)| name == path);
        assert!(
            has != none,
            "`roguelab {path}` has --json: {has}; it is listed as one without: {none}"
        );
        let elsewhere = ELSEWHERE.iter().any(|(name, _)| name == path);
        assert!(
            none || elsewhere != ran.contains(path),
            "`roguelab {path} --json` is not run, or is listed as such"
        );
    }
}

#[test]
#[ignore = "slow: run in CI"]
fn report_prints_as_json_the_file_that_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = roguelab(&["report", "--json", "--out", "site"]);
    command
        .current_dir(&folder)
        .env("ROGUELAB_ORACLES", "off")
        .env("ROGUELAB_CASES", "1");
    let printed = Said::by(&mut command).ended(0, &[]);
    let written = fs::read_to_string(folder.path().join("site/report.json")).unwrap();
    assert!(
        printed == written,
        "--json prints something else than report.json"
    );
    let document: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(
        (&document["schema"], &document["random_cases"]),
        (&"roguelab-report/2".into(), &1.into())
    );
}

#[test]
#[ignore = "slow: run in CI"]
fn quiet_leaves_the_verdict_and_the_exit_code() {
    let folder = folder();
    for (arguments, input, code, verdict) in [
        (
            &[
                "check",
                "get_rand",
                "--actual",
                "port",
                "--ops",
                "srrandom 0; get_rand 1 100",
            ][..],
            "",
            0,
            "port and reference agree\n",
        ),
        (
            &["check", "rrandom", "--seed", "1"],
            WORDS,
            1,
            "the words differ from rrandom after `srrandom 1`\n",
        ),
        (
            &["test", "--kind", "text", "--only", "frequency"],
            WORDS,
            2,
            "INVALID\n",
        ),
        (
            &["gate", "--section", "canaries", "--out", "OUT"],
            "",
            0,
            "gate: passed (",
        ),
        (&["atlas", "draws", "0", "-n", "1"], "", 0, "1990395451"),
    ] {
        let loud = said(&folder, arguments, input);
        let quiet = said(&folder, &[arguments, &["--quiet"]].concat(), input);
        assert_eq!(
            (quiet.code, loud.code),
            (Some(code), Some(code)),
            "{arguments:?}:\n{}",
            quiet.all()
        );
        assert!(
            quiet.stdout.contains(verdict) && loud.stdout.contains(&quiet.stdout),
            "{arguments:?}:\n{}",
            quiet.all()
        );
        assert_eq!(quiet.stderr, "", "{arguments:?}");
        assert!(
            arguments[1] == "draws" || quiet.stdout.lines().count() <= 1,
            "{arguments:?}:\n{}",
            quiet.stdout
        );
    }
}

#[test]
fn colour_is_for_terminals_unless_it_is_asked_for() {
    let line = ["check", "rrandom", "--seed", "1"];
    let plain = fed(&line, WORDS.as_bytes());
    assert!(!plain.stdout.contains('\x1b'), "{}", plain.stdout);
    let coloured = fed(
        &[&line[..], &["--color", "always"]].concat(),
        WORDS.as_bytes(),
    )
    .stdout;
    assert!(
        coloured.contains("\x1b[32mexpected  ") && coloured.contains("\x1b[31mactual  "),
        "{coloured}"
    );
    let stripped = ["\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[0m"]
        .iter()
        .fold(coloured, |text, code| text.replace(code, ""));
    assert_eq!(stripped, plain.stdout);
    for (colour, coloured) in [("always", true), ("never", false)] {
        let help = fed(&["--color", colour, "check", "--help"], b"").stdout;
        assert_eq!(help.contains('\x1b'), coloured, "{help}");
    }
    let json = fed(
        &[&line[..], &["--color", "always", "--json"]].concat(),
        WORDS.as_bytes(),
    )
    .stdout;
    assert!(!json.contains('\x1b'), "{json}");
}

#[test]
#[cfg(unix)]
fn on_a_terminal_there_is_colour_unless_no_color_is_set() {
    use pty_process::blocking::{Command as OnTerminal, open};
    use std::io::Read as _;

    for (variable, option, coloured) in [
        ("", "auto", true),
        ("1", "auto", false),
        ("1", "always", true),
        ("", "never", false),
    ] {
        let (mut master, slave) = open().unwrap();
        let ops = "srrandom 0; get_rand 1 100";
        let command = OnTerminal::new(crate::program::PROGRAM)
            .args([
                "check", "get_rand", "--actual", "port", "--ops", ops, "--color", option,
            ])
            .env("TERM", "xterm")
            .env_remove("NO_COLOR");
        let command = if variable.is_empty() {
            command
        } else {
            command.env("NO_COLOR", variable)
        };
        let mut child = command.spawn(slave).unwrap();
        let mut shown = Vec::new();
        let mut block = [0; 4096];
        // The end of a terminal is an error on some systems.
        while let Ok(count @ 1..) = master.read(&mut block) {
            shown.extend(&block[..count]);
        }
        assert!(
            crate::child::ChildInTime::wait_in_time(&mut child)
                .unwrap()
                .success()
        );
        let shown = String::from_utf8_lossy(&shown);
        assert!(shown.contains("port and reference"), "{shown}");
        assert_eq!(
            shown.contains("\x1b[32magree\x1b[0m"),
            coloured,
            "NO_COLOR={variable} --color {option}:\n{shown}"
        );
    }
}
