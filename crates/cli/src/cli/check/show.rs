//! Shows the result of a comparison on a terminal, in CI and in files.

use std::io::Write as _;

use answers::check::{COMPARISON_SCHEMA, Comparison};
use anyhow::Result;
use gof::Verdict;
use lockstep::Kind;

use super::CheckArgs;
use crate::cli::output::{Output, print_answer};
use crate::files::write;
use crate::gate::{Check, Gate, Section, github, junit};

/// Prints the result in the requested formats.
pub(super) fn show(comparison: &Comparison, args: &CheckArgs) -> Result<Verdict> {
    if let Some(file) = &args.junit {
        write::whole(file, junit::xml(&checks(comparison)).as_bytes())?;
    }
    if !args.json && (args.github || lockstep::is_on_github()) {
        let annotations = github::annotations(&checks(comparison));
        write!(Output::of_findings(), "{annotations}")?;
    }
    print_answer(comparison, COMPARISON_SCHEMA, args.json)?;
    Ok(Verdict::of(comparison.agrees()))
}

/// The result as checks, one for each kind of case.
fn checks(comparison: &Comparison) -> Gate {
    const SECTION: Section = Section {
        name: "check",
        about: "a program is compared",
        run: |_| Ok(Vec::new()),
    };
    let judged = comparison.judged();
    let mut checks = Vec::new();
    for (kind, tally) in &judged.kinds {
        if let Some(failed) = &judged.difference
            && failed.kind == *kind
        {
            continue;
        }
        let finding = format!(
            "{} outputs and {} draws of {} ops in {} cases agree",
            tally.outputs, tally.draws, tally.ops, tally.cases
        );
        checks.push(Check::pass(name_of_check(comparison, *kind), finding));
    }
    if let Some(failed) = &judged.difference {
        let finding = format!("{}\n{}", comparison.finding, comparison.explanation());
        let check = Check::fail(name_of_check(comparison, failed.kind), finding);
        checks.push(check.reproduced_by(&failed.replay));
    } else if !comparison.agrees() {
        let name = format!("{} all", comparison.subject);
        checks = vec![Check::fail(name, comparison.finding.clone())];
    }
    Gate::of(&SECTION, checks)
}

fn name_of_check(comparison: &Comparison, kind: Option<Kind>) -> String {
    format!("{} {}", comparison.subject, kind.map_or("ops", Kind::name))
}
