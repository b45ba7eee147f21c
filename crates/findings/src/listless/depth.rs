//! Mazes of the document's size: how deep the recursion goes, and where it continues after a dead end.

use generators::bounding::Modulo;
use generators::draw::{Dice, Tape};
use generators::pcg32::Pcg32;
use grids::boss_maze::{Maze, Order, generate};
use grids::grid::Grid;

use super::rules::SIZE;
use crate::prelude::*;

/// The sizes, and how many mazes of each, made with PCG32 from seeds 0, 1, 2, ... and this stream.
pub(super) const SIZES: [((usize, usize), u64); 4] = [
    ((21, 21), 300),
    ((41, 41), 300),
    (SIZE, 1000),
    ((201, 201), 40),
];
const STREAM: u64 = 54;

#[derive(Serialize)]
pub struct Depth {
    pub sizes: Vec<OfSize>,
    /// The greatest depth in a maze of the document's size when every draw is 0.
    pub zeros: u64,
}

#[derive(Serialize)]
pub struct OfSize {
    pub width: usize,
    pub height: usize,
    pub cells: u64,
    pub mazes: u64,
    pub closed_trees: u64,
    /// The mean greatest depth as a share of all cells.
    pub mean: Exact,
    pub most: Exact,
    pub returns: u64,
    /// How often the maze then continued from the most recent place with rock next to it.
    pub from_most_recent: u64,
}

#[derive(Default)]
struct Walk {
    /// The number of cells on the longest path while it was being dug, including the start: the recursion's depth.
    deepest: u64,
    returns: u64,
    /// How often the maze then continued from the most recent place with rock next to it.
    from_most_recent: u64,
    closed_tree: bool,
}

/// The places two steps away from a place, where they exist, each with the place in between.
fn around(
    grid: &Grid,
    (x, y): (usize, usize),
) -> impl Iterator<Item = ((usize, usize), (usize, usize))> {
    let places = [
        ((x, y.wrapping_sub(2)), (x, y.wrapping_sub(1))),
        ((x.wrapping_sub(2), y), (x.wrapping_sub(1), y)),
        ((x, y + 2), (x, y + 1)),
        ((x + 2, y), (x + 1, y)),
    ];
    places
        .into_iter()
        .filter(|&((x, y), _)| grid.get(x, y).is_some())
}

const fn index_of(grid: &Grid, (x, y): (usize, usize)) -> usize {
    y * grid.width() + x
}

/// Whether a passage leads from one place to the next.
fn are_joined(grid: &Grid, one: (usize, usize), other: (usize, usize)) -> bool {
    around(grid, one).any(|(to, (x, y))| to == other && grid.is_open(x, y))
}

impl Walk {
    fn replay(maze: &Maze) -> Self {
        let grid = maze.grid();
        let mut dug = vec![false; grid.width() * grid.height()];
        let mut walk = Self {
            closed_tree: grid.cells().is_tree() && maze.open_border().next().is_none(),
            ..Self::default()
        };
        // The path to the newest cell, without the cells from which it cannot continue.
        let mut way: Vec<(usize, usize)> = Vec::new();
        for &place in maze.visited() {
            let before = way.len();
            while let Some(&last) = way.last() {
                if around(grid, last).any(|(to, _)| !dug[index_of(grid, to)]) {
                    break;
                }
                way.pop();
            }
            if way.len() < before {
                walk.returns += 1;
                if let Some(&last) = way.last() {
                    walk.from_most_recent += u64::from(are_joined(grid, last, place));
                }
            }
            dug[index_of(grid, place)] = true;
            way.push(place);
            walk.deepest = walk.deepest.max(way.len() as u64);
        }
        walk
    }
}

fn dug((width, height): (usize, usize), seed: u64) -> Maze {
    let mut dice = Dice::<_, Modulo>::new(Pcg32::srandom(seed, STREAM));
    generate(width, height, Order::Packed, &mut dice).expect("a grid has this size")
}

const fn cells((width, height): (usize, usize)) -> usize {
    (width / 2) * (height / 2)
}

fn sum(walks: &[Walk], count: fn(&Walk) -> u64) -> u64 {
    walks.iter().map(count).sum()
}

impl OfSize {
    fn new(size: (usize, usize), walks: &[Walk]) -> Self {
        let (cells, mazes) = (cells(size) as u64, walks.len() as u64);
        let deepest = walks.iter().map(|walk| walk.deepest).max();
        Self {
            width: size.0,
            height: size.1,
            cells,
            mazes,
            closed_trees: sum(walks, |walk| walk.closed_tree.into()),
            mean: share(sum(walks, |walk| walk.deepest), cells * mazes),
            most: share(deepest.unwrap_or_default(), cells),
            returns: sum(walks, |walk| walk.returns),
            from_most_recent: sum(walks, |walk| walk.from_most_recent),
        }
    }
}

impl Depth {
    pub(super) fn compute() -> Self {
        let mut sizes = Vec::new();
        for (size, mazes) in SIZES {
            let walks = parallel_map(0..mazes, |seed| Walk::replay(&dug(size, seed)));
            sizes.push(OfSize::new(size, &walks));
        }
        let zeros = vec![0; 2 + 3 * cells(SIZE)];
        let zeros = generate(SIZE.0, SIZE.1, Order::Packed, &mut Tape::new(&zeros))
            .expect("a grid has this size");
        Self {
            sizes,
            zeros: Walk::replay(&zeros).deepest,
        }
    }

    pub(super) fn documents(&self) -> &OfSize {
        first_where(&self.sizes, |of| (of.width, of.height) == SIZE)
    }

    pub(super) fn mazes(&self) -> u64 {
        self.sizes.iter().map(|of| of.mazes).sum()
    }

    /// Whether all mazes are trees with a closed border.
    pub(super) fn all_closed_trees(&self) -> bool {
        self.sizes.iter().all(|of| of.closed_trees == of.mazes)
    }

    /// How often the worm went back, over all mazes, and how often it continued from the most recent possible place.
    pub(super) fn returns(&self) -> (u64, u64) {
        (
            self.sizes.iter().map(|size| size.returns).sum(),
            self.sizes.iter().map(|size| size.from_most_recent).sum(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corridor_is_as_deep_as_it_is_long_from_its_end_and_half_from_its_middle() {
        let walk = |start| {
            let mut tape = vec![0; 2 + 3 * 9];
            tape[0] = start;
            Walk::replay(&generate(19, 3, Order::Packed, &mut Tape::new(&tape)).unwrap())
        };
        let (end, middle) = (walk(0), walk(4));
        assert_eq!((end.deepest, end.returns), (9, 0));
        assert_eq!(
            (middle.deepest, middle.returns, middle.from_most_recent),
            (5, 1, 1)
        );
        assert!(end.closed_tree);
    }
}
