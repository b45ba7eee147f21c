//! The task `tidy`: checks the structure of the repository.
//!
//! Each rule is a function from text to violations, so that a test can show it a text that breaks it. All violations are
//! printed as `file:line: rule: what`.

mod arrows;
mod features;
mod light;
mod text;

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{MISUSE, process};

/// The only crates that may contain unsafe code: C, and the memory that WebAssembly shares with its page.
const UNSAFE_CRATES: [&str; 2] = ["crates/foreign/Cargo.toml", "crates/web/Cargo.toml"];

/// A place where a rule is broken.
#[derive(Debug, PartialEq, Eq)]
struct Violation {
    rule: &'static str,
    file: String,
    /// The line number, from 1.
    line: usize,
    what: String,
}

impl Violation {
    fn new(rule: &'static str, file: &str, line: usize, what: impl Into<String>) -> Self {
        Self {
            rule,
            file: file.to_owned(),
            line,
            what: what.into(),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {}: {}",
            self.file, self.line, self.rule, self.what
        )
    }
}

/// A file of the repository: its path from the root, with `/` between folders, and its content.
struct File {
    path: String,
    bytes: Vec<u8>,
}

impl File {
    /// The content as text, unless it is binary.
    fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes)
            .ok()
            .filter(|text| !text.contains('\0'))
    }
}

/// Checks the repository in the folder that the only argument names, or this repository if there is no argument.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    let root = match arguments {
        [] => root,
        [folder] => Path::new(folder),
        [_, more, ..] => {
            eprintln!(
                "tidy: it does not take the argument `{}`",
                more.to_string_lossy().escape_debug()
            );
            return MISUSE;
        }
    };
    if !root.is_dir() {
        eprintln!("tidy: {} is not a folder", root.display());
        return MISUSE;
    }
    match check(root) {
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

/// Checks all rules. All violations, and the number of files that were checked.
fn check(root: &Path) -> Result<(Vec<Violation>, usize), String> {
    let files = read_files(root)?;
    // An empty list would pass every rule and prove nothing.
    if files.is_empty() {
        return Err(String::from("git lists no files: nothing was checked"));
    }
    let mut found = arrows::check(
        &dependencies(root, "normal,build")?,
        &dependencies(root, "dev")?,
    );
    if files.iter().any(|file| file.path == features::MANIFEST) {
        let tests = built_packages(root, &["-e", "normal,dev"])?;
        for program in ["roguelab", "roguelab-evidence"] {
            let program = built_packages(root, &["-p", program, "-e", "normal"])?;
            found.extend(features::check(&program, &tests));
        }
        found.extend(light::check(&built_packages(
            root,
            &["-p", "roguelab-gof", "-e", "normal,build"],
        )?));
    }
    found.extend(files.iter().flat_map(text::check));
    found.extend(files.iter().filter_map(check_lints));
    Ok((found, files.len()))
}

/// The workspace must forbid unsafe code, and every crate but two must inherit its lints.
fn check_lints(manifest: &File) -> Option<Violation> {
    let path = manifest.path.as_str();
    let (section, setting) = match path {
        "Cargo.toml" => ("[workspace.lints.rust]", "unsafe_code=\"forbid\""),
        _ if UNSAFE_CRATES.contains(&path) => return None,
        _ if path == "benches/Cargo.toml" || path == "xtask/Cargo.toml" => {
            ("[lints]", "workspace=true")
        }
        _ => {
            let folder = path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
            // A manifest in a deeper folder is not a member of the workspace.
            (!folder.contains('/')).then_some(("[lints]", "workspace=true"))?
        }
    };
    let mut is_in_section = false;
    for line in manifest.text().unwrap_or_default().lines() {
        let line = line.replace([' ', '\t'], "");
        if line.starts_with('[') {
            is_in_section = line == section;
        } else if is_in_section && line == setting {
            return None;
        }
    }
    Some(Violation::new(
        "unsafe-code",
        path,
        1,
        format!("{section} does not say {setting}"),
    ))
}

/// Every file that git tracks or would add.
fn read_files(root: &Path) -> Result<Vec<File>, String> {
    let list = output(Command::new("git").current_dir(root).args([
        "ls-files",
        "-co",
        "--exclude-standard",
        "-z",
    ]))?;
    let mut paths: Vec<&str> = list.split('\0').filter(|path| !path.is_empty()).collect();
    // A file in a merge conflict is listed once for each side.
    paths.dedup();
    // A tracked file may have been deleted, and the target of a link may be outside the repository.
    paths.retain(|path| fs::symlink_metadata(root.join(path)).is_ok_and(|data| data.is_file()));
    let mut files = Vec::new();
    for path in paths {
        match fs::read(root.join(path)) {
            Ok(bytes) => files.push(File {
                path: path.to_owned(),
                bytes,
            }),
            Err(error) => return Err(format!("cannot read {path}: {error}")),
        }
    }
    Ok(files)
}

/// Every member of the workspace with its direct dependencies, as cargo prints them.
fn dependencies(root: &Path, edges: &str) -> Result<String, String> {
    let tree = [
        "tree",
        "--workspace",
        "--depth",
        "1",
        "--prefix",
        "depth",
        "--no-dedupe",
        "--locked",
    ];
    output(
        process::cargo(root)
            .args(tree)
            .args(["--all-features", "--edges", edges]),
    )
}

/// Every package that is built for these members and edges, with its features.
fn built_packages(root: &Path, what: &[&str]) -> Result<String, String> {
    let tree = [
        "tree", "--locked", "--prefix", "none", "--format", "{p};{f}",
    ];
    output(process::cargo(root).args(tree).args(what))
}

/// The output of a command if it succeeds.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("cannot start {name}: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "{name} failed: {}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        ));
    }
    String::from_utf8(output.stdout)
        .map_err(|_| format!("{name} printed something that is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_manifest(path: &str, text: &str) -> Option<String> {
        let violation = check_lints(&File {
            path: path.into(),
            bytes: text.into(),
        })?;
        Some(violation.to_string())
    }

    #[test]
    fn a_manifest_without_the_lints_is_check_manifest() {
        let root = "[workspace.lints.rust]\nunsafe_code = \"forbid\"\n";
        let rogue = "crates/rogue/Cargo.toml";
        for (path, text) in [
            ("Cargo.toml", root),
            (rogue, "[package]\n\n[lints]\nworkspace = true\n"),
            (UNSAFE_CRATES[0], "[package]\n"),
            ("crates/generators/no_std_probe/Cargo.toml", "[package]\n"),
            ("fuzz/Cargo.toml", "[package]\n"),
        ] {
            assert_eq!(check_manifest(path, text), None, "{path}");
        }
        let what =
            "Cargo.toml:1: unsafe-code: [workspace.lints.rust] does not say unsafe_code=\"forbid\"";
        assert_eq!(
            check_manifest("Cargo.toml", &root.replace("forbid", "allow")).as_deref(),
            Some(what)
        );
        let what = "crates/rogue/Cargo.toml:1: unsafe-code: [lints] does not say workspace=true";
        for text in [
            "[package]\n",
            "[package]\nworkspace = true\n",
            "[lints]\n\n[features]\nworkspace = true\n",
        ] {
            assert_eq!(check_manifest(rogue, text).as_deref(), Some(what), "{text}");
        }
        assert!(check_manifest("xtask/Cargo.toml", "[package]\n").is_some());
    }

    #[test]
    fn a_failing_command_is_an_error() {
        let message = output(Command::new("git").arg("--no-such-option")).unwrap_err();
        assert!(message.starts_with("git failed: "), "{message}");
        assert!(
            output(&mut Command::new("/nonexistent/git"))
                .unwrap_err()
                .starts_with("cannot start ")
        );
    }
}
