//! The section on ports in the wild, from `fixtures/wild.json`.

use findings::block::{Block, Section, Table, text};
use findings::number::grouped;

use crate::fixtures::committed;
use crate::wild::{RESULTS, Results, Row};

/// The committed results, if they are there and can be read.
pub(super) fn read() -> Option<Results> {
    Results::parse(&committed(RESULTS).ok()?).ok()
}

pub(super) fn section(results: &Results) -> Section {
    let rows = &results.packages;
    let agree = rows.iter().filter(|row| row.differences.is_empty()).count();
    let about = format!(
        "Published packages at one version each, compared op by op in an earlier run (`cargo xtask wild` repeats it; an archive \
         with another digest is refused). Of {} comparisons {agree} agree in all that the package has of the subject. That says \
         nothing of other versions, nor of what else a package does.",
        rows.len()
    );
    let table = Table {
        caption: "Ops: how many were compared and agree, with what differs left out. Shortest ops: the fewest that show the \
                  first difference. In brackets: the known mistake that gives every answer of the package in the case that \
                  failed."
            .into(),
        head: ["package", "subject", "ops", "shortest ops that differ", "what is known"].map(str::to_owned).to_vec(),
        rows: rows.iter().map(line).collect(),
    };
    Section::new("Ports in the wild", vec![text(about), Block::Table(table)])
}

fn line(row: &Row) -> Vec<String> {
    let first = row.differences.first();
    let cause = first
        .map(|difference| difference.cause.join(", "))
        .filter(|cause| !cause.is_empty());
    let shortest = first.map_or(String::new(), |difference| difference.shortest.clone());
    let known = cause.map_or_else(
        || row.about.clone(),
        |cause| format!("{} [{cause}]", row.about),
    );
    vec![
        row.title(),
        row.subject.clone(),
        grouped(row.ops),
        shortest,
        known,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_shows_the_ops_that_differ_and_the_known_mistake() {
        let results = read().expect("the results are committed");
        let line_of = |title: &str| {
            line(
                results
                    .packages
                    .iter()
                    .find(|row| row.title() == title)
                    .unwrap(),
            )
        };
        let [.., shortest, known] = &line_of("npm pcg-random 2.0.1")[..] else {
            panic!("no columns")
        };
        assert!(
            shortest.contains("; boundedrand ") && known.ends_with(']'),
            "{shortest}: {known}"
        );
        let [.., shortest, known] = &line_of("npm pcg-random 1.0.0")[..] else {
            panic!("no columns")
        };
        assert!(
            shortest.is_empty() && !known.contains('['),
            "{shortest}: {known}"
        );
    }
}
