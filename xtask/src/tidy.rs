//! The task `tidy`: the structure of the repository, checked by a script.
//!
//! Each rule is a function from text to violations, so that a test can show it a
//! text that breaks it. All violations are printed, as `file:line: rule: what`.

mod arrows;
mod features;
mod fixtures;
mod manifests;
mod text;

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{MISUSE, process};

/// What a violation breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// A crate uses only what the design lets it use.
    Arrows,
    /// The tests build nothing a second time.
    Features,
    /// No file names a folder of somebody's machine.
    MachinePath,
    /// No blanks at the end of a line.
    TrailingBlank,
    /// A text file ends with a newline.
    FinalNewline,
    /// No tabs in Rust.
    Tab,
    /// No large files.
    FileSize,
    /// No long source files.
    FileLength,
    /// Nothing unfinished is left behind.
    Leftover,
    /// Tests wait for child processes no longer than a limit.
    ChildLimit,
    /// Unsafe code stands in one crate.
    UnsafeCode,
    /// Every crate says what it is for.
    CrateDoc,
    /// The oldest Rust is stated once.
    RustVersion,
    /// Every subject has a golden fixture.
    Fixture,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Arrows => "arrows",
            Self::Features => "features",
            Self::MachinePath => "machine-path",
            Self::TrailingBlank => "trailing-blank",
            Self::FinalNewline => "final-newline",
            Self::Tab => "tab",
            Self::FileSize => "file-size",
            Self::FileLength => "file-length",
            Self::Leftover => "leftover",
            Self::ChildLimit => "child-limit",
            Self::UnsafeCode => "unsafe-code",
            Self::CrateDoc => "crate-doc",
            Self::RustVersion => "rust-version",
            Self::Fixture => "fixture",
        })
    }
}

/// One place where a rule is broken.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    rule: Rule,
    file: String,
    /// From 1.
    line: usize,
    what: String,
}

impl Violation {
    fn new(rule: Rule, file: &str, line: usize, what: impl Into<String>) -> Self {
        Self { rule, file: file.to_owned(), line, what: what.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {}", self.file, self.line, self.rule, self.what)
    }
}

/// A file of the repository: its path from the root, with `/`, and its content.
pub(crate) struct File {
    path: String,
    bytes: Vec<u8>,
}

impl File {
    /// The content, unless it is binary.
    fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok().filter(|text| !text.contains('\0'))
    }
}

/// Checks the repository in a folder.
pub(crate) fn run(root: &Path) -> u8 {
    if !root.is_dir() {
        eprintln!("tidy: {} is not a folder", root.display());
        return MISUSE;
    }
    match violations(root) {
        Err(message) => {
            eprintln!("tidy: {message}");
            1
        }
        Ok((violations, files)) => {
            for violation in &violations {
                println!("{violation}");
            }
            println!("tidy: {files} files, {} violations", violations.len());
            u8::from(!violations.is_empty())
        }
    }
}

/// Everything that breaks a rule, and the number of files that were looked at.
fn violations(root: &Path) -> Result<(Vec<Violation>, usize), String> {
    let files = files(root)?;
    // An empty list would pass every rule and prove nothing.
    if files.is_empty() {
        return Err(String::from("git lists no files: nothing was checked"));
    }
    let mut found = arrows::check(&dependencies(root, "normal,build")?, &dependencies(root, "dev")?);
    if files.iter().any(|file| file.path == features::MANIFEST) {
        found.extend(features::check(
            &built(root, &["-p", "lab", "-e", "normal"])?,
            &built(root, &["-e", "normal,dev"])?,
        ));
    }
    found.extend(files.iter().flat_map(text::check));
    found.extend(manifests::check(&files));
    found.extend(fixtures::check(&files));
    Ok((found, files.len()))
}

/// Every file that git tracks or would add.
fn files(root: &Path) -> Result<Vec<File>, String> {
    let list = output(Command::new("git").current_dir(root).args(["ls-files", "-co", "--exclude-standard", "-z"]))?;
    let mut paths: Vec<&str> = list.split('\0').filter(|path| !path.is_empty()).collect();
    // A file in a merge conflict is listed once a side.
    paths.dedup();
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        let full = root.join(path);
        // A tracked file may have been deleted, and a link's target is not ours to check.
        if fs::symlink_metadata(&full).is_ok_and(|data| data.is_file()) {
            let bytes = fs::read(&full).map_err(|error| format!("cannot read {path}: {error}"))?;
            files.push(File { path: path.to_owned(), bytes });
        }
    }
    Ok(files)
}

/// Every member of the workspace with its direct dependencies, as cargo prints them.
fn dependencies(root: &Path, edges: &str) -> Result<String, String> {
    let tree = ["tree", "--workspace", "--depth", "1", "--prefix", "depth", "--no-dedupe", "--locked"];
    output(process::cargo(root).args(tree).args(["--all-features", "--edges", edges]))
}

/// Every package that is built for these members and edges, with its features.
fn built(root: &Path, what: &[&str]) -> Result<String, String> {
    let tree = ["tree", "--locked", "--prefix", "none", "--format", "{p};{f}"];
    output(process::cargo(root).args(tree).args(what))
}

/// What a command that succeeds prints.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot start {name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim_end()));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{name} printed something that is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_violation_prints_its_place_first() {
        let violation = Violation::new(Rule::Tab, "src/lib.rs", 7, "a tab");
        assert_eq!(violation.to_string(), "src/lib.rs:7: tab: a tab");
    }

    #[test]
    fn binary_content_has_no_text() {
        assert!(File { path: String::from("a"), bytes: vec![b'a', 0] }.text().is_none());
        assert!(File { path: String::from("a"), bytes: vec![0xff] }.text().is_none());
        assert_eq!(File { path: String::from("a"), bytes: b"a\n".to_vec() }.text(), Some("a\n"));
    }

    #[test]
    fn a_failing_command_is_an_error() {
        let message = output(Command::new("git").arg("--no-such-option")).unwrap_err();
        assert!(message.starts_with("git failed: "), "{message}");
        assert!(output(&mut Command::new("/nonexistent/git")).unwrap_err().starts_with("cannot start "));
    }
}
