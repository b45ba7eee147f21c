//! The gate's findings for a terminal: everything that is red, a line for each section, and the verdict with the digest.

use anyhow::Result;

use super::Gate;
use super::check::Check;
use answers::table::table;
use gof::Verdict;

/// How many changes of a check are shown; `gate.json` has all of them.
const MOST_CHANGES: usize = 20;

/// How many lines of a finding are shown in full.
const MOST_LINES: usize = 40;

/// The whole text; its last line is [`last_line`].
pub fn text(gate: &Gate) -> Result<String> {
    let mut text = String::new();
    for (section, check) in gate.checks().filter(|(_, check)| check.is_red()) {
        text += &format!(
            "{} {} {}: {}\n",
            check.verdict,
            section.name,
            check.name,
            details(check)
        );
        text += &format!("  to repeat it: {}\n\n", check.reproduce);
    }
    for (section, check) in gate
        .checks()
        .filter(|(_, check)| check.verdict == Verdict::Skip)
    {
        text += &format!(
            "skipped: {} {}: {}\n",
            section.name,
            check.name,
            check.headline()
        );
    }
    for section in gate.sections() {
        text += &format!(
            "{:<7}  {:<13} {} ({})\n",
            section.verdict,
            section.name,
            tally(&section.checks),
            section.about
        );
    }
    Ok(text + &last_line(gate)?)
}

/// The verdict, the counts of checks and the digest.
fn last_line(gate: &Gate) -> Result<String> {
    let verdict = match gate.verdict() {
        Verdict::Pass => "passed",
        Verdict::Fail => "FAILED",
        Verdict::Void => "VOID, a planted defect was not caught",
        Verdict::Invalid | Verdict::Skip => "INVALID, something could not be checked",
    };
    let checks: Vec<_> = gate.checks().map(|(_, check)| check.clone()).collect();
    Ok(format!(
        "gate: {verdict} ({}); digest {}",
        tally(&checks),
        gate.digest()?
    ))
}

/// How many checks have each verdict.
fn tally(checks: &[Check]) -> String {
    let count = |verdict| {
        checks
            .iter()
            .filter(|check| check.verdict == verdict)
            .count()
    };
    let mut parts = vec![format!(
        "{} of {} checks passed",
        count(Verdict::Pass),
        checks.len()
    )];
    let others = [
        (Verdict::Fail, "failed"),
        (Verdict::Void, "void"),
        (Verdict::Invalid, "invalid"),
        (Verdict::Skip, "skipped"),
    ];
    parts.extend(
        others
            .iter()
            .filter(|(v, _)| count(*v) > 0)
            .map(|(v, word)| format!("{} {word}", count(*v))),
    );
    parts.join(", ")
}

/// The finding and a table of the changes, bounded in length.
pub(crate) fn details(check: &Check) -> String {
    let mut lines: Vec<_> = check.finding.lines().map(str::to_owned).collect();
    let more = lines.len().saturating_sub(MOST_LINES);
    lines.truncate(MOST_LINES);
    if more > 0 {
        lines.push(format!("and {more} more lines"));
    }
    if !check.changes.is_empty() {
        let mut table = table(&["place", "was", "is"], 0..0);
        for change in check.changes.iter().take(MOST_CHANGES) {
            let [was, is] = change.beside();
            table.add_row([change.place.as_str(), &was, &is]);
        }
        lines.extend(table.trim_fmt().lines().map(|line| format!("  {line}")));
    }
    let more = check.changes.len().saturating_sub(MOST_CHANGES);
    if more > 0 {
        lines.push(format!("  and {more} more changes: see gate.json"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use answers::change::Change;

    fn change(was: &str, is: &str) -> Change {
        Change {
            place: "/a".into(),
            was: was.into(),
            is: is.into(),
        }
    }

    #[test]
    fn what_is_shown_is_bounded_and_starts_near_the_first_difference() {
        let (was, is) = (
            format!("{}1{}", "x".repeat(90), "y".repeat(90)),
            format!("{}2", "x".repeat(90)),
        );
        let [was, is] = change(&was, &is).beside();
        assert_eq!(is, format!("…{}2", "x".repeat(12)));
        assert!(
            was.starts_with(&format!("…{}1yy", "x".repeat(12))) && was.ends_with("yy…"),
            "{was}"
        );
        assert_eq!(change("1/2", "1/3").beside(), ["1/2", "1/3"]);
        let check = Check::fail("many", "x\n".repeat(200)).changed(vec![change("1", "2"); 500]);
        let shown = details(&check);
        assert_eq!(shown.lines().count(), MOST_LINES + 1 + 1 + MOST_CHANGES + 1);
        assert!(
            shown.contains("and 160 more lines")
                && shown.ends_with("and 480 more changes: see gate.json")
        );
    }
}
