//! The table, made of small files as criterion leaves them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bench_table::error::Error;
use bench_table::machine::{Machine, Vectors};
use bench_table::measurements::Measurements;
use bench_table::rows::{GROWTHS, Growth, ROWS, Row, benchmarks};
use bench_table::table::{self, Ratio};
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
        let benchmark = json!({ "group_id": "not read", "full_id": name, "throughput": { "Elements": items } });
        fs::write(folder.join("benchmark.json"), benchmark.to_string()).unwrap();
        let interval = json!({ "confidence_level": 0.95, "lower_bound": 0.9 * median, "upper_bound": 1.1 * median });
        let estimate = json!({ "point_estimate": median, "confidence_interval": interval, "standard_error": 1.0 });
        let estimates = folder.join("estimates.json");
        fs::write(&estimates, json!({ "mean": null, "median": estimate }).to_string()).unwrap();
        estimates
    }

    /// Both sides of a row, so that it has this ratio.
    fn add_row(&self, row: &Row, ratio: f64) {
        self.add(row.port, 1000, 1e6);
        self.add(row.other, 10, 1e4 * ratio);
    }

    fn text(&self, vectors: Vectors, mixed: bool) -> Result<String, Error> {
        let machine = Machine { cpu: "Some CPU".to_owned(), vectors };
        table::text(&Measurements::read(self.path())?, &machine, mixed)
    }
}

fn set_age(path: &Path, age: Duration) {
    let file = fs::File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
}

/// The cells of the table's line for a row.
fn cells(text: &str, [what, beside]: [&str; 2]) -> Vec<String> {
    let line = text.lines().map(squeezed).find(|line| line.starts_with(&squeezed(&format!("{what} {beside}"))));
    let line = line.unwrap_or_else(|| panic!("no line for `{what}` beside `{beside}` in\n{text}"));
    line[squeezed(&format!("{what} {beside}")).len()..].split_whitespace().map(str::to_owned).collect()
}

fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn labels(row: &Row) -> [&'static str; 2] {
    [row.what, row.beside]
}

/// A row of which something is asked, whatever the machine.
fn demanding() -> &'static Row {
    ROWS.iter().find(|row| row.least(Vectors::Portable) == Some(1.5)).unwrap()
}

#[test]
fn a_ratio_is_of_the_times_per_item_and_its_interval_of_both_ends() {
    let home = Home::new();
    home.add("a", 1000, 2000.0);
    home.add("b", 10, 100.0);
    let all = Measurements::read(home.path()).unwrap();
    let Ratio { value, interval: (low, high) } = Ratio::of(all.get("a").unwrap(), all.get("b").unwrap());
    for (is, expected) in [(value, 5.0), (low, 5.0 * 0.9 / 1.1), (high, 5.0 * 1.1 / 0.9)] {
        assert!((is - expected).abs() < 1e-12, "{is} for {expected}");
    }
    let exponent = table::exponent(all.get("b").unwrap(), all.get("a").unwrap());
    assert!((exponent - 20f64.ln() / 100f64.ln()).abs() < 1e-12, "{exponent}");
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
        assert!(cells(&text, labels(other)).join(" ").starts_with("not measured not measured"), "{text}");
    }
}

#[test]
fn growth_is_the_exponent_between_the_smallest_and_the_largest() {
    let home = Home::new();
    let Growth { what, items, sizes: [small, middle, large] } = GROWTHS[0];
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
    let said = "4.10 s, extrapolated from 67,108,864; beside it 68.3 min, extrapolated from 1,048,576\n";
    assert!(text.contains(&format!("{}: {said}", row.what)), "{text}");
}

#[test]
fn without_measurements_there_is_no_table() {
    let home = Home::new();
    home.add("another group/port", 1000, 1e6);
    for error in [home.text(Vectors::Avx2, true), Home::new().text(Vectors::Avx2, false)].map(Result::unwrap_err) {
        assert!(matches!(error, Error::NotMeasured(_)), "{error}");
        assert!(error.to_string().contains("run `cargo xtask bench` first"), "{error}");
    }
    assert!(Measurements::read(&home.path().join("none")).unwrap().get("another group/port").is_none());
}

#[test]
fn measurements_of_an_earlier_run_are_refused_unless_it_is_said() {
    let (home, row) = (Home::new(), demanding());
    home.add_row(row, 2.0);
    let old = home.add(row.other, 10, 1e4);
    // Of a benchmark that the table does not show, the age does not matter.
    set_age(&home.add("another group/port", 1000, 1e6), Duration::from_secs(86400));

    set_age(&old, Duration::from_secs(1800));
    assert!(home.text(Vectors::Avx2, false).unwrap().contains("medians of one run\n"));

    fs::write(home.path().join("run"), "17").unwrap();
    set_age(&home.path().join("run"), Duration::from_secs(900));
    let error = home.text(Vectors::Avx2, false).unwrap_err();
    let expected = format!("1 of 2 measurements are older than the last run, such as `{}`", row.other);
    assert!(error.to_string().starts_with(&expected), "{error}");
    assert!(home.text(Vectors::Avx2, true).unwrap().contains("medians of several runs"));

    fs::remove_file(home.path().join("run")).unwrap();
    set_age(&old, Duration::from_secs(3700));
    assert!(matches!(home.text(Vectors::Avx2, false), Err(Error::Mixed { old: 1, .. })));
}

#[test]
fn a_broken_file_is_named() {
    let (home, row) = (Home::new(), demanding());
    let estimates = home.add(row.port, 1000, 1e6);
    for content in ["{ \"median\": ", "{}", "[]"] {
        fs::write(&estimates, content).unwrap();
        let error = home.text(Vectors::Avx2, false).unwrap_err();
        assert!(error.to_string().starts_with(&format!("{}: ", estimates.display())), "{error}");
    }
    fs::remove_file(&estimates).unwrap();
    assert!(matches!(home.text(Vectors::Avx2, false), Err(Error::Io { path, .. }) if path == estimates));
}

#[test]
fn a_measurement_of_no_items_or_no_time_is_refused() {
    for (items, median) in [(0, 1.0), (1, 0.0), (1, -1.0)] {
        let home = Home::new();
        let path = home.add(demanding().port, items, median);
        let error = home.text(Vectors::Avx2, false).unwrap_err();
        assert!(matches!(&error, Error::Unusable { path: file, .. } if *file == path), "{error}");
    }
}

#[test]
fn a_measurement_before_the_last_one_is_not_read() {
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

/// A benchmark that is renamed would be "not measured" for ever.
#[test]
fn every_benchmark_of_the_table_is_in_the_sources() {
    let folder = bench_table::benches().join("benches");
    let texts = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let texts: Vec<String> = texts.map(|path| fs::read_to_string(path).unwrap()).collect();
    for name in benchmarks() {
        let (group, function) = name.split_once('/').unwrap();
        // Of `gof, 4` the number is put in.
        let kind = function.split_once(", ").map_or(function, |(kind, _)| kind);
        let quoted = [format!("\"{function}\""), format!("\"{kind}, {{T}}\"")];
        let has = |text: &String| {
            text.contains(&format!("\"{group}\"")) && quoted.iter().any(|function| text.contains(function))
        };
        assert!(texts.iter().any(has), "{name}");
    }
}
