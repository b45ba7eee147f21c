//! Pictures of lines on a grid.

use grids::grid::{Grid, Tile};
use grids::line::Point;

use crate::svg::escape;

/// The tiles from the lower left corner of a picture to the upper right one, with the true line across them. A tile is this
/// many pixels wide.
pub(super) fn tiles(label: &str, points: &[Point], pixels: usize) -> String {
    let width = points.iter().map(|point| point.0).max().unwrap_or(0) as usize + 1;
    let height = points.iter().map(|point| point.1).max().unwrap_or(0) as usize + 1;
    let mut grid = Grid::new(width, height, Tile::Floor).expect("a line that is shown is short");
    for &(x, y) in points {
        grid.set(x as usize, height - 1 - y as usize, Tile::Wall);
    }
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\"><g \
         opacity=\".5\">{}</g><path class=\"mark\" vector-effect=\"non-scaling-stroke\" d=\"M.5 {}.5L{}.5 .5\"/></svg>",
        width * pixels,
        height * pixels,
        escape(label),
        grid.svg(),
        height - 1,
        width - 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn north_is_above_and_the_true_line_runs_from_tile_to_tile() {
        let svg = tiles("a < b", &[(0, 0), (1, 1), (2, 1)], 10);
        assert!(svg.contains("width=\"30\" height=\"20\"") && svg.contains("a &lt; b"));
        assert!(svg.contains("d=\"M1 0h2v1h-2zM0 1h1v1h-1z\""), "{svg}");
        assert!(svg.contains("d=\"M.5 1.5L2.5 .5\""), "{svg}");
    }
}
