//! Document 000: permutations without lists, and a maze.

pub mod branches;
mod claims;
mod costs;
mod depth;
mod fairness;
mod picture;
mod printed;
pub mod rules;
mod shape;
mod sizes;
mod trees;
mod tuples;

use anyhow::Result;
use serde::Serialize;

use super::{Claim, Document};
use crate::block::{Section, text};
use costs::Costs;
use depth::Depth;
use fairness::Fairness;
use printed::Printed;
use sizes::Sizes;
use trees::Trees;
use tuples::Tuples;

/// The size of the document's maze, in tiles.
pub const SIZE: (usize, usize) = (109, 25);

/// Everything that is computed about the document.
#[derive(Clone, Debug, Serialize)]
pub struct Boss {
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

impl Boss {
    /// Computes all of it.
    pub fn compute() -> Result<Self> {
        let ((fairness, trees), (sizes, (tuples, depth))) = rayon::join(
            || rayon::join(Fairness::compute, Trees::compute),
            || rayon::join(Sizes::compute, || rayon::join(Tuples::compute, Depth::compute)),
        );
        let mut boss = Self {
            claims: Vec::new(),
            tuples,
            printed: Printed::compute(),
            fairness: fairness?,
            costs: Costs::compute(),
            trees: trees?,
            sizes: sizes?,
            depth,
        };
        boss.claims = claims::of(&boss);
        Ok(boss)
    }
}

impl Document for Boss {
    fn number(&self) -> &'static str {
        "000"
    }

    fn name(&self) -> &'static str {
        "permutations without lists, and a maze"
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn sections(&self) -> Vec<Section> {
        let mut tuples = self.tuples.blocks();
        tuples.insert(
            0,
            text(
                "The document draws a permutation number by number, without a list that is shuffled, and takes the four directions of \
                 its maze that way. It shows the way for ten numbers in prose, then as a list of equations, then as code.",
            ),
        );
        vec![
            Section::new("Draws and permutations", tuples),
            Section::new("The third number as printed", self.printed.blocks()),
            Section::new("How fair a permutation is", self.fairness.blocks()),
            Section::new("What a permutation costs", self.costs.blocks()),
            Section::new("The maze", self.depth.blocks()),
            Section::new("How fair a maze is", self.trees.blocks()),
            Section::new("Odd and even sizes", self.sizes.blocks()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::Verdict;
    use crate::block::Block;

    static BOSS: LazyLock<Boss> = LazyLock::new(|| Boss::compute().unwrap());

    /// Words of each claim that must be there, and its verdict.
    const CLAIMS: [(&str, Verdict); 13] = [
        ("each tuple of draws another", Verdict::Confirmed),
        ("The third number is", Verdict::Refuted),
        ("every order is equally likely", Verdict::Refined),
        ("without all picks before it", Verdict::Confirmed),
        ("No list has to be allocated", Verdict::Refined),
        ("written for one length", Verdict::Refined),
        ("packed in a byte", Verdict::Confirmed),
        ("the maze is a tree", Verdict::Confirmed),
        ("makes a random maze", Verdict::Refined),
        ("same mazes as shuffled ones", Verdict::Refined),
        ("of odd size", Verdict::Confirmed),
        ("back to the most recent place", Verdict::Confirmed),
        ("A recursive visit will do", Verdict::Refined),
    ];

    #[test]
    fn every_claim_of_the_document_is_there_with_its_verdict() {
        let boss = &*BOSS;
        assert_eq!(boss.claims.len(), CLAIMS.len());
        for (words, verdict) in CLAIMS {
            let found: Vec<_> = boss.claims.iter().filter(|claim| claim.claim.contains(words)).collect();
            assert_eq!(found.len(), 1, "{words}");
            assert_eq!(found[0].verdict, verdict, "{words}");
        }
    }

    #[test]
    fn every_section_says_what_it_means() {
        for section in BOSS.sections() {
            let means = |block: &Block| matches!(block, Block::Text(text) if text.starts_with("For a p"));
            assert_eq!(section.blocks.iter().filter(|block| means(block)).count(), 1, "{}", section.title);
        }
    }
}
