//! `fixtures/digests.json`: for each comparison the number of its cases, ops, outputs and draws, and their digest.
//!
//! It reveals a change that port and reference make together, and a case that is no longer run.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use lockstep::{Budget, Tally};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use subjects::conformance::{Comparison, Outcome, comparisons};
use subjects::oracles::Policy;

pub(crate) const NAME: &str = "digests.json";

const SCHEMA: &str = "roguelab-digests/1";

/// The content of the file.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Digests {
    schema: String,
    /// The tallies, by name of the comparison.
    pub comparisons: BTreeMap<String, Tally>,
}

/// Evaluates every comparison, in the order of [`comparisons`].
pub(crate) fn evaluate(
    budget: &Budget,
    policy: Policy,
    tick: &(dyn Fn() + Sync),
) -> Vec<(Comparison, Outcome)> {
    // Some comparisons take a thousand times as long as others, so each is a task of its own.
    let all = comparisons().into_par_iter().with_max_len(1);
    all.map(|comparison| {
        let outcome = comparison.evaluate(budget, policy);
        tick();
        (comparison, outcome)
    })
    .collect()
}

impl Digests {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let digests: Self = serde_json::from_str(text).context("this is not a list of digests")?;
        if digests.schema != SCHEMA {
            bail!(
                "these digests have version `{}`, and this program reads `{SCHEMA}`",
                digests.schema
            );
        }
        Ok(digests)
    }

    /// Regenerates the file. Digests of oracles that are not on this machine are copied from `old`, and their names are
    /// returned second.
    pub(crate) fn make(old: Option<&Self>, policy: Policy) -> Result<(String, Vec<String>)> {
        let mut made = Self {
            schema: SCHEMA.into(),
            comparisons: BTreeMap::new(),
        };
        let mut missing = Vec::new();
        for (comparison, outcome) in evaluate(&Budget::default(), policy, &|| ()) {
            let name = comparison.name();
            let tally = match outcome {
                Outcome::Agrees(tally) => Some(tally),
                Outcome::Skipped { why } => {
                    missing.push(format!("{NAME}, {name}: {why}"));
                    old.and_then(|old| old.comparisons.get(&name).cloned())
                }
                Outcome::Differs { mismatch: why }
                | Outcome::Broken { why }
                | Outcome::Missing { why } => {
                    bail!("{name}: {why}")
                }
            };
            made.comparisons.extend(tally.map(|tally| (name, tally)));
        }
        Ok((serde_json::to_string_pretty(&made)? + "\n", missing))
    }
}
