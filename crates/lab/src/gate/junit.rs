//! `junit.xml`: a suite for each section, a case for each check, no times.

use anyhow::Result;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::check::Check;
use super::{Gate, SectionRun, show};
use crate::verdict::Verdict;

pub(crate) fn xml(gate: &Gate) -> Result<String> {
    let mut report = Report::new(format!("roguelab {}", gate.name));
    report.add_test_suites(
        gate.sections()
            .iter()
            .map(|section| suite(gate.name, section)),
    );
    Ok(report.to_string()?)
}

fn suite(name: &str, section: &SectionRun) -> TestSuite {
    let mut suite = TestSuite::new(section.name);
    suite.add_test_cases(
        section
            .checks
            .iter()
            .map(|check| case(name, section, check)),
    );
    suite
}

fn case(name: &str, section: &SectionRun, check: &Check) -> TestCase {
    let mut status = match check.verdict {
        Verdict::Passed => TestCaseStatus::success(),
        Verdict::Skipped => TestCaseStatus::skipped(),
        Verdict::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Verdict::Invalid | Verdict::Void | Verdict::Stopped => {
            TestCaseStatus::non_success(NonSuccessKind::Error)
        }
    };
    if check.verdict != Verdict::Passed {
        status
            .set_message(check.headline())
            .set_type(check.verdict.name());
    }
    if check.verdict.is_red() {
        status.set_description(show::details(check));
    }
    let mut case = TestCase::new(check.name.as_str(), status);
    case.set_classname(format!("{name}.{}", section.name));
    case
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::tests::{GREEN, RED, SKIPPED, STUCK, gate};

    #[test]
    fn each_verdict_has_its_element_and_there_are_no_times() {
        let xml = xml(&gate(&[GREEN, RED, SKIPPED, STUCK])).unwrap();
        for part in [
            r#"<testsuites name="roguelab gate" tests="4" skipped="1" failures="1" errors="1">"#,
            r#"<testcase name="sound" classname="gate.green"/>"#,
            r#"<failure message="1 of 3 values changed" type="FAIL">"#,
            r#"<skipped message="it is not here" type="SKIP"/>"#,
            r#"<error message="cannot read a.json: make it" type="INVALID">"#,
        ] {
            assert!(xml.contains(part), "{part} is not in {xml}");
        }
        assert!(!xml.contains("time"), "{xml}");
    }
}
