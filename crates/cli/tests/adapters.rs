//! The adapters that `roguelab shim` writes run in their languages, subjects that users describe are compared, mistakes planted
//! in Python ports are named, the consumers of the vector pack agree, and the workflows of `examples/ci` do what they say.
//!
//! Tests are named `language::fact (version)`. If a language is not on this machine, its tests are shown as ignored, with the
//! reason, whatever `ROGUELAB_ORACLES` says: a language is not an oracle. Tests that start an adapter in every language are
//! slow, and run with `--include-ignored`; a page of docs fills in an adapter in Python.

#[path = "adapters/consumers.rs"]
mod consumers;
#[path = "suite/folders.rs"]
mod folders;
#[path = "suite/mistakes/planted.rs"]
mod planted;
#[path = "suite/program.rs"]
#[allow(dead_code, reason = "not every test feeds a program")]
mod program;
#[path = "suite/trials.rs"]
mod trials;
#[path = "adapters/workflows.rs"]
mod workflows;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::LazyLock;

use libtest_mimic::{Arguments, Failed};
use planted::PYTHON;
use program::{Said, fed_to, run};
use serde::Deserialize;
use subjects::oracles::root;
use tempfile::TempDir;
use trials::{holds, in_language, trial};

type Outcome = Result<(), Failed>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let slow = trials::slow(&arguments);
    let of_languages = LANGUAGES.iter().map(|(name, language)| {
        let version = slow.clone().map_or_else(|| version(&language.version), Err);
        let test = format!("{name}::its_adapter_answers_in_every_form");
        in_language(&test, &version, None, || {
            answers_in_every_form(name, language)
        })
    });
    let toml_subject = trial(
        "a_described_subject_finds_the_first_difference",
        PYTHON.clone().err(),
        finds_the_first_difference,
    );
    let planted = planted::TESTS.map(|(name, is_slow, test)| {
        let left_out = slow.clone().filter(|_| is_slow);
        trial(name, left_out.or_else(|| PYTHON.clone().err()), move || {
            test();
            Ok(())
        })
    });
    let others = workflows::trials(slow.as_ref())
        .into_iter()
        .chain(consumers::trials(slow.as_ref()))
        .chain([toml_subject])
        .chain(planted);
    trials::run(arguments, of_languages.chain(others).collect())
}

/// A language, and how to run an adapter in it.
#[derive(Deserialize)]
struct Language {
    file: String,
    version: String,
    compile: String,
    run: String,
    stub: String,
    fills: [String; 3],
}

static LANGUAGES: LazyLock<BTreeMap<String, Language>> =
    LazyLock::new(|| toml::from_str(include_str!("adapters/languages.toml")).unwrap());

/// Names that are reserved somewhere, and texts that end comments.
const ECHO: &str = include_str!("adapters/echo.toml");

const OPS: &str =
    "reset\nclass 18446744073709551615\nend 1 4294967295\nsay -1 b\nno_such_op\nreset\n";

/// A command from words separated by blanks, to be run in a folder. Compiled programs are there, and Go keeps its cache there.
fn command(line: &str, folder: &Path) -> Command {
    let mut words = line.split(' ');
    let program = words.next().unwrap_or_default();
    let mut command = Command::new(if program.starts_with("./") {
        folder.join(program)
    } else {
        program.into()
    });
    command
        .args(words)
        .current_dir(folder)
        .env("GOCACHE", folder.join("cache"))
        .env("GO111MODULE", "off");
    command
}

/// The first line that a program prints about its version, or why it does not run.
fn version(line: &str) -> Result<String, String> {
    let missing = |why: &dyn std::fmt::Display| {
        format!("skipped: `{line}` does not run on this machine: {why}")
    };
    match command(line, &std::env::temp_dir())
        .output()
        .map(Said::from)
    {
        Ok(said) if said.code == Some(0) => {
            Ok(said.all().lines().next().unwrap_or_default().to_owned())
        }
        Ok(said) => Err(missing(&said.stderr.trim())),
        Err(error) => Err(missing(&error)),
    }
}

/// Compiles an adapter, and returns its answers.
fn answers(language: &Language, text: &str) -> Result<String, Failed> {
    let folder = TempDir::new()?;
    fs::write(folder.path().join(&language.file), text)?;
    if !language.compile.is_empty() {
        let said = Said::from(command(&language.compile, folder.path()).output()?);
        holds(said.code == Some(0), &format!("{}\n{text}", said.all()))?;
    }
    let said = fed_to(&mut command(&language.run, folder.path()), OPS.as_bytes());
    holds(said.code == Some(0), &said.all())?;
    Ok(said.stdout.replace('\r', ""))
}

/// As written, the adapter leaves every op out; filled in, it reads and shows every type.
fn answers_in_every_form(name: &str, language: &Language) -> Outcome {
    let folder = TempDir::new()?;
    let file = folder.path().join("echo.toml");
    fs::write(&file, ECHO)?;
    let said = run(&["shim", &file.to_string_lossy(), "--lang", name]);
    holds(said.code == Some(0), &said.all())?;
    let mut text = said.stdout;
    let found = answers(language, &text)?;
    holds(found == "nothing\n?\n?\n?\n?\nnothing\n", &found)?;
    let mut stub = text.find("class_").ok_or("no stub")?;
    for fill in &language.fills {
        stub += text[stub..].find(&language.stub).ok_or("no stub")?;
        text.replace_range(stub..stub + language.stub.len(), fill);
    }
    // The protocol has several forms for some values.
    let found = answers(language, &text)?
        .replace("\\u{a}", "\\n")
        .replace("0xffffffffffffffff", "18446744073709551615");
    let expected =
        "nothing\n18446744073709551615\n[1 4294967295]\n[\"a\\\"b\\n\"] | 0 9 -1\n?\nnothing\n";
    holds(found == expected, &format!("{found}\n{text}"))
}

fn example(file: &str) -> String {
    root()
        .join("examples/own-subject")
        .join(file)
        .to_string_lossy()
        .into_owned()
}

fn finds_the_first_difference() -> Outcome {
    let [subject, original, port] = ["mygame.toml", "original.py", "port.py"].map(example);
    let expected = format!("python3 '{original}'");
    for (program, code, facts) in [
        (original, 0, ["agrees with", ""]),
        (port, 1, ["differs from", "roll"]),
    ] {
        let said = run(&[
            "check",
            &subject,
            "--expected",
            &expected,
            "--",
            "python3",
            &program,
        ]);
        holds(
            said.code == Some(code) && facts.iter().all(|fact| said.stdout.contains(fact)),
            &said.all(),
        )?;
    }
    Ok(())
}
