//! The search: step by step, state by state, branch by branch.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use num_bigint::BigUint;
use num_traits::One;

use super::branch::{Abandoned, Branch, Mass, Rule};
use super::explored::Explored;
use super::mass::{Over, Sum};
use super::{ExploreError, Limits, Step};

/// The states before a step, and the probability of reaching each.
type Layer<S> = BTreeMap<S, Sum>;

/// Follows every branch.
pub(super) fn follow<S: Ord, T: Ord>(
    rule: &Rule,
    limits: &Limits,
    start: S,
    step: &mut impl FnMut(&S, &mut Branch) -> Step<S, T>,
) -> Result<Explored<T>, ExploreError> {
    let mut branch = Branch::new(rule, limits);
    let mut found = Found {
        outcomes: BTreeMap::new(),
        endless: Sum::default(),
        branches: 0,
        states: 0,
    };
    let mut certain = Sum::default();
    certain.add(&BigUint::one(), Over::ONE);
    let mut layer = Layer::from([(start, certain)]);
    for steps in 0.. {
        if layer.is_empty() {
            break;
        }
        if steps == limits.run {
            return Err(ExploreError::RunTooLong { limit: limits.run });
        }
        layer = found.step(&mut branch, limits, layer, step)?;
    }
    let denominators = &branch.denominators;
    let common = denominators.common(found.outcomes.values().chain([&found.endless]));
    let mut outcomes = Vec::with_capacity(found.outcomes.len());
    for (outcome, sum) in found.outcomes {
        outcomes.push((outcome, denominators.numerator(&sum, &common)));
    }
    Ok(Explored {
        endless: denominators.numerator(&found.endless, &common),
        outcomes,
        branches: found.branches,
        states: found.states,
        denominator: common.clone(),
    })
}

/// The results so far.
struct Found<T> {
    outcomes: BTreeMap<T, Sum>,
    endless: Sum,
    branches: u64,
    states: u64,
}

impl<T: Ord> Found<T> {
    /// One step from every state of `layer`: the states after it.
    fn step<S: Ord>(
        &mut self,
        branch: &mut Branch,
        limits: &Limits,
        layer: Layer<S>,
        step: &mut impl FnMut(&S, &mut Branch) -> Step<S, T>,
    ) -> Result<Layer<S>, ExploreError> {
        // One denominator for the whole layer, or every state would carry a growing list of them.
        let common = branch.denominators.common(layer.values());
        let over = branch.denominators.over(common.clone());
        let mut after = Layer::new();
        for (state, sum) in layer {
            branch.plant(Mass {
                numerator: branch.denominators.numerator(&sum, &common),
                over,
            });
            self.states += 1;
            loop {
                if self.branches == limits.branches {
                    return Err(ExploreError::TooLarge {
                        limit: limits.branches,
                    });
                }
                self.branches += 1;
                // An abandoned step leaves behind only what the algorithm sets up again in its next run.
                let end = catch_unwind(AssertUnwindSafe(|| step(&state, branch)))
                    .map_err(Abandoned::from_panic);
                if !branch.is_steady() {
                    return Err(ExploreError::Unsteady);
                }
                let sum = match end {
                    Ok(Step::Done(outcome)) => self.outcomes.entry(outcome).or_default(),
                    Ok(Step::Continue(next)) => after.entry(next).or_insert_with(Sum::default),
                    Err(Abandoned::Endless) => &mut self.endless,
                    Err(Abandoned::Failed(error)) => return Err(error),
                };
                let mass = branch.mass();
                sum.add(&mass.numerator, mass.over);
                if !branch.advance() {
                    break;
                }
            }
        }
        Ok(after)
    }
}
