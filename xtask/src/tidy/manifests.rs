//! The rules that hold across crates: unsafe code, crate docs, one `rust-version`.

use super::{File, Rule, Violation};

/// The only crate that may have unsafe code in it.
const UNSAFE_CRATE: &str = "crates/foreign";

/// Every rule over the list of all files.
pub(super) fn check(files: &[File]) -> Vec<Violation> {
    let mut found = Vec::from_iter(workspace_forbids_unsafe(files));
    found.extend(members(files).filter(|(folder, _)| *folder != UNSAFE_CRATE).filter_map(inherits_lints));
    found.extend(members(files).filter_map(|(folder, _)| crate_doc(folder, files)));
    found.extend(rust_version(files));
    found
}

/// The folder and manifest of each member of the workspace.
fn members(files: &[File]) -> impl Iterator<Item = (&str, &File)> {
    files.iter().filter_map(|file| {
        let folder = file.path.strip_suffix("/Cargo.toml")?;
        let is_crate = folder.strip_prefix("crates/").is_some_and(|name| !name.contains('/'));
        (is_crate || matches!(folder, "benches" | "xtask")).then_some((folder, file))
    })
}

/// Whether a section of a manifest holds the setting, blanks aside.
fn has_setting(manifest: &str, section: &str, setting: &str) -> bool {
    let squeeze = |line: &str| line.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let wanted = squeeze(setting);
    manifest
        .lines()
        .map(squeeze)
        .skip_while(|line| *line != format!("[{section}]"))
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .any(|line| line == wanted)
}

fn workspace_forbids_unsafe(files: &[File]) -> Option<Violation> {
    let root = files.iter().find(|file| file.path == "Cargo.toml").and_then(File::text).unwrap_or_default();
    let forbids = has_setting(root, "workspace.lints.rust", "unsafe_code = \"forbid\"");
    let what = "[workspace.lints.rust] does not say unsafe_code = \"forbid\"";
    (!forbids).then(|| Violation::new(Rule::UnsafeCode, "Cargo.toml", 1, what))
}

fn inherits_lints((_, manifest): (&str, &File)) -> Option<Violation> {
    let inherits = has_setting(manifest.text().unwrap_or_default(), "lints", "workspace = true");
    let what = "[lints] does not say workspace = true";
    (!inherits).then(|| Violation::new(Rule::UnsafeCode, &manifest.path, 1, what))
}

/// A crate's root file starts with its doc; inner attributes may come before it. A package of tests or benchmarks alone has
/// no crate that could be documented.
fn crate_doc(folder: &str, files: &[File]) -> Option<Violation> {
    let holds = |part: &str| files.iter().any(|file| file.path.starts_with(&format!("{folder}/{part}/")));
    if !holds("src") && (holds("tests") || holds("benches")) {
        return None;
    }
    let roots = ["src/lib.rs", "src/main.rs"].map(|name| format!("{folder}/{name}"));
    let Some(file) = roots.iter().find_map(|root| files.iter().find(|file| file.path == *root)) else {
        return Some(Violation::new(Rule::CrateDoc, &roots[0], 1, "the crate has no root file"));
    };
    let first = file.text()?.lines().find(|line| !line.trim().is_empty() && !line.starts_with("#!["));
    let documented = first.is_some_and(|line| line.starts_with("//!"));
    (!documented).then(|| Violation::new(Rule::CrateDoc, &file.path, 1, "no //! doc at the top"))
}

fn rust_version(files: &[File]) -> Vec<Violation> {
    let mut stated = false;
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.path == "Cargo.toml" || file.path.ends_with("/Cargo.toml")) {
        for (i, line) in file.text().unwrap_or_default().lines().enumerate() {
            let states = line.strip_prefix("rust-version").is_some_and(|rest| rest.trim_start().starts_with('='));
            if states && (stated || file.path != "Cargo.toml") {
                let what = "rust-version is stated once, in the root manifest";
                found.push(Violation::new(Rule::RustVersion, &file.path, i + 1, what));
            }
            stated |= states && file.path == "Cargo.toml";
        }
    }
    if !stated {
        found.push(Violation::new(Rule::RustVersion, "Cargo.toml", 1, "rust-version is not stated"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str =
        "[workspace.package]\nrust-version = \"1.89\"\n\n[workspace.lints.rust]\nunsafe_code = \"forbid\"\n";
    const MEMBER: &str = "[package]\nrust-version.workspace = true\n\n[lints]\nworkspace = true\n";

    /// A small sound repository, with one file replaced by another content.
    fn broken(path: &str, content: &str) -> Vec<(Rule, String, usize)> {
        let mut sound = vec![
            ("Cargo.toml", ROOT),
            ("crates/rogue/Cargo.toml", MEMBER),
            ("crates/rogue/src/lib.rs", "#![no_std]\n//! Rogue.\n"),
            ("crates/foreign/Cargo.toml", "[package]\n\n[lints.rust]\nmissing_docs = \"deny\"\n"),
            ("crates/foreign/src/lib.rs", "//! Foreign.\n"),
            ("crates/schema/Cargo.toml", MEMBER),
            ("crates/schema/tests/schema.rs", "use a::b;\n"),
            ("xtask/Cargo.toml", MEMBER),
            ("xtask/src/main.rs", "//! Tasks.\n"),
        ];
        sound.retain(|(known, _)| *known != path);
        sound.push((path, content));
        let file = |(path, text): &(&str, &str)| File { path: (*path).to_owned(), bytes: (*text).as_bytes().to_vec() };
        let files: Vec<File> = sound.iter().map(file).collect();
        check(&files).into_iter().map(|violation| (violation.rule, violation.file, violation.line)).collect()
    }

    fn one(rule: Rule, file: &str, line: usize) -> Vec<(Rule, String, usize)> {
        vec![(rule, file.to_owned(), line)]
    }

    #[test]
    fn a_sound_repository_passes() {
        assert_eq!(broken("README.md", "rust-version = \"1.0\"\n"), []);
    }

    #[test]
    fn a_workspace_that_allows_unsafe_code_is_found() {
        let lax = ROOT.replace("forbid", "allow");
        assert_eq!(broken("Cargo.toml", &lax), one(Rule::UnsafeCode, "Cargo.toml", 1));
    }

    #[test]
    fn a_crate_without_the_workspace_lints_is_found() {
        for manifest in ["[package]\n", "[package]\nworkspace = true\n", "[lints]\n\n[features]\nworkspace = true\n"] {
            let expected = one(Rule::UnsafeCode, "crates/rogue/Cargo.toml", 1);
            assert_eq!(broken("crates/rogue/Cargo.toml", manifest), expected, "{manifest}");
        }
        assert_eq!(broken("xtask/Cargo.toml", "[package]\n"), one(Rule::UnsafeCode, "xtask/Cargo.toml", 1));
    }

    #[test]
    fn a_crate_without_a_doc_is_found() {
        let path = "crates/rogue/src/lib.rs";
        for text in ["", "mod a;\n//! Late.\n", "// A comment.\n"] {
            assert_eq!(broken(path, text), one(Rule::CrateDoc, path, 1), "{text}");
        }
    }

    #[test]
    fn a_crate_without_a_root_file_is_found() {
        let found = broken("crates/exact/Cargo.toml", MEMBER);
        assert_eq!(found, one(Rule::CrateDoc, "crates/exact/src/lib.rs", 1));
    }

    #[test]
    fn a_second_rust_version_is_found() {
        let twice = format!("rust-version = \"1.90\"\n{MEMBER}");
        let path = "crates/rogue/Cargo.toml";
        assert_eq!(broken(path, &twice), one(Rule::RustVersion, path, 1));
        let again = format!("{ROOT}[package]\nrust-version = \"1.89\"\n");
        assert_eq!(broken("Cargo.toml", &again), one(Rule::RustVersion, "Cargo.toml", 7));
    }

    #[test]
    fn a_missing_rust_version_is_found() {
        let none = ROOT.replace("rust-version = \"1.89\"\n", "");
        assert_eq!(broken("Cargo.toml", &none), one(Rule::RustVersion, "Cargo.toml", 1));
    }
}
