//! `junit.xml`: a suite for each section, a case for each check, and no times.

use lockstep::escaped;
use maud::{PreEscaped, html};

use super::check::Check;
use super::{Gate, show};
use gof::Verdict;

/// How many checks there are, and how many of them were skipped, failed, or could not be made.
fn counts<'a>(checks: impl Iterator<Item = &'a Check>) -> [usize; 4] {
    checks.fold([0; 4], |mut counts, check| {
        let sort = match check.verdict {
            Verdict::Pass => 0,
            Verdict::Skip => 1,
            Verdict::Fail => 2,
            Verdict::Invalid | Verdict::Void => 3,
        };
        counts[0] += 1;
        counts[sort] += usize::from(sort > 0);
        counts
    })
}

/// The text with characters that XML cannot contain escaped as for a terminal.
fn held(text: &str) -> String {
    escaped(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

pub(crate) fn xml(gate: &Gate) -> String {
    let [tests, skipped, failures, errors] = counts(gate.checks().map(|(_, check)| check));
    let details = |check: &Check| held(&show::details(check));
    let page = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites name={ "roguelab " (gate.name) } tests=(tests) skipped=(skipped) failures=(failures) errors=(errors) {
            @for section in gate.sections() {
                @let [tests, skipped, failures, errors] = counts(section.checks.iter());
                "\n" testsuite name=(section.name) tests=(tests) skipped=(skipped) failures=(failures) errors=(errors) {
                    @for check in &section.checks {
                        @let (message, kind) = (held(check.headline()), check.verdict.to_string());
                        "\n" testcase name=(held(&check.name)) classname={ (gate.name) "." (section.name) } {
                            @match check.verdict {
                                Verdict::Pass => {},
                                Verdict::Skip => { skipped message=(message) type=(kind) {} },
                                Verdict::Fail => { failure message=(message) type=(kind) { (details(check)) } },
                                _ => { error message=(message) type=(kind) { (details(check)) } },
                            }
                        }
                    }
                }
            }
        }
    };
    page.into_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::tests::{GREEN, RED, SKIPPED, STUCK, gate};

    #[test]
    fn each_verdict_has_its_element_and_there_are_no_times() {
        let xml = xml(&gate(&[GREEN, RED, SKIPPED, STUCK]));
        for part in [
            r#"<testsuites name="roguelab gate" tests="4" skipped="1" failures="1" errors="1">"#,
            r#"<testcase name="sound" classname="gate.green"></testcase>"#,
            r#"<failure message="1 of 3 values changed" type="FAIL">"#,
            r#"<skipped message="it is not here" type="SKIP"></skipped>"#,
            r#"<error message="cannot read a.json: make it" type="INVALID">"#,
        ] {
            assert!(xml.contains(part), "{part} is not in {xml}");
        }
        assert!(!xml.contains("time"), "{xml}");
        assert_eq!(
            held("\u{1b}\u{fffe}\u{ffff}\n"),
            "\\u{1b}\u{fffd}\u{fffd}\n"
        );
    }
}
