//! The section of canaries: broken sources that the tests must catch. If one is not caught, the tests prove nothing.

use ::zoo::broken::{self, table};
use anyhow::{Context as _, Result};
use rayon::prelude::*;

use super::check::Check;
use super::{Context, Section};
use gof::Verdict;

pub(crate) const SECTION: Section = Section {
    name: "canaries",
    about: "broken sources of the zoo, which the tests must catch",
    run,
};

/// A broken source, the test that must catch it, and after how many items at the latest: twice or more what the table of the zoo
/// says. Two or more tests of each kind, each on something broken in another way.
const CANARIES: &[(&str, &str, u64)] = &[
    ("sattolo", "cycles", 1 << 7),
    ("riffle-once", "adjacent-pairs", 1 << 7),
    ("riffle-thrice", "adjacent-pairs", 1 << 10),
    ("even-only", "cycles", 1 << 8),
    ("naive-swap", "position-matrix", 1 << 13),
    ("clock-seed", "ranks", 1 << 12),
    ("twice-each", "rank-buckets", 1 << 14),
    ("modulo-of-byte", "frequency", 1 << 13),
    ("never-twice", "serial-pairs", 1 << 13),
    ("low-bits-of-lcg", "period", 1 << 9),
    ("fifteen-bits-for-a-million", "birthday-spacings", 1 << 12),
    ("stuck-bit", "bits", 1 << 12),
    ("minstd", "birthday-spacings-pairs", 1 << 20),
    ("copied-bit", "matrix-rank", 1 << 14),
    ("xorshift128", "linear-complexity", 1 << 11),
    ("echo", "lags", 1 << 19),
    ("ascending", "permutation-3", 1 << 9),
    ("lcg", "autocorrelation-word", 1 << 11),
];

fn run(context: &Context) -> Result<Vec<Check>> {
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
    let source = broken::find(name).with_context(|| format!("the zoo has no `{name}`"))?;
    let catches = broken::examine(
        source,
        table::SEED,
        |name| name == test,
        table::alpha(),
        limit,
    )?;
    let found = catches
        .first()
        .with_context(|| format!("no test of {} is called `{test}`", source.kind))?;
    let finding = match found.at {
        Some(at) => format!("{test} catches it within {at} items"),
        None => format!(
            "{test} did not catch it within {limit} items: what the tests pass proves nothing"
        ),
    };
    let verdict = if found.at.is_some() {
        Verdict::Pass
    } else {
        Verdict::Void
    };
    Ok(Check::new(verdict, name, finding))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::fixtures::root;
    use ::zoo::broken::Table;

    #[test]
    fn every_canary_has_twice_what_the_table_says() {
        let table =
            Table::parse(&fs::read_to_string(root().join("fixtures").join(table::NAME)).unwrap())
                .unwrap();
        for &(name, test, limit) in CANARIES {
            let row = table.rows.iter().find(|row| row.name == name).unwrap();
            assert!(2 * row.at(test).unwrap() <= limit, "{name}, {test}");
        }
    }

    #[test]
    fn a_canary_that_is_not_caught_voids_the_run() {
        let missed = check("naive-swap", "ranks", 16).unwrap();
        assert_eq!(missed.verdict, Verdict::Void);
        assert!(
            missed.finding.contains("proves nothing"),
            "{}",
            missed.finding
        );
    }
}
