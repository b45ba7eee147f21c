//! How often each spanning tree occurs, on grids small enough for exact results.

use exact::distance::total_variation;
use exact::explore::Explored;
use exact::spanning_trees::CellGrid;

use super::outcome::{Outcome, Small};
use crate::listless::shape::neighbours;
use crate::prelude::*;
use crate::prose::AMAZING as WORDS;
use crate::svg::curves::{Axis, Line, curves};
use crate::svg::{maze_of, tiles};

/// The trees of small grids under all rules, with ideal draws.
#[derive(Serialize)]
pub struct Trees {
    pub sizes: Vec<Size>,
}

#[derive(Serialize)]
pub struct Size {
    pub width: usize,
    pub height: usize,
    pub spanning_trees: usize,
    /// The mean number of forks in a uniformly drawn tree: cells with three or four openings.
    pub forks: Exact,
    pub rules: Vec<Spread>,
    #[serde(skip)]
    masks: Vec<u64>,
}

/// How often each tree occurs under one set of rules, with or without an exit.
#[derive(Serialize)]
pub struct Spread {
    pub rules: &'static str,
    /// The total variation distance between all runs and a uniformly drawn tree. A run that makes no tree counts as an outcome
    /// that such a draw never gives.
    pub variation: Exact,
    /// The total variation distance between the runs that make a tree and a uniformly drawn tree.
    pub variation_given_tree: Exact,
    /// Among the runs that make a tree, the share of the likeliest tree as a multiple of its fair share.
    pub likeliest: Exact,
    pub rarest: Exact,
    pub never: usize,
    /// Among the runs that make a tree, the mean number of forks.
    pub forks: Exact,
    pub denominator: String,
    /// The probability of each tree among all runs. The trees are sorted as masks, whose bits are the edges, cell by cell along
    /// the rows: from each cell to the right, then down.
    pub numerators: Vec<String>,
    /// Among the runs that make a tree, each tree's share as a multiple of its fair share.
    #[serde(skip)]
    shares: Vec<f64>,
}

impl Spread {
    fn of(
        rules: &'static str,
        explored: &Explored<Outcome>,
        cells: &CellGrid,
        trees: &[u64],
    ) -> Result<Self> {
        let mut all = vec![whole(0); trees.len() + 1];
        for (outcome, p) in explored.probabilities() {
            // A walk that never ends leaves cells apart, and so is no tree.
            all[trees
                .binary_search(&outcome.passages)
                .unwrap_or(trees.len())] += p;
        }
        let all = Distribution::from_rationals(&all)?;
        let fair = Distribution::from(&Weights::uniform(trees.len())?);
        let never_else = Distribution::new([fair.numerators(), &[BigUint::ZERO]].concat())?;
        let numerators = &all.numerators()[..trees.len()];
        let given_tree = Distribution::new(numerators.to_vec())?;
        let count = whole(trees.len());
        let shares: Vec<_> = given_tree
            .probabilities()
            .into_iter()
            .map(|p| p * &count)
            .collect();
        let (rarest, likeliest) = shares
            .iter()
            .min()
            .zip(shares.iter().max())
            .ok_or(Error::Missing("a spanning tree"))?;
        Ok(Self {
            rules,
            variation: total_variation(&all, &never_else)?.into(),
            variation_given_tree: total_variation(&given_tree, &fair)?.into(),
            likeliest: likeliest.clone().into(),
            rarest: rarest.clone().into(),
            never: shares
                .iter()
                .filter(|share| share.numer() == &0.into())
                .count(),
            forks: mean_forks(&given_tree, cells, trees),
            denominator: all.denominator().to_string(),
            numerators: numerators.iter().map(ToString::to_string).collect(),
            shares: shares.iter().map(exact::rational::to_f64).collect(),
        })
    }

    fn place_of_likeliest(&self) -> usize {
        let by_share = |&a: &usize, &b: &usize| self.shares[a].total_cmp(&self.shares[b]);
        (0..self.shares.len()).max_by(by_share).unwrap_or(0)
    }
}

fn mean_forks(trees: &Distribution, cells: &CellGrid, masks: &[u64]) -> Exact {
    let each = trees.probabilities().into_iter().zip(masks);
    each.map(|(p, &mask)| p * whole(forks(cells, mask)))
        .sum::<BigRational>()
        .into()
}

fn forks(cells: &CellGrid, mask: u64) -> usize {
    let neighbours = neighbours(cells, mask);
    neighbours.iter().filter(|beside| beside.len() > 2).count()
}

fn tree(label: &str, size: &Size, mask: u64) -> String {
    tiles(label, &maze_of(size.width, size.height, mask), 12, "")
}

impl Trees {
    pub(super) fn compute(small: &[Small]) -> Result<Self> {
        let size = |small: &Small| {
            let masks = small.cells.trees()?;
            let rules = small
                .by_rules()
                .map(|(name, explored)| Spread::of(name, explored, &small.cells, &masks));
            Ok(Size {
                width: small.width,
                height: small.height,
                spanning_trees: masks.len(),
                forks: mean_forks(
                    &Distribution::from(&Weights::uniform(masks.len())?),
                    &small.cells,
                    &masks,
                ),
                rules: rules.collect::<Result<_>>()?,
                masks,
            })
        };
        Ok(Self {
            sizes: small.iter().map(size).collect::<Result<_>>()?,
        })
    }

    pub(super) fn largest(&self) -> &Size {
        self.sizes.last().expect("there are sizes")
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let (smallest, largest) = (&self.sizes[0], self.largest());
        let shown = self.sizes.iter().flat_map(|size| {
            size.rules.iter().map(|spread| {
                json!({
                    "width": size.width,
                    "height": size.height,
                    "spanning_trees": size.spanning_trees,
                    "forks": size.forks,
                    "spread": spread,
                })
            })
        });
        let lines: Vec<_> = largest
            .rules
            .iter()
            .map(|spread| {
                let mut values = spread.shares.clone();
                values.sort_by(f64::total_cmp);
                Line {
                    name: spread.rules,
                    values,
                }
            })
            .collect();
        let most = largest
            .rules
            .iter()
            .map(|spread| spread.likeliest.to_f64())
            .fold(1.0, f64::max)
            .ceil();
        let pictures = largest.rules.iter().map(|spread| {
            tree(
                spread.rules,
                largest,
                largest.masks[spread.place_of_likeliest()],
            )
        });
        let four = smallest
            .masks
            .iter()
            .zip(1..)
            .map(|(&mask, number)| tree(&format!("tree {number}"), smallest, mask));
        let shares = smallest.rules.iter().map(|spread| {
            let percents: Vec<_> = spread
                .shares
                .iter()
                .map(|share| format!("{:.1}", 100.0 * share))
                .collect();
            format!("{}: {}", spread.rules, percents.join(", "))
        });
        let more = json!({
            "shown": shown.collect::<Vec<_>>(),
            "shares": shares.collect::<Vec<_>>().join("; "),
        });
        let multiples = curves(
            "Multiples of the fair share",
            "trees, in order",
            Axis::Linear(0.0, most),
            None,
            &lines,
        );
        WORDS
            .beside(self, more)
            .blocks("trees", [four.collect(), multiples, pictures.collect()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forks_are_counted() {
        let cells = CellGrid::new(3, 2).unwrap();
        let edge = |a, b| 1 << cells.edge_between(a, b).unwrap();
        let comb = edge(0, 1) | edge(1, 2) | edge(0, 3) | edge(1, 4) | edge(2, 5);
        assert_eq!(
            (
                forks(&cells, comb),
                forks(&cells, comb - edge(1, 4) + edge(4, 5))
            ),
            (1, 0)
        );
        let trees = Trees::compute(&Small::all().unwrap()).unwrap();
        assert_eq!(trees.sizes[0].forks.fraction, "0", "four cells in a row");
    }
}
