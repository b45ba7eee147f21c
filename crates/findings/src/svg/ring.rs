//! A ring of numbered places, like the face of a clock, with inner rings on which only some places are marked.

use std::f64::consts::TAU;

use super::{escape, open};

/// The width and height of the picture.
pub(crate) const SIZE: usize = 360;
const CENTRE: f64 = 180.0;
const OUTER: f64 = 174.0;
const BAND: f64 = 18.0;
/// From a ring to the next one inside it; a legend stands between them.
const STEP: f64 = 36.0;

/// The position of a place at this distance from the centre: the first at the top, the others clockwise.
fn point(place: f64, places: usize, radius: f64) -> (f64, f64) {
    let (sin, cos) = (TAU * place / places as f64).sin_cos();
    (CENTRE + radius * sin, CENTRE - radius * cos)
}

fn circle(radius: f64) -> String {
    let top = CENTRE - radius;
    format!("M{CENTRE} {top}a{radius} {radius} 0 1 0 .01 0z")
}

/// The ring of all places, a narrower one with marks for each list, and lines of text in the middle, without the `svg` element
/// around them. The outermost rings have legends.
fn drawn(places: usize, marked: &[Vec<usize>], legends: &[String], middle: &[&str]) -> String {
    let inner = OUTER - BAND;
    // The inner circle is cut out.
    let mut svg = format!(
        "<path class=\"less\" fill-rule=\"evenodd\" d=\"{}{}\"/>",
        circle(OUTER),
        circle(inner)
    );
    for (ring, marks) in (1..).zip(marked) {
        let outer = OUTER - STEP * f64::from(ring);
        let mut path = String::new();
        for &place in marks {
            let ((x, y), (to_x, to_y)) = (
                point(place as f64, places, outer),
                point(place as f64, places, outer - BAND),
            );
            path += &format!("M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
        }
        let (class, width) = match marks.len() {
            0 | 1 => ("stroke:var(--more)", 4.0),
            2..50 => ("stroke:var(--line)", 2.0),
            _ => ("stroke:var(--line)", 0.35),
        };
        svg += &format!(
            "<circle class=\"grid\" cx=\"{CENTRE}\" cy=\"{CENTRE}\" r=\"{}\"/>",
            outer - BAND / 2.0
        );
        svg += &format!(
            "<path class=\"marks\" style=\"{class}\" stroke-width=\"{width}\" fill=\"none\" d=\"{path}\"/>"
        );
    }
    for (ring, legend) in legends.iter().enumerate() {
        // The text follows the upper half of its ring, inside it, and covers no mark.
        let radius = OUTER - STEP * ring as f64 - BAND - 13.0;
        let from = CENTRE - radius;
        svg += &format!(
            "<path id=\"ring-{ring}\" fill=\"none\" d=\"M{from} {CENTRE}a{radius} {radius} 0 0 1 {} 0\"/>\
             <text class=\"legend\" text-anchor=\"middle\"><textPath href=\"#ring-{ring}\" startOffset=\"50%\">{}</textPath></text>",
            2.0 * radius,
            escape(legend)
        );
    }
    for (line, text) in middle.iter().enumerate() {
        let y = CENTRE - 9.0 * (middle.len() as f64 - 1.0) + 18.0 * line as f64 + 4.0;
        let class = if line == 0 { "middle label" } else { "middle" };
        svg += &format!(
            "<text class=\"{class}\" x=\"{CENTRE}\" y=\"{y}\" text-anchor=\"middle\">{}</text>",
            escape(text)
        );
    }
    svg
}

/// The ring as a picture for a page, with legends inside its outermost rings.
pub(crate) fn ring(
    label: &str,
    places: usize,
    marked: &[Vec<usize>],
    legends: &[String],
    middle: &[&str],
) -> String {
    open(SIZE, SIZE, label) + &drawn(places, marked, legends, middle) + "</svg>"
}

/// The ring as a separate file, with lines of text beside it, and with its own colours for light and dark.
pub(crate) fn poster(
    label: &str,
    places: usize,
    marked: &[Vec<usize>],
    middle: &[&str],
    beside: &[String],
) -> String {
    const WIDTH: usize = 900;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {SIZE}\" width=\"{WIDTH}\" height=\"{SIZE}\" \
         role=\"img\" aria-label=\"{}\"><style>\
         svg{{--ink:#1c2128;--rule:#c9cdd3;--more:#b3461f;--line:#1f6fb3}}\
         @media(prefers-color-scheme:dark){{svg{{--ink:#dfe3e8;--rule:#444c56;--more:#f08a5d;--line:#6db5f0}}}}\
         text{{font:15px system-ui,sans-serif;fill:var(--ink)}}.middle{{font-size:13px}}.label{{font-weight:600}}.head{{font-size:20px;font-weight:700}}\
         .less{{fill:var(--line)}}.grid{{stroke:var(--rule);fill:none}}</style>",
        escape(label)
    );
    svg += &drawn(places, marked, &[], middle);
    let mut y = 44;
    for (line, text) in beside.iter().enumerate() {
        let (class, height) = if line == 0 { ("head", 32) } else { ("", 26) };
        y += height;
        svg += &format!(
            "<text class=\"{class}\" x=\"384\" y=\"{y}\">{}</text>",
            escape(text)
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_round_like_the_hours() {
        let at = |place| point(place, 12, 100.0);
        assert_eq!(at(0.0), (180.0, 80.0));
        let (x, y) = at(3.0);
        assert!(
            (x - 280.0).abs() < 1e-9 && (y - 180.0).abs() < 1e-9,
            "three o'clock is on the right: {x} {y}"
        );
    }

    #[test]
    fn a_poster_names_every_colour_that_it_uses() {
        let svg = poster("p", 12, &[vec![0], vec![1, 2]], &["m"], &["h".into()]);
        for used in svg
            .split("var(")
            .skip(1)
            .map(|rest| rest.split_once(')').unwrap().0)
        {
            assert_eq!(
                svg.matches(&format!("{used}:#")).count(),
                2,
                "{used} in light and in dark"
            );
        }
    }
}
