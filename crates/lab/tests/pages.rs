//! For README.md, CONTRIBUTING.md, ARCHITECTURE.md, and the pages of docs/ and of each crate: every command of `roguelab` that
//! they show is run in order and prints what is shown, and the files that they name exist.
//!
//! A page has its own folder. `<!-- file: NAME -->` before a block writes the block into it, `<!-- files: FOLDER -->` copies
//! the files of a folder of the repository, and `<!-- stubs of: NAME -->` before a block puts the functions in the block in
//! place of the stubs in a file written by `roguelab shim`. A line ` ...` in an output stands for any lines. Tests are named
//! after pages; if one needs Linux or a language that is not on this machine, it is shown as ignored, with the reason.

#[path = "suite/program.rs"]
#[allow(dead_code, reason = "the pages start the program through a shell")]
mod program;
#[path = "suite/trials.rs"]
mod trials;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use program::{PROGRAM, VARIABLES};
use trials::{holds, slow, trial};

type Outcome = Result<(), Failed>;

/// The languages that commands on pages use.
const LANGUAGES: [&str; 2] = ["python3", "node"];

/// Pages whose commands take some seconds.
const SLOW: [&str; 2] = ["docs/json.md", "docs/port-a-game.md"];

/// The page that says where everything is, and its greatest length in lines: two screens.
const MAP: &str = "ARCHITECTURE.md";
const MOST_LINES_OF_THE_MAP: usize = 90;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for path in pages() {
        let name = path
            .strip_prefix(root())
            .expect("pages are in the repository")
            .display()
            .to_string();
        let left_out = fs::read_to_string(&path).ok().and_then(|text| {
            missing_language(&text)
                .or_else(|| cfg!(not(target_os = "linux")).then(|| "as on Linux".into()))
        });
        let left_out = left_out.or_else(|| slow(&arguments).filter(|_| SLOW.contains(&&*name)));
        let (shown, named) = (path.clone(), path);
        trials.push(trial(
            format!("{name}::shows_what_is_printed"),
            left_out,
            move || is_real(&read(&shown)?),
        ));
        trials.push(Trial::test(
            format!("{name}::names_files_and_tasks_that_exist"),
            move || names_are_right(&named),
        ));
    }
    trials.push(Trial::test(
        format!("{MAP}::is_short_and_names_every_crate_and_only_files_that_exist"),
        map_is_right,
    ));
    trials.push(Trial::test(
        "a_page_that_is_wrong_is_found",
        wrong_pages_are_found,
    ));
    trials::run(arguments, trials)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The contents of a folder in the repository, sorted by name.
fn listed(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    paths
}

/// All pages. Every crate has one.
fn pages() -> Vec<PathBuf> {
    let mut pages = ["README.md", "CONTRIBUTING.md", MAP]
        .map(|name| root().join(name))
        .to_vec();
    pages.extend(
        listed("docs")
            .into_iter()
            .filter(|path| path.extension().is_some_and(|end| end == "md")),
    );
    pages.extend(
        listed("crates")
            .into_iter()
            .map(|path| path.join("README.md")),
    );
    pages
}

fn read(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// A block of a page between two fences.
struct Block<'page> {
    /// The language named in the opening fence.
    language: &'page str,
    /// The comment in the line before it.
    note: Option<&'page str>,
    text: String,
}

/// The blocks of a page, in order.
fn blocks(page: &str) -> Result<Vec<Block<'_>>, Failed> {
    let mut found = Vec::new();
    let mut note = None;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("    $ ") {
            return Err(format!("`{line}` is not between fences").into());
        }
        let indent = line.len() - line.trim_start().len();
        if let Some(language) = line.trim_start().strip_prefix("```") {
            let mut text = String::new();
            loop {
                let line = lines.next().ok_or("a block has no end")?;
                if line.trim() == "```" {
                    break;
                }
                text += line.get(indent..).unwrap_or_default();
                text.push('\n');
            }
            found.push(Block {
                language,
                note: note.take(),
                text,
            });
        } else {
            note = line
                .strip_prefix("<!-- ")
                .and_then(|rest| rest.strip_suffix(" -->"));
        }
    }
    Ok(found)
}

/// The commands in a block, each with the lines below it. A backslash at the end of a line continues a command.
fn commands(block: &str) -> impl Iterator<Item = (&str, &str)> {
    let pieces = block
        .strip_prefix("$ ")
        .into_iter()
        .flat_map(|block| block.split("\n$ "));
    pieces.map(|piece| {
        let end = piece
            .match_indices('\n')
            .map(|(at, _)| at)
            .find(|&at| !piece[..at].ends_with('\\'));
        end.map_or((piece, ""), |end| (&piece[..end], &piece[end + 1..]))
    })
}

/// Whether the tests run a command: not if it belongs to cargo or another tool that builds or fetches.
fn is_run(command: &str) -> bool {
    let program = command.split_whitespace().find(|word| !word.contains('='));
    !matches!(
        program,
        None | Some("cargo" | "git" | "mpirun" | "npm" | "pip")
    )
}

/// The first language that commands on the page use and that is missing on this machine.
fn missing_language(page: &str) -> Option<String> {
    let found = blocks(page).ok()?;
    let scripts: Vec<&str> = found
        .iter()
        .filter(|block| block.language == "console")
        .map(|block| &*block.text)
        .collect();
    LANGUAGES.into_iter().find_map(|language| {
        let is_used = scripts
            .iter()
            .flat_map(|text| commands(text))
            .any(|(command, _)| command.contains(language));
        let is_there = || Command::new(language).arg("--version").output().is_ok();
        (is_used && !is_there()).then(|| format!("no {language}"))
    })
}

/// Follows a page from beginning to end.
fn is_real(page: &str) -> Outcome {
    let folder = tempfile::tempdir()?;
    #[cfg(unix)]
    std::os::unix::fs::symlink(root().join("fixtures"), folder.path().join("fixtures"))?;
    for block in blocks(page)? {
        let (key, value) = block
            .note
            .and_then(|note| note.split_once(": "))
            .unwrap_or_default();
        match key {
            "file" => fs::write(folder.path().join(value), &block.text)?,
            "files" => copy(&root().join(value), folder.path())?,
            "stubs of" => fill(&folder.path().join(value), &block.text)?,
            _ => {}
        }
        if block.language != "console" {
            let shows = block.text.lines().any(|line| line.starts_with("$ "));
            holds(
                !shows,
                &format!(
                    "commands are in blocks of console, and not here:\n{}",
                    block.text
                ),
            )?;
            continue;
        }
        holds(
            block.text.starts_with("$ "),
            &format!("no command is first in:\n{}", block.text),
        )?;
        for (command, shown) in commands(&block.text) {
            if is_run(command) {
                run(command, shown, folder.path())?;
            } else {
                holds(
                    shown.trim().is_empty(),
                    &format!("`{command}` is not run, so its output cannot be compared"),
                )?;
            }
        }
    }
    Ok(())
}

/// Runs a command in the folder and compares its output.
fn run(command: &str, shown: &str, folder: &Path) -> Outcome {
    let programs = Path::new(PROGRAM)
        .parent()
        .ok_or("the program has no folder")?;
    let path = format!(
        "{}:{}",
        programs.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut shell = Command::new("sh");
    for variable in VARIABLES {
        shell.env_remove(variable);
    }
    let said = shell
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .env("PATH", path)
        .current_dir(folder)
        .output()?;
    let printed = String::from_utf8_lossy(&said.stdout);
    holds(
        fits(shown, &printed),
        &format!("$ {command}\n{printed}\nis not what is shown:\n{shown}"),
    )
}

/// Whether the output is as shown, apart from blanks at the ends of lines.
fn fits(shown: &str, printed: &str) -> bool {
    let lines = |text: &'_ str| {
        text.trim_end()
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    lines_fit(&lines(shown), &lines(printed))
}

/// Whether lines agree, where a line ` ...` stands for one or more lines.
fn lines_fit(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, more)) if line == " ..." => {
            (1..=printed.len()).any(|some| lines_fit(more, &printed[some..]))
        }
        Some((line, more)) => printed
            .split_first()
            .is_some_and(|(printed, rest)| line == printed && lines_fit(more, rest)),
    }
}

fn copy(from: &Path, to: &Path) -> Outcome {
    for entry in fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Replaces the methods of a Python adapter by those in the text with the same names, and puts the other lines at the top.
fn fill(adapter: &Path, text: &str) -> Outcome {
    let mut page = read(adapter)?;
    let (top, methods) = text.split_at(text.find("    def ").ok_or("no method is filled in")?);
    for method in methods.trim_end().split("\n\n") {
        let head = method.lines().next().unwrap_or_default();
        let stub = format!("{head}\n        return UNKNOWN\n");
        holds(
            page.contains(&stub),
            &format!("the adapter has no stub `{head}`:\n{page}"),
        )?;
        page = page.replace(&stub, &format!("{method}\n"));
    }
    Ok(fs::write(adapter, format!("{top}{page}"))?)
}

/// Whether each relative link leads to a file or a folder, and each `cargo xtask` names a task.
fn names_are_right(path: &Path) -> Outcome {
    let page = read(path)?;
    let folder = path.parent().ok_or("a page is in a folder")?;
    for target in page
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
    {
        let file = target.split('#').next().unwrap_or_default();
        let is_there = target.contains("://") || file.is_empty() || folder.join(file).exists();
        holds(is_there, &format!("{target} is not there"))?;
    }
    let tasks = read(&root().join("xtask/src/main.rs"))?;
    let words: Vec<&str> = page
        .split(|c: char| c.is_whitespace() || c == '`')
        .collect();
    for (i, pair) in words
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| **pair == ["cargo", "xtask"])
    {
        let task = words
            .get(i + pair.len())
            .ok_or("a task follows")?
            .trim_matches(|c: char| !c.is_alphanumeric());
        holds(
            tasks.contains(&format!("(\"{task}\",")),
            &format!("there is no task `{task}`"),
        )?;
    }
    Ok(())
}

/// The files and folders named between backquotes on a page: whatever contains a slash and no blank.
fn named_files(page: &str) -> Vec<&str> {
    page.split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| name.contains('/') && !name.contains(char::is_whitespace))
        .collect()
}

/// The first of these names that is not in the repository.
fn first_missing<'page>(names: &[&'page str]) -> Option<&'page str> {
    names
        .iter()
        .copied()
        .find(|name| !root().join(name).exists())
}

fn map_is_right() -> Outcome {
    let page = read(&root().join(MAP))?;
    let lines = page.lines().count();
    holds(
        lines <= MOST_LINES_OF_THE_MAP,
        &format!("{lines} lines, more than {MOST_LINES_OF_THE_MAP}"),
    )?;
    let names = named_files(&page);
    holds(
        names.len() >= 40,
        &format!("only {} files are named: {names:?}", names.len()),
    )?;
    holds(
        first_missing(&names).is_none(),
        &format!("{:?} is not there", first_missing(&names)),
    )?;
    let sources = read(&root().join("docs/sources.md"))?;
    let missing = first_missing(&named_files(&sources));
    holds(
        missing.is_none(),
        &format!("docs/sources.md: {missing:?} is not there"),
    )?;
    for folder in listed("crates")
        .iter()
        .filter_map(|path| path.file_name()?.to_str())
    {
        holds(
            names.contains(&&*format!("crates/{folder}")),
            &format!("the crate {folder} is not named"),
        )?;
    }
    let wrong =
        named_files("a `crates/lab/src/no_such_file.rs`, `crates/lab`, and `cargo xtask a/b`");
    holds(
        wrong.len() == 2 && first_missing(&wrong) == Some(wrong[0]),
        &format!("a wrong name is not found: {wrong:?}"),
    )
}

/// The comparison can fail.
fn wrong_pages_are_found() -> Outcome {
    for (shown, printed, right) in [
        ("a\nb\n", "a\nb  \n", true),
        ("a\n", "a\nb\n", false),
        ("a\n ...\n", "a\nb\nc\n", true),
        ("a\n ...\n", "b\n", false),
        ("a\n ...\nc\n ...\n", "a\nb\nc\nd\n", true),
        ("a\n ...\nd\n", "a\nb\nd\n", true),
        ("a\n ...\nd\n", "a\nd\n", false),
        ("a\n ...\nd\n", "a\nd\nb\n", false),
        ("", "a\n", false),
    ] {
        holds(
            fits(shown, printed) == right,
            &format!("{shown:?} and {printed:?}"),
        )?;
    }
    let page = |block: &str| format!("text\n\n```console\n{block}```\n");
    for wrong in [
        page("$ echo a\nb\n"),
        page("$ cargo xtask report\nall is well\n"),
        page("a\n"),
        "```text\n$ roguelab subjects\n```\n".into(),
        "    $ roguelab subjects\n".into(),
        "```console\n$ true\n".into(),
    ] {
        holds(
            cfg!(not(target_os = "linux")) || is_real(&wrong).is_err(),
            &format!("not found:\n{wrong}"),
        )?;
    }
    Ok(())
}
