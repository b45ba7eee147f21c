//! Columns side by side.

use super::{escape, labelled};

/// Values as columns from left to right, upwards from zero. A dashed line with its name is at `level.0`; each of `ticks` is a
/// text below the left edge of a column.
pub fn columns(
    label: &str,
    values: &[f64],
    level: Option<(f64, &str)>,
    ticks: &[(usize, String)],
) -> String {
    const WIDTH: usize = 640;
    const TOP: usize = 24;
    const HEIGHT: usize = 180;
    const BOTTOM: usize = TOP + HEIGHT;
    let mut svg = labelled(WIDTH, BOTTOM + 22, 0, label);
    let highest = values
        .iter()
        .copied()
        .chain(level.map(|(level, _)| level))
        .fold(f64::MIN_POSITIVE, f64::max);
    let x = |column: usize| (WIDTH * column) as f64 / values.len().max(1) as f64;
    let y = |value: f64| BOTTOM as f64 - value / highest * HEIGHT as f64;
    // One path for all columns, with a small gap between wide ones.
    let gap = if values.len() > 64 { 0.0 } else { 1.0 };
    let shown = values.iter().enumerate().filter(|&(_, &value)| value > 0.0);
    let column = |(at, &value): (usize, &f64)| {
        format!(
            "M{:.1} {BOTTOM}V{:.1}H{:.1}V{BOTTOM}z",
            x(at),
            y(value),
            x(at + 1) - gap
        )
    };
    let path: String = shown.map(column).collect();
    svg += &format!("<path class=\"less\" fill-opacity=\"0.6\" d=\"{path}\"/>");
    svg += &format!("<path class=\"grid\" d=\"M0 {BOTTOM}H{WIDTH}\"/>");
    if let Some((level, name)) = level {
        let (y, above, name) = (y(level), y(level) - 4.0, escape(name));
        svg += &format!("<path class=\"mark\" d=\"M0 {y:.1}H{WIDTH}\"/>");
        svg += &format!("<text x=\"{WIDTH}\" y=\"{above:.1}\" text-anchor=\"end\">{name}</text>");
    }
    for (column, tick) in ticks {
        svg += &format!(
            "<text x=\"{:.1}\" y=\"{}\">{}</text>",
            x(*column),
            BOTTOM + 16,
            escape(tick)
        );
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_column_for_each_value_above_zero() {
        let svg = columns(
            "a & b",
            &[1.0, 0.0, 3.0],
            Some((1.5, "<level>")),
            &[(0, "zero".into())],
        );
        assert_eq!(svg.matches("V204z").count(), 2);
        assert!(
            svg.contains("V24.0") && svg.contains("M0 114.0"),
            "the highest column is full, the level half of it"
        );
        assert!(
            svg.contains("a &amp; b") && svg.contains("&lt;level&gt;") && svg.contains(">zero<")
        );
        assert!(
            !columns("none", &[], None, &[]).contains("NaN"),
            "no values are an empty picture"
        );
    }
}
