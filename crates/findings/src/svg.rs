//! Pictures, written by hand as SVG. Colours come from the page's style, so that they follow light and dark.

pub mod columns;
pub(crate) mod curves;
pub(crate) mod ring;

use grids::cells::edges;
use grids::grid::{Grid, Tile};

/// Starts an `svg` element of that size, with what it shows for those who cannot see it.
fn open(width: usize, height: usize, label: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\">",
        escape(label)
    )
}

/// Text with what XML would misread written out.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A grid at so many pixels a tile, under its label, with `more` drawn on it.
pub(crate) fn tiles(label: &str, grid: &Grid, pixels: usize, more: &str) -> String {
    const TOP: usize = 22;
    let drawn = grid.svg().to_string();
    // Its own element would be stretched by the page's style: within this picture it is a group.
    let tiles = drawn
        .split_once('>')
        .and_then(|(_, rest)| rest.strip_suffix("</svg>"))
        .unwrap_or_default();
    // Room for the label above a grid that is narrower.
    let (width, height) = (
        (grid.width() * pixels).max(8 * label.len()),
        grid.height() * pixels + TOP,
    );
    let mut svg = open(width, height, label);
    svg += &format!(
        "<text class=\"label\" x=\"0\" y=\"14\">{}</text>",
        escape(label)
    );
    svg += &format!(
        "<g transform=\"translate(0 {TOP}) scale({pixels})\" fill=\"currentColor\">{tiles}{more}</g></svg>"
    );
    svg
}

/// The maze of so many cells whose open walls are the bits of `mask`, as [`edges`] counts them.
pub(crate) fn maze_of(columns: usize, rows: usize, mask: u64) -> Grid {
    let mut grid =
        Grid::new(2 * columns + 1, 2 * rows + 1, Tile::Wall).expect("a grid has this size");
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
        grid.set(2 * x + 1, 2 * y + 1, Tile::Floor);
    }
    for (_, edge) in edges(columns, rows)
        .enumerate()
        .filter(|(number, _)| mask >> number & 1 == 1)
    {
        let (x, y) = edge.tile();
        grid.set(x, y, Tile::Floor);
    }
    grid
}

/// A matrix as coloured squares, named along both sides, under its label: the further a value lies above `centre`, the more
/// of one colour, below it of another. Full colour is reached at a distance of `reach`.
pub(crate) fn heat_map(
    label: &str,
    names: &[&str],
    values: &[Vec<f64>],
    centre: f64,
    reach: f64,
) -> String {
    const CELL: usize = 22;
    const LEFT: usize = 76;
    const TOP: usize = 92;
    const RIGHT: usize = 40;
    let (width, height) = (
        LEFT + CELL * names.len() + RIGHT,
        TOP + CELL * values.len() + 4,
    );
    let mut svg = open(width, height, label);
    svg += &format!(
        "<text class=\"label\" x=\"{LEFT}\" y=\"14\">{}</text>",
        escape(label)
    );
    for (i, name) in names.iter().enumerate() {
        let (middle, name) = (i * CELL + CELL / 2, escape(name));
        let (x, y) = (LEFT + middle + 4, TOP - 6);
        svg +=
            &format!("<text x=\"{x}\" y=\"{y}\" transform=\"rotate(-60 {x} {y})\">{name}</text>");
        let (x, y) = (LEFT - 6, TOP + middle + 4);
        svg += &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{name}</text>");
    }
    for (row, cells) in values.iter().enumerate() {
        for (column, &value) in cells.iter().enumerate() {
            let distance = ((value - centre) / reach).clamp(-1.0, 1.0);
            let (class, opacity) = (if distance < 0.0 { "less" } else { "more" }, distance.abs());
            let (x, y, side) = (LEFT + column * CELL, TOP + row * CELL, CELL - 1);
            svg += &format!(
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" "
            );
            let (from, to) = (escape(names[row]), escape(names[column]));
            svg += &format!(
                "fill-opacity=\"{opacity:.3}\"><title>{from} to {to}: {value:.5}</title></rect>"
            );
        }
    }
    svg + "</svg>"
}

/// Named values as bars to both sides of zero; a full bar is `reach` long.
pub(crate) fn bars(label: &str, names: &[&str], values: &[f64], reach: f64) -> String {
    const ROW: usize = 15;
    const LEFT: usize = 96;
    const HALF: usize = 150;
    const TOP: usize = 22;
    const RIGHT: usize = LEFT + 2 * HALF + 6;
    let mut svg = open(RIGHT + 54, TOP + ROW * names.len() + 4, label);
    svg += &format!(
        "<text class=\"label\" x=\"{LEFT}\" y=\"14\">{}</text>",
        escape(label)
    );
    for (row, (name, &value)) in names.iter().zip(values).enumerate() {
        let (y, zero, name) = (TOP + row * ROW, (LEFT + HALF) as f64, escape(name));
        let (base, before, height) = (y + 10, LEFT - 6, ROW - 3);
        let length = (value / reach).clamp(-1.0, 1.0) * HALF as f64;
        let (class, x) = if value < 0.0 {
            ("less", zero + length)
        } else {
            ("more", zero)
        };
        let (width, percent) = (length.abs(), 100.0 * value);
        svg += &format!("<text x=\"{before}\" y=\"{base}\" text-anchor=\"end\">{name}</text>");
        svg += &format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{height}\"/>"
        );
        svg += &format!("<text x=\"{RIGHT}\" y=\"{base}\">{percent:+.1} %</text>");
    }
    svg + "</svg>"
}

/// Bits as a bitmap: a row for each list, a filled square for each bit that is set.
pub(crate) fn bitmap(label: &str, rows: &[Vec<bool>]) -> String {
    const CELL: usize = 6;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut svg = open(columns * CELL, rows.len() * CELL, label);
    // One path for all squares: a step right within the row, one down between rows.
    let mut path = String::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|&(_, &bit)| bit) {
            path += &format!("M{} {}h{CELL}v{CELL}h-{CELL}z", x * CELL, y * CELL);
        }
    }
    svg += &format!("<path class=\"bit\" d=\"{path}\"/>");
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use exact::spanning_trees::CellGrid;

    use super::*;

    #[test]
    fn a_heat_map_has_a_cell_for_each_value_and_escapes_its_names() {
        let svg = heat_map(
            "a & b",
            &["<a>", "b"],
            &[vec![0.1, 0.9], vec![0.5, 0.5]],
            0.5,
            0.4,
        );
        assert_eq!(svg.matches("<rect").count(), 4);
        assert!(svg.contains("&lt;a&gt; to b: 0.90000") && svg.contains("a &amp; b"));
    }

    #[test]
    fn every_spanning_tree_is_a_maze_with_its_passages() {
        for mask in CellGrid::new(3, 2).unwrap().trees().unwrap() {
            let grid = maze_of(3, 2, mask);
            assert!(grid.cells().is_tree());
            assert_eq!(
                grid.cells()
                    .passages()
                    .fold(0, |bits, number| bits | 1 << number),
                mask
            );
        }
    }
}
