//! Mazes of the document's size: how deep the recursion goes, and where it continues after a dead end.

use generators::bounding::Modulo;
use generators::draw::{Dice, Tape};
use generators::pcg32::Pcg32;
use grids::boss_maze::{BossMaze, Maze, Order, generate};
use grids::grid::Grid;

use super::rules::SIZE;
use crate::prelude::*;
use crate::prose::LISTLESS as WORDS;
use crate::svg::columns::columns;
use crate::svg::tiles;

/// The sizes, and how many mazes of each, made with PCG32 from seeds 0, 1, 2, ... and this stream.
pub(super) const SIZES: [((usize, usize), u64); 4] = [
    ((21, 21), 300),
    ((41, 41), 300),
    (SIZE, 1000),
    ((201, 201), 40),
];
const STREAM: u64 = 54;
const SHOWN: u64 = 42;
/// The number of cells after which the document shows a half-finished maze.
const HALF_DONE: usize = 200;
/// The width and height of a maze that no recursion should dig.
const LARGE: usize = 2001;
const BINS: usize = 25;

#[derive(Serialize)]
pub struct Depth {
    pub sizes: Vec<OfSize>,
    /// The number of mazes of the document's size by greatest depth, in equal parts of the number of cells.
    pub histogram: Vec<u64>,
    /// The greatest depth in a maze of the document's size when every draw is 0.
    pub zeros: u64,
    pub shown: Walk,
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
    pub least: Exact,
    pub most: Exact,
    pub dead_ends: Exact,
    pub returns: u64,
    /// How often the maze then continued from the most recent place with rock next to it.
    pub from_most_recent: u64,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Walk {
    /// The number of cells on the longest path while it was being dug, including the start: the recursion's depth.
    pub deepest: u64,
    pub dead_ends: u64,
    pub returns: u64,
    /// How often the maze then continued from the most recent place with rock next to it.
    pub from_most_recent: u64,
    pub closed_tree: bool,
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

impl Walk {
    fn of(maze: &Maze) -> Self {
        let grid = maze.grid();
        let mut dug = vec![false; grid.width() * grid.height()];
        let index = |(x, y): (usize, usize)| y * grid.width() + x;
        let mut walk = Self {
            closed_tree: grid.cells().is_tree() && maze.open_border().next().is_none(),
            ..Self::default()
        };
        // The path to the newest cell, without the cells from which it cannot continue.
        let mut way: Vec<(usize, usize)> = Vec::new();
        for &place in maze.visited() {
            let before = way.len();
            while let Some(&last) = way.last() {
                if around(grid, last).any(|(to, _)| !dug[index(to)]) {
                    break;
                }
                way.pop();
            }
            if way.len() < before {
                let joined = |&last: &_| {
                    around(grid, last).any(|(to, (x, y))| to == place && grid.is_open(x, y))
                };
                walk.returns += 1;
                walk.from_most_recent += u64::from(way.last().is_some_and(joined));
            }
            dug[index(place)] = true;
            way.push(place);
            walk.deepest = walk.deepest.max(way.len() as u64);
            let ways_out = around(grid, place)
                .filter(|&(_, (x, y))| grid.is_open(x, y))
                .count();
            walk.dead_ends += u64::from(ways_out == 1);
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

impl OfSize {
    fn of(size: (usize, usize), walks: &[Walk]) -> Self {
        let (cells, mazes) = (cells(size) as u64, walks.len() as u64);
        let sum = |count: fn(&Walk) -> u64| walks.iter().map(count).sum::<u64>();
        let deepest = || walks.iter().map(|walk| walk.deepest);
        Self {
            width: size.0,
            height: size.1,
            cells,
            mazes,
            closed_trees: sum(|walk| walk.closed_tree.into()),
            mean: share(sum(|walk| walk.deepest), cells * mazes),
            least: share(deepest().min().unwrap_or_default(), cells),
            most: share(deepest().max().unwrap_or_default(), cells),
            dead_ends: share(sum(|walk| walk.dead_ends), cells * mazes),
            returns: sum(|walk| walk.returns),
            from_most_recent: sum(|walk| walk.from_most_recent),
        }
    }
}

impl Depth {
    pub(super) fn compute() -> Self {
        let mut sizes = Vec::new();
        let mut histogram = vec![0; BINS];
        for (size, mazes) in SIZES {
            let walks = each(0..mazes, |seed| Walk::of(&dug(size, seed)));
            sizes.push(OfSize::of(size, &walks));
            if size == SIZE {
                // A depth of all cells belongs to the last part.
                let part = |walk: &Walk| (walk.deepest as usize * BINS / cells(size)).min(BINS - 1);
                for walk in &walks {
                    histogram[part(walk)] += 1;
                }
            }
        }
        let zeros = vec![0; 2 + 3 * cells(SIZE)];
        let zeros = generate(SIZE.0, SIZE.1, Order::Packed, &mut Tape::new(&zeros))
            .expect("a grid has this size");
        Self {
            sizes,
            histogram,
            zeros: Walk::of(&zeros).deepest,
            shown: Walk::of(&dug(SIZE, SHOWN)),
        }
    }

    pub(super) fn documents(&self) -> &OfSize {
        among(&self.sizes, |of| (of.width, of.height) == SIZE)
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
        let sum = |count: fn(&OfSize) -> u64| self.sizes.iter().map(count).sum();
        (sum(|of| of.returns), sum(|of| of.from_most_recent))
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let more = json!({
            "documents": self.documents(),
            "width": SIZE.0,
            "height": SIZE.1,
            "seed": SHOWN,
            "stream": STREAM,
            "half_done": HALF_DONE,
            "most": self.histogram.iter().max(),
            "large": LARGE,
            "large_cells": cells((LARGE, LARGE)),
        });
        let mazes = tiles("finished", dug(SIZE, SHOWN).grid(), 7, "")
            + &tiles(&format!("after {HALF_DONE} cells"), &half_done(), 7, "");
        WORDS
            .beside(self, more)
            .blocks("depth", [mazes, self.chart()])
    }

    fn chart(&self) -> String {
        let values: Vec<f64> = self.histogram.iter().map(|&mazes| mazes as f64).collect();
        let ticks = (0..BINS)
            .step_by(5)
            .map(|bin| (bin, format!("{} %", 100 * bin / BINS)))
            .collect::<Vec<_>>();
        columns(
            "mazes by the depth of their recursion",
            &values,
            None,
            &ticks,
        )
    }
}

fn half_done() -> Grid {
    let mut dice = Dice::<_, Modulo>::new(Pcg32::srandom(SHOWN, STREAM));
    let mut maze =
        BossMaze::begin(SIZE.0, SIZE.1, Order::Packed, &mut dice).expect("a grid has this size");
    let mut dug = 0;
    while dug < HALF_DONE && maze.step(&mut dice) {
        dug += 1;
    }
    maze.grid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corridor_is_as_deep_as_it_is_long_from_its_end_and_half_from_its_middle() {
        let walk = |start| {
            let mut tape = vec![0; 2 + 3 * 9];
            tape[0] = start;
            Walk::of(&generate(19, 3, Order::Packed, &mut Tape::new(&tape)).unwrap())
        };
        let (end, middle) = (walk(0), walk(4));
        assert_eq!((end.deepest, end.dead_ends, end.returns), (9, 2, 0));
        assert_eq!(
            (
                middle.deepest,
                middle.dead_ends,
                middle.returns,
                middle.from_most_recent
            ),
            (5, 2, 1, 1)
        );
        assert!(end.closed_tree);
    }
}
