//! The table: ratios of criterion's measurements, as text.
//!
//! A ratio is that of the median times per item. Its interval combines the ends of the two medians' intervals: if each has 95 %
//! coverage, both together have at least 90 %, and so does the combined one.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table};

use crate::Result;
use crate::measurements::{Measurement, Measurements};
use crate::rows::{Machine, ROWS, Row, Work, benchmarks};

const NOT_MEASURED: &str = "not measured";

/// How many times as fast one side is as the other, per item: the ratio of the medians, and the ends of its interval.
fn ratio(port: &Measurement, other: &Measurement) -> [f64; 3] {
    let per_item = port.items as f64 / other.items as f64;
    [
        other.median / port.median,
        other.interval.0 / port.interval.1,
        other.interval.1 / port.interval.0,
    ]
    .map(|ratio| ratio * per_item)
}

/// The table, headed by the name of the machine.
///
/// # Errors
/// If nothing was measured or, unless `mixed` is set, if the measurements come from several runs.
pub fn text(measurements: &Measurements, machine: &Machine, mixed: bool) -> Result<String> {
    let measured = benchmarks().any(|name| measurements.get(name).is_some());
    if !measured {
        return Err(
            "none of the table's benchmarks has been measured: run `cargo xtask bench` first"
                .into(),
        );
    }
    let runs = match measurements.old(benchmarks())[..] {
        [] => "one run",
        _ if mixed => "several runs, not to be compared from row to row",
        [example, ..] => {
            return Err(format!(
                "some measurements are older than the last run, such as `{example}`: run `cargo xtask bench` without a \
                 filter, or allow it with --mixed"
            ));
        }
    };
    let ratios = lines(ROWS.iter().map(|row| ratio_row(row, measurements, machine)));
    let works: String = ROWS
        .iter()
        .filter_map(|row| work(row, measurements))
        .collect();
    let title = format!("{machine}; items per second, medians of {runs}\n");
    Ok([title, ratios, works]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n"))
}

fn ratio_row(row: &Row, measurements: &Measurements, machine: &Machine) -> [String; 8] {
    let (port, other) = (measurements.get(row.port), measurements.get(row.other));
    let speed =
        |side: Option<&Measurement>| side.map_or_else(|| NOT_MEASURED.to_owned(), per_second);
    let least = row.least(machine.vectors);
    let (ratio, interval, holds) = match port.zip(other).map(|(port, other)| ratio(port, other)) {
        None => (NOT_MEASURED.to_owned(), String::new(), ""),
        Some([ratio, low, high]) => (
            number(ratio),
            format!("{} to {}", number(low), number(high)),
            match least {
                None => "",
                Some(least) if ratio >= least => "holds",
                Some(_) => "MISSED",
            },
        ),
    };
    [
        row.what.to_owned(),
        row.beside.to_owned(),
        speed(port),
        speed(other),
        ratio,
        interval,
        least.map_or_else(String::new, |least| format!("{least:.1}")),
        holds.to_owned(),
    ]
}

/// How much work each side does in what time, unless both do the same.
fn work(row: &Row, measurements: &Measurements) -> Option<String> {
    let (port, other) = (measurements.get(row.port)?, measurements.get(row.other)?);
    let of = |side: &Measurement| match row.work {
        Work::Same => None,
        Work::Part(items) => Some(format!(
            "{}, extrapolated from {}",
            duration(side.per_item() * items as f64),
            thousands(side.items)
        )),
        Work::Own => Some(format!(
            "{}B in {}",
            in_units(side.items as f64, UNITS),
            duration(side.median)
        )),
    };
    let beside = match row.work {
        Work::Own => format!("{}:", row.beside),
        Work::Same | Work::Part(_) => "beside it".to_owned(),
    };
    Some(format!(
        "{}: {}; {beside} {}\n",
        row.what,
        of(port)?,
        of(other)?
    ))
}

/// The rows under their headings, in columns; all but the first two are aligned right.
fn lines(rows: impl Iterator<Item = [String; 8]>) -> String {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header([
        "what",
        "beside",
        "port",
        "beside it",
        "ratio",
        "interval",
        "at least",
        "",
    ]);
    table.add_rows(rows);
    table
        .column_iter_mut()
        .skip(2)
        .for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    let mut text = String::new();
    for line in table.to_string().lines() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn per_second(side: &Measurement) -> String {
    format!("{}/s", in_units(1e9 / side.per_item(), UNITS))
}

const UNITS: &[(f64, &str)] = &[(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];

/// The value in the largest unit of which it is at least one, or else in the last unit.
fn in_units(value: f64, units: &[(f64, &str)]) -> String {
    let fits = units
        .iter()
        .find(|(size, _)| value >= *size)
        .or(units.last());
    fits.map_or_else(
        || number(value),
        |(size, unit)| format!("{} {unit}", number(value / size)),
    )
}

/// The number with two decimals, or with as many as make three digits.
fn number(value: f64) -> String {
    let decimals = match value {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{value:.decimals$}")
}

/// A time in nanoseconds, in a suitable unit.
fn duration(nanoseconds: f64) -> String {
    in_units(
        nanoseconds,
        &[
            (60e9, "min"),
            (1e9, "s"),
            (1e6, "ms"),
            (1e3, "µs"),
            (1.0, "ns"),
        ],
    )
}

fn thousands(count: u64) -> String {
    if count < 1000 {
        return count.to_string();
    }
    format!("{},{:03}", thousands(count / 1000), count % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_units() {
        assert_eq!(
            [0.5, 9.994, 12.34, 321.9].map(number),
            ["0.50", "9.99", "12.3", "322"]
        );
        assert_eq!(
            [0.25, 1500.0, 2.5e9, 90e9].map(duration),
            ["0.25 ns", "1.50 µs", "2.50 s", "1.50 min"]
        );
        assert_eq!(
            [1, 999, 1000, 4_294_967_296].map(thousands),
            ["1", "999", "1,000", "4,294,967,296"]
        );
    }
}
