//! A grid seen as a maze: cells at the odd places, and between them walls that may be open.
//!
//! Cell `(column, row)` is the tile `(2 * column + 1, 2 * row + 1)`. The walls between cells are numbered by [`edges`]:
//! the numbers of the open ones, its passages, identify a maze.
//!
//! ```
//! use roguelab_grids::grid::{Grid, Tile};
//!
//! let mut grid = Grid::new(5, 5, Tile::Wall)?;
//! grid.fill_rect((1, 1), (3, 1), Tile::Floor);
//! grid.fill_rect((1, 1), (1, 3), Tile::Floor);
//! assert!(!grid.cells().is_tree(), "the last cell is not reached");
//! grid.fill_rect((3, 1), (3, 3), Tile::Floor);
//! assert!(grid.cells().is_tree());
//! assert_eq!(grid.cells().passages().collect::<Vec<_>>(), [0, 1, 2]);
//! # Ok::<(), roguelab_grids::grid::SizeError>(())
//! ```

use crate::grid::Grid;

/// Two cells side by side, each as `(column, row)`.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Edge {
    /// The left or the upper one.
    pub from: (usize, usize),
    /// The right or the lower one.
    pub to: (usize, usize),
}

impl Edge {
    /// The tile between the two.
    pub const fn tile(self) -> (usize, usize) {
        (self.from.0 + self.to.0 + 1, self.from.1 + self.to.1 + 1)
    }
}

/// All pairs of neighbours, in the order of their numbers: cell by cell along the rows, from each cell first to the right, then
/// down.
pub fn edges(columns: usize, rows: usize) -> impl Iterator<Item = Edge> {
    (0..rows)
        .flat_map(move |y| (0..columns).map(move |x| (x, y)))
        .flat_map(move |from| {
            let (x, y) = from;
            let right = (x + 1 < columns).then_some((x + 1, y));
            let down = (y + 1 < rows).then_some((x, y + 1));
            [right, down]
                .into_iter()
                .flatten()
                .map(move |to| Edge { from, to })
        })
}

/// A [`Grid`] seen as a maze.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    grid: &'a Grid,
}

impl Grid {
    /// This grid seen as a maze. If the width or height is even, the last cells are on the border.
    pub const fn cells(&self) -> Cells<'_> {
        Cells { grid: self }
    }
}

impl Cells<'_> {
    /// How many cells are in a row: half the width.
    pub const fn columns(self) -> usize {
        self.grid.width() / 2
    }

    /// How many cells are in a column: half the height.
    pub const fn rows(self) -> usize {
        self.grid.height() / 2
    }

    /// The numbers of the open walls, in ascending order.
    pub fn passages(self) -> impl Iterator<Item = usize> {
        edges(self.columns(), self.rows())
            .enumerate()
            .filter_map(move |(number, edge)| {
                let (x, y) = edge.tile();
                self.grid.is_open(x, y).then_some(number)
            })
    }

    /// Whether the open tiles are all cells and passages between them, and there is exactly one way between any two
    /// cells. A grid without cells is no tree.
    pub fn is_tree(self) -> bool {
        let cells = self.columns() * self.rows();
        let all_open = (0..self.rows())
            .all(|y| (0..self.columns()).all(|x| self.grid.is_open(2 * x + 1, 2 * y + 1)));
        let passages = self.passages().count();
        // Nothing else is open, so one region of tiles means connected cells; and connected cells with one edge fewer than
        // cells are a tree.
        let open = self
            .grid
            .rows()
            .flatten()
            .filter(|tile| tile.is_open())
            .count();
        all_open && passages + 1 == cells && open == cells + passages && self.grid.regions() == 1
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::grid::Tile;

    #[test]
    fn edges_are_numbered_right_then_down() {
        let ends: Vec<_> = edges(2, 2).map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(
            ends,
            [
                ((0, 0), (1, 0)),
                ((0, 0), (0, 1)),
                ((1, 0), (1, 1)),
                ((0, 1), (1, 1))
            ]
        );
        for (columns, rows) in [(1, 1), (1, 5), (4, 3)] {
            assert_eq!(
                edges(columns, rows).count(),
                columns * (rows - 1) + rows * (columns - 1)
            );
        }
        assert_eq!(edges(0, 9).count() + edges(9, 0).count(), 0);
    }

    /// A comb on 3x2 cells: a row with teeth.
    fn comb() -> Grid {
        let mut grid = Grid::new(7, 5, Tile::Wall).unwrap();
        grid.fill_rect((1, 1), (5, 1), Tile::Floor);
        for x in [1, 3, 5] {
            grid.fill_rect((x, 1), (x, 3), Tile::Floor);
        }
        grid
    }

    #[test]
    fn a_comb_is_a_tree() {
        assert!(comb().cells().is_tree());
    }

    #[test]
    fn no_tree_is_called_one() {
        let broken = |x, y, tile| {
            let mut grid = comb();
            assert!(grid.set(x, y, tile));
            grid.cells().is_tree()
        };
        assert!(!broken(2, 3, Tile::Floor), "a circle");
        assert!(!broken(2, 1, Tile::Wall), "two parts");
        assert!(!broken(1, 3, Tile::Wall), "a cell that is closed");
        assert!(!broken(0, 1, Tile::Floor), "a hole in the border");
        assert!(!broken(2, 2, Tile::Floor), "a post that is missing");
        let mut moved = comb();
        moved.set(4, 1, Tile::Wall);
        moved.set(2, 3, Tile::Floor);
        assert!(
            !moved.cells().is_tree(),
            "a circle and another part, with the right number of passages"
        );
        let mut aside = comb();
        aside.set(1, 3, Tile::Wall);
        aside.set(0, 2, Tile::Floor);
        assert!(
            !aside.cells().is_tree(),
            "the border is open in place of a cell"
        );
        assert!(
            !Grid::new(1, 9, Tile::Wall).unwrap().cells().is_tree(),
            "no cells"
        );
        assert!(broken(1, 1, Tile::Mark('@')), "a mark is as good as floor");
    }
}
