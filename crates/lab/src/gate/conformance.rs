//! The lane of comparisons: every corner against every other, and the digest of what they showed against the committed one.
//!
//! The digests are in `fixtures/digests.json`, one for each comparison with the number of its cases, ops, outputs and draws.
//! So a change that port and reference make together is seen, and a case that is no longer run.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use findings::number::grouped;
use lockstep::{Budget, Failure, Tally, caught};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use subjects::conformance::{Comparison, comparisons};
use subjects::oracles::Policy;

use super::check::{Change, Check, Verdict};
use super::{Context, Lane, LaneResult};

/// The lane.
pub const LANE: Lane =
    Lane { name: "conformance", about: "ports, references and oracles, output for output, and their digests", run };

/// The name of the digests below `fixtures`.
pub const NAME: &str = "digests.json";

/// The version of the digests' form.
const SCHEMA: &str = "roguelab-digests/1";

/// What every comparison showed.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Digests {
    schema: String,
    comparisons: BTreeMap<String, Shown>,
}

/// What one comparison showed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Shown {
    cases: usize,
    ops: u64,
    outputs: u64,
    draws: u64,
    sha256: String,
}

impl From<&Tally> for Shown {
    fn from(tally: &Tally) -> Self {
        let &Tally { cases, ops, outputs, draws, .. } = tally;
        Self { cases, ops, outputs, draws, sha256: tally.hex() }
    }
}

impl Shown {
    fn fields(&self) -> [(&'static str, String); 5] {
        [
            ("cases", self.cases.to_string()),
            ("ops", self.ops.to_string()),
            ("outputs", self.outputs.to_string()),
            ("draws", self.draws.to_string()),
            ("sha256", self.sha256.clone()),
        ]
    }

    fn changes(&self, new: &Self) -> Vec<Change> {
        let pairs = self.fields().into_iter().zip(new.fields());
        let changed = pairs.filter(|(was, is)| was != is);
        changed.map(|((place, was), (_, is))| Change { place: place.into(), was, is }).collect()
    }
}

impl Digests {
    /// From their JSON.
    ///
    /// # Errors
    /// If it is none, or of another version.
    pub fn parse(text: &str) -> Result<Self> {
        let digests: Self = serde_json::from_str(text).context("this is not a list of digests")?;
        if digests.schema != SCHEMA {
            bail!("these digests are of version `{}`, and this program reads `{SCHEMA}`", digests.schema);
        }
        Ok(digests)
    }

    /// Makes them anew. Those of oracles that are not on this machine are taken over from `old`; the second list names
    /// them.
    ///
    /// # Errors
    /// If a comparison cannot be run, or differs: then there is nothing to commit.
    pub fn make(old: Option<&Self>) -> Result<(String, Vec<String>)> {
        let compared: Vec<_> = comparisons().into_par_iter().map(|c| (c.name(), c.run(&Budget::default()))).collect();
        let mut made = Self { schema: SCHEMA.into(), comparisons: BTreeMap::new() };
        let mut missing = Vec::new();
        for (name, result) in compared {
            let shown = match result {
                Ok(tally) => Some(Shown::from(&tally)),
                Err(Failure::Missing(why)) => {
                    missing.push(format!("{NAME}, {name}: {why}"));
                    old.and_then(|old| old.comparisons.get(&name).cloned())
                }
                Err(failure) => return Err(failure).context(name),
            };
            made.comparisons.extend(shown.map(|shown| (name, shown)));
        }
        Ok((serde_json::to_string_pretty(&made)? + "\n", missing))
    }
}

fn run(context: &Context) -> LaneResult {
    let remedy = "make it with `cargo xtask bless`";
    let text = context.read(NAME, remedy)?;
    let digests = Digests::parse(&text)
        .with_context(|| format!("{}: make it anew with `cargo xtask bless`", context.shown(NAME)))?;
    let comparisons = comparisons();
    let mut checks: Vec<Check> = comparisons
        .par_iter()
        .with_max_len(1)
        .map(|comparison| {
            let check = check(comparison, digests.comparisons.get(&comparison.name()), context);
            (context.tick)();
            check
        })
        .collect();
    let gone = digests.comparisons.keys().filter(|&name| !comparisons.iter().any(|c| c.name() == *name));
    checks.extend(gone.map(|name| {
        Check::fail(name, "it is no longer compared, and its digest is still committed").in_file(context.shown(NAME))
    }));
    Ok(checks)
}

fn check(comparison: &Comparison, committed: Option<&Shown>, context: &Context) -> Check {
    let name = comparison.name();
    let again = format!("cargo test -p lab --test conformance -- --exact {name}");
    let check = if context.policy == Policy::Off && comparison.needs_oracle() {
        Check::skip(name, "oracles are off")
    } else {
        // A panic of a side is a mismatch; this is for any other, such as one of the list of cases.
        match caught(|| comparison.run(&Budget::default())) {
            Ok(Ok(tally)) => held(name, committed, &Shown::from(&tally), context),
            Ok(Err(Failure::Missing(missing))) if context.policy != Policy::Require => {
                Check::skip(name, missing.to_string())
            }
            Ok(Err(Failure::Missing(missing))) => Check::invalid(name, missing.to_string()),
            Ok(Err(failure)) => Check::fail(name, failure.to_string()),
            Err(panic) => Check::fail(name, format!("it panicked: {panic}")),
        }
    };
    check.reproduced_by(again).of_machine(comparison.needs_oracle())
}

/// A comparison whose sides agree, against what it showed before.
fn held(name: String, committed: Option<&Shown>, now: &Shown, context: &Context) -> Check {
    let Some(committed) = committed else {
        return Check::fail(name, "its digest is not committed: if it is new, run `cargo xtask bless`")
            .in_file(context.shown(NAME));
    };
    let changes = committed.changes(now);
    if changes.is_empty() {
        let finding = format!("{} outputs agree, sha256 {}", grouped(now.outputs + now.draws), now.sha256);
        return Check::new(Verdict::Pass, name, finding);
    }
    Check::fail(name, "the sides agree, and show something else than what is committed")
        .changed(changes)
        .in_file(context.shown(NAME))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::root;

    #[test]
    fn what_changed_is_named_with_old_and_new() {
        let old = Shown { cases: 4, ops: 9, outputs: 7, draws: 0, sha256: "ab".into() };
        let new = Shown { cases: 5, sha256: "cd".into(), ..old.clone() };
        let change = |place: &str, was: &str, is: &str| Change { place: place.into(), was: was.into(), is: is.into() };
        assert_eq!(old.changes(&new), [change("cases", "4", "5"), change("sha256", "ab", "cd")]);
        assert_eq!(old.changes(&old), []);
    }

    /// One comparison as the lane runs it, against what is committed.
    #[test]
    fn a_changed_digest_fails_and_is_shown_old_beside_new() {
        let name = "rrandom::golden::port_equals_reference";
        let comparison = comparisons().into_iter().find(|comparison| comparison.name() == name).unwrap();
        let context = Context { fixtures: root().join("fixtures"), policy: Policy::Off, tick: &|| () };
        let digests = Digests::parse(&context.read(NAME, "").unwrap()).unwrap();
        let committed = &digests.comparisons[name];
        assert_eq!(check(&comparison, Some(committed), &context).verdict, Verdict::Pass);

        let old = Shown { sha256: "0".repeat(64), ..committed.clone() };
        let found = check(&comparison, Some(&old), &context);
        assert_eq!(found.verdict, Verdict::Fail);
        assert_eq!(found.headline(), "the sides agree, and show something else than what is committed");
        assert_eq!(found.reproduce, format!("cargo test -p lab --test conformance -- --exact {name}"));
        let is = committed.sha256.clone();
        assert_eq!(found.changes, [Change { place: "sha256".into(), was: old.sha256, is }]);

        let found = check(&comparison, None, &context);
        assert_eq!(found.verdict, Verdict::Fail);
        assert!(found.headline().contains("its digest is not committed"), "{}", found.headline());
    }

    #[test]
    fn digests_of_another_version_are_refused() {
        let error = Digests::parse(r#"{"schema": "roguelab-digests/0", "comparisons": {}}"#).err().unwrap();
        assert!(error.to_string().contains("roguelab-digests/0"), "{error}");
        assert!(Digests::parse("{").is_err());
    }
}
