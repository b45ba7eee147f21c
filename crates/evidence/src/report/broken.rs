//! The section on the zoo: which test catches which broken source, from `fixtures/zoo.json`.

use std::collections::BTreeMap;

use answers::number::grouped;
use findings::block::{self, Block, Section, text};
use gof::battery::{self, BatteryKind};
use zoo::broken::find;
use zoo::broken::table::{CaughtSource, NAME, Table};

use crate::fixtures::committed;

/// The committed table, if it exists and can be read.
pub(super) fn read() -> Option<Table> {
    Table::parse(&committed(NAME).ok()?).ok()
}

pub(super) fn section(table: &Table) -> Section {
    let mut missed = Vec::new();
    for row in &table.rows {
        if row.first().is_none() {
            missed.push(&*row.name);
        }
    }
    let total = table.rows.len();
    let caught = total - missed.len();
    let missed = if missed.is_empty() {
        "none".to_owned()
    } else {
        missed.join(", ")
    };
    let one_in = grouped(table.one_in);
    Section::new(
        "The zoo: which test catches what",
        vec![
            text(
                "Broken sources, each with a defect that is really made, and every test of their kind on each: measured from a fixed \
                 seed in an earlier run (`cargo xtask bless` regenerates the table). Before each colon stands the power of two of the \
                 number of items after which these tests first caught the source, looking after 16 items, 32, 64 and so on. A test \
                 that is in no list is not sound for such items.",
            ),
            text(format!(
                "Of {total} sources {caught} are caught by a test within its limit. Not caught: {missed}. A look raises a false alarm \
                 at most once in {one_in}, where a test's reference distribution is exact."
            )),
            sources("Permutations", table, BatteryKind::Permutations),
            sources("Values", table, BatteryKind::Values),
            sources("Words", table, BatteryKind::Words),
            block::table(
                "What this test catches with at most a quarter of the items that any other test of its kind needs. A test without \
                 such a source stands in where there are too many permutations to count each. The cost is declared, in nanoseconds an item, and \
                 only decides which of two tests is shown as the first that catches a source.",
                ["test", "kind", "cost", "catches by far the soonest"],
                battery::tests().map(|test| cells_of_test(table, test)),
            ),
            block::table(
                "Each source, what is wrong with it, and what catches it first.",
                ["source", "what it is", "what is wrong", "caught by"],
                table.rows.iter().filter_map(cells_of_source),
            ),
        ],
    )
}

fn cells_of_test(table: &Table, test: &battery::Entry) -> [String; 4] {
    let own: Vec<_> = table.own(test).iter().map(|row| row.name.clone()).collect();
    [
        test.name.to_owned(),
        format!("{:?}", test.kind()).to_lowercase(),
        test.cost.to_string(),
        own.join(", "),
    ]
}

fn cells_of_source(row: &CaughtSource) -> Option<[String; 4]> {
    let source = find(&row.name)?;
    let caught_by = match row.first() {
        Some((test, _)) => test.name,
        None => "not caught within the limit",
    };
    Some([source.name(), &source.about, source.flaw?, caught_by].map(str::to_owned))
}

/// The sources of a kind, each with the tests of that kind in the order in which they catch it.
fn sources(name: &str, table: &Table, kind: BatteryKind) -> Block {
    let rows = table.rows.iter().filter(|row| row.kind() == Some(kind));
    block::table(
        format!(
            "{name}. Predicted: how many items a chi-square test of the whole law needs for a power of one half, where the law is \
             known. Ratio: the fewest items with which a test caught it, over the predicted number; a test that looks where the \
             defect is may need fewer."
        ),
        [
            "source",
            "caught by",
            "not within the limit",
            "predicted",
            "ratio",
            "limit",
        ],
        rows.map(cells_of_catches),
    )
}

fn cells_of_catches(row: &CaughtSource) -> [String; 6] {
    let mut after: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    let mut never = Vec::new();
    for (test, at) in &row.tests {
        match at {
            Some(at) => after.entry(*at).or_default().push(test),
            None => never.push(&**test),
        }
    }
    let mut caught = Vec::new();
    for (at, tests) in after {
        caught.push(format!("{}: {}", power(at), tests.join(", ")));
    }
    let mut ratio = String::new();
    if let (Some(predicted), Some((_, at))) = (row.predicted, row.first()) {
        ratio = format!("{:.2}", at as f64 / predicted as f64);
    }
    [
        row.name.clone(),
        caught.join(";\n"),
        never.join(", "),
        row.predicted.map_or_else(String::new, grouped),
        ratio,
        power(row.limit),
    ]
}

fn power(items: u64) -> String {
    items
        .checked_ilog2()
        .map_or(String::new(), |power| power.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_has_every_source_and_says_what_is_not_caught() {
        let mut table = read().unwrap();
        let mut rows = 0;
        for block in section(&table).blocks {
            if let Block::Table(grid) = block {
                rows += grid.rows.len();
            }
        }
        assert_eq!(rows, 2 * table.rows.len() + battery::tests().count());
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
