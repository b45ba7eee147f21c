//! Curves over equal steps.

use super::{escape, labelled};

/// A named curve.
pub(crate) struct Line<'a> {
    pub(crate) name: &'a str,
    /// The heights of the points, from left to right.
    pub(crate) values: Vec<f64>,
}

const COLOURS: [&str; 2] = ["var(--line)", "var(--more)"];

const WIDTH: usize = 360;
const HEIGHT: usize = 240;
const LEFT: usize = 48;
const RIGHT: usize = 348;
const TOP: f64 = 24.0;
const BOTTOM: usize = 184;

/// How far to the right a step is, of this many.
fn x(step: usize, steps: usize) -> f64 {
    LEFT as f64 + (RIGHT - LEFT) as f64 * step as f64 / steps as f64
}

/// How far down a value is on a logarithmic axis from ten to the power `lowest` up to 1; a value outside it stands at its end.
fn y(value: f64, lowest: i32) -> f64 {
    let share = value.max(1e-300).log10() / f64::from(lowest);
    TOP + (BOTTOM as f64 - TOP) * share.clamp(0.0, 1.0)
}

/// At most two curves over 0, 1, 2, ..., on a logarithmic axis from ten to the power `lowest` up to 1, with a dashed line at step
/// `mark`.
pub(crate) fn curves(
    label: &str,
    x_label: &str,
    lowest: i32,
    mark: usize,
    lines: &[Line; 2],
) -> String {
    const NAME: usize = 130;
    let longest = lines[0].values.len().max(lines[1].values.len());
    let steps = longest.max(2) - 1;
    let mut svg = labelled(WIDTH, HEIGHT, LEFT, label);
    for power in lowest..=0 {
        let (height, before) = (y(10f64.powi(power), lowest), LEFT - 6);
        let name = if power == 0 {
            "1".to_owned()
        } else {
            format!("1e{power}")
        };
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
            x(step, steps)
        );
    }
    let (middle, below) = (usize::midpoint(LEFT, RIGHT), BOTTOM + 30);
    svg += &format!(
        "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">{}</text>",
        escape(x_label)
    );
    let at = x(mark, steps);
    svg += &format!("<path class=\"mark\" d=\"M{at:.1} {TOP}V{BOTTOM}\"/>");
    for (place, (line, colour)) in lines.iter().zip(COLOURS).enumerate() {
        let mut points = Vec::new();
        for (step, &value) in line.values.iter().enumerate() {
            points.push(format!("{:.1},{:.1}", x(step, steps), y(value, lowest)));
        }
        let (points, name) = (points.join(" "), escape(line.name));
        let (left, below) = (LEFT + NAME * place, HEIGHT - 8);
        svg += &format!("<polyline style=\"stroke:{colour}\" points=\"{points}\"/>");
        svg += &format!("<text style=\"fill:{colour}\" x=\"{left}\" y=\"{below}\">{name}</text>");
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curve_goes_from_the_top_of_its_axis_to_the_bottom() {
        let lines = [
            Line {
                name: "down",
                values: vec![1.0, 0.1, 0.0],
            },
            Line {
                name: "a < b",
                values: vec![9.0, -9.0],
            },
        ];
        let svg = curves("", "", -2, 1, &lines);
        assert!(
            svg.contains("points=\"48.0,24.0 198.0,104.0 348.0,184.0\"")
                && svg.contains("M198.0 24V184")
                && svg.contains("a &lt; b"),
            "{svg}"
        );
        assert!(
            svg.contains("points=\"48.0,24.0 198.0,184.0\""),
            "values outside stand at the ends: {svg}"
        );
    }
}
