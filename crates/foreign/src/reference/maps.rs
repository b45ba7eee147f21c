//! Mazes and rooms, in C: documents 000, 001 and 002.
//!
//! ```
//! use foreign::reference::maps::boss_maze;
//! use foreign::reference::{ReferenceDice, Rule};
//!
//! let mut dice = ReferenceDice::srandom(42, 54, Rule::Modulo);
//! let maze = boss_maze(9, 7, false, &mut dice).unwrap();
//! assert_eq!(maze.start, (7, 1));
//! assert_eq!(dice.draws().len(), 2 + 3 * maze.visited.len());
//! ```

mod amazing;
mod boss_maze;
mod rooms;

use super::documents::Spot;
use crate::OracleError;

pub use amazing::{Amazing, Status, amazing};
pub use boss_maze::{BossMaze, boss_maze};
pub use rooms::{Rooms, rooms};

/// The longest side of a map: the maze of document 000 calls itself as deep as it has cells, so at most 10,000 deep.
pub const LONGEST_SIDE: u32 = 200;

/// The sides as C's numbers, and how many tiles or cells they make.
fn check(width: u32, height: u32, shortest: u32) -> Result<(i32, i32, usize), OracleError> {
    let served = shortest..=LONGEST_SIDE;
    if served.contains(&width) && served.contains(&height) {
        Ok((width as i32, height as i32, (width * height) as usize))
    } else {
        Err(OracleError::Refused(format!(
            "a map of {width} by {height}: both sides must be {shortest} to {LONGEST_SIDE}"
        )))
    }
}

/// The first `count` places as column and row, which are not negative.
fn places(spots: &[Spot], count: i32) -> Vec<(u32, u32)> {
    spots[..count as usize].iter().copied().map(place).collect()
}

fn place(spot: Spot) -> (u32, u32) {
    (spot.column as u32, spot.row as u32)
}
