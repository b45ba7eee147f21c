//! How often each spanning tree occurs, on grids small enough for exact results.

use exact::distance::total_variation;
use exact::explore::Explored;
use exact::spanning_trees::CellGrid;

use super::outcome::{Outcome, Small};
use super::watch::{CORRECTED, RANDOM};
use crate::listless::shape::neighbours;
use crate::prelude::*;

/// The trees of small grids under all rules, with ideal draws.
#[derive(Serialize)]
pub struct Trees {
    pub sizes: Vec<TreesOfSize>,
}

#[derive(Serialize)]
pub struct TreesOfSize {
    pub width: usize,
    pub height: usize,
    pub spanning_trees: usize,
    /// The mean number of forks in a uniformly drawn tree: cells with three or four openings.
    pub forks: Exact,
    pub rules: Vec<Spread>,
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
}

impl Spread {
    fn new(
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
        })
    }

    fn row(&self, size: &TreesOfSize) -> [String; 10] {
        [
            size.size(),
            size.spanning_trees.to_string(),
            self.rules.to_owned(),
            self.variation.decimal(6),
            self.variation_given_tree.decimal(6),
            self.likeliest.decimal(3),
            self.rarest.decimal(3),
            self.never.to_string(),
            self.forks.decimal(4),
            size.forks.decimal(4),
        ]
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

impl TreesOfSize {
    fn compute(small: &Small) -> Result<Self> {
        let masks = small.cells.trees()?;
        let mut rules = Vec::new();
        for (name, explored) in small.by_rules() {
            rules.push(Spread::new(name, explored, &small.cells, &masks)?);
        }
        let fair = Distribution::from(&Weights::uniform(masks.len())?);
        Ok(Self {
            width: small.width,
            height: small.height,
            spanning_trees: masks.len(),
            forks: mean_forks(&fair, &small.cells, &masks),
            rules,
        })
    }

    fn size(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }
}

impl Trees {
    pub(super) fn compute(small: &[Small]) -> Result<Self> {
        let sizes = small.iter().map(TreesOfSize::compute);
        Ok(Self {
            sizes: sizes.collect::<Result<_>>()?,
        })
    }

    pub(super) fn largest(&self) -> &TreesOfSize {
        self.sizes.last().expect("there are sizes")
    }

    pub(super) fn section(&self) -> Section {
        let mut rows = Vec::new();
        for size in &self.sizes {
            for spread in &size.rules {
                rows.push(spread.row(size));
            }
        }
        let largest = self.largest();
        let (size, trees) = (largest.size(), largest.spanning_trees);
        let (random, corrected) = (&largest.rules[RANDOM], &largest.rules[CORRECTED]);
        let (forks, fair_forks) = (random.forks.decimal(2), largest.forks.decimal(2));
        let likeliest = random.likeliest.decimal(1);
        let likeliest_corrected = corrected.likeliest.decimal(1);
        let (never, never_corrected) = (random.never, corrected.never);
        Section::new(
            "How often each maze comes",
            vec![
                text(
                    "A maze without cycles is a spanning tree of its grid of cells, and Kirchhoff's theorem counts those. A fair \
                     method gives every tree equally often. This is how often each really occurs, with or without an exit.",
                ),
                table(
                    "Exact, for ideal draws. Variation: all runs compared with a uniform tree in total variation, where a run \
                     that makes no tree is an outcome that a uniform tree never gives. Of the trees alone: only the runs that make \
                     a tree. Likeliest and rarest tree among those, as multiples of the fair share; how many trees never occur; \
                     and the mean number of forks, beside that of a fair tree.",
                    [
                        "cells",
                        "trees",
                        "rules",
                        "variation",
                        "of the trees alone",
                        "likeliest",
                        "rarest",
                        "never occur",
                        "forks",
                        "fair",
                    ],
                    rows,
                ),
                text(format!(
                    "For a player: there are fewer forks than there should be, and longer corridors: {forks} in a maze of {size} \
                     cells where a fair one has {fair_forks} on average. The likeliest maze occurs {likeliest} times as often as \
                     its fair share, {likeliest_corrected} times with the corrected rules, and {never} and {never_corrected} of \
                     {trees} never occur."
                )),
            ],
        )
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
        let trees = Trees::compute(&Small::explore_all().unwrap()).unwrap();
        assert_eq!(trees.sizes[0].forks.fraction, "0", "four cells in a row");
    }
}
