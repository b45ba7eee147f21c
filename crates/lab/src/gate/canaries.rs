//! The lane of canaries: broken things of the zoo that the tests must catch. If one is not caught, the tests prove nothing.

use anyhow::{Context as _, Result};
use gof::{Test, battery};
use rayon::prelude::*;

use super::check::{Check, Verdict};
use super::{Context, Lane, LaneResult};
use crate::sources::Kind;
use crate::zoo::{self, Catch, Specimen};

/// The lane.
pub const LANE: Lane = Lane { name: "canaries", about: "broken things of the zoo, which the tests must catch", run };

/// The level at which a test has to catch.
const ALPHA: f64 = 1e-9;

/// A specimen, the test that must catch it, and after how many items at the latest: twice or more what it took when the
/// canary was chosen.
const CANARIES: &[(&str, &str, u64)] = &[("naive-swap", "ranks", 1 << 14), ("sattolo", "fixed-points", 1 << 10)];

fn run(context: &Context) -> LaneResult {
    let checks: Vec<_> = CANARIES
        .par_iter()
        .map(|&(name, test, limit)| {
            let check = check(name, test, limit);
            (context.tick)();
            check
        })
        .collect();
    checks.into_iter().collect()
}

fn check(name: &str, test: &str, limit: u64) -> Result<Check> {
    let specimen = zoo::find(name).with_context(|| format!("the zoo has no `{name}`"))?;
    let found = caught(specimen, test, limit)?;
    let finding = match found.at {
        Some(at) => format!("{test} catches it within {at} items"),
        None => format!("{test} did not catch it within {limit} items: what the tests pass proves nothing"),
    };
    let verdict = if found.at.is_some() { Verdict::Pass } else { Verdict::Void };
    Ok(Check::new(verdict, name, finding))
}

/// What this one test makes of a specimen.
fn caught(specimen: &Specimen, test: &str, limit: u64) -> Result<Catch> {
    fn only<Item: ?Sized>(tests: Vec<Box<dyn Test<Item>>>, name: &str) -> Vec<Box<dyn Test<Item>>> {
        tests.into_iter().filter(|test| test.name() == name).collect()
    }
    let found = match specimen.kind {
        Kind::Words { bits } => {
            let tests = only(battery::words(bits)?, test);
            zoo::catch::<u64>(specimen, 1, || tests, ALPHA, limit)
        }
        Kind::Values { below } | Kind::Classes { cells: below } => {
            let tests = only(battery::values(below)?, test);
            zoo::catch::<u32>(specimen, 1, || tests, ALPHA, limit)
        }
        Kind::Permutations { n } => {
            let tests = only(battery::permutations(n as usize)?, test);
            zoo::catch::<[u32]>(specimen, 1, || tests, ALPHA, limit)
        }
    };
    found?.pop().with_context(|| format!("no test of {} is called `{test}`", specimen.kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canary_that_is_not_caught_voids_the_run() {
        let missed = check("naive-swap", "ranks", 16).unwrap();
        assert_eq!(missed.verdict, Verdict::Void);
        assert!(missed.finding.contains("proves nothing"), "{}", missed.finding);
    }
}
