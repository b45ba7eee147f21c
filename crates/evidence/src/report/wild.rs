//! The section on ports in the wild, from `fixtures/wild.json`.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use answers::number::grouped;
use findings::block::{Section, table, text};

use crate::fixtures::committed;
use crate::wild::{PortResult, RESULTS, Results};

/// The committed results, if they exist and can be read.
pub(super) fn read() -> Option<Results> {
    Results::parse(&committed(RESULTS).ok()?).ok()
}

pub(super) fn section(results: &Results) -> Section {
    let mut rows: Vec<_> = results.ports.iter().collect();
    let packages: BTreeSet<_> = rows.iter().map(|row| (row.from, &row.name)).collect();
    let broken = rows.iter().filter(|row| row.is_broken()).count();
    rows.sort_by_key(|row| (!row.is_broken(), Reverse(row.downloads), row.title()));
    let (ports, packages, downloads_of) = (rows.len(), packages.len(), &results.downloads_of);
    Section::new(
        "Ports in the wild",
        vec![
            text(format!(
                "{ports} ports of {packages} published packages, each at one version and digest, compared op by op in an earlier run. \
                 {broken} are not what their documentation says, and stand first, those with most downloads at the top. `cargo xtask \
                 wild` compares all of them again, and the command of a row those of this name. That a port agrees says nothing of \
                 other versions, nor of what else the package does."
            )),
            table(
                format!(
                    "Downloads: in a month, as the registry said in {downloads_of}; empty where that is not known. Same state: the \
                     port was given the whole state of the generator, because its own seeding is another one, or because it has \
                     none. Shortest numbers: the fewest ops that show the first difference. Cause: the known mistake that gives \
                     every answer of the port in the case that failed; empty if there is none."
                ),
                [
                    "package",
                    "downloads",
                    "generator",
                    "command",
                    "verdict",
                    "shortest numbers",
                    "cause",
                    "what is known",
                ],
                rows.into_iter().map(cells),
            ),
        ],
    )
}

fn cells(row: &PortResult) -> [String; 8] {
    let (mut shortest, mut cause) = (String::new(), String::new());
    if let Some(first) = row.differences.first() {
        shortest = format!(
            "`{}` gives {}, and not {}",
            first.shortest, first.actual, first.expected
        );
        cause = first.cause.join(", ");
    }
    [
        row.title(),
        row.downloads.map_or(String::new(), grouped),
        format!("`{}`", row.subject),
        format!("`cargo xtask wild {}`", row.name),
        row.verdict(),
        shortest,
        cause,
        row.about.clone(),
    ]
}

#[cfg(test)]
mod tests {
    use findings::block::Block;

    use super::*;

    #[test]
    fn broken_ports_stand_first_with_the_numbers_that_show_it() {
        let results = read().expect("the results are committed");
        let section = section(&results);
        let [_, Block::Table(table)] = &section.blocks[..] else {
            panic!("no table")
        };
        let agrees = |row: &Vec<String>| row[4].starts_with("agrees");
        assert!(!agrees(&table.rows[0]) && table.rows.is_sorted_by_key(agrees));
        let row = |title: &str| table.rows.iter().find(|row| row[0] == title).unwrap();
        let [.., shortest, cause, _] = &row("npm pcg-random 2.0.1")[..] else {
            panic!("no columns")
        };
        assert!(
            shortest.contains("; boundedrand ") && !cause.is_empty(),
            "{shortest}: {cause}"
        );
        assert_eq!(row("npm pcg-random 1.0.0")[4..7], ["agrees", "", ""]);
    }
}
