//! Annotations on files, which GitHub shows.

use super::check::Check;
use super::{Gate, SectionRun};
use answers::change::Change;
use gof::Verdict;

/// GitHub shows at most this many annotations of one kind per step.
const MOST: usize = 10;

/// How many lines of a finding are shown; a difference with its shortest ops and its cause has fewer.
const LINES: usize = 30;

/// The annotations, one per line: an error for each red check, a notice for each skipped one.
pub fn annotations(gate: &Gate) -> String {
    let kind = |wanted: fn(&Check) -> bool, word: &'static str| {
        let wanted = gate
            .checks()
            .filter(move |(_, check)| wanted(check))
            .take(MOST);
        wanted.map(move |(section, check)| annotation(word, gate.name, section, check))
    };
    let errors = kind(Check::is_red, "error");
    errors
        .chain(kind(|check| check.verdict == Verdict::Skip, "notice"))
        .collect()
}

fn annotation(word: &str, name: &str, section: &SectionRun, check: &Check) -> String {
    let title = property(&format!("{name}: {} {}", section.name, check.name));
    let file = check
        .file
        .as_ref()
        .map(|file| format!("file={},", property(file)))
        .unwrap_or_default();
    let shown: Vec<_> = check
        .changes
        .iter()
        .take(3)
        .map(Change::beside)
        .map(|[was, is]| format!("was {was}, is {is}"))
        .collect();
    let mut message: Vec<_> = check.finding.lines().take(LINES).collect();
    message.extend(shown.iter().map(String::as_str));
    let message = message.join("\n");
    format!("::{word} {file}title={title}::{}\n", data(&message))
}

/// Escapes the message, after the second pair of colons.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes a property, between the pairs of colons.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::tests::{GREEN, RED, SKIPPED, gate};

    #[test]
    fn a_red_check_is_an_error_at_its_file_and_a_skipped_one_a_notice() {
        let expected = "::error file=fixtures/a.json,title=gate%3A red broken::1 of 3 values changed%0Awas 1, is 2\n\
                        ::notice title=gate%3A skipped absent::it is not here\n";
        assert_eq!(annotations(&gate(&[GREEN, RED, SKIPPED])), expected);
    }

    #[test]
    fn text_is_escaped_for_its_place() {
        assert_eq!(data("50 %\n::error::"), "50 %25%0A::error::");
        assert_eq!(property("a:b,c"), "a%3Ab%2Cc");
    }
}
