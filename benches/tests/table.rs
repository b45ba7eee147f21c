//! The table, made of files such as criterion writes, and its place in docs/speed.md.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::Result;
use benches::measurements::Measurements;
use benches::rows::{GROWTHS, Growth, Machine, ROWS, Row, Vectors, benchmarks};
use benches::table::{self, Ratio};
use benches::{MARKER, PAGE, mark, root, split, write};
use serde_json::json;
use tempfile::TempDir;

/// A folder of measurements.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// A benchmark of so many items and so many nanoseconds, give or take a tenth; the file of its times.
    fn add(&self, name: &str, items: u64, median: f64) -> PathBuf {
        let folder = self.path().join(name).join("new");
        fs::create_dir_all(&folder).unwrap();
        let benchmark =
            json!({ "group_id": "not read", "full_id": name, "throughput": { "Elements": items } });
        fs::write(folder.join("benchmark.json"), benchmark.to_string()).unwrap();
        let interval = json!({ "confidence_level": 0.95, "lower_bound": 0.9 * median, "upper_bound": 1.1 * median });
        let estimate = json!({ "point_estimate": median, "confidence_interval": interval, "standard_error": 1.0 });
        let estimates = folder.join("estimates.json");
        fs::write(
            &estimates,
            json!({ "mean": null, "median": estimate }).to_string(),
        )
        .unwrap();
        estimates
    }

    /// Both sides of a row, so that it has this ratio.
    fn add_row(&self, row: &Row, ratio: f64) {
        self.add(row.port, 1000, 1e6);
        self.add(row.other, 10, 1e4 * ratio);
    }

    fn text(&self, vectors: Vectors, mixed: bool) -> Result<String> {
        let machine = Machine {
            cpu: "Some CPU".to_owned(),
            vectors,
        };
        table::text(&Measurements::read(self.path())?, &machine, mixed)
    }
}

fn set_age(path: &Path, age: Duration) {
    let file = fs::File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
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

/// A row of which something is asked, whatever the machine.
fn demanding() -> &'static Row {
    ROWS.iter()
        .find(|row| row.least(Vectors::Portable) == Some(1.5))
        .unwrap()
}

#[test]
fn a_ratio_is_of_the_times_per_item_and_its_interval_of_both_ends() {
    let home = Home::new();
    home.add("a", 1000, 2000.0);
    home.add("b", 10, 100.0);
    let all = Measurements::read(home.path()).unwrap();
    let Ratio {
        value,
        interval: (low, high),
    } = Ratio::of(all.get("a").unwrap(), all.get("b").unwrap());
    for (is, expected) in [
        (value, 5.0),
        (low, 5.0 * 0.9 / 1.1),
        (high, 5.0 * 1.1 / 0.9),
    ] {
        assert!((is - expected).abs() < 1e-12, "{is} for {expected}");
    }
    let exponent = table::exponent(all.get("b").unwrap(), all.get("a").unwrap());
    assert!(
        (exponent - 20f64.ln() / 100f64.ln()).abs() < 1e-12,
        "{exponent}"
    );
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
        let cells = cells(&home.text(vectors, false).unwrap(), labels(row));
        // 1000 items in a millisecond.
        assert_eq!(cells[..2], ["1.00", "M/s"]);
        assert_eq!(cells[4], format!("{ratio:.2}"));
        assert_eq!(cells[cells.len() - 2..], [least, verdict]);
    }
}

#[test]
fn a_row_of_which_one_side_is_missing_is_not_measured() {
    let (home, row) = (Home::new(), demanding());
    home.add(row.port, 1000, 1e6);
    let text = home.text(Vectors::Avx2, false).unwrap();
    let measured = cells(&text, labels(row)).join(" ");
    assert_eq!(measured, "1.00 M/s not measured not measured 2.5");
    for other in ROWS.iter().filter(|other| other.port != row.port) {
        assert!(
            cells(&text, labels(other))
                .join(" ")
                .starts_with("not measured not measured"),
            "{text}"
        );
    }
}

#[test]
fn growth_is_the_exponent_between_the_smallest_and_the_largest() {
    let home = Home::new();
    let Growth {
        what,
        items,
        sizes: [small, middle, large],
    } = GROWTHS[0];
    home.add(small, 2000, 1e3);
    home.add(middle, 20_000, 1e9);
    home.add(large, 200_000, 1e7);
    let cells = cells(&home.text(Vectors::Avx2, false).unwrap(), [what, items]).join(" ");
    assert_eq!(cells, "2,000: 1.00 µs 20,000: 1.00 s 200,000: 10.0 ms 2.00");
}

#[test]
fn an_extrapolation_says_from_what() {
    let home = Home::new();
    let row = ROWS.iter().find(|row| row.whole.is_some()).unwrap();
    home.add(row.port, 1 << 26, 64e6);
    home.add(row.other, 1 << 20, 1e9);
    let text = home.text(Vectors::Avx2, false).unwrap();
    let said =
        "4.10 s, extrapolated from 67,108,864; beside it 68.3 min, extrapolated from 1,048,576\n";
    assert!(text.contains(&format!("{}: {said}", row.what)), "{text}");
}

#[test]
fn without_measurements_there_is_no_table() {
    let home = Home::new();
    home.add("another group/port", 1000, 1e6);
    for error in [
        home.text(Vectors::Avx2, true),
        Home::new().text(Vectors::Avx2, false),
    ]
    .map(Result::unwrap_err)
    {
        assert!(
            error.to_string().contains("run `cargo xtask bench` first"),
            "{error}"
        );
    }
    assert!(
        Measurements::read(&home.path().join("none"))
            .unwrap()
            .get("another group/port")
            .is_none()
    );
}

#[test]
fn measurements_of_an_earlier_run_are_refused_unless_allowed() {
    let (home, row) = (Home::new(), demanding());
    home.add_row(row, 2.0);
    let old = home.add(row.other, 10, 1e4);
    // The age of a benchmark that the table does not show does not matter.
    set_age(
        &home.add("another group/port", 1000, 1e6),
        Duration::from_secs(86400),
    );

    set_age(&old, Duration::from_secs(1800));
    assert!(
        home.text(Vectors::Avx2, false)
            .unwrap()
            .contains("medians of one run\n")
    );

    fs::write(mark(home.path()), "").unwrap();
    set_age(&mark(home.path()), Duration::from_secs(900));
    let error = home.text(Vectors::Avx2, false).unwrap_err().to_string();
    assert!(
        error.contains(&format!("older than the last run, such as `{}`", row.other)),
        "{error}"
    );
    assert!(
        home.text(Vectors::Avx2, true)
            .unwrap()
            .contains("medians of several runs")
    );
}

#[test]
fn files_that_make_no_sense_are_named() {
    let row = demanding();
    let refused = |home: &Home, path: &Path| {
        let error = home.text(Vectors::Avx2, false).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with(&format!("{}: ", path.display())),
            "{error}"
        );
    };
    let home = Home::new();
    let estimates = home.add(row.port, 1000, 1e6);
    for content in ["{ \"median\": ", "{}", "[]"] {
        fs::write(&estimates, content).unwrap();
        refused(&home, &estimates);
    }
    fs::remove_file(&estimates).unwrap();
    refused(&home, &estimates);
    for (items, median) in [(0, 1.0), (1, 0.0), (1, -1.0)] {
        let home = Home::new();
        refused(&home, &home.add(row.port, items, median));
    }
}

#[test]
fn only_the_last_measurement_is_read() {
    let (home, row) = (Home::new(), demanding());
    home.add_row(row, 2.0);
    let expected = home.text(Vectors::Avx2, false).unwrap();
    let base = home.path().join(row.port).join("base");
    fs::create_dir(&base).unwrap();
    for name in ["benchmark.json", "estimates.json"] {
        fs::write(base.join(name), "broken").unwrap();
    }
    assert_eq!(home.text(Vectors::Avx2, false).unwrap(), expected);
}

/// A benchmark under another name would stay "not measured".
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

/// The first row of the table that the block lacks.
fn missing(block: &str) -> Option<[&'static str; 2]> {
    let mut lines = block.lines().map(squeezed);
    let rows = ROWS
        .iter()
        .map(labels)
        .chain(GROWTHS.iter().map(|growth| [growth.what, growth.items]));
    rows.into_iter().find(|[what, beside]| {
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
    // A missing row is seen.
    let last = GROWTHS.last().unwrap();
    let cut: Vec<&str> = block
        .lines()
        .filter(|line| !line.trim_start().starts_with(last.what))
        .collect();
    assert_eq!(missing(&cut.join("\n")), Some([last.what, last.items]));
}

#[test]
fn the_table_in_the_page_is_replaced_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("speed.md");
    let around = |content: &str| {
        format!("Before.\n\n{MARKER}\n```text\n{content}```\n\n```text\nkept\n```\n")
    };
    fs::write(&path, around("old\nlines\n")).unwrap();
    write(&path, "new\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), around("new\n"));
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing is left beside it"
    );

    let without = [
        "",
        "```text\n```\n",
        &format!("{MARKER}\n\n```text\n```\n"),
        &format!("{MARKER}\n```text\n"),
    ];
    for text in without {
        fs::write(&path, text).unwrap();
        let error = write(&path, "new\n").unwrap_err().to_string();
        assert!(error.contains("there is no line"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
