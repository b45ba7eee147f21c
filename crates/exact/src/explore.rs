//! The exact distribution of what an algorithm makes: it is run once for every branch of its draws.
//!
//! The algorithm is the shipped one: it takes its randomness through [`Draw`](generators::draw::Draw), and [`Branch`] is
//! a `Draw` that remembers what it answered and backtracks. A [`Rule`] weighs the answers, ideally or as a bounding rule
//! really gives them. The algorithm must be deterministic apart from its draws, and must start afresh in each call.
//!
//! - `draw_until` is conditioned on acceptance exactly: only the numbers it accepts are followed, with their weights
//!   scaled to sum to one. If it accepts none that can come, the run would hang: [`Explored::endless`].
//! - Loops without an end have infinite trees, and are refused.
//! - [`explore_steps`] is for algorithms written as steppers. After each step equal states are merged and their
//!   probabilities added: the cost is then one branch per state and draw, not one per history.
//! - An algorithm that ends in an error returns it as its outcome: a `Result` is an outcome like any other.
//!
//! A run is abandoned in its middle by unwinding, without a message; the algorithm's own panics pass through. The weight
//! of a branch is an integer over the product of its totals, computed once per draw and not once per run.
//!
//! ```
//! use core::num::NonZeroU32;
//! use roguelab_exact::explore::{Limits, Rule, explore};
//! use roguelab_generators::bounding::LowBits;
//! use roguelab_generators::draw::Draw;
//!
//! let six = NonZeroU32::new(6).unwrap();
//! let two_dice = explore(&Rule::of::<LowBits<14>>(31)?, &Limits::default(), |dice| dice.draw(six) + dice.draw(six))?;
//! assert_eq!((two_dice.branches(), two_dice.outcomes()), (36, 11));
//! // get_rand gives 0 to 3 once more in 16384 than 4 and 5.
//! assert_eq!(two_dice.probability(&10).to_string(), "1863225/67108864");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod branch;
mod engine;
mod explored;
mod mass;
#[cfg(test)]
mod tests;

pub use branch::{Branch, Rule};
pub use explored::Explored;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The most branches that are run.
    pub branches: u64,
    /// The most draws in one run, and the most steps in a chain. The memory for one run grows with its square.
    pub run: usize,
}

impl Default for Limits {
    /// Ten million branches, and runs of 4096 draws.
    fn default() -> Self {
        Self {
            branches: 10_000_000,
            run: 4096,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExploreError {
    /// The tree has more branches than [`Limits::branches`].
    #[error(
        "more than {limit} branches: raise the limit, explore in steps that merge equal states, or sample instead"
    )]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// A run draws more than [`Limits::run`] times, or a chain takes more steps.
    #[error(
        "a run took more than {limit} draws or steps and may never end: raise the limit, or let the algorithm retry \
         with draw_until"
    )]
    RunTooLong {
        /// The limit.
        limit: usize,
    },
    /// A retry with more numbers to try than [`Limits::branches`].
    #[error(
        "draw_until below {n} has more numbers than the limit of {limit} branches: raise the limit"
    )]
    RetryTooWide {
        /// The bound of the draw.
        n: u32,
        /// The limit.
        limit: u64,
    },
    /// When it was run again with the same numbers, the algorithm made other draws.
    #[error(
        "the algorithm made other draws when it was run again: it must depend on its draws alone"
    )]
    Unsteady,
}

/// The states to which one step of a chain leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<S, T> {
    /// The chain goes on in another state.
    Continue(S),
    /// The chain ends with this result.
    Done(T),
}

/// Runs `algorithm` once per branch of its draws, weighed by `rule`.
///
/// # Errors
/// [`ExploreError`], each with what to do about it.
///
/// # Panics
/// If `algorithm` panics.
pub fn explore<T: Ord>(
    rule: &Rule,
    limits: &Limits,
    mut algorithm: impl FnMut(&mut Branch) -> T,
) -> Result<Explored<T>, ExploreError> {
    explore_steps(rule, limits, &(), |(), draws| Step::Done(algorithm(draws)))
}

/// Runs `step` from `start` on, once per branch of the draws of each state, and merges equal states after each step.
///
/// The next step may depend on the state only. A chain that can return to a state has no end, and is refused.
///
/// # Errors
/// [`ExploreError`], each with what to do about it.
///
/// # Panics
/// If `step` panics.
pub fn explore_steps<S: Ord + Clone, T: Ord>(
    rule: &Rule,
    limits: &Limits,
    start: &S,
    mut step: impl FnMut(&S, &mut Branch) -> Step<S, T>,
) -> Result<Explored<T>, ExploreError> {
    engine::follow(rule, limits, start.clone(), &mut step)
}
