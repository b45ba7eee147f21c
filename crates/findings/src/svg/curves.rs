//! Lines on a plain axis, where [`line_chart`](super::line_chart) has a logarithmic one.

use super::{Line, escape, open, put};

const STROKES: [&str; 3] = ["stroke:var(--line)", "stroke:var(--more)", "stroke:var(--ink);stroke-dasharray:5 3"];
const INKS: [&str; 3] = ["fill:var(--line)", "fill:var(--more)", "fill:var(--ink)"];

/// Lines over 0, 1, 2, ..., their values on an axis from `least` to `most`; values outside are shown at its ends.
pub(crate) fn curves(label: &str, x_label: &str, (least, most): (f64, f64), lines: &[Line]) -> String {
    const WIDTH: usize = 420;
    const HEIGHT: usize = 240;
    const LEFT: usize = 48;
    const RIGHT: usize = 10;
    const TOP: usize = 24;
    const BOTTOM: usize = 56;
    const MARKS: usize = 4;
    const STEPS: usize = 6;
    const NAME: usize = 130;
    let steps = lines.iter().map(|line| line.values.len()).max().unwrap_or(2).max(2) - 1;
    let (inner_width, inner_height) = ((WIDTH - LEFT - RIGHT) as f64, (HEIGHT - TOP - BOTTOM) as f64);
    let x = |step: usize| LEFT as f64 + inner_width * step as f64 / steps as f64;
    let y = |value: f64| TOP as f64 + inner_height * ((most - value) / (most - least)).clamp(0.0, 1.0);
    let mut svg = open(WIDTH, HEIGHT, label);
    put(&mut svg, format_args!("<text class=\"label\" x=\"{LEFT}\" y=\"14\">{}</text>", escape(label)));
    for mark in 0..=MARKS {
        let value = least + (most - least) * mark as f64 / MARKS as f64;
        let height = y(value);
        put(
            &mut svg,
            format_args!(
                "<path class=\"grid\" d=\"M{LEFT} {height:.1}H{}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value:.2}</text>",
                WIDTH - RIGHT,
                LEFT - 6,
                height + 4.0,
            ),
        );
    }
    for step in (0..=steps).step_by(steps.div_ceil(STEPS)) {
        let (x, y) = (x(step), HEIGHT - BOTTOM + 16);
        put(&mut svg, format_args!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{step}</text>"));
    }
    let (middle, below) = (LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - BOTTOM + 30);
    put(&mut svg, format_args!("<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">{}</text>", escape(x_label)));
    for (i, line) in lines.iter().enumerate() {
        let points: Vec<_> =
            line.values.iter().enumerate().map(|(step, &value)| format!("{:.1},{:.1}", x(step), y(value))).collect();
        let (stroke, ink) = (STROKES[i % STROKES.len()], INKS[i % INKS.len()]);
        put(
            &mut svg,
            format_args!(
                "<polyline style=\"{stroke}\" points=\"{}\"/><text style=\"{ink}\" x=\"{}\" y=\"{}\">{}</text>",
                points.join(" "),
                LEFT + NAME * i,
                HEIGHT - 8,
                escape(line.name)
            ),
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
        let svg = curves("a < b", "row", (1.0, 3.0), &[line("up", vec![1.0, 2.0, 3.0]), line("out", vec![9.0, -9.0])]);
        assert!(svg.contains("points=\"48.0,184.0 229.0,104.0 410.0,24.0\"") && svg.contains("a &lt; b"), "{svg}");
        assert!(svg.contains("points=\"48.0,24.0 229.0,184.0\""), "values outside stand at the ends: {svg}");
    }
}
