//! The section of comparisons: every pair of implementations, and the digest of their outputs compared with the committed one.

use answers::change::Change;
use answers::number::grouped;
use anyhow::{Context as _, Result};
use cli::gate::{Check, Context, Section};
use lockstep::{Budget, Tally};
use subjects::conformance::{Comparison, Outcome};

use crate::digests::{self, Digests, NAME};
use gof::Verdict;

/// The section.
pub const SECTION: Section = Section {
    name: "conformance",
    about: "ports, references and oracles, output for output, and their digests",
    run,
};

fn run(context: &Context) -> Result<Vec<Check>> {
    let text = context.read(NAME, "make it with `cargo xtask bless`")?;
    let digests = Digests::parse(&text).with_context(|| {
        format!(
            "{}: regenerate it with `cargo xtask bless`",
            context.shown(NAME)
        )
    })?;
    let outcomes = digests::evaluate(&Budget::default(), context.policy, context.tick);
    let check = |(comparison, outcome): &(Comparison, Outcome)| {
        check(
            comparison,
            outcome,
            digests.comparisons.get(&comparison.name()),
            context,
        )
    };
    let mut checks: Vec<Check> = outcomes.iter().map(check).collect();
    let gone = digests
        .comparisons
        .keys()
        .filter(|&name| !outcomes.iter().any(|(c, _)| c.name() == *name));
    checks.extend(gone.map(|name| {
        Check::fail(
            name,
            "it is no longer compared, but its digest is still committed",
        )
        .in_file(context.shown(NAME))
    }));
    Ok(checks)
}

/// The check for a comparison: its outcome, and its digest.
fn check(
    comparison: &Comparison,
    outcome: &Outcome,
    committed: Option<&Tally>,
    context: &Context,
) -> Check {
    let name = comparison.name();
    let again = format!("cargo test -p roguelab-evidence --test conformance -- --exact {name}");
    let check = match outcome {
        Outcome::Agrees(now) => agreed(name, committed, now, context),
        Outcome::Differs { mismatch: why } | Outcome::Broken { why } => Check::fail(name, why),
        Outcome::Skipped { why } => Check::new(Verdict::Skip, name, why),
        Outcome::Missing { why } => Check::invalid(name, why),
    };
    check
        .reproduced_by(again)
        .of_machine(comparison.needs_oracle())
}

/// The check for a comparison whose sides agree: its digest must be the committed one.
fn agreed(name: String, committed: Option<&Tally>, now: &Tally, context: &Context) -> Check {
    let Some(committed) = committed else {
        return Check::fail(
            name,
            "its digest is not committed: if it is new, run `cargo xtask bless`",
        )
        .in_file(context.shown(NAME));
    };
    let changes = changes(committed, now);
    if changes.is_empty() {
        return Check::pass(
            name,
            format!(
                "{} outputs agree, sha256 {}",
                grouped(now.outputs + now.draws),
                now.sha256
            ),
        );
    }
    Check::fail(name, "both sides agree, but not on the committed outputs")
        .changed(changes)
        .in_file(context.shown(NAME))
}

fn changes(was: &Tally, is: &Tally) -> Vec<Change> {
    let fields = |a: &Tally| {
        let counts = [
            ("cases", a.cases),
            ("ops", a.ops),
            ("outputs", a.outputs),
            ("draws", a.draws),
        ];
        let counts = counts.map(|(name, count)| (name, count.to_string()));
        counts.into_iter().chain([("sha256", a.sha256.clone())])
    };
    let changed = fields(was).zip(fields(is)).filter(|(was, is)| was != is);
    changed
        .map(|((place, was), (_, is))| Change {
            place: place.into(),
            was,
            is,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use subjects::conformance::comparisons;
    use subjects::oracles::Policy;

    use super::*;
    use crate::report::{Row, differences};

    #[test]
    fn digests_of_another_version_are_refused() {
        let text = r#"{"schema": "roguelab-digests/0", "comparisons": {}}"#;
        let error = Digests::parse(text).err().unwrap().to_string();
        assert!(error.contains("roguelab-digests/0"), "{error}");
    }

    #[test]
    fn a_difference_is_red_in_gate_and_report() {
        let comparison = comparisons().into_iter().next().unwrap();
        let outcome = Outcome::Differs {
            mismatch: "7 is not 8".into(),
        };
        let context = Context {
            fixtures: "fixtures".into(),
            policy: Policy::Off,
            tick: &|| (),
        };
        let found = check(&comparison, &outcome, None, &context);
        assert_eq!(
            (found.verdict, found.headline()),
            (Verdict::Fail, "7 is not 8")
        );
        assert!(
            differences(&[Row::new(&comparison, outcome)])
                .next()
                .is_some()
        );
    }
}
