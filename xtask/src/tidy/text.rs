//! The rules for the text of a single file.

use super::{File, Violation};

/// Top-level folders that reveal a path on somebody's machine, without their slashes: otherwise this list would break the rule
/// itself.
const MACHINE_FOLDERS: [&str; 4] = ["home", "root", "Users", "work"];

/// The greatest length of a source file, in characters that are not white space: about 450 lines, however they are broken.
const MOST_CHARACTERS: usize = 17_000;

/// The greatest size of a file, in bytes: 1 MiB.
const MOST_BYTES: usize = 1 << 20;

/// Checks a file by all rules.
pub(super) fn check(file: &File) -> Vec<Violation> {
    let path = file.path.as_str();
    let mut found = Vec::new();
    let bytes = file.bytes.len();
    if bytes > MOST_BYTES {
        found.push(Violation::new(
            "file-size",
            path,
            1,
            format!("{bytes} bytes, more than {MOST_BYTES}"),
        ));
    }
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let Some(text) = file.text() else {
        if ["md", "rs"].contains(&extension) {
            found.push(Violation::new(
                "binary",
                path,
                1,
                "not text in UTF-8, or with a zero byte in it",
            ));
        }
        return found;
    };
    let count = text.lines().count();
    let characters = text
        .chars()
        .filter(|character| !character.is_whitespace())
        .count();
    if ["rs", "c", "h"].contains(&extension) && characters > MOST_CHARACTERS {
        let what =
            format!("{characters} characters outside white space, more than {MOST_CHARACTERS}");
        found.push(Violation::new("file-length", path, count, what));
    }
    if !text.is_empty() && !text.ends_with('\n') {
        found.push(Violation::new(
            "final-newline",
            path,
            count,
            "no newline at the end of the file",
        ));
    }
    // Not in one piece: these lines would break the rule themselves.
    let ignored = format!("#[{}", "ignore");
    let slow = format!("#[{}", "ignore = \"slow: run in CI\"]");
    for (i, line) in text.split('\n').enumerate() {
        let number = i + 1;
        for folder in MACHINE_FOLDERS {
            if names_machine_folder(line, folder) {
                let what = format!("names a folder below `{folder}` of a machine");
                found.push(Violation::new("machine-path", path, number, what));
                break;
            }
        }
        if line.ends_with([' ', '\t', '\r']) {
            let what = "blanks at the end of the line";
            found.push(Violation::new("trailing-blank", path, number, what));
        }
        if extension == "rs" && line.contains(&ignored) && !line.contains(&slow) {
            let what = format!("{ignored} is left: a slow test has {slow}");
            found.push(Violation::new("ignored-test", path, number, what));
        }
    }
    found
}

/// Whether the line contains an absolute path into the folder. After a name, the folder is part of another path, as in
/// `example.org/home/index`.
fn names_machine_folder(line: &str, folder: &str) -> bool {
    let unix = format!("/{folder}/");
    let windows = format!(":\\{folder}\\");
    let mut places = line.match_indices(&unix);
    line.contains(&windows) || places.any(|(at, _)| !line[..at].ends_with(is_in_name))
}

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '~' | '*' | '}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules that a file with this name and content breaks, with the lines.
    fn broken(path: &str, content: impl Into<Vec<u8>>) -> Vec<(&'static str, usize)> {
        let file = File {
            path: path.to_owned(),
            bytes: content.into(),
        };
        check(&file)
            .into_iter()
            .map(|violation| (violation.rule, violation.line))
            .collect()
    }

    #[test]
    fn sound_text_passes() {
        assert_eq!(broken("src/lib.rs", "//! Sound.\n\nfn f() {}\n"), []);
        assert_eq!(broken("empty.txt", ""), []);
        assert_eq!(broken("a.bin", vec![0; MOST_BYTES]), []);
        assert_eq!(
            broken("a.rs", ["#[", "ignore = \"slow: run in CI\"]\n"].concat()),
            []
        );
        assert_eq!(broken("a.rs", "x\n".repeat(MOST_CHARACTERS)), []);
        assert_eq!(broken("a.md", "x\n".repeat(MOST_CHARACTERS + 1)), []);
    }

    #[test]
    fn a_page_with_raw_output_is_found() {
        assert_eq!(
            broken("docs/page.md", "$ words\n\u{3}\0\n"),
            [("binary", 1)]
        );
    }

    #[test]
    fn a_path_of_a_machine_is_found_only_at_its_beginning() {
        for folder in MACHINE_FOLDERS {
            for before in ["", "\"", "(", "PATH=a:", "file://", "see "] {
                let line = format!("{before}/{folder}/x\n");
                assert_eq!(
                    broken("a.md", format!("one\n{line}")),
                    [("machine-path", 2)],
                    "{line}"
                );
            }
            assert_eq!(
                broken("a.md", format!("C:\\{folder}\\x\n")),
                [("machine-path", 1)]
            );
            for before in [
                "https://example.org",
                "target",
                "..",
                "~",
                "${TOP}",
                "crates/*",
            ] {
                assert_eq!(broken("a.md", format!("{before}/{folder}/x\n")), []);
            }
            assert_eq!(
                broken("a.md", format!("/{folder}er/x and {folder}/x\n")),
                []
            );
        }
    }

    #[test]
    fn every_other_rule_finds_what_breaks_it() {
        let ignored = ["#[", "ignore = \"slow\"]\n"].concat();
        for (path, content, rule, line) in [
            ("a.md", "one\ntwo \n".into(), "trailing-blank", 2),
            ("a.md", "one\t\n".into(), "trailing-blank", 1),
            ("a.md", "one\r\n".into(), "trailing-blank", 1),
            ("a.toml", "a = 1\nb = 2".into(), "final-newline", 2),
            ("a.rs", ignored, "ignored-test", 1),
            (
                "a.rs",
                "x\n".repeat(MOST_CHARACTERS + 1),
                "file-length",
                MOST_CHARACTERS + 1,
            ),
            (
                "a.c",
                "x\n".repeat(MOST_CHARACTERS + 1),
                "file-length",
                MOST_CHARACTERS + 1,
            ),
            ("a.bin", "\0".repeat(MOST_BYTES + 1), "file-size", 1),
        ] {
            assert_eq!(broken(path, content), [(rule, line)], "{path}");
        }
    }
}
