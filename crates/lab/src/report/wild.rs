//! The section on ports in the wild, from `fixtures/wild.json`.

use findings::block::Section;
use findings::number::grouped;
use serde_json::json;

use super::words::WORDS;
use crate::fixtures::committed;
use crate::wild::{RESULTS, Results, Row};

/// The committed results, if they are there and can be read.
pub(super) fn read() -> Option<Results> {
    Results::parse(&committed(RESULTS).ok()?).ok()
}

pub(super) fn section(results: &Results) -> Section {
    let rows = &results.packages;
    let agree = rows.iter().filter(|row| row.differences.is_empty()).count();
    let values = json!({
        "comparisons": rows.len(),
        "agree": agree,
        "rows": rows.iter().map(line).collect::<Vec<_>>(),
    });
    WORDS.beside(&json!({}), values).section("wild")
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
