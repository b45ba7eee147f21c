//! The probability of each maze, compared with uniform spanning trees.

use std::collections::BTreeMap;

use exact::distance::total_variation;
use exact::explore::Explored;
use exact::spanning_trees::CellGrid;
use grids::boss_maze::{BossMaze, Order};

use super::branches::mazes;
use super::rules::Draws;
use super::shape::Shape;
use crate::prelude::*;
use crate::prose::LISTLESS as WORDS;
use crate::svg::columns::columns;
use crate::svg::{maze_of, tiles};

/// The numbers of cells in a row and in a column.
pub(super) const GRIDS: [(usize, usize); 5] = [(2, 2), (3, 2), (2, 3), (3, 3), (4, 3)];
pub(super) const SHOWN: (usize, usize) = (3, 3);

#[derive(Serialize)]
pub struct Trees {
    pub grids: Vec<OnGrid>,
    /// On the grid that is shown, with ideal draws: how many trees share each probability, the highest first.
    pub classes: Vec<Class>,
    /// On that grid, the first of the likeliest trees, the first of the rarest that occur, and the first that never occurs.
    pub pictured: [Tree; 3],
    pub rules: Vec<UnderRule>,
    pub shape: Shape,
    pub uniform_shape: Shape,
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

#[derive(Serialize)]
pub struct Class {
    pub probability: Exact,
    pub trees: usize,
}

#[derive(Serialize)]
pub struct Tree {
    pub name: &'static str,
    pub mask: u64,
    pub probability: Exact,
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
        let times = |p: BigRational| Exact::from(p * whole(trees));
        let all = || packed.probabilities().map(|(_, probability)| probability);
        Ok(Self {
            columns,
            rows,
            trees,
            made,
            not_trees: packed.outcomes() - made,
            branches: packed.branches(),
            total_variation: packed.variation_from_uniform(trees)?.into(),
            most: times(all().max().ok_or(Error::Missing("a maze"))?),
            least: times(all().min().ok_or(Error::Missing("a maze"))?),
            orders_agree: packed.probabilities().eq(shuffled.probabilities()),
        })
    }
}

impl UnderRule {
    fn compute_all(trees: &[u64], ideal: &Distribution) -> Result<Vec<Self>> {
        let cases: Vec<_> = Draws::ALL
            .into_iter()
            .flat_map(|draws| Order::ALL.map(|order| (order, draws)))
            .collect();
        let all = try_each(&cases, |&(order, draws)| explored(SHOWN, order, draws))?;
        let spread: Vec<_> = all
            .iter()
            .map(|explored| distribution(explored, trees))
            .collect::<Result<_>>()?;
        let under = |(i, (order, draws)): (usize, (Order, Draws))| {
            // The two orders of the grid are neighbours in the list.
            let other = &spread[i ^ 1];
            Ok(Self {
                with_list: order == Order::Shuffled,
                draws,
                made: all[i].outcomes(),
                from_uniform: all[i].variation_from_uniform(trees.len())?.into(),
                from_ideal: total_variation(&spread[i], ideal)?.into(),
                from_other: total_variation(&spread[i], other)?.into(),
            })
        };
        cases.into_iter().enumerate().map(under).collect()
    }
}

impl Trees {
    pub(super) fn compute() -> Result<Self> {
        let grids = try_each(GRIDS, OnGrid::compute)?;
        let cells = CellGrid::new(SHOWN.0, SHOWN.1)?;
        let trees = cells.trees()?;
        let shown = explored(SHOWN, Order::Packed, Draws::Ideal)?;
        let probabilities: Vec<BigRational> =
            trees.iter().map(|tree| shown.probability(tree)).collect();
        let mut classes = BTreeMap::<&BigRational, usize>::new();
        for probability in &probabilities {
            *classes.entry(probability).or_default() += 1;
        }
        let first = |name, probability: &BigRational| -> Result<_> {
            let place = probabilities.iter().position(|other| other == probability);
            let mask = trees[place.ok_or(Error::Missing(name))?];
            Ok(Tree {
                name,
                mask,
                probability: probability.clone().into(),
            })
        };
        let zero = whole(0);
        let made = || {
            probabilities
                .iter()
                .filter(|&probability| *probability != zero)
        };
        let pictured = [
            first("likeliest", made().max().ok_or(Error::Missing("a maze"))?)?,
            first("rarest", made().min().ok_or(Error::Missing("a maze"))?)?,
            first("never made", &zero)?,
        ];
        let weighed = || trees.iter().copied().zip(probabilities.iter().cloned());
        let alike = || ratio(1, trees.len());
        Ok(Self {
            grids,
            pictured,
            rules: UnderRule::compute_all(&trees, &Distribution::from_rationals(&probabilities)?)?,
            shape: Shape::expected(&cells, weighed()),
            uniform_shape: Shape::expected(&cells, trees.iter().map(|&tree| (tree, alike()))),
            classes: classes
                .into_iter()
                .rev()
                .map(|(probability, trees)| Class {
                    probability: probability.clone().into(),
                    trees,
                })
                .collect(),
        })
    }

    pub(crate) fn shown(&self) -> &OnGrid {
        among(&self.grids, |grid| (grid.columns, grid.rows) == SHOWN)
    }

    pub(super) fn largest(&self) -> &OnGrid {
        most(&self.grids, |grid| grid.trees as f64)
    }

    /// Whether everything that occurred on any grid is a spanning tree.
    pub(super) fn all_trees(&self) -> bool {
        self.grids.iter().all(|grid| grid.not_trees == 0)
    }

    /// Whether both programs make each tree equally often, with ideal draws.
    pub(super) fn orders_agree(&self) -> bool {
        self.grids.iter().all(|grid| grid.orders_agree)
    }

    /// How many trees of the grid that is shown are less likely than an equal share.
    fn below_share(&self) -> usize {
        let share = 1.0 / self.shown().trees as f64;
        let below =
            |class: &&Class| (f64::MIN_POSITIVE..share).contains(&class.probability.to_f64());
        self.classes
            .iter()
            .filter(below)
            .map(|class| class.trees)
            .sum()
    }

    /// What the program without a list makes under a rule.
    pub(super) fn without_list(&self, draws: Draws) -> &UnderRule {
        among(&self.rules, |under| {
            !under.with_list && under.draws == draws
        })
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let shown = rows(
            &self.grids,
            |grid| json!({ "grid": grid, "never": grid.trees - grid.made }),
        );
        let under = rows(
            &self.rules,
            |rule| json!({ "rule": rule, "name": rule.draws.name() }),
        );
        let on = self.shown();
        let more = json!({
            "shown": shown,
            "under": under,
            "columns": SHOWN.0,
            "rows": SHOWN.1,
            "on": on,
            "never": on.trees - on.made,
            "below": self.below_share(),
        });
        WORDS
            .beside(self, more)
            .blocks("trees", [self.chart(), self.pictures()])
    }

    fn chart(&self) -> String {
        let values: Vec<f64> = self
            .classes
            .iter()
            .flat_map(|class| std::iter::repeat_n(class.probability.to_f64(), class.trees))
            .collect();
        let shown = self.shown();
        let name = format!("1/{}", shown.trees);
        let ticks = [
            (0, "likeliest".to_owned()),
            (shown.made, "never made".to_owned()),
        ];
        columns(
            "probability of each tree",
            &values,
            Some((1.0 / shown.trees as f64, &name)),
            &ticks,
        )
    }

    fn pictures(&self) -> String {
        let picture = |tree: &Tree| {
            let grid = maze_of(SHOWN.0, SHOWN.1, tree.mask);
            tiles(
                &format!("{}: {}", tree.name, tree.probability.fraction),
                &grid,
                20,
                "",
            )
        };
        self.pictured.iter().map(picture).collect()
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
