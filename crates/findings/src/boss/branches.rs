//! The maze run down every branch of its draws.

use anyhow::Result;
use exact::explore::{Explored, Limits, Step, explore_steps};
use grids::boss_maze::{BossMaze, Order};

use super::rules::Draws;

/// Every maze of `width` by `height` tiles with its probability; `outcome` says what counts as one. Mazes that have the same
/// future are merged after each cell.
///
/// # Errors
/// If there are too many branches.
///
/// # Panics
/// If no grid has this size.
pub fn mazes<T: Ord>(
    (width, height): (usize, usize),
    order: Order,
    draws: Draws,
    outcome: impl Fn(&BossMaze) -> T,
) -> Result<Explored<T>> {
    Ok(explore_steps(&draws.rule()?, &Limits::default(), &None, |maze: &Option<BossMaze>, draws| {
        let Some(maze) = maze else {
            return Step::Continue(Some(BossMaze::begin(width, height, order, draws).expect("a grid has this size")));
        };
        let mut maze = maze.clone();
        if maze.step(draws) {
            maze.normalise();
            Step::Continue(Some(maze))
        } else {
            Step::Done(outcome(&maze))
        }
    })?)
}

#[cfg(test)]
mod tests {
    use exact::explore::{Limits, explore};
    use grids::boss_maze::generate;

    use super::*;

    #[test]
    fn merged_mazes_have_the_probabilities_of_whole_runs() {
        for order in Order::ALL {
            let merged = mazes((5, 3), order, Draws::LowBits, BossMaze::mask).unwrap();
            let whole = explore(&Draws::LowBits.rule().unwrap(), &Limits::default(), |draws| {
                let maze = generate(5, 3, order, draws).unwrap();
                maze.grid().cells().passages().fold(0, |bits, number| bits | 1 << number)
            });
            assert!(merged.probabilities().eq(whole.unwrap().probabilities()));
        }
    }
}
