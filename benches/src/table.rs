//! The table: ratios of what criterion measured, as text.
//!
//! A ratio is that of the median times per item. Its interval goes from one end of both medians' intervals to the other:
//! where each covers with 95 %, both cover with at least 90 %, and so does this one.

use std::fmt::Write as _;

use anyhow::{Result, bail};
use comfy_table::{CellAlignment, Table};

use crate::measurements::{Measurement, Measurements};
use crate::rows::{Machine, ROWS, Row, benchmarks};

const NOT_MEASURED: &str = "not measured";

/// How many times as fast one is as the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// That of the medians.
    pub value: f64,
    /// The ends of its interval.
    pub interval: (f64, f64),
}

impl Ratio {
    /// Of the times per item.
    pub fn of(port: &Measurement, other: &Measurement) -> Self {
        let per_item = port.items as f64 / other.items as f64;
        let value = other.median / port.median * per_item;
        let low = other.interval.0 / port.interval.1 * per_item;
        let high = other.interval.1 / port.interval.0 * per_item;
        Self {
            value,
            interval: (low, high),
        }
    }
}

/// The table, under the name of the machine.
///
/// # Errors
/// If nothing was measured or, unless `mixed` is set, not all of it in one run.
pub fn text(measurements: &Measurements, machine: &Machine, mixed: bool) -> Result<String> {
    let measured = benchmarks().any(|name| measurements.get(name).is_some());
    if !measured {
        bail!("none of the table's benchmarks is measured: run `cargo xtask bench` first");
    }
    let runs = match measurements.old(benchmarks())[..] {
        [] => "one run",
        _ if mixed => "several runs, not to be compared from row to row",
        [example, ..] => bail!(
            "some measurements are older than the last run, such as `{example}`: run `cargo xtask bench` without a filter, \
             or allow it with --mixed"
        ),
    };
    let ratios = lines(
        [
            "what",
            "beside",
            "port",
            "beside it",
            "ratio",
            "interval",
            "at least",
            "",
        ],
        ROWS.iter().map(|row| ratio_row(row, measurements, machine)),
    );
    let wholes: String = ROWS
        .iter()
        .filter_map(|row| whole(row, measurements))
        .collect();
    let title = format!("{machine}; items per second, medians of {runs}\n");
    Ok([title, ratios, wholes]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n"))
}

fn ratio_row(row: &Row, measurements: &Measurements, machine: &Machine) -> [String; 8] {
    let (port, other) = (measurements.get(row.port), measurements.get(row.other));
    let speed =
        |side: Option<&Measurement>| side.map_or_else(|| NOT_MEASURED.to_owned(), per_second);
    let ratio = port.zip(other).map(|(port, other)| Ratio::of(port, other));
    let least = row.least(machine.vectors);
    let holds = ratio.zip(least).map_or("", |(ratio, least)| {
        if ratio.value >= least {
            "holds"
        } else {
            "MISSED"
        }
    });
    let shown = |text: Option<String>| text.unwrap_or_default();
    [
        row.what.to_owned(),
        row.beside.to_owned(),
        speed(port),
        speed(other),
        ratio.map_or_else(|| NOT_MEASURED.to_owned(), |ratio| number(ratio.value)),
        shown(ratio.map(|ratio| {
            format!(
                "{} to {}",
                number(ratio.interval.0),
                number(ratio.interval.1)
            )
        })),
        shown(least.map(|least| format!("{least:.1}"))),
        holds.to_owned(),
    ]
}

/// How long the whole takes if its parts take as long as those that were timed.
fn whole(row: &Row, measurements: &Measurements) -> Option<String> {
    let (port, other) = (measurements.get(row.port)?, measurements.get(row.other)?);
    let items = row.whole?;
    let of = |side: &Measurement| {
        format!(
            "{}, extrapolated from {}",
            duration(side.per_item() * items as f64),
            thousands(side.items)
        )
    };
    Some(format!(
        "{}: {}; beside it {}\n",
        row.what,
        of(port),
        of(other)
    ))
}

/// The rows under their names, in columns; all but the first two to the right.
fn lines<const N: usize>(names: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(names);
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
    format!(
        "{}/s",
        in_units(
            1e9 / side.per_item(),
            &[(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")]
        )
    )
}

/// In the largest unit of which it is one or more, else in the last.
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

/// Two decimals, or as many as make three digits.
fn number(value: f64) -> String {
    let decimals = match value {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{value:.decimals$}")
}

/// Of nanoseconds.
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
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
