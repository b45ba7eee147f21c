//! The exit that throws the visitor to the upper left corner, and walls that are assigned instead of merged.

use super::outcome::{Outcome, Small};
use super::watch::CORRECTED;
use crate::prelude::*;

#[derive(Serialize)]
pub struct Corner {
    /// The results by size and rules: the document's rules and the scan, since under the corrected rules nothing of this happens.
    pub sizes: Vec<Thrown>,
}

/// One size under one set of rules. Probabilities are shares of all runs, with ideal draws.
#[derive(Serialize)]
pub struct Thrown {
    pub width: usize,
    pub height: usize,
    pub rules: &'static str,
    pub lost_elsewhere: Exact,
    /// An opening is lost that would have joined two trees into one.
    pub lost_joins: Exact,
}

const CORNER: (usize, usize) = (0, 0);

/// Whether an opening is lost of a cell that is not the corner.
fn is_lost_elsewhere(outcome: &Outcome) -> bool {
    let mut lost = outcome.facts.marks.lost.iter();
    lost.any(|&(cell, _)| cell != CORNER)
}

impl Small {
    /// Whether an opening is lost that would have joined two trees into one.
    fn lost_what_joins(&self, outcome: &Outcome) -> bool {
        outcome.facts.complete()
            && !outcome.facts.marks.lost.is_empty()
            && self
                .cells
                .is_spanning_tree(outcome.merged(self.width, &self.cells))
    }
}

impl Corner {
    pub(super) fn compute(small: &[Small]) -> Self {
        let mut sizes = Vec::new();
        for small in small {
            for (rules, explored) in small.by_rules().take(CORRECTED) {
                sizes.push(Thrown {
                    width: small.width,
                    height: small.height,
                    rules,
                    lost_elsewhere: explored.probability_where(is_lost_elsewhere).into(),
                    lost_joins: explored
                        .probability_where(|outcome| small.lost_what_joins(outcome))
                        .into(),
                });
            }
        }
        Self { sizes }
    }

    /// The largest size that is explored under these rules.
    pub(super) fn largest(&self, rules: &str) -> &Thrown {
        let largest = self.sizes.iter().rev().find(|size| size.rules == rules);
        largest.expect("it was explored")
    }
}
