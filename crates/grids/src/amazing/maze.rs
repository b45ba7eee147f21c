//! The maze itself: wall values and visit numbers, of a finished maze or of one so far.

use alloc::vec;
use alloc::vec::Vec;

/// The south side of a cell is open.
pub(super) const SOUTH: u8 = 1;
/// The east side of a cell is open.
pub(super) const EAST: u8 = 2;

/// The most cells a maze may have.
pub const MAX_CELLS: usize = 1 << 24;

/// A direction, in the order in which the document lists them.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the next column.
    Right,
    /// To the row below; from the bottom row, out of the maze.
    Down,
    /// To the column before.
    Left,
}

impl Direction {
    /// All four directions, in the document's order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];
}

/// A maze of Amazing. Columns count from the left, rows from the top, both from 0.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Amazing {
    width: u32,
    height: u32,
    start_column: u32,
    /// The next visit number; the document's cell count.
    pub(super) next_number: u32,
    /// The wall values, row by row, like the visit numbers.
    pub(super) walls: Vec<u8>,
    pub(super) visited: Vec<u32>,
}

impl Amazing {
    /// A maze with every wall closed and the start cell visited. The caller has checked the size.
    pub(super) fn closed(width: u32, height: u32, start_column: u32) -> Self {
        let cells = width as usize * height as usize;
        let mut visited = vec![0; cells];
        visited[start_column as usize] = 1;
        Self {
            width,
            height,
            start_column,
            next_number: 2,
            walls: vec![0; cells],
            visited,
        }
    }

    /// Number of columns.
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The column of the opening in the top row.
    pub const fn start_column(&self) -> usize {
        self.start_column as usize
    }

    /// How many cells have been visited.
    pub const fn cells_visited(&self) -> usize {
        self.next_number as usize - 1
    }

    /// How many cells have not been visited.
    pub const fn cells_left(&self) -> usize {
        self.walls.len() - self.cells_visited()
    }

    /// The wall value of a cell: 1 for an open south side plus 2 for an open east side.
    pub fn wall(&self, column: usize, row: usize) -> Option<u8> {
        self.index(column, row).map(|cell| self.walls[cell])
    }

    /// The wall values, `[column][row]`.
    pub fn walls(&self) -> Vec<Vec<u8>> {
        self.by_column(&self.walls)
    }

    /// The visit numbers, `[column][row]`: the start has 1, a cell that was never visited 0.
    pub fn visited(&self) -> Vec<Vec<u32>> {
        self.by_column(&self.visited)
    }

    fn by_column<T: Copy>(&self, values: &[T]) -> Vec<Vec<T>> {
        let column = |column| {
            values
                .iter()
                .skip(column)
                .step_by(self.width())
                .copied()
                .collect()
        };
        (0..self.width()).map(column).collect()
    }

    fn index(&self, column: usize, row: usize) -> Option<usize> {
        (column < self.width() && row < self.height()).then(|| row * self.width() + column)
    }

    /// Column and row of a cell.
    pub(super) const fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.width(), cell / self.width())
    }

    /// The cell next to `cell`, if it is inside.
    pub(super) fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (column, row) = self.place(cell);
        match direction {
            Direction::Up => (row > 0).then(|| cell - self.width()),
            Direction::Right => (column + 1 < self.width()).then(|| cell + 1),
            Direction::Down => (row + 1 < self.height()).then(|| cell + self.width()),
            Direction::Left => (column > 0).then(|| cell - 1),
        }
    }

    /// The cells next to `cell` that are inside.
    pub(super) fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| self.neighbour(cell, direction))
    }

    pub(super) fn is_visited(&self, cell: usize) -> bool {
        self.visited[cell] > 0
    }

    /// The document's lock rule: no cell next to it is left. The way out of the bottom row does not count.
    pub(super) fn is_locked(&self, cell: usize) -> bool {
        self.neighbours(cell).all(|next| self.is_visited(next))
    }
}
