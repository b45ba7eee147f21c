//! The rules for the text of a single file.

use super::{File, Rule, Violation};

/// First folders that give away that a path is one of somebody's machine. Kept
/// without their slashes: with them, this list would break the rule itself.
const MACHINE_FOLDERS: [&str; 4] = ["home", "root", "Users", "work"];

/// Macros that mark unfinished work, without their `!` for the same reason.
const LEFTOVER_MACROS: [&str; 3] = ["todo", "unimplemented", "dbg"];

/// Longest source file, in lines.
const MOST_LINES: usize = 450;

/// Largest file, in bytes: 1 MiB.
const MOST_BYTES: usize = 1 << 20;

/// Every rule for one file.
pub(super) fn check(file: &File) -> Vec<Violation> {
    let mut found = size(file);
    if let Some(text) = file.text() {
        let path = file.path.as_str();
        for rule in [machine_paths, trailing_blanks, final_newline, tabs, length, leftovers, child_limit] {
            found.extend(rule(path, text));
        }
    }
    found
}

fn has_extension(path: &str, extensions: &[&str]) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| extensions.contains(&extension))
}

/// A violation for each line that the test gives a reason for.
fn lines(rule: Rule, path: &str, text: &str, reason: impl Fn(&str) -> Option<String>) -> Vec<Violation> {
    text.split('\n')
        .enumerate()
        .filter_map(|(i, line)| reason(line).map(|what| Violation::new(rule, path, i + 1, what)))
        .collect()
}

fn size(file: &File) -> Vec<Violation> {
    let bytes = file.bytes.len();
    if bytes <= MOST_BYTES {
        return Vec::new();
    }
    vec![Violation::new(Rule::FileSize, &file.path, 1, format!("{bytes} bytes, more than {MOST_BYTES}"))]
}

fn machine_paths(path: &str, text: &str) -> Vec<Violation> {
    lines(Rule::MachinePath, path, text, |line| {
        let folder = MACHINE_FOLDERS.iter().find(|folder| names_machine_folder(line, folder))?;
        Some(format!("names a folder below `{folder}` of a machine"))
    })
}

/// Whether an absolute path into the folder stands in the line. After a name the
/// folder is only the middle of another path, as in `example.org/home/index`.
fn names_machine_folder(line: &str, folder: &str) -> bool {
    let unix = format!("/{folder}/");
    let windows = format!(":\\{folder}\\");
    let continues_a_name = |before: &str| {
        before
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '~' | '*' | '}'))
    };
    line.contains(&windows) || line.match_indices(&unix).any(|(at, _)| !continues_a_name(&line[..at]))
}

fn trailing_blanks(path: &str, text: &str) -> Vec<Violation> {
    lines(Rule::TrailingBlank, path, text, |line| {
        line.ends_with([' ', '\t', '\r']).then(|| String::from("blanks at the end of the line"))
    })
}

fn final_newline(path: &str, text: &str) -> Vec<Violation> {
    if text.is_empty() || text.ends_with('\n') {
        return Vec::new();
    }
    vec![Violation::new(Rule::FinalNewline, path, text.lines().count(), "no newline at the end of the file")]
}

fn tabs(path: &str, text: &str) -> Vec<Violation> {
    if !has_extension(path, &["rs"]) {
        return Vec::new();
    }
    lines(Rule::Tab, path, text, |line| line.contains('\t').then(|| String::from("a tab")))
}

fn length(path: &str, text: &str) -> Vec<Violation> {
    let count = text.lines().count();
    if !has_extension(path, &["rs", "c", "h"]) || count <= MOST_LINES {
        return Vec::new();
    }
    vec![Violation::new(Rule::FileLength, path, count, format!("{count} lines, more than {MOST_LINES}"))]
}

fn leftovers(path: &str, text: &str) -> Vec<Violation> {
    if !has_extension(path, &["rs"]) {
        return Vec::new();
    }
    let attribute = ["#[", "ignore"].concat();
    lines(Rule::Leftover, path, text, |line| {
        let called = LEFTOVER_MACROS.iter().map(|name| format!("{name}!")).find(|call| calls(line, call));
        called.or_else(|| line.contains(&attribute).then(|| attribute.clone())).map(|what| format!("{what} is left"))
    })
}

/// Waits without an end, in tests that start programs; `child.rs` beside them has those with one.
fn child_limit(path: &str, text: &str) -> Vec<Violation> {
    let is_test = path.contains("/tests/") && has_extension(path, &["rs"]) && !path.ends_with("/child.rs");
    if !is_test || !text.contains("process::") {
        return Vec::new();
    }
    let waits = [".output()", ".wait_with_output()", ".status().unwrap", "child.wait()"];
    lines(Rule::ChildLimit, path, text, |line| {
        let wait = waits.iter().find(|wait| line.contains(**wait))?;
        Some(format!("`{wait}` can wait for ever: the module `child` has it with a limit"))
    })
}

/// Whether the line calls the macro, not one whose name only ends like it.
fn calls(line: &str, call: &str) -> bool {
    line.match_indices(call)
        .any(|(at, _)| !line[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules that the content breaks under this name, with their lines.
    fn broken(path: &str, content: impl Into<Vec<u8>>) -> Vec<(Rule, usize)> {
        let file = File { path: path.to_owned(), bytes: content.into() };
        check(&file).into_iter().map(|violation| (violation.rule, violation.line)).collect()
    }

    #[test]
    fn sound_text_passes() {
        assert_eq!(broken("src/lib.rs", "//! Sound.\n\nfn f() {}\n"), []);
        assert_eq!(broken("empty.txt", ""), []);
        assert_eq!(broken("Makefile", "all:\n\tcc a.c\n"), []);
    }

    #[test]
    fn a_path_of_a_machine_is_found() {
        for folder in MACHINE_FOLDERS {
            for before in ["", "\"", "(", "PATH=a:", "file://", "see "] {
                let line = format!("{before}/{folder}/x\n");
                assert_eq!(broken("a.md", format!("one\n{line}")), [(Rule::MachinePath, 2)], "{line}");
            }
            assert_eq!(broken("a.md", format!("C:\\{folder}\\x\n")), [(Rule::MachinePath, 1)]);
        }
    }

    #[test]
    fn the_middle_of_another_path_is_no_path_of_a_machine() {
        for folder in MACHINE_FOLDERS {
            for before in ["https://example.org", "target", "..", "~", "${TOP}", "crates/*"] {
                assert_eq!(broken("a.md", format!("{before}/{folder}/x\n")), []);
            }
            assert_eq!(broken("a.md", format!("/{folder}er/x and {folder}/x\n")), []);
        }
    }

    #[test]
    fn a_trailing_blank_is_found() {
        assert_eq!(broken("a.md", "one \ntwo\t\nthree\r\nfour\n"), [1, 2, 3].map(|line| (Rule::TrailingBlank, line)));
    }

    #[test]
    fn a_missing_final_newline_is_found() {
        assert_eq!(broken("a.toml", "a = 1\nb = 2"), [(Rule::FinalNewline, 2)]);
    }

    #[test]
    fn a_tab_in_rust_is_found() {
        assert_eq!(broken("a.rs", "fn f() {\n\tg();\n}\n"), [(Rule::Tab, 2)]);
    }

    #[test]
    fn a_large_file_is_found_even_if_binary() {
        assert_eq!(broken("a.bin", vec![0; MOST_BYTES + 1]), [(Rule::FileSize, 1)]);
        assert_eq!(broken("a.bin", vec![0; MOST_BYTES]), []);
    }

    #[test]
    fn a_long_source_file_is_found() {
        for path in ["a.rs", "a.c", "a.h"] {
            assert_eq!(broken(path, "x\n".repeat(MOST_LINES + 1)), [(Rule::FileLength, MOST_LINES + 1)]);
        }
        assert_eq!(broken("a.rs", "x\n".repeat(MOST_LINES)), []);
        assert_eq!(broken("a.md", "x\n".repeat(MOST_LINES + 1)), []);
    }

    #[test]
    fn leftovers_are_found() {
        for name in LEFTOVER_MACROS {
            assert_eq!(broken("a.rs", format!("fn f() {{\n    {name}!()\n}}\n")), [(Rule::Leftover, 2)]);
            assert_eq!(broken("a.rs", format!("my_{name}!();\n")), []);
            assert_eq!(broken("a.md", format!("{name}!()\n")), []);
        }
        let attribute = ["#[", "ignore = \"slow\"]\n"].concat();
        assert_eq!(broken("a.rs", attribute), [(Rule::Leftover, 1)]);
    }
}
