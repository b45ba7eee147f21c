//! The section on the zoo: which test catches which broken source, from `fixtures/zoo.json`.

use std::collections::BTreeMap;

use answers::number::grouped;
use findings::block::Section;
use gof::battery::{self, Kind};
use serde_json::{Value, json};
use zoo::broken::find;
use zoo::broken::table::{CaughtSource, NAME, Table};

use super::WORDS;
use crate::fixtures::committed;

/// The committed table, if it exists and can be read.
pub(super) fn read() -> Option<Table> {
    Table::parse(&committed(NAME).ok()?).ok()
}

pub(super) fn section(table: &Table) -> Section {
    let own = |test: &battery::Entry| {
        let own: Vec<_> = table.own(test).iter().map(|row| row.name.clone()).collect();
        let kind = format!("{:?}", test.kind()).to_lowercase();
        [
            test.name.into(),
            kind,
            test.cost.to_string(),
            own.join(", "),
        ]
    };
    let wrong = |row: &CaughtSource| {
        let source = find(&row.name)?;
        let by = row
            .first()
            .map_or("not caught within the limit", |(test, _)| test.name);
        Some([source.name(), &source.about, source.flaw?, by])
    };
    let missed = table.rows.iter().filter(|row| row.first().is_none());
    let missed: Vec<_> = missed.map(|row| &*row.name).collect();
    let values = json!({
        "one_in": table.one_in,
        "total": table.rows.len(),
        "caught": table.rows.len() - missed.len(),
        "missed": if missed.is_empty() { "none".into() } else { missed.join(", ") },
        "permutations": sources(table, Kind::Permutations),
        "values": sources(table, Kind::Values),
        "words": sources(table, Kind::Words),
        "tests": battery::tests().map(own).collect::<Vec<_>>(),
        "sources": table.rows.iter().filter_map(wrong).collect::<Vec<_>>(),
    });
    WORDS.beside(&json!({}), values).section("zoo")
}

/// The sources of a kind, each with the tests of that kind in the order in which they catch it.
fn sources(table: &Table, kind: Kind) -> Value {
    let line = |row: &CaughtSource| -> Vec<String> {
        let mut after: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
        let mut never = Vec::new();
        for (test, at) in &row.tests {
            match at {
                Some(at) => after.entry(*at).or_default().push(test),
                None => never.push(&**test),
            }
        }
        let after = after
            .iter()
            .map(|(at, tests)| format!("{}: {}", power(*at), tests.join(", ")));
        let caught: Vec<_> = after.collect();

        let ratio = row.predicted.zip(row.first()).map(|(predicted, (_, at))| {
            let ratio = at as f64 / predicted as f64;
            format!("{ratio:.2}")
        });
        [
            row.name.clone(),
            caught.join(";\n"),
            never.join(", "),
            row.predicted.map_or_else(String::new, grouped),
            ratio.unwrap_or_default(),
            power(row.limit),
        ]
        .into()
    };
    let rows = table.rows.iter().filter(|row| row.kind() == Some(kind));
    json!(rows.map(line).collect::<Vec<_>>())
}

fn power(items: u64) -> String {
    items
        .checked_ilog2()
        .map_or(String::new(), |power| power.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use findings::block::Block;

    #[test]
    fn the_section_has_every_source_and_says_what_is_not_caught() {
        let mut table = read().unwrap();
        let rows = |table: &Table| -> usize {
            let blocks = section(table).blocks;
            blocks
                .iter()
                .filter_map(|block| {
                    if let Block::Table(grid) = block {
                        Some(grid.rows.len())
                    } else {
                        None
                    }
                })
                .sum()
        };
        assert_eq!(
            rows(&table),
            2 * table.rows.len() + battery::tests().count()
        );
        let sattolo = table
            .rows
            .iter_mut()
            .find(|row| row.name == "sattolo")
            .unwrap();
        sattolo.tests.values_mut().for_each(|at| *at = None);
        let summary = format!("{:?}", section(&table).blocks[1]);
        assert!(summary.contains("sattolo"), "{summary}");
    }
}
