//! What the program prints, as snapshots: the Markdown files of `tests/snapshots`, README.md, and the pages of docs/ and of each
//! crate.
//!
//! In a block of `console`, a line `$ COMMAND` is run by a shell. Below it stands what it prints, standard output before
//! standard error; in `tests/snapshots` the exit code comes first, as `? 1`, unless it is 0. `...` stands for any lines, and
//! `[..]` for any part of a line. A test is named after its file, and `SNAPSHOTS=overwrite` rewrites the file.
//!
//! The commands of a page run one after another, in a folder of the page. A block with a name after its language, as in
//! `python mine.py`, is such a file there. The commands of a snapshot run at once, in a folder that `setup.sh` has filled.

#[path = "suite/console.rs"]
mod console;
#[path = "suite/program.rs"]
#[allow(dead_code, reason = "the snapshots start the program through a shell")]
mod program;
#[path = "suite/trials.rs"]
mod trials;
#[path = "../../rogue/tests/writer/mod.rs"]
mod writer;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::LazyLock;

use console::{Part, parse, remake_page, remake_snapshot, root, run};
use libtest_mimic::{Arguments, Failed, Trial};
use program::{PROGRAM, VARIABLES};
use rogue::identities::Identities;
use tempfile::TempDir;
use trials::{slow, trial};

/// Pages whose commands take some seconds. Of the snapshots, those are slow whose names say so.
const SLOW: [&str; 2] = ["docs/json.md", "docs/port-a-game.md"];

/// Programs that commands on pages use, and that may be missing.
const OPTIONAL: [&str; 3] = ["python3", "node", "patch"];

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
        remake_snapshot(&text, FOLDER.path())?
    } else {
        remake_page(&text)?
    };
    console::compare(path, printed)
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
    if cfg!(target_os = "linux") && remake_snapshot(codes, &std::env::temp_dir())? != right {
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
