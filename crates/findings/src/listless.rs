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

use crate::claim::Claim;
use crate::document::document;
use crate::prelude::*;
use crate::prose::LISTLESS as WORDS;
use costs::Costs;
use depth::Depth;
use fairness::Fairness;
use printed::Printed;
use sizes::Sizes;
use trees::Trees;
use tuples::Tuples;

/// Everything that is computed about the document.
#[derive(Serialize)]
pub struct Listless {
    /// What the document says, and what we found.
    pub claims: Vec<Claim>,
    /// Every tuple of draws.
    pub tuples: Tuples,
    /// The third number as printed.
    pub printed: Printed,
    /// How likely each permutation is.
    pub fairness: Fairness,
    /// What is drawn and kept.
    pub costs: Costs,
    /// How likely each maze is.
    pub trees: Trees,
    /// Odd and even sizes.
    pub sizes: Sizes,
    /// Mazes of the document's size.
    pub depth: Depth,
}

impl Listless {
    /// Computes all of it.
    pub(crate) fn compute() -> Result<Self> {
        let ((fairness, trees), (sizes, (tuples, depth))) = rayon::join(
            || rayon::join(Fairness::compute, Trees::compute),
            || {
                rayon::join(Sizes::compute, || {
                    rayon::join(Tuples::compute, Depth::compute)
                })
            },
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

document!(Listless, LISTLESS, |it| [
    it.tuples.blocks(),
    it.printed.blocks(),
    it.fairness.blocks(),
    it.costs.blocks(),
    it.depth.blocks(),
    it.trees.blocks(),
    it.sizes.blocks(),
]);
