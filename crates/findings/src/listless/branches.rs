//! The maze, explored over every branch of its draws.

use exact::explore::{Explored, Limits, Step, explore_steps};
use grids::boss_maze::{BossMaze, Order};

use super::rules::Draws;
use crate::error::Result;

/// Every maze of `width` by `height` tiles with its probability; `outcome` says what counts as one. Mazes with the same future
/// are merged after each cell.
///
/// # Errors
/// If there are too many branches.
///
/// # Panics
/// If no grid has this size.
pub(super) fn mazes<T: Ord>(
    (width, height): (usize, usize),
    order: Order,
    draws: Draws,
    outcome: impl Fn(&BossMaze) -> T,
) -> Result<Explored<T>> {
    Ok(explore_steps(
        &draws.rule()?,
        &Limits::default(),
        &None,
        |maze: &Option<BossMaze>, draws| {
            let Some(maze) = maze else {
                return Step::Continue(Some(
                    BossMaze::begin(width, height, order, draws).expect("a grid has this size"),
                ));
            };
            let mut maze = maze.clone();
            if maze.step(draws) {
                maze.normalise();
                Step::Continue(Some(maze))
            } else {
                Step::Done(outcome(&maze))
            }
        },
    )?)
}
