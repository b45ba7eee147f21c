//! The rule for golden fixtures: every subject has one, named like the subject.

use super::{File, Rule, Violation};

/// Where the subjects are listed.
const REGISTRY: &str = "crates/subjects/src/registry.rs";

/// What stands before and behind their number in the declaration of the list.
const DECLARATION: (&str, &str) = ("SUBJECTS: [&dyn Entry; ", "]");

/// Each fixture is of the subject that its file is named after, and there are as
/// many as subjects. So each subject has one, as no two have one name.
pub(super) fn check(files: &[File]) -> Vec<Violation> {
    let golden: Vec<(&str, &File)> = files.iter().filter_map(|file| Some((subject(&file.path)?, file))).collect();
    let mut found: Vec<Violation> = golden.iter().filter_map(|(name, file)| names_its_subject(name, file)).collect();
    let registry = files.iter().find(|file| file.path == REGISTRY);
    if registry.is_some() || !golden.is_empty() {
        let text = registry.and_then(File::text).unwrap_or_default();
        found.extend(one_each(text, golden.len()));
    }
    found
}

/// The name in the path of a golden fixture.
fn subject(path: &str) -> Option<&str> {
    path.strip_prefix("fixtures/golden/")?.strip_suffix(".txt")
}

fn names_its_subject(name: &str, file: &File) -> Option<Violation> {
    let expected = format!("# subject: {name}");
    let named = file.text().unwrap_or_default().lines().any(|line| line == expected);
    (!named).then(|| Violation::new(Rule::Fixture, &file.path, 1, format!("no line `{expected}`")))
}

fn one_each(registry: &str, fixtures: usize) -> Option<Violation> {
    let Some((line, subjects)) = registry.lines().enumerate().find_map(|(i, line)| Some((i + 1, count(line)?))) else {
        let what = format!("no `{}N{}`: the subjects cannot be counted", DECLARATION.0, DECLARATION.1);
        return Some(Violation::new(Rule::Fixture, REGISTRY, 1, what));
    };
    let what = format!("{subjects} subjects, but {fixtures} golden fixtures");
    (fixtures < subjects).then(|| Violation::new(Rule::Fixture, REGISTRY, line, what))
}

/// The number in the line that declares the list.
fn count(line: &str) -> Option<usize> {
    line.split_once(DECLARATION.0)?.1.split_once(DECLARATION.1)?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "//! Subjects.\n\npub static SUBJECTS: [&dyn Entry; 2] = [&A, &B];\n";

    fn broken(files: &[(&str, &str)]) -> Vec<(String, usize, String)> {
        let file = |(path, text): &(&str, &str)| File { path: (*path).to_owned(), bytes: (*text).as_bytes().to_vec() };
        let files: Vec<File> = files.iter().map(file).collect();
        check(&files).into_iter().map(|violation| (violation.file, violation.line, violation.what)).collect()
    }

    fn one(file: &str, line: usize, what: &str) -> Vec<(String, usize, String)> {
        vec![(file.to_owned(), line, what.to_owned())]
    }

    const A: (&str, &str) = ("fixtures/golden/a.txt", "# subject: a\n# kind: golden\n");
    const B: (&str, &str) = ("fixtures/golden/b.txt", "# subject: b\n# kind: golden\n");

    #[test]
    fn a_fixture_for_each_subject_passes() {
        assert_eq!(broken(&[(REGISTRY, TWO), A, B]), []);
        assert_eq!(broken(&[("fixtures/documents/c.json", "{}\n")]), []);
    }

    #[test]
    fn a_subject_without_a_fixture_is_found() {
        assert_eq!(broken(&[(REGISTRY, TWO), A]), one(REGISTRY, 3, "2 subjects, but 1 golden fixtures"));
    }

    #[test]
    fn a_fixture_of_another_subject_is_found() {
        for text in ["# subject: ab\n", "# kind: golden\n", ""] {
            let found = broken(&[(REGISTRY, TWO), (A.0, text), B]);
            assert_eq!(found, one(A.0, 1, "no line `# subject: a`"), "{text}");
        }
    }

    #[test]
    fn subjects_that_cannot_be_counted_are_found() {
        let what = "no `SUBJECTS: [&dyn Entry; N]`: the subjects cannot be counted";
        let uncounted = TWO.replace("; 2]", "]");
        assert_eq!(broken(&[(REGISTRY, &uncounted), A, B]), one(REGISTRY, 1, what));
        assert_eq!(broken(&[A, B]), one(REGISTRY, 1, what));
    }
}
