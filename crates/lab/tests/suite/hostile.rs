//! Hostile input: files without an end, ops that would not end, and text with terminal escapes.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::Command;

use crate::program::{PROGRAM, Said, run};

use lab::fixtures::root;

/// Runs the program with standard input from this command of the shell, a gigabyte of addresses and a minute.
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
        // These read as much as they were told, or up to the first difference.
        (
            "yes '0 site 1 6 5 5'",
            &["trace", "diff", "-", "/dev/null"],
            "compared no further",
        ),
        (
            "yes '0 1'",
            &["test", "--kind", "text", "--limit", "100000"],
            "65536 items",
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

/// A carriage return, a colour, a bell and a deletion, a colour by C1, text from the right to the left, an isolate, a link.
const HOSTILE: &str = "\ra\x1b[31m\x07\x7f\u{9b}31m\u{202e}\u{2066}\x1b]8;;h\x07b";

/// Where a hostile text stands.
enum Place {
    /// In the arguments, as `{}`. Clap leaves out of its messages what a terminal would obey.
    Arguments,
    /// In a file of this text; `{}` is the text, `{json}` the same as JSON and TOML have it within quotes.
    File(String),
    /// In the name of a file of this text.
    Name(String),
}

use Place::{Arguments, File, Name};

/// A valid plan: the first check of ours.
fn plan() -> String {
    let text = fs::read_to_string(root().join("fixtures/plan.toml")).unwrap();
    format!(
        "alpha = 0.5\n[[check]]{}",
        text.split("[[check]]").nth(1).unwrap()
    )
}

/// A line of the plan with another value.
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

/// The command, its parts separated by blanks, where the text stands, and whether it is printed again. `FILE` is the file. Each
/// reader of arguments and files is here once, and each command that names a file.
fn commands() -> Vec<(&'static str, Place, bool)> {
    let file = |text: &str| File(text.to_owned());
    let plan = plan();
    let broken = "\"{json}\" = 1";
    vec![
        ("{}", Arguments, false),
        ("words {}", Arguments, true),
        ("words rrandom --format {}", Arguments, false),
        ("check {} --actual port --ops random", Arguments, true),
        ("check pcg32 --actual port --ops {}", Arguments, true),
        ("check pcg32 --actual {} --ops random", Arguments, true),
        ("scan --subject rrandom --where {} --to 9", Arguments, true),
        ("who --numbers {}", Arguments, true),
        ("atlas find --potion healing={}", Arguments, true),
        ("atlas find --draw {}", Arguments, true),
        ("test --only {}", Arguments, true),
        ("atlas save FILE", file("{}"), false),
        ("checkout plan FILE", file("{}"), false),
        (
            "checkout plan FILE",
            File(with(&plan, "name", "{json}")),
            true,
        ),
        (
            "checkout plan FILE",
            File(with(&plan, "test", "{json}")),
            true,
        ),
        (
            "checkout plan FILE",
            File(plan.replace("[[check]]", &format!("[[check]]\n{broken}"))),
            true,
        ),
        ("who FILE", file("1 2 {}"), true),
        ("test --kind text FILE", file("1 2 {}"), true),
        ("test --permutations FILE", file("0 1 {}"), true),
        ("trace diff FILE /dev/null", file("0 s 1 2 3 {}"), true),
        (
            "trace diff FILE /dev/null",
            file("0 {} 0 1 5 1\n1 {} 0 1 5 1\n"),
            true,
        ),
        ("vectors check FILE", file("{}"), false),
        ("vectors check FILE", file("{\"{json}\": 1}"), true),
        (
            "vectors check FILE",
            file("{\"schema\": \"{json}\"}"),
            false,
        ),
        ("shim FILE --lang c", file(broken), true),
        ("atlas save FILE", Name("no save".into()), true),
        ("checkout plan FILE --check none", Name(plan), true),
        ("who FILE", Name("x".into()), false),
        ("test --kind text --json FILE", Name("1 2 3".into()), true),
        ("trace diff FILE /dev/null", Name("1 1\n".into()), true),
        ("vectors check FILE", Name("no vectors".into()), true),
    ]
}

/// As JSON and TOML have it within quotes.
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
    for (arguments, place, echoed) in commands() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name.replace('/', "|"));
            fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let path = match &place {
            Arguments => String::new(),
            File(text) => file(
                "input.toml",
                &text
                    .replace("{json}", &json(HOSTILE))
                    .replace("{}", HOSTILE),
            ),
            Name(text) => file(HOSTILE, text),
        };
        let parts = arguments.split(' ');
        let given: Vec<_> = parts
            .map(|one| one.replace("{}", HOSTILE).replace("FILE", &path))
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
