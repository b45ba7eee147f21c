//! Two mazes from one seed: one dug depth first by a worm, and one drawn so that all spanning trees are equally likely.

use std::fmt::Write;
use std::num::NonZeroU32;

use generators::bounding::Modulo;
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use grids::boss_maze::{Order, generate};
use grids::cells::edges;
use grids::grid::{Grid, Tile};
use serde::Serialize;

use crate::listless::shape::longest_path;
use crate::svg;

/// The width and height in tiles.
pub const SIZE: (usize, usize) = (37, 25);
/// The stream of PCG32 for the draws.
pub const STREAM: u64 = 54;

/// A maze, with the facts that the story mentions.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Maze {
    /// The passages, as the data of an SVG path through the middles of tiles.
    pub passages: String,
    /// The longest path through the maze, in the same form.
    pub way: String,
    /// The number of cells with a single way out.
    pub dead_ends: usize,
    /// The number of cells on the longest path.
    pub longest: usize,
    #[serde(skip)]
    grid: Grid,
}

fn dice(seed: u64) -> Dice<Pcg32, Modulo> {
    Dice::new(Pcg32::srandom(seed, STREAM))
}

/// The two mazes of each seed from 1 to `seeds`.
pub(super) fn mazes_of_seeds(seeds: u64) -> Vec<[Maze; 2]> {
    (1..=seeds).map(mazes).collect()
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
        let tiles: Vec<_> = way.iter().map(|&cell| tile_of(cell, columns)).collect();
        Self {
            passages: passages(&grid),
            way: line_through(&tiles),
            dead_ends: neighbours.iter().filter(|beside| beside.len() == 1).count(),
            longest: way.len(),
            grid,
        }
    }

    /// The maze as a picture under its name, with the longest path coloured.
    pub(super) fn picture(&self, name: &str) -> String {
        svg::passages(name, SIZE, &self.passages, &self.way)
    }
}

/// Lines along all rows and columns of open tiles.
fn passages(grid: &Grid) -> String {
    let mut path = String::new();
    for y in (1..grid.height()).step_by(2) {
        for (from, length) in open_runs(grid.width(), |x| grid.is_open(x, y)) {
            write!(path, "M{from} {y}h{length}").expect("a string takes everything");
        }
    }
    for x in (1..grid.width()).step_by(2) {
        for (from, length) in open_runs(grid.height(), |y| grid.is_open(x, y)) {
            write!(path, "M{x} {from}v{length}").expect("a string takes everything");
        }
    }
    path
}

/// The first tile of every run of two or more open tiles, and how far it is from there to the last one.
fn open_runs(tiles: usize, is_open: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut from = 0;
    for at in 0..=tiles {
        if at < tiles && is_open(at) {
            continue;
        }
        if at - from >= 2 {
            runs.push((from, at - 1 - from));
        }
        from = at + 1;
    }
    runs
}

/// A line through these tiles, with a step for each straight part.
fn line_through(tiles: &[(usize, usize)]) -> String {
    let mut path = format!("M{} {}", tiles[0].0, tiles[0].1);
    for (at, &(x, y)) in tiles.iter().enumerate().skip(1) {
        let is_end = tiles.get(at + 1).is_none_or(|next| {
            let before = tiles[at - 1];
            (before.0 == x) != (next.0 == x)
        });
        if is_end {
            let step = if tiles[at - 1].0 == x {
                format!("V{y}")
            } else {
                format!("H{x}")
            };
            path += &step;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

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

    /// The tiles on a line.
    fn tiles_on(path: &str) -> BTreeSet<(usize, usize)> {
        let mut tiles = BTreeSet::new();
        let (mut x, mut y) = (0, 0);
        let mut words = Vec::new();
        for letter in path.chars() {
            if letter.is_alphabetic() {
                words.push(letter.to_string());
            } else if let Some(word) = words.last_mut() {
                word.push(letter);
            }
        }
        for word in words {
            let (letter, rest) = word.split_at(1);
            let numbers: Vec<usize> = rest
                .split(' ')
                .map(|number| number.parse().unwrap())
                .collect();
            let (to_x, to_y) = match letter {
                "M" => (numbers[0], numbers[1]),
                "H" => (numbers[0], y),
                "V" => (x, numbers[0]),
                "h" => (x + numbers[0], y),
                _ => (x, y + numbers[0]),
            };
            if letter == "M" {
                (x, y) = (to_x, to_y);
            }
            for tile_x in x.min(to_x)..=x.max(to_x) {
                for tile_y in y.min(to_y)..=y.max(to_y) {
                    tiles.insert((tile_x, tile_y));
                }
            }
            (x, y) = (to_x, to_y);
        }
        tiles
    }

    #[test]
    fn passages_are_the_open_tiles_and_the_longest_way_leads_along_them() {
        for maze in mazes(3) {
            let (width, height) = SIZE;
            let mut open = BTreeSet::new();
            for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
                if maze.grid.is_open(x, y) {
                    open.insert((x, y));
                }
            }
            assert_eq!(tiles_on(&maze.passages), open);
            let way = tiles_on(&maze.way);
            assert_eq!(
                way.len(),
                2 * maze.longest - 1,
                "the cells, and a tile between any two"
            );
            assert!(way.is_subset(&open));
        }
    }
}
