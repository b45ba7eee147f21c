//! What the program prints, as snapshots: the Markdown files of `tests/snapshots`, README.md, and the pages of docs/ and of each
//! crate.
//!
//! In a block of `console`, a line `$ COMMAND` is run by a shell. Below it stands what it prints, standard output before
//! standard error; in `tests/snapshots` the exit code comes first, as `? 1`, unless it is 0. `...` stands for any lines, and
//! `[..]` for any part of a line. A test is named after its file, and `SNAPSHOTS=overwrite` rewrites the file.
//!
//! The commands of a page run one after another, in a folder of the page. A block with a name after its language, as in
//! `python mine.py`, is such a file there. The commands of a snapshot run at once, in a folder that `setup.sh` has filled.

#[path = "suite/program.rs"]
#[allow(dead_code, reason = "the snapshots start the program through a shell")]
mod program;
#[path = "suite/trials.rs"]
mod trials;
#[path = "../../rogue/tests/writer/mod.rs"]
mod writer;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::LazyLock;

use libtest_mimic::{Arguments, Failed, Trial};
use program::{PROGRAM, VARIABLES};
use rayon::prelude::*;
use rogue::identities::Identities;
use snapbox::assert::DEFAULT_ACTION_ENV;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data};
use tempfile::TempDir;
use trials::{slow, trial};

/// Pages whose commands take some seconds. Of the snapshots, those are slow whose names say so.
const SLOW: [&str; 2] = ["docs/json.md", "docs/port-a-game.md"];

/// Programs that commands on pages use, and that may be missing.
const OPTIONAL: [&str; 3] = ["python3", "node", "patch"];

/// Programs that build or fetch something, and are not run.
const NOT_RUN: [&str; 5] = ["cargo", "git", "mpirun", "npm", "pip"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = vec![
        Trial::test("a_change_is_found", changes_are_found),
        Trial::test(
            "commands_are_only_in_console_blocks",
            misplaced_commands_are_found,
        ),
    ];
    for path in markdown_files() {
        let name = path.strip_prefix(root()).expect("it is in the repository");
        let name = name.display().to_string();
        let is_slow = SLOW.contains(&&*name) || name.contains("/slow-");
        let left_out = reason_to_leave_out(&path).or_else(|| slow(&arguments).filter(|_| is_slow));
        trials.push(trial(name, left_out, move || compare(&path)));
    }
    trials::run(arguments, trials)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn snapshots() -> PathBuf {
    root().join("crates/cli/tests/snapshots")
}

/// All files with commands, sorted by name.
fn markdown_files() -> Vec<PathBuf> {
    let mut files = vec![root().join("README.md")];
    for folder in [snapshots(), root().join("docs")] {
        let entries = fs::read_dir(folder).expect("the folder is there");
        files.extend(entries.map(|entry| entry.expect("it can be read").path()));
    }
    for entry in fs::read_dir(root().join("crates")).expect("the folder is there") {
        files.push(entry.expect("it can be read").path().join("README.md"));
    }
    files.retain(|path| path.extension().is_some_and(|end| end == "md"));
    files.sort();
    files
}

fn reason_to_leave_out(path: &Path) -> Option<String> {
    if cfg!(not(target_os = "linux")) {
        return Some("as on Linux".into());
    }
    let text = fs::read_to_string(path).ok()?;
    for part in parse(&text).ok()? {
        for program in OPTIONAL {
            if matches!(part, Part::Command { script, .. } if script.contains(program))
                && Command::new(program).arg("--version").output().is_err()
            {
                return Some(format!("no {program}"));
            }
        }
    }
    None
}

/// Compares a file with what its commands print now, or rewrites it.
fn compare(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let printed = if path.starts_with(snapshots()) {
        remake_snapshot(&text)?
    } else {
        remake_page(&text)?
    };
    let expected = Data::read_from(path, Some(DataFormat::Text)).raw();
    let assert = Assert::new().action_env(DEFAULT_ACTION_ENV);
    Ok(assert.try_eq(Some(&"printed now"), Data::text(printed), expected)?)
}

/// The folder in which the commands of all snapshots run, with the files that they read.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let (save, _) = writer::write(&Identities::of_seed(4321), "player", &[9; 500]);
    fs::write(folder.path().join("SAVE"), save).unwrap();
    let setup = format!(
        "sh '{0}/setup.sh' '{1}'",
        snapshots().display(),
        root().display()
    );
    let printed = run(&setup, folder.path());
    assert_eq!(printed.text, "", "{setup}");
    folder
});

fn remake_snapshot(text: &str) -> Result<String, Failed> {
    let parts = parse(text)?;
    let texts = parts.par_iter().map(|part| match part {
        Part::Command { script, shown } => {
            let without_oracles = format!("export ROGUELAB_ORACLES=off; {script}");
            let printed = run(&without_oracles, FOLDER.path());
            let text = printed.text_as_in(shown);
            format!("$ {script}{}{text}", printed.code_line())
        }
        Part::Text(text) | Part::File { text, .. } => (*text).to_owned(),
    });
    Ok(texts.collect())
}

fn remake_page(text: &str) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    #[cfg(unix)]
    for name in ["examples", "fixtures"] {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name))?;
    }
    let mut page = String::new();
    for part in parse(text)? {
        match part {
            Part::Command { script, shown } => {
                page += &format!("$ {script}");
                if !NOT_RUN.iter().any(|program| script.starts_with(program)) {
                    page += &run(script, folder.path()).text_as_in(shown);
                }
            }
            Part::File { name, text } => {
                fs::write(folder.path().join(name), text)?;
                page += text;
            }
            Part::Text(text) => page += text,
        }
    }
    Ok(page)
}

/// A part of a Markdown file.
enum Part<'file> {
    /// Prose, the fences of blocks, and blocks that are only shown.
    Text(&'file str),
    /// A block that is a file.
    File { name: &'file str, text: &'file str },
    /// A command, without `$ `, up to the end of its line, and what the file shows below it.
    Command {
        script: &'file str,
        shown: &'file str,
    },
}

fn parse(page: &str) -> Result<Vec<Part<'_>>, Failed> {
    let mut parts = Vec::new();
    let mut pieces = page.split_inclusive("\n```");
    while let Some(prose) = pieces.next() {
        parts.push(without_commands(prose)?);
        let Some(block) = pieces.next() else {
            continue;
        };
        let block = block.strip_suffix("```").ok_or("a block has no end")?;
        let (info, text) = block.split_at(block.find('\n').ok_or("a block has no end")? + 1);
        parts.push(Part::Text(info));
        if info == "console\n" {
            parse_commands(text, &mut parts)?;
        } else if let Some((_, name)) = info.trim_end().split_once(' ') {
            parts.push(Part::File { name, text });
        } else {
            parts.push(without_commands(text)?);
        }
        parts.push(Part::Text("```"));
    }
    Ok(parts)
}

fn without_commands(text: &str) -> Result<Part<'_>, Failed> {
    for line in text.lines() {
        if line.trim_start().starts_with("$ ") {
            return Err(format!("a command outside of a block of console: {line}").into());
        }
    }
    Ok(Part::Text(text))
}

/// A backslash at the end of a line continues a command.
fn parse_commands<'file>(block: &'file str, parts: &mut Vec<Part<'file>>) -> Result<(), Failed> {
    let mut rest = block;
    while !rest.is_empty() {
        let command = rest
            .strip_prefix("$ ")
            .ok_or("a block begins without a command")?;
        let end = command.find("\n$ ").map_or(command.len(), |at| at + 1);
        let (command, after) = command.split_at(end);
        let mut length = 0;
        for line in command.split_inclusive('\n') {
            length += line.len();
            if !line.ends_with("\\\n") {
                break;
            }
        }
        let (script, shown) = command.split_at(length);
        parts.push(Part::Command { script, shown });
        rest = after;
    }
    Ok(())
}

/// What a command printed: the lines without blanks at their ends.
struct Printed {
    text: String,
    /// Nothing if a signal ended it.
    code: Option<i32>,
}

fn run(script: &str, folder: &Path) -> Printed {
    let programs = Path::new(PROGRAM).parent().expect("it is in a folder");
    let path = format!(
        "{}:{}",
        programs.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut shell = Command::new("sh");
    for variable in VARIABLES {
        shell.env_remove(variable);
    }
    let output = shell
        .args(["-c", script])
        .env("PATH", path)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let mut bytes = output.stdout;
    bytes.extend(output.stderr);
    let mut text = String::new();
    for line in String::from_utf8_lossy(&bytes).trim_end().lines() {
        text += line.trim_end();
        text.push('\n');
    }
    Printed {
        text,
        code: output.status.code(),
    }
}

impl Printed {
    /// The exit code as a line, unless it is 0.
    fn code_line(&self) -> String {
        match self.code {
            Some(0) => String::new(),
            Some(code) => format!("? {code}\n"),
            None => "? interrupted\n".into(),
        }
    }

    /// The text, with the wildcards of the text that is shown where they fit.
    fn text_as_in(&self, shown: &str) -> String {
        let shown = match shown.split_once('\n') {
            Some((code, text)) if code.starts_with("? ") => text,
            _ => shown,
        };
        let (text, _) = Assert::new()
            .normalize_paths(false)
            .normalize(Data::text(self.text.as_str()), Data::text(shown));
        text.to_string()
    }
}

fn changes_are_found() -> Result<(), Failed> {
    for (page, is_right) in [
        ("\n```console\n$ echo a\na\n```\n", true),
        ("\n```console\n$ echo a \\\n  b\na b\n```\n", true),
        ("\n```console\n$ echo a\nb\n```\n", false),
        ("\n```console\n$ echo a\n```\n", false),
        ("\n```console\n$ seq 4\n...\n3\n...\n```\n", true),
        ("\n```console\n$ seq 4\n...\n5\n```\n", false),
        (
            "\n```console\n$ cargo xtask report\nall is well\n```\n",
            false,
        ),
        (
            "\n```text my.txt\nmine\n```\n```console\n$ cat my.txt\nmine\n```\n",
            true,
        ),
    ] {
        if cfg!(target_os = "linux") && (remake_page(page)? == page) != is_right {
            return Err(page.into());
        }
    }
    let codes = "\n```console\n$ false\n? 1\n$ seq 2; exit 3\n...\n2\n```\n";
    let right = codes.replace("...", "? 3\n...");
    if cfg!(target_os = "linux") && remake_snapshot(codes)? != right {
        return Err(codes.into());
    }
    Ok(())
}

fn misplaced_commands_are_found() -> Result<(), Failed> {
    for wrong in [
        "\n```console\na\n```\n",
        "\n```text\n$ roguelab subjects\n```\n",
        "    $ roguelab subjects\n",
        "\n```console\n$ true\n",
    ] {
        if parse(wrong).is_ok() {
            return Err(wrong.into());
        }
    }
    Ok(())
}
