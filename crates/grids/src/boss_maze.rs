//! Mazes dug depth first: from a random cell to a random neighbour that is still rock, and back where there is none.
//!
//! Source: the document on permutations without lists (000), both of its programs. Faithful to the order of the draws
//! (start column, start row, then three draws in each new cell for the order of its four neighbours) and to what
//! happens at odd sizes, at even ones (the last column or row is dug, and the border open there) and at a width or
//! height of one (the start is outside, nothing is dug). Departs from: where the document recurses, this keeps a stack of its
//! own, so no maze is too deep; and it digs cells, which become a grid at the end.
//!
//! ```
//! use roguelab_generators::bounding::Modulo;
//! use roguelab_generators::draw::Dice;
//! use roguelab_generators::pcg32::Pcg32;
//! use roguelab_grids::boss_maze::{self, Order};
//!
//! let maze = boss_maze::generate(9, 7, Order::Packed, &mut Dice::<_, Modulo>::new(Pcg32::srandom(42, 54)))?;
//! let text = maze.grid().text().to_string();
//! assert_eq!(text, "┏━━━━━━━┓\n┃       ┃\n┃ ┏━━━━━┫\n┃ ┃     ┃\n┃ ┗━━━━ ┃\n┃       ┃\n┗━━━━━━━┛\n");
//! assert!(maze.grid().cells().is_tree());
//! # Ok::<(), roguelab_grids::grid::SizeError>(())
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use generators::draw::Draw;

use crate::cells::edges;
use crate::grid::{Grid, Side, Size, SizeError, Tile};

/// How a new cell puts its four neighbours in order.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Order {
    /// Without a list: a permutation in closed form from three draws, below 4, 3 and 2, packed in a byte that is read from its
    /// low end.
    Packed,
    /// With a list, taken from its end. The document shuffles it without saying how: here by Fisher and Yates's shuffle from
    /// the end, with draws below 4, 3 and 2.
    Shuffled,
}

words!(Order { Packed = "packed", Shuffled = "shuffled" });

impl Order {
    /// The four directions in a random order, two bits for each, the first in the lowest bits.
    fn directions(self, draws: &mut impl Draw) -> u8 {
        let mut below = |n| below(draws, n) as u8;
        let mut dirs = [0, 1, 2, 3];
        match self {
            Self::Packed => {
                let (r1, r2, r3) = (below(4), below(3), below(2));
                let d1 = r1;
                let d2 = (r1 + r2 + 1) % 4;
                let d3 = (r1 + (r2 + r3 + 1) % 3 + 1) % 4;
                dirs = [d1, d2, d3, 6 - (d1 + d2 + d3)];
            }
            Self::Shuffled => {
                for i in (1..4).rev() {
                    dirs.swap(i, usize::from(below(i as u32 + 1)));
                }
            }
        }
        dirs.into_iter().fold(0, |packed, dir| packed << 2 | dir)
    }
}

/// A draw below `n`, which is never zero here.
fn below(draws: &mut impl Draw, n: u32) -> u32 {
    draws.draw(NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN))
}

/// A cell on the way, with the directions it has not tried.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
struct Branch {
    cell: u32,
    /// Two bits for each direction, the next one lowest, zeroes above: 0 up, 1 left, 2 down, 3 right.
    dirs: u8,
    left: u8,
}

impl Branch {
    fn next(&mut self) -> Option<u8> {
        self.left = self.left.checked_sub(1)?;
        let dir = self.dirs & 3;
        self.dirs >>= 2;
        Some(dir)
    }
}

/// The bit of a cell's state that says it is dug.
const DUG: u8 = 1;
const OPEN_RIGHT: u8 = 2;
const OPEN_DOWN: u8 = 4;

/// An unfinished maze: each [`step`](Self::step) digs one cell. Equal mazes stay equal with equal draws;
/// [`normalise`](Self::normalise) makes more of them equal.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct BossMaze {
    size: Size,
    order: Order,
    /// The states of the cells, row by row; empty if the start is outside.
    cells: Vec<u8>,
    /// The way to the newest cell. Before the first step it is the start, which is not yet dug.
    way: Vec<Branch>,
}

impl BossMaze {
    /// Solid rock, and a start. It takes two draws.
    ///
    /// # Errors
    /// [`SizeError`] if no grid has this size.
    pub fn begin(
        width: usize,
        height: usize,
        order: Order,
        draws: &mut impl Draw,
    ) -> Result<Self, SizeError> {
        let size = Size::new(width, height)?;
        let cells = vec![0; (width / 2) * (height / 2)];
        let mut maze = Self {
            size,
            order,
            cells,
            way: Vec::new(),
        };
        // The document's (width - 2) / 2 + 1 is half the width, but 1 at a width of 1: its division truncates.
        let column = below(draws, maze.columns());
        let row = below(draws, (height as u32 / 2).max(1));
        maze.way.push(Branch {
            cell: row * maze.columns() + column,
            dirs: 0,
            left: 0,
        });
        Ok(maze)
    }

    /// Half the width, but at least 1: a grid one tile wide has starts too, outside of it.
    fn columns(&self) -> u32 {
        (self.size.width as u32 / 2).max(1)
    }

    /// The place on the grid from which the next step looks for rock: the start, later the newest cell. `None` when
    /// there is nothing left to do.
    pub fn at(&self) -> Option<(usize, usize)> {
        let cell = self.way.last()?.cell;
        let place = |at: u32| 2 * at as usize + 1;
        Some((place(cell % self.columns()), place(cell / self.columns())))
    }

    /// Digs the next cell, the start at first, and makes its three draws. `false` if there is none: the maze is
    /// finished, and nothing is drawn.
    pub fn step(&mut self, draws: &mut impl Draw) -> bool {
        while let Some(branch) = self.way.last_mut() {
            let from = branch.cell;
            if self.cells.get(from as usize) == Some(&0) {
                self.way.clear();
                self.dig(from, draws);
                return true;
            }
            let Some(dir) = branch.next() else {
                self.way.pop();
                continue;
            };
            if let Some(to) = self.rock(from, dir) {
                match dir {
                    0 => self.cells[to as usize] |= OPEN_DOWN,
                    1 => self.cells[to as usize] |= OPEN_RIGHT,
                    2 => self.cells[from as usize] |= OPEN_DOWN,
                    _ => self.cells[from as usize] |= OPEN_RIGHT,
                }
                self.dig(to, draws);
                return true;
            }
        }
        false
    }

    fn dig(&mut self, cell: u32, draws: &mut impl Draw) {
        self.cells[cell as usize] |= DUG;
        self.way.push(Branch {
            cell,
            dirs: self.order.directions(draws),
            left: 4,
        });
    }

    /// The cell in a direction, if it is there and not dug.
    fn rock(&self, from: u32, dir: u8) -> Option<u32> {
        let columns = self.columns();
        let to = match dir {
            0 => from.checked_sub(columns)?,
            1 => from
                .checked_sub(1)
                .filter(|_| !from.is_multiple_of(columns))?,
            2 => from + columns,
            _ => Some(from + 1).filter(|to| !to.is_multiple_of(columns))?,
        };
        (self.cells.get(to as usize)? & DUG == 0).then_some(to)
    }

    /// Forgets what no longer matters, so that mazes with the same future are equal; they make the same passages from the
    /// same draws. Afterwards [`at`](Self::at) is where digging continues, not the newest cell.
    ///
    /// The first direction that leads into a piece of connected rock has the whole piece dug before another is tried, so
    /// one direction is kept for each piece.
    pub fn normalise(&mut self) {
        if self.cells.iter().all(|&cell| cell == 0) {
            return; // the start is still to be dug
        }
        let way = core::mem::take(&mut self.way);
        // Pieces that already have a direction are marked as dug for the moment.
        let cells = self.cells.clone();
        let mut kept: Vec<Branch> = Vec::new();
        for mut branch in way.into_iter().rev() {
            let (mut dirs, mut left) = (0, 0);
            while let Some(dir) = branch.next() {
                if let Some(rock) = self.rock(branch.cell, dir) {
                    self.mark_piece(rock);
                    dirs |= dir << (2 * left);
                    left += 1;
                }
            }
            if left > 0 {
                kept.push(Branch {
                    dirs,
                    left,
                    ..branch
                });
            }
        }
        kept.reverse();
        (self.cells, self.way) = (cells, kept);
    }

    /// Marks a piece of connected rock as dug.
    fn mark_piece(&mut self, rock: u32) {
        let mut stack = vec![rock];
        while let Some(at) = stack.pop() {
            self.cells[at as usize] |= DUG;
            stack.extend((0..4).filter_map(|dir| self.rock(at, dir)));
        }
    }

    /// The numbers of the walls that are open, ascending, as [`edges`] counts them.
    pub fn passages(&self) -> impl Iterator<Item = usize> {
        edges(self.size.width / 2, self.size.height / 2)
            .enumerate()
            .filter_map(|(number, edge)| {
                let (column, row) = edge.from;
                let open = if edge.to.1 == row {
                    OPEN_RIGHT
                } else {
                    OPEN_DOWN
                };
                (self.cells[row * (self.size.width / 2) + column] & open != 0).then_some(number)
            })
    }

    /// The open walls as bits.
    pub fn mask(&self) -> u64 {
        self.passages().fold(0, |bits, number| bits | 1 << number)
    }

    /// The grid as far as it is dug.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::filled(self.size, Tile::Wall);
        let columns = self.size.width / 2;
        for (cell, &bits) in self.cells.iter().enumerate() {
            let (x, y) = (2 * (cell % columns) + 1, 2 * (cell / columns) + 1);
            for (bit, x, y) in [(DUG, x, y), (OPEN_RIGHT, x + 1, y), (OPEN_DOWN, x, y + 1)] {
                if bits & bit != 0 {
                    grid.set(x, y, Tile::Floor);
                }
            }
        }
        grid
    }
}

/// A finished maze.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Maze {
    grid: Grid,
    start: (usize, usize),
    visited: Vec<(usize, usize)>,
}

impl Maze {
    /// The maze itself: walls and floor.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The place drawn as the start. A grid one tile wide or high does not hold it.
    pub const fn start(&self) -> (usize, usize) {
        self.start
    }

    /// The places of the cells in the order in which they were dug.
    pub fn visited(&self) -> &[(usize, usize)] {
        &self.visited
    }

    /// The sides on which the border is open: right at an even width, bottom at an even height.
    pub fn open_border(&self) -> impl Iterator<Item = Side> {
        self.grid.open_sides()
    }
}

/// Makes a maze. It takes 2 draws, and 3 for each cell.
///
/// # Errors
/// [`SizeError`] if no grid has this size.
pub fn generate(
    width: usize,
    height: usize,
    order: Order,
    draws: &mut impl Draw,
) -> Result<Maze, SizeError> {
    let mut maze = BossMaze::begin(width, height, order, draws)?;
    let start = maze.at().unwrap_or_default();
    let mut visited = Vec::with_capacity(maze.cells.len());
    while maze.step(draws) {
        visited.extend(maze.at());
    }
    Ok(Maze {
        grid: maze.grid(),
        start,
        visited,
    })
}
