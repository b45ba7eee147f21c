//! The exit that throws the visitor to the upper left corner, and walls that are assigned instead of merged.

use super::fate::Fate;
use super::outcome::{Outcome, Small};
use super::watch::CORRECTED;
use crate::prelude::*;
use crate::prose::AMAZING as WORDS;

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
    pub lost_closes: Exact,
    /// All cells are visited, and the number of trees is unexplained: two although no opening was lost or made twice, or one
    /// although some was.
    pub unexplained: Exact,
}

const CORNER: (usize, usize) = (0, 0);

impl Corner {
    pub(super) fn compute(small: &[Small]) -> Self {
        let size = |small: &Small| {
            let thrown = small.by_rules().take(CORRECTED).map(|(rules, explored)| {
                let chance =
                    |event: &dyn Fn(&Outcome) -> bool| explored.probability_where(event).into();
                let lost = |outcome: &Outcome| {
                    outcome.facts.complete() && !outcome.facts.marks.lost.is_empty()
                };
                let joined = |outcome: &Outcome| {
                    small
                        .cells
                        .is_spanning_tree(outcome.merged(small.width, &small.cells))
                };
                Thrown {
                    width: small.width,
                    height: small.height,
                    rules,
                    lost_elsewhere: chance(&|outcome| {
                        outcome
                            .facts
                            .marks
                            .lost
                            .iter()
                            .any(|&(cell, _)| cell != CORNER)
                    }),
                    lost_joins: chance(&|outcome| lost(outcome) && joined(outcome)),
                    lost_closes: chance(&|outcome| lost(outcome) && !joined(outcome)),
                    unexplained: chance(&|outcome| {
                        outcome.facts.complete()
                            && outcome.facts.spoilt() != (outcome.facts.components == 2)
                    }),
                }
            });
            thrown.collect::<Vec<_>>()
        };
        Self {
            sizes: small.iter().flat_map(size).collect(),
        }
    }

    pub(super) fn blocks(&self, fate: &Fate) -> Vec<Block> {
        let of = fate.exact.iter().filter(|size| self.has(size.rules));
        let exact = rows(
            self.sizes.iter().zip(of),
            |(thrown, of)| json!({ "thrown": thrown, "of": of }),
        );
        let sampled = fate.sampled.iter().filter(|sample| self.has(sample.rules));
        let more = json!({
            "exact": exact,
            "sampled": rows(sampled, |sample| sample),
        });
        WORDS.beside(self, more).blocks("corner", [])
    }

    fn has(&self, rules: &str) -> bool {
        self.sizes.iter().any(|size| size.rules == rules)
    }
}
