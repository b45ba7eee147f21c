//! Which sizes give a closed maze.

use std::collections::BTreeSet;

use generators::bounding::Modulo;
use generators::draw::Dice;
use generators::pcg32::Pcg32;
use grids::boss_maze::{Order, generate};
use grids::grid::{Grid, Side};

use super::branches::mazes;
use super::rules::Draws;
use crate::prelude::*;

/// The greatest width and height for which every maze is explored.
pub(super) const EXPLORED: usize = 7;
/// The greatest width and height for which one maze is made.
pub(super) const RUN: usize = 40;
const SEED: (u64, u64) = (42, 54);

#[derive(Serialize)]
pub struct Sizes {
    /// The results by which of width and height are even: neither, width, height, both.
    pub kinds: Vec<SizeKind>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct SizeKind {
    /// The number of sizes up to [`EXPLORED`], for which every maze was explored.
    pub explored: u64,
    pub branches: u64,
    pub run: u64,
    pub open: Vec<String>,
    pub not_trees: u64,
}

#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Seen {
    open: Vec<Side>,
    tree: bool,
}

impl Seen {
    fn new(grid: &Grid) -> Self {
        Self {
            open: grid.open_sides().collect(),
            tree: grid.cells().is_tree(),
        }
    }

    fn sides(&self) -> String {
        if self.open.is_empty() {
            return "none".to_owned();
        }
        let names: Vec<_> = self.open.iter().map(|&side| name_of(side)).collect();
        names.join(" and ")
    }
}

const fn name_of(side: Side) -> &'static str {
    match side {
        Side::Top => "top",
        Side::Left => "left",
        Side::Bottom => "bottom",
        Side::Right => "right",
    }
}

fn sample(width: usize, height: usize) -> Grid {
    let mut dice = Dice::<_, Modulo>::new(Pcg32::srandom(SEED.0, SEED.1));
    generate(width, height, Order::Packed, &mut dice)
        .expect("a grid has this size")
        .grid()
        .clone()
}

fn sizes(even: (bool, bool), most: usize) -> impl Iterator<Item = (usize, usize)> {
    (2..=most)
        .flat_map(move |height| (2..=most).map(move |width| (width, height)))
        .filter(move |(width, height)| (width.is_multiple_of(2), height.is_multiple_of(2)) == even)
}

impl SizeKind {
    fn compute(even: (bool, bool)) -> Result<Self> {
        let mut kind = Self::default();
        let mut open = BTreeSet::new();
        for size in sizes(even, EXPLORED) {
            let explored = mazes(size, Order::Packed, Draws::Ideal, |maze| {
                Seen::new(&maze.grid())
            })?;
            kind.explored += 1;
            kind.branches += explored.branches();
            let mut all_trees = true;
            for (seen, _) in explored.probabilities() {
                all_trees &= seen.tree;
                open.insert(seen.sides());
            }
            kind.not_trees += u64::from(!all_trees);
        }
        for (width, height) in sizes(even, RUN) {
            let seen = Seen::new(&sample(width, height));
            kind.run += 1;
            kind.not_trees += u64::from(!seen.tree);
            open.insert(seen.sides());
        }
        Ok(Self {
            open: open.into_iter().collect(),
            ..kind
        })
    }

    /// Whether exactly these sides were open in every maze.
    fn opens(&self, sides: &str) -> bool {
        self.open == [sides] && self.not_trees == 0
    }
}

impl Sizes {
    pub(super) fn compute() -> Result<Self> {
        let kinds = [(false, false), (true, false), (false, true), (true, true)];
        let kinds = try_parallel_map(kinds, SizeKind::compute)?;
        Ok(Self { kinds })
    }

    /// Whether exactly the even sizes open the border, each on its own side, and all mazes are trees.
    pub(super) fn odd_alone_are_closed(&self) -> bool {
        let open = ["none", "right", "bottom", "bottom and right"];
        self.kinds
            .iter()
            .zip(open)
            .all(|(kind, open)| kind.opens(open))
    }

    /// How many sizes had every maze explored, and how many had one sampled.
    pub(super) fn counts(&self) -> (u64, u64) {
        (
            self.kinds.iter().map(|kind| kind.explored).sum(),
            self.kinds.iter().map(|kind| kind.run).sum(),
        )
    }
}
