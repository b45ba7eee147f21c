//! The section on the zoo: which test catches which broken source, from `fixtures/zoo.json`.

use findings::block::{Block, Section, Table as Grid, text};
use findings::number::grouped;
use gof::battery::{self, Kind};
use zoo::broken::find;
use zoo::broken::table::{NAME, Row, Table};

use crate::fixtures::committed;

/// The committed table, if it is there and can be read.
pub(super) fn read() -> Option<Table> {
    Table::parse(&committed(NAME).ok()?).ok()
}

pub(super) fn section(table: &Table) -> Section {
    let mut blocks = vec![
        text(
            "Broken sources, each with a defect that is really made, and every test of their kind on each: measured from a \
             fixed seed in an earlier run (`cargo xtask bless` regenerates the table). A cell is the power of two of the \
             number of items after which the test first caught the source, looking after 16 items, 32, 64 and so on. A \
             dash: not within the limit. Blank: the test is not sound for such items.",
        ),
        text(summary(table)),
    ];
    for (kind, what) in [
        (Kind::Permutations, "Permutations"),
        (Kind::Values, "Values"),
        (Kind::Words, "Words"),
    ] {
        blocks.push(sources(table, kind, what));
    }
    blocks.push(tests(table));
    blocks.push(wrongs(table));
    Section::new("The zoo: which test catches what", blocks)
}

/// How many are caught.
fn summary(table: &Table) -> String {
    let missed = table.rows.iter().filter(|row| row.first().is_none());
    let missed: Vec<_> = missed.map(|row| &*row.name).collect();
    format!(
        "Of {} sources {} are caught by a test within its limit. Not caught: {}. A look raises a false alarm at most once in \
         {}, where a test's reference distribution is exact.",
        table.rows.len(),
        table.rows.len() - missed.len(),
        if missed.is_empty() {
            "none".into()
        } else {
            missed.join(", ")
        },
        grouped(table.one_in)
    )
}

fn sources(table: &Table, kind: Kind, what: &str) -> Block {
    let tests: Vec<_> = battery::tests()
        .filter(|test| test.kind() == kind)
        .map(|test| test.name)
        .collect();
    let rows: Vec<&Row> = table
        .rows
        .iter()
        .filter(|row| row.kind() == Some(kind))
        .collect();
    let cell = |row: &Row, test: &str| match row.tests.get(test) {
        Some(Some(at)) => power(*at),
        Some(None) => "-".into(),
        None => String::new(),
    };
    let line = |row: &&Row| {
        let (predicted, ratio) = match (row.predicted, row.first()) {
            (Some(predicted), Some((_, at))) => (
                grouped(predicted),
                format!("{:.2}", at as f64 / predicted as f64),
            ),
            (Some(predicted), None) => (grouped(predicted), String::new()),
            (None, _) => (String::new(), String::new()),
        };
        let cells = tests.iter().map(|test| cell(row, test));
        let after = [predicted, ratio, power(row.limit)];
        std::iter::once(row.name.clone())
            .chain(cells)
            .chain(after)
            .collect()
    };
    let after = ["predicted", "ratio", "limit"];
    Block::Table(Grid {
        caption: format!(
            "{what}. Predicted: how many items a chi-square test of the whole law needs for a power of one half, where the law is \
             known. Ratio: the fewest items with which a test caught it, over the predicted number; a test that looks where \
             the defect is may need fewer."
        ),
        head: std::iter::once("source")
            .chain(tests.iter().copied())
            .chain(after)
            .map(str::to_owned)
            .collect(),
        rows: rows.iter().map(line).collect(),
    })
}

fn tests(table: &Table) -> Block {
    let row = |test: &battery::Entry| {
        let own: Vec<_> = table.own(test).iter().map(|row| row.name.clone()).collect();
        vec![
            test.name.into(),
            kind(test.kind()).into(),
            test.cost.to_string(),
            own.join(", "),
        ]
    };
    Block::Table(Grid {
        caption:
            "What this test catches with at most a quarter of the items that any other test of its kind needs. A test \
                  without such a source is in the battery because the gate's plan names it. The cost is declared, in \
                  nanoseconds an item, and only decides which of two tests is shown as the first that catches a source."
                .into(),
        head: ["test", "kind", "cost", "catches by far the soonest"].map(str::to_owned).to_vec(),
        rows: battery::tests().map(row).collect(),
    })
}

fn wrongs(table: &Table) -> Block {
    let row = |row: &Row| {
        let source = find(&row.name)?;
        let by = row
            .first()
            .map_or("not caught within the limit", |(test, _)| test.name);
        Some(vec![
            source.name.into(),
            source.about.into(),
            source.wrong.into(),
            by.into(),
        ])
    };
    Block::Table(Grid {
        caption: "Each source, what is wrong with it, and what catches it first.".into(),
        head: ["source", "what it is", "what is wrong", "caught by"]
            .map(str::to_owned)
            .to_vec(),
        rows: table.rows.iter().filter_map(row).collect(),
    })
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Words => "words",
        Kind::Values => "values",
        Kind::Permutations => "permutations",
    }
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
        assert!(summary(&table).contains("sattolo"));
    }
}
