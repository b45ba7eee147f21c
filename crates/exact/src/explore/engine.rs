//! The search: step by step, state by state, branch by branch.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;

use super::branch::{Abandoned, Branch, Mass, Rule};
use super::explored::Explored;
use super::mass::{Over, Sum};
use super::{ExploreError, Limits, Step};
use crate::rational::{ratio, to_f64};

/// How many random walks an estimate averages over.
const PROBES: u64 = 256;

/// How a state is reached: with what probability, and after how many draws at most.
#[derive(Debug, Default)]
struct Arrivals {
    sum: Sum,
    draws: u64,
}

/// The states before a step.
type Layer<S> = BTreeMap<S, Arrivals>;

/// Follows every branch that is at least as probable as `cut`. None if more is left than the limits allow.
pub(super) fn follow<S: Ord, T: Ord>(
    rule: &Rule,
    limits: &Limits,
    cut: f64,
    start: S,
    step: &mut impl FnMut(&S, &mut Branch) -> Step<S, T>,
) -> Result<Option<Explored<T>>, ExploreError> {
    let allowed = BigRational::from_float(limits.left.max(0.0)).unwrap_or_else(BigRational::one);
    let mut branch = Branch::new(rule, limits, cut);
    let mut found = Found::default();
    let mut certain = Arrivals::default();
    certain.sum.add(&BigUint::one(), Over::ONE);
    let mut layer = Layer::from([(start, certain)]);
    while !layer.is_empty() {
        if found.steps == limits.run {
            return Err(ExploreError::RunTooLong { limit: limits.run });
        }
        found.steps += 1;
        layer = found.step(&mut branch, layer, step)?;
        if limits.left > 0.0 {
            let mut rest = found.left.clone();
            for arrivals in layer.values() {
                rest.add_all(&arrivals.sum);
            }
            if probability(&branch, &rest) <= allowed {
                found.left = rest;
                break;
            }
            if probability(&branch, &found.left) > allowed {
                return Ok(None);
            }
        }
    }
    let explored = found.finish(&branch);
    Ok((explored.left() <= allowed).then_some(explored))
}

fn probability(branch: &Branch, sum: &Sum) -> BigRational {
    let common = branch.denominators.common([sum]);
    ratio(branch.denominators.numerator(sum, &common), common)
}

/// What has been found so far.
#[derive(Debug)]
struct Found<T> {
    outcomes: BTreeMap<T, Sum>,
    left: Sum,
    endless: Sum,
    branches: u64,
    draws: u64,
    longest: u64,
    states: u64,
    steps: usize,
}

impl<T> Default for Found<T> {
    fn default() -> Self {
        let (outcomes, left, endless) = (BTreeMap::new(), Sum::default(), Sum::default());
        Self { outcomes, left, endless, branches: 0, draws: 0, longest: 0, states: 0, steps: 0 }
    }
}

impl<T: Ord> Found<T> {
    /// One step from every state of `layer`: the states after it.
    fn step<S: Ord>(
        &mut self,
        branch: &mut Branch,
        mut layer: Layer<S>,
        step: &mut impl FnMut(&S, &mut Branch) -> Step<S, T>,
    ) -> Result<Layer<S>, ExploreError> {
        // One denominator for the whole layer, lest every state carry a list of them on.
        let common = branch.denominators.common(layer.values().map(|arrivals| &arrivals.sum));
        let over = branch.denominators.over(common.clone());
        let mut after = Layer::new();
        while let Some((state, arrivals)) = layer.pop_first() {
            let numerator = branch.denominators.numerator(&arrivals.sum, &common);
            let chance = to_f64(&ratio(numerator.clone(), common.clone()));
            branch.plant(Mass { numerator, over, chance });
            self.states += 1;
            let before = self.branches;
            loop {
                if self.branches == branch.limit() {
                    let states: Vec<&S> = std::iter::once(&state).chain(layer.keys()).collect();
                    let estimate = before as f64 + estimate(branch, &states, step);
                    return Err(ExploreError::TooLarge { limit: branch.limit(), estimate });
                }
                self.branches += 1;
                let end = run(branch, &state, step);
                if !branch.is_steady() {
                    return Err(ExploreError::Unsteady);
                }
                self.draws += branch.made() as u64;
                let draws = arrivals.draws + branch.made() as u64;
                self.longest = self.longest.max(draws);
                let sum = match end {
                    Ok(Step::Done(outcome)) => self.outcomes.entry(outcome).or_default(),
                    Ok(Step::Continue(next)) => {
                        let arrivals = after.entry(next).or_insert_with(Arrivals::default);
                        arrivals.draws = arrivals.draws.max(draws);
                        &mut arrivals.sum
                    }
                    Err(Abandoned::Endless) => &mut self.endless,
                    Err(Abandoned::Left | Abandoned::Probed) => &mut self.left,
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

    fn finish(self, branch: &Branch) -> Explored<T> {
        let denominators = &branch.denominators;
        let common = denominators.common(self.outcomes.values().chain([&self.left, &self.endless]));
        let numerator = |sum: &Sum| denominators.numerator(sum, &common);
        Explored {
            left: numerator(&self.left),
            endless: numerator(&self.endless),
            outcomes: self.outcomes.into_iter().map(|(outcome, sum)| (outcome, numerator(&sum))).collect(),
            branches: self.branches,
            draws: self.draws,
            longest: self.longest,
            states: self.states,
            steps: self.steps as u64,
            denominator: common,
        }
    }
}

/// One run, which may be abandoned.
fn run<S, T>(
    branch: &mut Branch,
    state: &S,
    step: &mut impl FnMut(&S, &mut Branch) -> Step<S, T>,
) -> Result<Step<S, T>, Abandoned> {
    // An abandoned step leaves behind only what the algorithm starts anew in its next run.
    catch_unwind(AssertUnwindSafe(|| step(state, branch))).map_err(Abandoned::caught)
}

/// About how many branches `states` have together: the average of what random walks down their trees see.
fn estimate<S, T>(branch: &mut Branch, states: &[&S], step: &mut impl FnMut(&S, &mut Branch) -> Step<S, T>) -> f64 {
    let mut seen = 0.0;
    for (number, state) in (0..PROBES).zip(states.iter().copied().cycle()) {
        branch.begin_probe(number);
        // How the walk ends does not matter: the branch has counted on the way.
        let _ = run(branch, state, step);
        seen += branch.probed_size();
    }
    seen / PROBES as f64 * states.len() as f64
}
