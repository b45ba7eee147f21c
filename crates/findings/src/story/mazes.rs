//! Two mazes from one seed: one dug depth first by a worm, and one drawn so that all spanning trees are equally likely.

use std::fmt::Write;
use std::num::NonZeroU32;

use generators::bounding::Modulo;
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use grids::boss_maze::{Order, generate};
use grids::cells::edges;
use grids::grid::{Grid, Tile};

use crate::listless::shape::longest_path;
use crate::svg::tiles;

/// The width and height in tiles.
pub const SIZE: (usize, usize) = (37, 25);
/// The stream of PCG32 for the draws.
pub const STREAM: u64 = 54;

/// A maze, with the facts that the story mentions.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Maze {
    /// The walls, as the data of an SVG path.
    pub walls: String,
    /// The longest path through the maze, in the same form.
    pub way: String,
    /// The number of cells with a single way out.
    pub dead_ends: usize,
    /// The number of cells on the longest path.
    pub longest: usize,
    grid: Grid,
}

fn dice(seed: u64) -> Dice<Pcg32, Modulo> {
    Dice::new(Pcg32::srandom(seed, STREAM))
}

/// The two mazes of a seed: dug depth first, and a uniform spanning tree.
///
/// # Panics
/// Never, since grids can have [`SIZE`].
pub fn mazes(seed: u64) -> [Maze; 2] {
    let (width, height) = SIZE;
    let dug =
        generate(width, height, Order::Packed, &mut dice(seed)).expect("a grid has this size");
    [
        Maze::new(dug.grid().clone()),
        Maze::new(uniform((width / 2, height / 2), &mut dice(seed))),
    ]
}

/// A uniform spanning tree with this many columns and rows of cells, by the method of Aldous and Broder: a walk goes to a
/// random neighbour of its cell, and opens the wall behind it when it enters a cell for the first time.
fn uniform((columns, rows): (usize, usize), draws: &mut impl Draw) -> Grid {
    let mut grid =
        Grid::new(2 * columns + 1, 2 * rows + 1, Tile::Wall).expect("a grid has this size");
    let (mut x, mut y) = (draw_below(draws, columns), draw_below(draws, rows));
    grid.set(2 * x + 1, 2 * y + 1, Tile::Floor);
    let mut left = columns * rows - 1;
    while left > 0 {
        // Up, left, down, right; a number outside the grid wraps around and is too large.
        let around = [
            (x, y.wrapping_sub(1)),
            (x.wrapping_sub(1), y),
            (x, y + 1),
            (x + 1, y),
        ];
        let inside: Vec<_> = around
            .into_iter()
            .filter(|&(x, y)| x < columns && y < rows)
            .collect();
        let (to_x, to_y) = inside[draw_below(draws, inside.len())];
        if !grid.is_open(2 * to_x + 1, 2 * to_y + 1) {
            grid.set(x + to_x + 1, y + to_y + 1, Tile::Floor);
            grid.set(2 * to_x + 1, 2 * to_y + 1, Tile::Floor);
            left -= 1;
        }
        (x, y) = (to_x, to_y);
    }
    grid
}

/// The tile of a cell; cells are counted row by row.
const fn tile_of(cell: usize, columns: usize) -> (usize, usize) {
    (2 * (cell % columns) + 1, 2 * (cell / columns) + 1)
}

fn draw_below(draws: &mut impl Draw, n: usize) -> usize {
    let n = u32::try_from(n).ok().and_then(NonZeroU32::new);
    draws.draw(n.expect("there are neighbours")) as usize
}

impl Maze {
    fn new(grid: Grid) -> Self {
        let cells = grid.cells();
        let (columns, rows) = (cells.columns(), cells.rows());
        let mut neighbours = vec![Vec::new(); columns * rows];
        for edge in edges(columns, rows).filter(|edge| grid.is_open(edge.tile().0, edge.tile().1)) {
            let [from, to] = [edge.from, edge.to].map(|(x, y)| y * columns + x);
            neighbours[from].push(to);
            neighbours[to].push(from);
        }
        let way = longest_path(&neighbours);
        let mut path = String::new();
        let mut last = tile_of(way[0], columns);
        for &cell in &way {
            let (x, y) = tile_of(cell, columns);
            // The tile between two cells, then the cell.
            for (x, y) in [
                (usize::midpoint(last.0, x), usize::midpoint(last.1, y)),
                (x, y),
            ] {
                write!(path, "M{x} {y}h1v1h-1z").expect("a string takes everything");
            }
            last = (x, y);
        }
        let drawn = grid.svg().to_string();
        let walls = drawn
            .split_once(" d=\"")
            .and_then(|(_, rest)| rest.split_once('"'))
            .unwrap_or_default()
            .0;
        Self {
            walls: walls.to_owned(),
            way: path,
            dead_ends: neighbours.iter().filter(|beside| beside.len() == 1).count(),
            longest: way.len(),
            grid,
        }
    }

    /// The maze as a picture under its name, with the longest path coloured.
    pub(super) fn picture(&self, name: &str) -> String {
        let way = format!(
            "<path class=\"more way\" fill-opacity=\".55\" d=\"{}\"/>",
            self.way
        );
        tiles(name, &self.grid, 8, &way)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The chi-square of the mazes from this many seeds against 15 equally likely trees of 3 by 2 cells: 14 degrees of freedom.
    fn from_uniform(make: impl Fn(u64) -> Grid) -> f64 {
        const SEEDS: u64 = 6000;
        let mut counts = BTreeMap::<Vec<usize>, u64>::new();
        for seed in 0..SEEDS {
            let grid = make(seed);
            assert!(grid.cells().is_tree());
            *counts.entry(grid.cells().passages().collect()).or_default() += 1;
        }
        let share = SEEDS as f64 / 15.0;
        let never = 15.0 - counts.len() as f64;
        counts
            .values()
            .map(|&count| (count as f64 - share).powi(2) / share)
            .sum::<f64>()
            + never * share
    }

    #[test]
    fn every_spanning_tree_is_equally_likely_by_the_fair_method_only() {
        let fair = from_uniform(|seed| uniform((3, 2), &mut dice(seed)));
        // The critical value at 1 in 10,000 for 14 degrees of freedom.
        assert!(fair < 42.6, "{fair}");
        let dug = from_uniform(|seed| {
            generate(7, 5, Order::Packed, &mut dice(seed))
                .unwrap()
                .grid()
                .clone()
        });
        assert!(
            dug > 1000.0,
            "a maze dug depth first is told from it: {dug}"
        );
    }

    #[test]
    fn the_longest_way_leads_along_open_tiles() {
        for maze in mazes(3) {
            let tiles = maze.way.split_terminator('z').map(|square| {
                let (x, y) = square[1..]
                    .split_once('h')
                    .unwrap()
                    .0
                    .split_once(' ')
                    .unwrap();
                (x.parse::<usize>().unwrap(), y.parse::<usize>().unwrap())
            });
            let tiles: Vec<_> = tiles.skip(1).collect();
            assert_eq!(
                tiles.len(),
                2 * maze.longest - 1,
                "the cells, and a tile between any two"
            );
            assert!(tiles.iter().all(|&(x, y)| maze.grid.is_open(x, y)));
            assert!(
                tiles
                    .windows(2)
                    .all(|pair| pair[0].0.abs_diff(pair[1].0) + pair[0].1.abs_diff(pair[1].1) == 1)
            );
        }
    }
}
