//! The section of canaries: broken sources that the tests must catch. If one is missed, the tests prove nothing.

use ::zoo::broken::{self, Table, table};
use anyhow::{Context as _, Result};
use cli::gate::{Check, Context, Section};
use rayon::prelude::*;

use gof::Verdict;

pub(crate) const SECTION: Section = Section {
    name: "canaries",
    about: "broken sources of the zoo, which the tests must catch",
    run,
};

/// Broken sources, each with the test that must catch it. There are at least two tests for each kind of item, with different
/// defects.
const CANARIES: &[(&str, &str)] = &[
    ("sattolo", "cycles"),
    ("riffle-once", "adjacent-pairs"),
    ("riffle-thrice", "adjacent-pairs"),
    ("even-only", "cycles"),
    ("naive-swap", "position-matrix"),
    ("clock-seed", "ranks"),
    ("twice-each", "rank-buckets"),
    ("modulo-of-byte", "frequency"),
    ("never-twice", "serial-pairs"),
    ("low-bits-of-lcg", "period"),
    ("fifteen-bits-for-a-million", "birthday-spacings"),
    ("stuck-bit", "bits"),
    ("minstd", "birthday-spacings-pairs"),
    ("copied-bit", "matrix-rank"),
    ("xorshift128", "linear-complexity"),
    ("echo", "lags"),
    ("ascending", "permutation-3"),
    ("lcg", "autocorrelation-word"),
];

fn run(context: &Context) -> Result<Vec<Check>> {
    let table = Table::parse(&context.read(table::NAME, "make it with `cargo xtask bless`")?)?;
    let check = |&(name, test): &(&str, &str)| {
        let row = table.rows.iter().find(|row| row.name == name);
        let at = row.and_then(|row| row.at(test));
        let at =
            at.with_context(|| format!("{test} does not catch {name}: it says {}", table::NAME))?;
        // Twice the number of items in the table of the zoo.
        let check = check(name, test, 2 * at);
        (context.tick)();
        check
    };
    let checks: Vec<_> = CANARIES.par_iter().map(check).collect();
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
            "{test} did not catch it within {limit} items: a pass of the tests proves nothing"
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
    use super::*;

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
