//! Two implementations of a subject, side by side: `roguelab check SUBJECT --actual BASIS --ops OPS`.

use std::io::Write as _;

use anyhow::{Result, bail};
use lockstep::{Basis, Seen};
use serde_json::json;
use subjects::registry;

use crate::cli::Verdict;
use crate::cli::output::{Output, print_json};

pub(super) fn run(
    subject: &str,
    [expected, actual]: [&str; 2],
    ops: &str,
    as_json: bool,
) -> Result<Verdict> {
    let subject = registry::find(subject)?;
    let basis = |name: &str| Basis::parse(name, subject.bases());
    let (expected, actual) = (basis(expected)?, basis(actual)?);
    if expected == actual {
        bail!("{expected} cannot be compared with itself: name two implementations");
    }
    let (text, agree) = subject.replay(expected, actual, ops)?;
    if as_json {
        let ops: Vec<_> = ops
            .split(';')
            .map(|op| op.trim().to_owned())
            .filter(|op| !op.is_empty())
            .collect();
        let shown = |basis| {
            let mut shown = Vec::new();
            subject.show(basis, &ops, &mut |seen: Seen| {
                shown.push(seen.output.to_string());
            })?;
            Ok::<_, anyhow::Error>(shown)
        };
        let document = json!({
            "subject": subject.name(),
            "expected": { "basis": expected.name(), "shown": shown(expected)? },
            "actual": { "basis": actual.name(), "shown": shown(actual)? },
            "ops": ops,
            "agree": agree,
        });
        print_json("roguelab-replay/1", document)?;
        return Ok(Verdict::of(agree));
    }
    let mut out = Output::of_findings();
    writeln!(out, "{text}")?;
    out.verdict(format_args!(
        "{actual} and {expected} {}",
        if agree { "agree" } else { "differ" }
    ))?;
    Ok(Verdict::of(agree))
}
