//! Facts about a maze of Amazing: openings, components, exits; and measures row by row.

use alloc::vec;
use alloc::vec::Vec;

use super::maze::{Amazing, Direction, EAST, SOUTH};

/// Facts about a maze, finished or not. Cells that were never visited count as cells.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Analysis {
    /// The column of the opening in the top row.
    pub start_column: usize,
    /// The columns whose cell in the bottom row is open to the south.
    pub exit_columns: Vec<usize>,
    /// Openings between two cells.
    pub open_edges: usize,
    /// Components connected by open edges.
    pub components: usize,
    /// Whether some two cells are joined by more than one path.
    pub has_cycle: bool,
    /// Cells that can be reached from the start, itself included.
    pub cells_reachable_from_start: usize,
    /// Whether the maze is one piece without a cycle: between any two cells there is exactly one path. Exits do not matter.
    pub perfect: bool,
    /// Whether some exit can be reached from the start.
    pub exit_reachable_from_start: bool,
    /// Cells of the last column that are open to the east, out of the maze.
    pub east_openings_on_last_column: usize,
    /// `(column, row)` of the cells that were never visited, column by column.
    pub unvisited_cells: Vec<(usize, usize)>,
}

impl Amazing {
    /// The facts about this maze.
    pub fn analysis(&self) -> Analysis {
        let cells = self.walls.len();
        let (piece, components) = self.pieces();
        let start = piece[self.start_column()];
        let open_edges = (0..cells)
            .flat_map(|cell| [Direction::Right, Direction::Down].map(|direction| (cell, direction)))
            .filter(|&(cell, direction)| self.passage(cell, direction).is_some())
            .count();
        let bottom = cells - self.width();
        let exit_columns: Vec<_> = (0..self.width())
            .filter(|column| self.walls[bottom + column] & SOUTH > 0)
            .collect();
        // A forest of n trees has n edges fewer than cells.
        let has_cycle = open_edges + components > cells;
        let columns =
            (0..self.width()).flat_map(|column| (0..self.height()).map(move |row| (column, row)));
        Analysis {
            start_column: self.start_column(),
            open_edges,
            components,
            has_cycle,
            cells_reachable_from_start: piece.iter().filter(|&&of| of == start).count(),
            perfect: components == 1 && !has_cycle,
            exit_reachable_from_start: exit_columns
                .iter()
                .any(|column| piece[bottom + column] == start),
            exit_columns,
            east_openings_on_last_column: self
                .rows()
                .filter(|(walls, _)| walls[self.width() - 1] & EAST > 0)
                .count(),
            unvisited_cells: columns
                .filter(|&(column, row)| !self.is_visited(row * self.width() + column))
                .collect(),
        }
    }

    /// For each row, how many south and east sides of its cells are open: the exit counts, the start does not.
    pub fn open_walls_per_row(&self) -> Vec<usize> {
        self.rows()
            .map(|(walls, _)| walls.iter().map(|wall| wall.count_ones() as usize).sum())
            .collect()
    }

    /// For each row, how many of its cells have exactly one opening on their four sides: the exit counts, the start
    /// does not.
    pub fn dead_ends_per_row(&self) -> Vec<usize> {
        let openings = |cell: usize| {
            let from = [(Direction::Up, SOUTH), (Direction::Left, EAST)];
            let into = from.iter().filter_map(|&(direction, side)| {
                Some(self.walls[self.neighbour(cell, direction)?] & side)
            });
            self.walls[cell].count_ones() + into.filter(|&open| open > 0).count() as u32
        };
        self.rows()
            .map(|(_, cells)| cells.filter(|&cell| openings(cell) == 1).count())
            .collect()
    }

    /// For each row, the lengths in cells of its straight walls, left to right: the longest runs of cells that are closed to
    /// the south.
    pub fn straight_walls_per_row(&self) -> Vec<Vec<usize>> {
        let runs = |walls: &[u8]| {
            walls
                .split(|wall| wall & SOUTH > 0)
                .map(<[u8]>::len)
                .filter(|&run| run > 0)
                .collect()
        };
        self.rows().map(|(walls, _)| runs(walls)).collect()
    }

    /// The rows, each with its wall values and its cells.
    fn rows(&self) -> impl Iterator<Item = (&[u8], core::ops::Range<usize>)> {
        let width = self.width();
        self.walls
            .chunks(width)
            .enumerate()
            .map(move |(row, walls)| (walls, row * width..(row + 1) * width))
    }

    /// The cell behind an opening of `cell`.
    fn passage(&self, cell: usize, direction: Direction) -> Option<usize> {
        let next = self.neighbour(cell, direction)?;
        let open = match direction {
            Direction::Up => self.walls[next] & SOUTH,
            Direction::Right => self.walls[cell] & EAST,
            Direction::Down => self.walls[cell] & SOUTH,
            Direction::Left => self.walls[next] & EAST,
        };
        (open > 0).then_some(next)
    }

    /// For each cell the number of the piece it is in, counted from 1, and how many pieces there are.
    fn pieces(&self) -> (Vec<usize>, usize) {
        let mut piece = vec![0; self.walls.len()];
        let mut pieces = 0;
        let mut to_do = Vec::new();
        for first in 0..piece.len() {
            if piece[first] > 0 {
                continue;
            }
            pieces += 1;
            piece[first] = pieces;
            to_do.push(first);
            while let Some(cell) = to_do.pop() {
                for next in Direction::ALL
                    .into_iter()
                    .filter_map(|direction| self.passage(cell, direction))
                {
                    if piece[next] == 0 {
                        piece[next] = pieces;
                        to_do.push(next);
                    }
                }
            }
        }
        (piece, pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A maze with the given wall values, row by row, in which the cells with a zero in `visited` are not visited.
    fn maze(width: u32, walls: &[u8], visited: &[u32]) -> Amazing {
        let mut maze = Amazing::closed(width, walls.len() as u32 / width, 0);
        maze.walls.copy_from_slice(walls);
        maze.visited.copy_from_slice(visited);
        maze
    }

    #[test]
    fn a_ring_is_a_cycle_and_not_perfect() {
        let ring = maze(2, &[3, 1, 2, 0], &[1; 4]).analysis();
        assert_eq!(
            (
                ring.open_edges,
                ring.components,
                ring.has_cycle,
                ring.perfect
            ),
            (4, 1, true, false)
        );
        assert_eq!(
            (ring.exit_columns, ring.exit_reachable_from_start),
            (vec![], false)
        );
    }

    #[test]
    fn a_ring_beside_a_lonely_cell_is_a_cycle() {
        let ring = maze(3, &[3, 1, 0, 2, 0, 0], &[1; 6]).analysis();
        assert_eq!(
            (
                ring.open_edges,
                ring.components,
                ring.cells_reachable_from_start,
                ring.has_cycle
            ),
            (4, 3, 4, true)
        );
    }

    #[test]
    fn a_cell_behind_a_wall_is_another_piece() {
        for walls in [[2, 1, 0, 0, 0, 0], [1, 0, 0, 2, 0, 0]] {
            assert_eq!(maze(3, &walls, &[1; 6]).analysis().components, 4);
        }
    }

    #[test]
    fn an_exit_of_another_piece_is_out_of_reach() {
        let split = maze(2, &[1, 3, 0, 1], &[1, 2, 0, 3]).analysis();
        assert_eq!(
            (split.exit_columns, split.exit_reachable_from_start),
            (vec![1], false)
        );
        assert_eq!(
            (
                split.components,
                split.cells_reachable_from_start,
                split.has_cycle
            ),
            (2, 2, false)
        );
        assert_eq!(
            (split.east_openings_on_last_column, split.unvisited_cells),
            (1, vec![(0, 1)])
        );
    }

    #[test]
    fn rows_are_measured_by_their_own_cells() {
        // I     I  I      the start is the first cell
        // :  :  :--.
        // I  I     I
        // :--:--:  .
        let maze = maze(3, &[3, 1, 0, 0, 2, 1], &[1; 6]);
        assert_eq!(maze.open_walls_per_row(), [3, 2]);
        assert_eq!(maze.straight_walls_per_row(), [vec![1], vec![2]]);
        assert_eq!(maze.dead_ends_per_row(), [0, 1]);
    }
}
