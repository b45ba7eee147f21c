//! Curves over equal steps.

use super::{escape, labelled};

/// A named curve.
pub(crate) struct Line<'a> {
    pub(crate) name: &'a str,
    /// The heights of the points, from left to right.
    pub(crate) values: Vec<f64>,
}

/// A vertical axis; values outside it are shown at its ends.
#[derive(Clone, Copy)]
pub(crate) enum Axis {
    /// From the first to the second.
    Linear(f64, f64),
    /// From ten to this power up to 1.
    Logarithmic(i32),
}

const STROKES: [&str; 3] = [
    "stroke:var(--line)",
    "stroke:var(--more)",
    "stroke:var(--ink);stroke-dasharray:5 3",
];
const INKS: [&str; 3] = ["fill:var(--line)", "fill:var(--more)", "fill:var(--ink)"];

/// Curves over 0, 1, 2, ..., with an optional dashed line at step `mark`.
pub(crate) fn curves(
    label: &str,
    x_label: &str,
    axis: Axis,
    mark: Option<usize>,
    lines: &[Line],
) -> String {
    const WIDTH: usize = 420;
    const HEIGHT: usize = 240;
    const LEFT: usize = 48;
    const RIGHT: usize = 410;
    const TOP: f64 = 24.0;
    const BOTTOM: usize = 184;
    const NAME: usize = 130;
    let steps = lines
        .iter()
        .map(|line| line.values.len())
        .max()
        .unwrap_or(2)
        .max(2)
        - 1;
    let x = |step: usize| LEFT as f64 + (RIGHT - LEFT) as f64 * step as f64 / steps as f64;
    // The share of the height, measured from the top.
    let share = |value: f64| match axis {
        Axis::Linear(least, most) => (most - value) / (most - least),
        Axis::Logarithmic(least) => value.max(1e-300).log10() / f64::from(least),
    };
    let y = |value: f64| TOP + (BOTTOM as f64 - TOP) * share(value).clamp(0.0, 1.0);
    let marks: Vec<(f64, String)> = match axis {
        Axis::Linear(least, most) => (0..=4)
            .map(|mark| least + (most - least) * f64::from(mark) / 4.0)
            .map(|value| (value, format!("{value:.2}")))
            .collect(),
        Axis::Logarithmic(least) => {
            let name = |power| {
                if power == 0 {
                    "1".to_owned()
                } else {
                    format!("1e{power}")
                }
            };
            (least..=0)
                .map(|power| (10f64.powi(power), name(power)))
                .collect()
        }
    };
    let mut svg = labelled(WIDTH, HEIGHT, LEFT, label);
    for (value, name) in marks {
        let (height, before) = (y(value), LEFT - 6);
        svg += &format!("<path class=\"grid\" d=\"M{LEFT} {height:.1}H{RIGHT}\"/>");
        svg += &format!(
            "<text x=\"{before}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
            height + 4.0
        );
    }
    for step in (0..=steps).step_by(steps.div_ceil(6)) {
        let below = BOTTOM + 16;
        svg += &format!(
            "<text x=\"{:.1}\" y=\"{below}\" text-anchor=\"middle\">{step}</text>",
            x(step)
        );
    }
    let (middle, below) = (usize::midpoint(LEFT, RIGHT), BOTTOM + 30);
    svg += &format!(
        "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">{}</text>",
        escape(x_label)
    );
    if let Some(mark) = mark {
        svg += &format!(
            "<path class=\"mark\" d=\"M{:.1} {TOP}V{BOTTOM}\"/>",
            x(mark)
        );
    }
    for (i, line) in lines.iter().enumerate() {
        let points = line
            .values
            .iter()
            .enumerate()
            .map(|(step, &value)| format!("{:.1},{:.1}", x(step), y(value)));
        let points = points.collect::<Vec<_>>().join(" ");
        let (stroke, ink) = (STROKES[i % STROKES.len()], INKS[i % INKS.len()]);
        let (left, below) = (LEFT + NAME * i, HEIGHT - 8);
        svg += &format!("<polyline style=\"{stroke}\" points=\"{points}\"/>");
        svg += &format!(
            "<text style=\"{ink}\" x=\"{left}\" y=\"{below}\">{}</text>",
            escape(line.name)
        );
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_goes_from_the_bottom_of_its_axis_to_the_top() {
        let line = |name, values| Line { name, values };
        let lines = [
            line("up", vec![1.0, 2.0, 3.0]),
            line("out", vec![9.0, -9.0]),
        ];
        let svg = curves("a < b", "row", Axis::Linear(1.0, 3.0), None, &lines);
        assert!(
            svg.contains("points=\"48.0,184.0 229.0,104.0 410.0,24.0\"")
                && svg.contains("a &lt; b"),
            "{svg}"
        );
        assert!(
            svg.contains("points=\"48.0,24.0 229.0,184.0\""),
            "values outside stand at the ends: {svg}"
        );
        let svg = curves(
            "",
            "",
            Axis::Logarithmic(-2),
            Some(1),
            &[line("down", vec![1.0, 0.1, 0.0])],
        );
        assert!(
            svg.contains("points=\"48.0,24.0 229.0,104.0 410.0,184.0\"")
                && svg.contains("M229.0 24V184"),
            "{svg}"
        );
    }
}
