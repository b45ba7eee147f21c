//! The probability of each maze, compared with uniform spanning trees.

use exact::distance::total_variation;
use exact::explore::Explored;
use exact::spanning_trees::CellGrid;
use grids::boss_maze::{BossMaze, Order};

use super::branches::mazes;
use super::rules::Draws;
use crate::prelude::*;

/// The numbers of cells in a row and in a column.
pub(super) const GRIDS: [(usize, usize); 5] = [(2, 2), (3, 2), (2, 3), (3, 3), (4, 3)];
pub(super) const SHOWN: (usize, usize) = (3, 3);
/// The title of the section.
pub(crate) const TITLE: &str = "How fair a maze is";

#[derive(Serialize)]
pub struct Trees {
    pub grids: Vec<OnGrid>,
    pub rules: Vec<UnderRule>,
}

/// All mazes on a grid of cells, with ideal draws.
#[derive(Serialize)]
pub struct OnGrid {
    pub columns: usize,
    pub rows: usize,
    pub trees: usize,
    pub made: usize,
    pub not_trees: usize,
    pub branches: u64,
    pub total_variation: Exact,
    /// The probability of the likeliest tree, as a multiple of an equal share.
    pub most: Exact,
    pub least: Exact,
    pub orders_agree: bool,
}

/// The grid that is shown, under a rule, by the program with a list or the one without.
#[derive(Serialize)]
pub struct UnderRule {
    pub with_list: bool,
    pub draws: Draws,
    pub made: usize,
    pub from_uniform: Exact,
    pub from_ideal: Exact,
    pub from_other: Exact,
}

fn explored((columns, rows): (usize, usize), order: Order, draws: Draws) -> Result<Explored<u64>> {
    mazes(
        (2 * columns + 1, 2 * rows + 1),
        order,
        draws,
        BossMaze::mask,
    )
}

fn distribution(explored: &Explored<u64>, trees: &[u64]) -> Result<Distribution> {
    let probabilities: Vec<_> = trees
        .iter()
        .map(|tree| explored.probability(tree))
        .collect();
    Ok(Distribution::from_rationals(&probabilities)?)
}

impl OnGrid {
    fn compute((columns, rows): (usize, usize)) -> Result<Self> {
        let grid = CellGrid::new(columns, rows)?;
        let (packed, shuffled) = join!(
            || explored((columns, rows), Order::Packed, Draws::Ideal),
            || explored((columns, rows), Order::Shuffled, Draws::Ideal),
        );
        let (packed, shuffled) = (packed?, shuffled?);
        let trees = usize::try_from(&grid.count()).expect("a small grid has few trees");
        let made = packed
            .probabilities()
            .filter(|&(&mask, _)| grid.is_spanning_tree(mask))
            .count();
        let mut probabilities = Vec::new();
        for (_, probability) in packed.probabilities() {
            probabilities.push(probability * whole(trees));
        }
        let most = probabilities.iter().max().ok_or(Error::Missing("a maze"))?;
        let least = probabilities.iter().min().ok_or(Error::Missing("a maze"))?;
        Ok(Self {
            columns,
            rows,
            trees,
            made,
            not_trees: packed.outcomes() - made,
            branches: packed.branches(),
            total_variation: packed.variation_from_uniform(trees)?.into(),
            most: most.clone().into(),
            least: least.clone().into(),
            orders_agree: packed.probabilities().eq(shuffled.probabilities()),
        })
    }
}

impl OnGrid {
    fn row(&self) -> [String; 10] {
        let orders = if self.orders_agree {
            "the same"
        } else {
            "differs"
        };
        [
            format!("{}x{}", self.columns, self.rows),
            grouped(self.branches),
            grouped(self.trees as u64),
            grouped(self.made as u64),
            grouped((self.trees - self.made) as u64),
            grouped(self.not_trees as u64),
            self.total_variation.decimal(6),
            self.most.decimal(4),
            self.least.decimal(4),
            orders.to_owned(),
        ]
    }
}

impl UnderRule {
    fn row(&self) -> [String; 6] {
        let program = if self.with_list {
            "with a list"
        } else {
            "without"
        };
        [
            self.draws.name().to_owned(),
            program.to_owned(),
            self.made.to_string(),
            self.from_uniform.decimal(9),
            short(self.from_ideal.to_f64(), 3),
            short(self.from_other.to_f64(), 3),
        ]
    }

    fn compute_all(trees: &[u64], ideal: &Distribution) -> Result<Vec<Self>> {
        let cases: Vec<_> = Draws::ALL
            .into_iter()
            .flat_map(|draws| Order::ALL.map(|order| (order, draws)))
            .collect();
        let all = try_parallel_map(&cases, |&(order, draws)| explored(SHOWN, order, draws))?;
        let spread: Vec<_> = all
            .iter()
            .map(|explored| distribution(explored, trees))
            .collect::<Result<_>>()?;
        let mut rules = Vec::new();
        for (i, (order, draws)) in cases.into_iter().enumerate() {
            // The two orders of the grid are neighbours in the list.
            let other = &spread[i ^ 1];
            rules.push(Self {
                with_list: order == Order::Shuffled,
                draws,
                made: all[i].outcomes(),
                from_uniform: all[i].variation_from_uniform(trees.len())?.into(),
                from_ideal: total_variation(&spread[i], ideal)?.into(),
                from_other: total_variation(&spread[i], other)?.into(),
            });
        }
        Ok(rules)
    }
}

impl Trees {
    pub(super) fn compute() -> Result<Self> {
        let grids = try_parallel_map(GRIDS, OnGrid::compute)?;
        let cells = CellGrid::new(SHOWN.0, SHOWN.1)?;
        let trees = cells.trees()?;
        let ideal = distribution(&explored(SHOWN, Order::Packed, Draws::Ideal)?, &trees)?;
        Ok(Self {
            grids,
            rules: UnderRule::compute_all(&trees, &ideal)?,
        })
    }

    pub(crate) fn shown(&self) -> &OnGrid {
        first_where(&self.grids, |grid| (grid.columns, grid.rows) == SHOWN)
    }

    pub(super) fn largest(&self) -> &OnGrid {
        max_by_value(&self.grids, |grid| grid.trees as f64)
    }

    /// Whether everything that occurred on any grid is a spanning tree.
    pub(super) fn all_trees(&self) -> bool {
        self.grids.iter().all(|grid| grid.not_trees == 0)
    }

    /// Whether both programs make each tree equally often, with ideal draws.
    pub(super) fn orders_agree(&self) -> bool {
        self.grids.iter().all(|grid| grid.orders_agree)
    }

    /// What the program without a list makes under a rule.
    pub(super) fn without_list(&self, draws: Draws) -> &UnderRule {
        first_where(&self.rules, |under| {
            !under.with_list && under.draws == draws
        })
    }

    pub(super) fn section(&self) -> Section {
        let (columns, rows) = SHOWN;
        Section::new(
            TITLE,
            vec![
                text(
                    "A maze without cycles is a spanning tree of its cells. A fair generator would give every tree the same \
                     probability. A worm that digs on as long as it can makes only the trees of a depth-first search: wherever a \
                     wall remains, one of the two cells next to it lies on the other's path back to the start.",
                ),
                table(
                    "Exact, ideal draws: every branch of the draws, equal mazes merged. Trees are counted by Kirchhoff's theorem. \
                     Distance is total variation from uniform over all trees; likeliest and rarest are multiples of the fair \
                     share.",
                    [
                        "cells",
                        "branches",
                        "trees",
                        "made",
                        "never made",
                        "not a tree",
                        "distance",
                        "likeliest",
                        "rarest made",
                        "with a list",
                    ],
                    self.grids.iter().map(OnGrid::row),
                ),
                table(
                    format!(
                        "Exact, {columns}x{rows} cells: the effect of biased draws. Distances are total variation: from uniform, \
                         from the same with ideal draws, and between the program with a list (Fisher-Yates) and the one without."
                    ),
                    [
                        "rule",
                        "program",
                        "made",
                        "from uniform",
                        "from ideal draws",
                        "from the other program",
                    ],
                    self.rules.iter().map(UnderRule::row),
                ),
            ],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rows_of_three_cells_are_weighed_as_by_hand() {
        let explored = explored((3, 2), Order::Packed, Draws::Ideal).unwrap();
        // Of 15 trees only the letter H is missing: both rows open, joined in their middles.
        let grid = CellGrid::new(3, 2).unwrap();
        let letter = [(0, 1), (1, 2), (3, 4), (4, 5), (1, 4)];
        let letter = letter.into_iter().fold(0, |mask, (a, b)| {
            mask | 1 << grid.edge_between(a, b).unwrap()
        });
        for tree in grid.trees().unwrap() {
            assert_eq!(
                explored.probability(&tree) == whole(0),
                tree == letter,
                "{tree:b}"
            );
        }
    }
}
