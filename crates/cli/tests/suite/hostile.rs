//! Hostile input: endless files, ops that would never end, and text with terminal escapes.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::Command;

use crate::program::{PROGRAM, Said, roguelab, run};

use roguelab::fixtures::root;

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
    let endless: [(&str, &[&str], &str); 9] = [
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
        ("yes '0 1'", &["checkout", "plan", "-"], "more than 1 MiB"),
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
    let ours = "::error title=check%3A check pcg32 golden::";
    for line in said.lines().filter(|line| !line.starts_with(ours)) {
        assert!(
            !line.contains("##[") && !line.trim_start().starts_with("::"),
            "{said}"
        );
    }
    assert!(said.contains("\n  \\u{3a}:error::a\n"), "{said}");
}

/// A carriage return, a colour, a bell and a deletion, a colour by C1, a right-to-left override, an isolate, and a link.
const HOSTILE: &str = "\ra\x1b[31m\x07\x7f\u{9b}31m\u{202e}\u{2066}\x1b]8;;h\x07b";

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

const LINES: &str = include_str!("hostile.txt");

/// The text as JSON and TOML have it within quotes.
fn json(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_graphic() {
                c.to_string()
            } else {
                format!("\\u{:04x}", u32::from(c))
            }
        })
        .collect()
}

#[test]
#[cfg(unix)]
fn nothing_that_a_terminal_would_obey_is_printed() {
    let mut wrong = String::new();
    for line in LINES.lines().filter(|line| !line.starts_with('#')) {
        let (line, echoed) = line
            .strip_prefix("! ")
            .map_or((line, true), |line| (line, false));
        let (arguments, text) = line.split_once(" < ").unwrap_or((line, ""));
        let (arguments, named) = arguments
            .strip_suffix(" name")
            .map_or((arguments, false), |arguments| (arguments, true));
        let text = match text.split_once("PLAN") {
            Some((_, "")) => plan(),
            Some((_, key)) if key.contains('"') => {
                plan().replace("[[check]]", &format!("[[check]]\n{key} = 1"))
            }
            Some((_, key)) => with(&plan(), key.trim(), "{json}"),
            None => text.replace("\\n", "\n"),
        };
        let text = text
            .replace("{json}", &json(HOSTILE))
            .replace("{}", HOSTILE);
        let folder = tempfile::tempdir().unwrap();
        let name = if named { HOSTILE } else { "input.toml" };
        let path = folder.path().join(name.replace('/', "|"));
        fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let parts = arguments.split(' ');
        let given: Vec<_> = parts
            .map(|one| one.replace("{}", HOSTILE).replace("FILE", path))
            .collect();
        let printed = run(&given.iter().map(String::as_str).collect::<Vec<_>>()).all();
        let obeyed = |c: &char| lockstep::is_obeyed(*c) && !matches!(c, '\n' | '\t');
        let found: Vec<_> = printed.chars().filter(obeyed).collect();
        let visible = ["\\u{", "\\u0", "\\u2", "\\x", "\\r"]
            .iter()
            .any(|escape| printed.contains(escape));
        if !found.is_empty() || printed.is_empty() || (echoed && !visible) {
            wrong += &format!("{arguments:?} prints {found:?} in {printed:?}\n");
        }
    }
    assert_eq!(wrong, "");
}
