//! Every outcome of a small size, with its exact probability.

use exact::explore::{Explored, Limits, Rule, Step, explore_steps};
use exact::spanning_trees::CellGrid;
use grids::amazing::{Rules, Walk};

use super::facts::{Facts, Fates};
use super::watch::{Event, RULES, Watch};
use crate::prelude::*;

#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Outcome {
    pub facts: Facts,
    pub passages: u64,
}

impl Outcome {
    /// The open edges, if those that were closed again had stayed open.
    pub(super) fn merged(&self, width: usize, cells: &CellGrid) -> u64 {
        let edges = self
            .facts
            .marks
            .lost
            .iter()
            .flat_map(|&((column, row), sides)| {
                let cell = row * width + column;
                let ends = [(sides & 1, cell + width), (sides & 2, cell + 1)];
                ends.into_iter().filter_map(move |(side, end)| {
                    cells.edge_between(cell, end).filter(|_| side > 0)
                })
            });
        edges.fold(self.passages, |mask, edge| mask | 1 << edge)
    }
}

/// All outcomes of a size under some rules, with ideal draws.
pub(super) fn explored(width: usize, height: usize, rules: Rules) -> Result<Explored<Outcome>> {
    explored_by(
        &Rule::ideal(),
        Walk::canonical_if_ideal,
        (width, height),
        rules,
    )
}

/// All outcomes under any rule of drawing; `canonical` says which walks are equal under it.
pub(super) fn explored_by(
    rule: &Rule,
    canonical: fn(Walk) -> Walk,
    (width, height): (usize, usize),
    rules: Rules,
) -> Result<Explored<Outcome>> {
    let cells = CellGrid::new(width, height)?.cells();
    Ok(explore_steps(
        rule,
        &Limits::default(),
        &None::<Watch>,
        |state, draws| {
            let Some(mut watch) = state.clone() else {
                let watch =
                    Watch::begin(width, height, rules, draws).expect("a grid with cells is a size");
                return Step::Continue(Some(watch));
            };
            if let Event::Ended(end) = watch.step(draws) {
                // The grid numbers its passages as the graph does its edges.
                let grid = watch
                    .walk
                    .maze()
                    .to_grid()
                    .unwrap_or_else(|_| panic!("{cells} cells are few"));
                let passages = grid
                    .cells()
                    .passages()
                    .fold(0, |mask, number| mask | 1 << number);
                return Step::Done(Outcome {
                    facts: Facts::new(end, &watch),
                    passages,
                });
            }
            Step::Continue(Some(watch.map(rules, canonical)))
        },
    )?)
}

/// The sizes in cells, width and height, that are explored under all rules.
const SIZES: [(usize, usize); 4] = [(2, 2), (2, 3), (3, 2), (3, 3)];

/// All outcomes of a size, one exploration for each of [`RULES`].
pub(super) struct Small {
    pub width: usize,
    pub height: usize,
    pub cells: CellGrid,
    pub explored: Vec<Explored<Outcome>>,
}

impl Small {
    pub(super) fn explore_all() -> Result<Vec<Self>> {
        try_parallel_map(SIZES, |(width, height)| Self::explore(width, height))
    }

    fn explore(width: usize, height: usize) -> Result<Self> {
        let explored = RULES.map(|(_, rules)| explored(width, height, rules));
        Ok(Self {
            width,
            height,
            cells: CellGrid::new(width, height)?,
            explored: explored.into_iter().collect::<Result<_>>()?,
        })
    }

    pub(super) fn by_rules(&self) -> impl Iterator<Item = (&'static str, &Explored<Outcome>)> {
        RULES.iter().map(|&(name, _)| name).zip(&self.explored)
    }
}

pub(super) fn fates(explored: &Explored<Outcome>) -> Fates<Exact> {
    Fates::ask(|event| {
        explored
            .probability_where(|outcome| event(&outcome.facts))
            .into()
    })
}

pub(super) fn never(probability: &Exact) -> bool {
    probability.fraction == "0"
}

pub(super) fn certain(probability: &Exact) -> bool {
    probability.fraction == "1"
}

/// The distance between two explorations of one size: half the sum of the differences in probability over all outcomes.
pub(super) fn variation(a: &Explored<Outcome>, b: &Explored<Outcome>) -> BigRational {
    // Only the outcomes that are likelier under `a`: the other half of the sum is equal.
    a.probabilities()
        .map(|(outcome, p)| (p - b.probability(outcome)).max(whole(0)))
        .fold(whole(0), |sum, more| sum + more)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use exact::explore::explore;

    use super::*;

    /// Whole runs, with nothing merged.
    #[test]
    fn merged_states_have_the_outcomes_of_whole_runs() {
        for (width, height) in [(2, 2), (3, 1), (3, 2)] {
            for (name, rules) in RULES {
                let runs = explore(&Rule::ideal(), &Limits::default(), |draws| {
                    let mut watch = Watch::begin(width, height, rules, draws).unwrap();
                    loop {
                        if let Event::Ended(end) = watch.step(draws) {
                            return (Facts::new(end, &watch), watch.walk.maze().walls());
                        }
                    }
                });
                let mut by_facts = BTreeMap::new();
                for ((facts, _), p) in runs.unwrap().probabilities() {
                    *by_facts
                        .entry(facts.clone())
                        .or_insert_with(|| p.clone() - &p) += p;
                }
                let steps = explored(width, height, rules).unwrap();
                let outcomes = steps.outcomes();
                assert!(outcomes >= by_facts.len(), "{width}x{height} {name}");
                for (facts, p) in by_facts {
                    let merged = steps.probability_where(|outcome| outcome.facts == facts);
                    assert_eq!(merged, p, "{width}x{height} {name} {facts:?}");
                }
            }
        }
    }
}
