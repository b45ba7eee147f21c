//! Pictures of mazes.

use grids::cells::edges;
use grids::grid::{Grid, Tile};

use crate::report::svg::escape;

/// A maze at so many pixels a tile, under its label.
pub(super) fn maze(label: &str, grid: &Grid, pixels: usize) -> String {
    const TOP: usize = 22;
    let drawn = grid.svg().to_string();
    // Its own element would be stretched by the page's style: within this picture it is a group.
    let tiles = drawn.split_once('>').and_then(|(_, rest)| rest.strip_suffix("</svg>")).unwrap_or_default();
    // Room for the label above a maze that is narrower.
    let (width, height) = ((grid.width() * pixels).max(8 * label.len()), grid.height() * pixels + TOP);
    let label = escape(label);
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{label}\" \
         style=\"align-self:flex-start\">\
         <text class=\"label\" x=\"0\" y=\"14\">{label}</text>\
         <g transform=\"translate(0 {TOP}) scale({pixels})\" fill=\"currentColor\">{tiles}</g></svg>"
    )
}

/// The maze of so many cells whose open walls are the bits of `mask`, as [`edges`] counts them.
///
/// # Panics
/// If no grid has this size.
pub(super) fn of_mask(columns: usize, rows: usize, mask: u64) -> Grid {
    let mut grid = Grid::new(2 * columns + 1, 2 * rows + 1, Tile::Wall).expect("a grid has this size");
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
        grid.set(2 * x + 1, 2 * y + 1, Tile::Floor);
    }
    for (_, edge) in edges(columns, rows).enumerate().filter(|(number, _)| mask >> number & 1 == 1) {
        let (x, y) = edge.tile();
        grid.set(x, y, Tile::Floor);
    }
    grid
}

#[cfg(test)]
mod tests {
    use exact::spanning_trees::CellGrid;

    use super::*;

    #[test]
    fn every_spanning_tree_is_a_maze_with_its_passages() {
        for mask in CellGrid::new(3, 2).unwrap().trees().unwrap() {
            let grid = of_mask(3, 2, mask);
            assert!(grid.cells().is_tree());
            assert_eq!(grid.cells().passages().fold(0, |bits, number| bits | 1 << number), mask);
        }
    }

    #[test]
    fn a_picture_is_one_element_with_all_walls_in_it() {
        let svg = maze("a < b", &of_mask(1, 1, 0), 10);
        assert_eq!((svg.matches("<svg").count(), svg.matches("</svg>").count()), (1, 1));
        assert!(svg.contains("a &lt; b") && svg.contains("scale(10)") && svg.contains("<path"));
    }
}
