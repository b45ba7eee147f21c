//! The table, made from files like criterion's, and its place in docs/speed.md.

use std::fs;

use benches::measurements::Measurements;
use benches::rows::{Machine, ROWS, Row, Vectors, benchmarks};
use benches::table;
use benches::{PAGE, Result, root, split};
use serde_json::json;
use tempfile::TempDir;

/// A folder of measurements.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Adds a benchmark with this many items and nanoseconds, give or take a tenth.
    fn add(&self, name: &str, items: u64, median: f64) {
        let folder = self.0.path().join(name).join("new");
        fs::create_dir_all(&folder).unwrap();
        let benchmark =
            json!({ "group_id": "not read", "full_id": name, "throughput": { "Elements": items } });
        fs::write(folder.join("benchmark.json"), benchmark.to_string()).unwrap();
        let interval = json!({ "confidence_level": 0.95, "lower_bound": 0.9 * median, "upper_bound": 1.1 * median });
        let estimate = json!({ "point_estimate": median, "confidence_interval": interval, "standard_error": 1.0 });
        let estimates = json!({ "mean": null, "median": estimate });
        fs::write(folder.join("estimates.json"), estimates.to_string()).unwrap();
    }

    /// Adds both sides of a row so that they have this ratio.
    fn add_row(&self, row: &Row, ratio: f64) {
        self.add(row.port, 1000, 1e6);
        self.add(row.other, 10, 1e4 * ratio);
    }

    fn text(&self, vectors: Vectors) -> Result<String> {
        let machine = Machine {
            cpu: "Some CPU".to_owned(),
            vectors,
        };
        table::text(&Measurements::read(self.0.path())?, &machine, false)
    }
}

/// The cells of the table's line for a row.
fn cells(text: &str, [what, beside]: [&str; 2]) -> Vec<String> {
    let line = text
        .lines()
        .map(squeezed)
        .find(|line| line.starts_with(&squeezed(&format!("{what} {beside}"))));
    let line = line.unwrap_or_else(|| panic!("no line for `{what}` beside `{beside}` in\n{text}"));
    line[squeezed(&format!("{what} {beside}")).len()..]
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}

fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn labels(row: &Row) -> [&'static str; 2] {
    [row.what, row.beside]
}

/// A row with a requirement on any machine.
fn demanding() -> &'static Row {
    ROWS.iter()
        .find(|row| row.least(Vectors::Portable) == Some(1.5))
        .unwrap()
}

#[test]
fn a_row_says_whether_what_is_asked_holds() {
    let row = demanding();
    for (vectors, ratio, least, verdict) in [
        (Vectors::Portable, 2.0, "1.5", "holds"),
        (Vectors::Avx2, 2.0, "2.5", "MISSED"),
        (Vectors::Avx512, 3.0, "2.5", "holds"),
    ] {
        let home = Home::new();
        home.add_row(row, ratio);
        let cells = cells(&home.text(vectors).unwrap(), labels(row));
        // 1000 items in a millisecond.
        assert_eq!(cells[..2], ["1.00", "M/s"]);
        assert_eq!(cells[4], format!("{ratio:.2}"));
        // From the ends of the two medians' intervals.
        let [low, high] = [0.9 / 1.1, 1.1 / 0.9].map(|end| format!("{:.2}", ratio * end));
        assert_eq!(cells[5..8], [low.as_str(), "to", &high]);
        assert_eq!(cells[cells.len() - 2..], [least, verdict]);
    }
}

/// If a benchmark had another name, the table would show it as "not measured".
#[test]
fn every_benchmark_of_the_table_exists() {
    let folder = root().join("benches/benches/speed");
    let texts = fs::read_dir(folder)
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let texts: Vec<String> = texts.collect();
    for name in benchmarks() {
        let (group, function) = name.split_once('/').unwrap();
        // The number in `gof, 4` is an argument.
        let kind = function.split_once(", ").map_or(function, |(kind, _)| kind);
        let quoted = [format!("\"{function}\""), format!("\"{kind}, {{T}}\"")];
        let has = |text: &String| {
            text.contains(&format!("\"{group}\""))
                && quoted.iter().any(|function| text.contains(function))
        };
        assert!(texts.iter().any(has), "{name}");
    }
}

/// The first row of the table that is missing in the block.
fn missing(block: &str) -> Option<[&'static str; 2]> {
    let mut lines = block.lines().map(squeezed);
    ROWS.iter().map(labels).find(|[what, beside]| {
        let start = squeezed(&format!("{what} {beside}")) + " ";
        !lines.any(|line| line.starts_with(&start))
    })
}

#[test]
fn the_page_shows_every_row_in_order() {
    let page = fs::read_to_string(root().join(PAGE)).unwrap();
    let [_, block, _] = split(&page).expect("the page has the marked block");
    assert_eq!(
        missing(block),
        None,
        "run `cargo xtask bench` and `cargo xtask bench --table`"
    );
    let first = block.lines().next().unwrap_or_default();
    assert!(
        first.ends_with("; items per second, medians of one run"),
        "{first}"
    );
}
