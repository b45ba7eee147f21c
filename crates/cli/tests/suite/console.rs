//! Commands in Markdown files, and what they print.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::Failed;
use rayon::prelude::*;
use snapbox::assert::DEFAULT_ACTION_ENV;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data};

use crate::{PROGRAM, VARIABLES};

/// Programs that build or fetch something, and are not run.
const NOT_RUN: [&str; 5] = ["cargo", "git", "mpirun", "npm", "pip"];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a file with what its commands print now, or rewrites it.
pub(crate) fn compare(path: &Path, printed: String) -> Result<(), Failed> {
    let expected = Data::read_from(path, Some(DataFormat::Text)).raw();
    let assert = Assert::new().action_env(DEFAULT_ACTION_ENV);
    Ok(assert.try_eq(Some(&"printed now"), Data::text(printed), expected)?)
}

/// A snapshot with what its commands print now, in this folder.
pub(crate) fn remake_snapshot(text: &str, folder: &Path) -> Result<String, Failed> {
    let parts = parse(text)?;
    let texts = parts.par_iter().map(|part| match part {
        Part::Command { script, shown } => {
            let without_oracles = format!("export ROGUELAB_ORACLES=off; {script}");
            let printed = run(&without_oracles, folder);
            let text = printed.text_as_in(shown);
            format!("$ {script}{}{text}", printed.code_line())
        }
        Part::Text(text) | Part::File { text, .. } => (*text).to_owned(),
    });
    Ok(texts.collect())
}

/// A page with what its commands print now.
#[allow(dead_code, reason = "not every program of tests has pages")]
pub(crate) fn remake_page(text: &str) -> Result<String, Failed> {
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
pub(crate) enum Part<'file> {
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

pub(crate) fn parse(page: &str) -> Result<Vec<Part<'_>>, Failed> {
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
pub(crate) struct Printed {
    pub(crate) text: String,
    /// Nothing if a signal ended it.
    code: Option<i32>,
}

pub(crate) fn run(script: &str, folder: &Path) -> Printed {
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
