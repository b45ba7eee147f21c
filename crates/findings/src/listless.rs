//! Document 000: permutations without lists, and a maze.

pub mod branches;
pub(crate) mod claims;
mod costs;
mod depth;
mod fairness;
mod printed;
pub mod rules;
pub(crate) mod shape;
mod sizes;
mod trees;
mod tuples;

use crate::prelude::*;
use costs::Costs;
use depth::Depth;
use fairness::Fairness;
use printed::Printed;
use sizes::Sizes;
use trees::Trees;
use tuples::Tuples;

impl Listless {
    /// Computes everything about the document.
    pub(crate) fn compute() -> Result<Self> {
        let (fairness, (trees, (sizes, (tuples, depth)))) = join!(
            Fairness::compute,
            Trees::compute,
            Sizes::compute,
            Tuples::compute,
            Depth::compute
        );
        Ok(Self {
            claims: Vec::new(),
            tuples,
            printed: Printed::compute(),
            fairness: fairness?,
            costs: Costs::compute(),
            trees: trees?,
            sizes: sizes?,
            depth,
        })
    }
}

document! {
    Listless, LISTLESS, {
        /// Every tuple of draws.
        tuples: Tuples,
        /// The third number as the document prints it.
        printed: Printed,
        /// The probability of each permutation.
        fairness: Fairness,
        /// What is drawn and kept.
        costs: Costs,
        /// The probability of each maze.
        trees: Trees,
        /// Odd and even sizes.
        sizes: Sizes,
        /// Mazes of the document's own size.
        depth: Depth,
    }, |it| [
        it.tuples.blocks(),
        it.printed.blocks(),
        it.fairness.blocks(),
        it.costs.blocks(),
        it.depth.blocks(),
        it.trees.blocks(),
        it.sizes.blocks(),
    ]
}
