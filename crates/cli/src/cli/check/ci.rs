//! The result of a comparison for CI: as `JUnit` XML, and as annotations for GitHub.

use std::fmt::Write as _;

use answers::check::Comparison;
use lockstep::{CaseKind, escaped};
use maud::{PreEscaped, html};

/// How many lines of a finding an annotation has; a difference with its shortest ops and its cause has fewer.
const LINES: usize = 30;

/// A kind of cases, and what was found in it.
struct Check {
    name: String,
    passed: bool,
    finding: String,
}

impl Check {
    fn headline(&self) -> &str {
        self.finding.lines().next().unwrap_or_default()
    }
}

/// A check for each kind of case.
fn checks(comparison: &Comparison) -> Vec<Check> {
    let judged = comparison.judged();
    let name = |kind: Option<CaseKind>| {
        format!(
            "{} {}",
            comparison.subject,
            kind.map_or("ops", CaseKind::name)
        )
    };
    if judged.difference.is_none() && !comparison.agrees() {
        return vec![Check {
            name: format!("{} all", comparison.subject),
            passed: false,
            finding: comparison.finding.clone(),
        }];
    }
    let mut checks = Vec::new();
    for (kind, tally) in &judged.kinds {
        if judged
            .difference
            .as_ref()
            .is_some_and(|failed| failed.kind == *kind)
        {
            continue;
        }
        checks.push(Check {
            name: name(*kind),
            passed: true,
            finding: format!(
                "{} outputs and {} draws of {} ops in {} cases agree",
                tally.outputs, tally.draws, tally.ops, tally.cases
            ),
        });
    }
    if let Some(failed) = &judged.difference {
        checks.push(Check {
            name: name(failed.kind),
            passed: false,
            finding: format!("{}\n{}", comparison.finding, comparison.explanation()),
        });
    }
    checks
}

/// `JUnit` XML: a test case for each kind of case, and no times.
pub(super) fn junit(comparison: &Comparison) -> String {
    let checks = checks(comparison);
    let (tests, failures) = (
        checks.len(),
        checks.iter().filter(|check| !check.passed).count(),
    );
    let page = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites name="roguelab check" tests=(tests) skipped="0" failures=(failures) errors="0" {
            "\n" testsuite name="check" tests=(tests) skipped="0" failures=(failures) errors="0" {
                @for check in &checks {
                    "\n" testcase name=(in_xml(&check.name)) classname="check.check" {
                        @if !check.passed {
                            failure message=(in_xml(check.headline())) type="FAIL" { (in_xml(&check.finding)) }
                        }
                    }
                }
            }
        }
    };
    page.into_string() + "\n"
}

/// The text with characters that XML cannot contain escaped as for a terminal.
fn in_xml(text: &str) -> String {
    escaped(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Annotations for GitHub, an error for each difference.
pub(super) fn annotations(comparison: &Comparison) -> String {
    let mut text = String::new();
    for check in checks(comparison).iter().filter(|check| !check.passed) {
        let finding: Vec<&str> = check.finding.lines().take(LINES).collect();
        let title = in_annotation(&format!("check: {}", check.name));
        let title = title.replace(':', "%3A").replace(',', "%2C");
        let _ = writeln!(
            text,
            "::error title={title}::{}",
            in_annotation(&finding.join("\n"))
        );
    }
    text
}

/// Escapes the message of an annotation, which is one line.
fn in_annotation(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_for_its_place() {
        assert_eq!(in_annotation("50 %\n::error::"), "50 %25%0A::error::");
        assert_eq!(
            in_xml("\u{1b}\u{fffe}\u{ffff}\n"),
            "\\u{1b}\u{fffd}\u{fffd}\n"
        );
    }
}
