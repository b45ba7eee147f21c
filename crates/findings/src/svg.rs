//! Pictures, written directly as SVG. Colours come from the page's style, so that they suit light and dark pages.

pub(crate) mod carries;
pub(crate) mod curves;
pub(crate) mod ring;

use grids::grid::Grid;

/// Starts an `svg` element of this size, with a description for those who cannot see it.
fn open(width: usize, height: usize, label: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\">",
        escape(label)
    )
}

/// Starts an `svg` element with the label above the picture, from `left` on.
fn labelled(width: usize, height: usize, left: usize, label: &str) -> String {
    let above = escape(label);
    open(width, height, label)
        + &format!("<text class=\"label\" x=\"{left}\" y=\"14\">{above}</text>")
}

/// A rectangle in a path.
fn rectangle(x: usize, y: usize, width: usize, height: usize) -> String {
    format!("M{x} {y}h{width}v{height}h-{width}z")
}

/// The text with characters that have a meaning in XML escaped.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A grid under its label, with this many pixels per tile, and with `more` drawn on it.
pub(crate) fn tiles(label: &str, grid: &Grid, pixels: usize, more: &str) -> String {
    const TOP: usize = 22;
    let drawn = grid.svg().to_string();
    // The page's style would stretch the grid's own `svg` element, so it becomes a group within this picture.
    let tiles = drawn
        .split_once('>')
        .and_then(|(_, rest)| rest.strip_suffix("</svg>"))
        .unwrap_or_default();
    // Make room for the label if the grid is narrower.
    let (width, height) = (
        (grid.width() * pixels).max(8 * label.len()),
        grid.height() * pixels + TOP,
    );
    let mut svg = labelled(width, height, 0, label);
    svg += &format!(
        "<g transform=\"translate(0 {TOP}) scale({pixels})\" fill=\"currentColor\">{tiles}{more}</g></svg>"
    );
    svg
}

/// A maze under its label, with this many pixels per tile: its passages and a way through it are lines through the middles of
/// tiles, as wide as a tile.
pub(crate) fn passages(
    label: &str,
    (width, height): (usize, usize),
    passages: &str,
    way: &str,
) -> String {
    const TOP: usize = 22;
    const PIXELS: usize = 8;
    let frame = rectangle(0, 0, width, height);
    labelled(PIXELS * width, PIXELS * height + TOP, 0, label)
        + &format!(
            "<g class=\"maze\" transform=\"translate(0 {TOP}) scale({PIXELS})\"><path d=\"{frame}\"/>\
             <path class=\"passages\" transform=\"translate(.5 .5)\" d=\"{passages}\"/>\
             <path class=\"longest\" transform=\"translate(.5 .5)\" d=\"{way}\"/></g></svg>"
        )
}

/// Named values as bars to the left and right of zero; a full bar is `reach` long. Bars alternate between two colours.
pub(crate) fn bars(label: &str, names: &[&str], values: &[f64], reach: f64) -> String {
    const ROW: usize = 15;
    const LEFT: usize = 98;
    const HALF: usize = 100;
    const TOP: usize = 22;
    const RIGHT: usize = LEFT + 2 * HALF + 6;
    let mut svg = open(RIGHT + 54, TOP + ROW * names.len() + 4, label);
    svg += &format!(
        "<text class=\"label\" x=\"0\" y=\"14\">{}: \
         <tspan class=\"more\">even numbers</tspan>, <tspan class=\"less\">odd numbers</tspan></text>",
        escape(label)
    );
    for (row, (name, &value)) in names.iter().zip(values).enumerate() {
        let (y, zero, name) = (TOP + row * ROW, (LEFT + HALF) as f64, escape(name));
        let (base, before, height) = (y + 10, LEFT - 6, ROW - 3);
        let length = (value / reach).clamp(-1.0, 1.0) * HALF as f64;
        let class = if row % 2 == 0 { "more" } else { "less" };
        let x = zero + length.min(0.0);
        let (width, percent) = (length.abs(), 100.0 * value);
        svg +=
            &format!("<text x=\"{before}\" y=\"{base}\" text-anchor=\"end\">{row} {name}</text>");
        svg += &format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{height}\"/>"
        );
        svg += &format!("<text x=\"{RIGHT}\" y=\"{base}\">{percent:+.1} %</text>");
    }
    svg + "</svg>"
}

/// Coin tosses: a row for each seed from 0 on, a column for each toss, filled for heads. Equal rows have the same one of four
/// colours.
pub(crate) fn tosses(rows: &[String]) -> String {
    const COLOURS: [&str; 4] = ["--line", "--more", "--good", "--ink"];
    const CELL: (usize, usize) = (3, 5);
    const LEFT: usize = 28;
    const TOP: usize = 30;
    let columns = rows.first().map_or(0, String::len);
    let (width, height) = (LEFT + CELL.0 * columns + 8, TOP + CELL.1 * rows.len());
    let mut svg = open(width, height, "Coin tosses by seed");
    svg += &format!("<text class=\"label\" x=\"{LEFT}\" y=\"11\">toss</text>");
    svg += &format!(
        "<text class=\"label\" x=\"0\" y=\"{}\">seed</text>",
        TOP - 4
    );
    for column in (16..columns).step_by(16) {
        let x = LEFT + CELL.0 * column;
        svg += &format!("<text x=\"{x}\" y=\"{}\">{column}</text>", TOP - 4);
    }
    for row in (0..rows.len()).step_by(COLOURS.len()) {
        let (x, y) = (LEFT - 6, TOP + CELL.1 * row + 9);
        svg += &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{row}</text>");
    }
    let mut different: Vec<&String> = Vec::new();
    for row in rows {
        if !different.contains(&row) {
            different.push(row);
        }
    }
    for (sequence, colour) in different.iter().zip(COLOURS.iter().cycle()) {
        let mut path = String::new();
        for (y, row) in rows.iter().enumerate().filter(|(_, row)| row == sequence) {
            for (x, _) in row.match_indices('1') {
                path += &rectangle(LEFT + CELL.0 * x, TOP + CELL.1 * y, CELL.0, CELL.1 - 1);
            }
        }
        svg += &format!("<path class=\"tosses\" style=\"fill:var({colour})\" d=\"{path}\"/>");
    }
    svg + "</svg>"
}

/// How likely each of `kinds` things is to end where each thing was, as squares that are darker the likelier it is. The
/// diagonal has one probability, and all other squares share the rest. There is one path for each of the two, so that a script
/// can change them.
pub(crate) fn places(kinds: usize, stays: f64) -> String {
    const CELL: usize = 15;
    const LEFT: usize = 58;
    const TOP: usize = 24;
    let side = CELL * kinds;
    let label = "Which potion has which colour";
    let mut svg = labelled(LEFT + side + 8, TOP + side + 20, 0, label);
    svg += &format!("<text x=\"0\" y=\"{}\">potion 1</text>", TOP + 12);
    svg += &format!(
        "<text x=\"0\" y=\"{}\">potion {kinds}</text>",
        TOP + side - 4
    );
    svg += &format!(
        "<text x=\"{LEFT}\" y=\"{}\">colour 1</text>",
        TOP + side + 14
    );
    let end = LEFT + side;
    svg += &format!(
        "<text x=\"{end}\" y=\"{}\" text-anchor=\"end\">colour {kinds}</text>",
        TOP + side + 14
    );
    let frame = rectangle(LEFT, TOP, side, side);
    svg += &format!("<path class=\"grid\" d=\"{frame}\"/>");
    let moves = (1.0 - stays) / (kinds.max(2) - 1) as f64;
    for (name, probability) in [("stays", stays), ("moves", moves)] {
        let mut path = String::new();
        for (x, y) in (0..kinds).flat_map(|y| (0..kinds).map(move |x| (x, y))) {
            if (x == y) == (name == "stays") {
                path += &rectangle(LEFT + CELL * x, TOP + CELL * y, CELL - 1, CELL - 1);
            }
        }
        // The square root makes a fourteenth visible beside nothing.
        let opacity = probability.sqrt();
        svg += &format!("<path class=\"more {name}\" fill-opacity=\"{opacity:.4}\" d=\"{path}\"/>");
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_tosses_that_are_the_same_have_one_colour() {
        let svg = tosses(&["10", "01", "10"].map(String::from));
        let paths: Vec<_> = svg.split("class=\"tosses\"").skip(1).collect();
        assert_eq!(paths.len(), 2);
        assert!(paths[0].contains("M28 30h3v4h-3zM28 40h3v4h-3z"), "{svg}");
        assert!(paths[1].contains("M31 35h3v4h-3z"), "{svg}");
    }

    #[test]
    fn what_stays_and_what_moves_make_a_whole() {
        let svg = places(4, 0.25);
        assert_eq!(svg.matches("fill-opacity=\"0.5000\"").count(), 2, "{svg}");
        assert_eq!(svg.matches('z').count(), 1 + 4 * 4);
    }
}
