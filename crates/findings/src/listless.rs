//! Document 000: permutations without lists, and a maze.

mod branches;
pub(crate) mod claims;
mod costs;
mod depth;
mod fairness;
mod printed;
mod rules;
pub(crate) mod shape;
mod sizes;
pub(crate) mod trees;
mod tuples;

use crate::prelude::*;
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
    /// The document's claims, with our findings.
    pub claims: Vec<Claim>,
    /// Every tuple of draws.
    pub tuples: Tuples,
    /// The third number as the document prints it.
    pub printed: Printed,
    /// The probability of each permutation.
    pub fairness: Fairness,
    /// What is drawn and kept.
    pub costs: Costs,
    /// The probability of each maze.
    pub trees: Trees,
    /// Odd and even sizes.
    pub sizes: Sizes,
    /// Mazes of the document's own size.
    pub depth: Depth,
}

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

const INTRO: &str = "The document draws a permutation number by number, without shuffling a list, and takes the four directions of its maze that \
     way. It describes the method for ten numbers in prose, then as a list of equations, then as code.";

impl Document for Listless {
    fn about(&self) -> About {
        About {
            number: "000",
            name: "permutations without lists, and a maze",
            page: "boss.html",
            short: "Permutations",
            source: Some(Source {
                title: "Randomized Permutations Without Lists",
                by: "Programbling",
                address: Some("https://programbling.com/randomized-permutations-without-lists/"),
            }),
        }
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.fairness.section(), self.trees.section()];
        sections[0].blocks.insert(0, text(INTRO));
        sections
    }
}
