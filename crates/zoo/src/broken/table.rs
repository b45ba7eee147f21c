//! The table of which test catches which broken source, and with how many items.
//!
//! Every source is given to every test of its battery ([`gof::battery`]), up to the limit of its kind ([`examine()`]). Where
//! the law is known, the table also has the number of items that theory predicts.
//!
//! A test must earn its place ([`Table::own`]): either it catches a source with at most a quarter of the items that any other
//! test of its kind needs, or it stands in where there are too many permutations to count each.

use std::collections::BTreeMap;

use crate::error::{Context, Result};
use gof::battery::{self, Entry};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Catch, all, examine, predicted_items};
use crate::sources::{ItemKind, Source};

/// The table's name below `fixtures`.
pub const NAME: &str = "zoo.json";

/// The version of the table, which changes whenever a field changes its meaning or is removed.
pub const SCHEMA: &str = "roguelab-zoo/2";

/// A test catches a source when a fair source would fail the look once in this many times.
pub const ONE_IN: u64 = 1_000_000_000;

/// The seed of every stream.
pub const SEED: u64 = 1;

/// The results of every source.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Table {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// Always [`ONE_IN`].
    pub one_in: u64,
    /// Always [`SEED`].
    pub seed: u64,
    /// One row for each source, by kind.
    #[serde(rename = "specimens")]
    pub rows: Vec<CaughtSource>,
}

/// The results of one source.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct CaughtSource {
    /// The name of the source.
    pub name: String,
    /// The most items that the tests were given.
    pub limit: u64,
    /// How many items theory predicts for a power of one half; `None` if the law is not known.
    pub predicted: Option<u64>,
    /// For each test, the number of items with which it caught the source; `None` if it did not within the limit.
    pub tests: BTreeMap<String, Option<u64>>,
}

impl Table {
    /// Gives every source to every test, and calls `tick` after each source.
    ///
    /// # Errors
    /// If a test or a law fails: a defect of this program.
    pub fn make(tick: &(dyn Fn() + Sync)) -> Result<Self> {
        let sources: Vec<_> = all().collect();
        let rows = sources.into_par_iter().map(|source| {
            let row = CaughtSource::of(source, limit(source.kind)).context(source.name());
            tick();
            row
        });
        Ok(Self {
            schema: SCHEMA.into(),
            one_in: ONE_IN,
            seed: SEED,
            rows: rows.collect::<Result<_>>()?,
        })
    }

    /// Reads a table.
    ///
    /// # Errors
    /// If the text is no such table, with the line.
    pub fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text)
            .context("not a table of the zoo: regenerate it with `cargo xtask bless`")
    }

    /// The text to commit.
    ///
    /// # Errors
    /// If the table cannot be written as JSON: a defect of this program.
    pub fn text(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The sources that this test catches with at most a quarter of the items that any other test of its kind needs.
    pub fn own(&self, test: &Entry) -> Vec<&CaughtSource> {
        let mut own = Vec::new();
        for row in &self.rows {
            if row.kind() == Some(test.kind()) && row.is_own(test) {
                own.push(row);
            }
        }
        own
    }
}

impl CaughtSource {
    fn of(source: &Source, limit: u64) -> Result<Self> {
        let catches = examine(source, SEED, |_| true, alpha(), limit)?;
        Ok(Self {
            name: source.name().into(),
            limit,
            predicted: predicted_items(source, alpha(), 0.5)?,
            tests: catches
                .into_iter()
                .map(|Catch { test, at, .. }| (test.into(), at))
                .collect(),
        })
    }

    /// The number of items with which the test caught the source.
    pub fn at(&self, test: &str) -> Option<u64> {
        self.tests.get(test).copied().flatten()
    }

    /// Whether the test caught the source with at most a quarter of the items that any other test of its kind needs.
    fn is_own(&self, test: &Entry) -> bool {
        let Some(at) = self.at(test.name) else {
            return false;
        };
        battery::tests()
            .filter(|other| other.kind() == test.kind() && other.name != test.name)
            .filter_map(|other| self.at(other.name))
            .all(|later| later / 4 >= at)
    }

    /// The cheapest of the tests that caught the source with the fewest items, and that number.
    pub fn first(&self) -> Option<(&'static Entry, u64)> {
        let kind = self.kind()?;
        let caught = battery::tests().filter(|test| test.kind() == kind);
        caught
            .filter_map(|test| Some((test, self.at(test.name)?)))
            .min_by_key(|&(test, at)| (at, test.cost))
    }

    /// The kind of battery for this source; `None` if the zoo no longer has the source.
    pub fn kind(&self) -> Option<battery::BatteryKind> {
        Some(match super::find(&self.name)?.kind {
            ItemKind::Words { .. } => battery::BatteryKind::Words,
            ItemKind::Values { .. } | ItemKind::Classes { .. } => battery::BatteryKind::Values,
            ItemKind::Permutations { .. } => battery::BatteryKind::Permutations,
        })
    }
}

/// The level of each look.
pub fn alpha() -> f64 {
    1.0 / ONE_IN as f64
}

/// The number of items after which a test gives up.
pub const fn limit(kind: ItemKind) -> u64 {
    match kind {
        ItemKind::Words { .. } | ItemKind::Values { .. } | ItemKind::Classes { .. } => 1 << 22,
        ItemKind::Permutations { n: 0..=10 } => 1 << 20,
        ItemKind::Permutations { .. } => 1 << 16,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    const BLESS: &str =
        "fixtures/zoo.json has other sources or tests than the zoo: run `cargo xtask bless`";

    fn committed() -> Table {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
        Table::parse(&fs::read_to_string(fixtures.join(NAME)).unwrap()).unwrap()
    }

    #[test]
    fn the_committed_table_is_of_this_zoo_and_this_battery() {
        let table = committed();
        assert_eq!(
            (table.schema.as_str(), table.one_in, table.seed),
            (SCHEMA, ONE_IN, SEED)
        );
        assert!(
            table
                .rows
                .iter()
                .map(|row| row.name.as_str())
                .eq(all().map(Source::name)),
            "{BLESS}"
        );
        for (row, source) in table.rows.iter().zip(all()) {
            assert_eq!(row.limit, limit(source.kind), "{}", row.name);
            let names = examine(source, SEED, |_| true, alpha(), 0).unwrap();
            assert!(
                names.iter().all(|catch| row.tests.contains_key(catch.test)),
                "{}: {BLESS}",
                row.name
            );
            assert_eq!(names.len(), row.tests.len(), "{}: {BLESS}", row.name);
        }
        assert_eq!(Table::parse(&table.text().unwrap()).unwrap(), table);
    }

    #[test]
    fn the_page_of_evidence_says_what_the_table_says() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/evidence.md");
        let page = fs::read_to_string(docs).unwrap();
        let table = committed();
        let known = table.rows.iter().filter(|row| {
            let begins = format!("| {} |", row.name);
            let line = page.lines().find(|line| line.starts_with(&begins));
            let first = row
                .first()
                .map(|(test, at)| format!("| {}, 2^{} |", test.name, at.ilog2()));
            line.is_some_and(|line| {
                assert!(line.contains(&first.unwrap()), "{line}");
                true
            })
        });
        assert_eq!(known.count(), 12);
    }

    #[test]
    fn every_test_catches_something_of_its_own() {
        let table = committed();
        for test in battery::tests() {
            // It stands in for `ranks` where there are too many permutations to count each.
            let stands_in =
                (test.kind(), test.name) == (battery::BatteryKind::Permutations, "rank-buckets");
            assert!(
                stands_in || !table.own(test).is_empty(),
                "{:?} {} catches no source with at most a quarter of the items of any other test: add a broken source that it does, \
                 and run `cargo xtask bless`, or remove it",
                test.kind(),
                test.name
            );
        }
    }
}
