//! Pictures of mazes.

use grids::cells::edges;
use grids::grid::{Grid, Tile};

/// The maze of so many cells whose open walls are the bits of `mask`, as [`edges`] counts them.
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
}
