//! The maze of document 002, the JavaScript version of Amazing.

use super::{check, places};
use crate::OracleError;
use crate::reference::ReferenceDice;
use crate::reference::documents::{self as c, Spot};

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Every cell was visited.
    Done,
    /// At a dead end, no cell that can be drawn is good for a restart: the document draws for ever.
    Endless,
    /// At a dead end, the list of visited cells has one entry or none: the document reads past it.
    PastList,
}

/// The maze as far as it came. Cells are stored column by column: the cell in `column` and `row` is at
/// `column * height + row`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amazing {
    /// How it ended.
    pub status: Status,
    /// Of every cell, 1 if it is open to the south, plus 2 if to the east.
    pub walls: Vec<u8>,
    /// The number of every cell in the order of visits, from 1; 0 for one never visited.
    pub visited: Vec<u32>,
    /// Column and row of each visited cell but the start, in order.
    pub visited_list: Vec<(u32, u32)>,
    /// The number that the next cell would get: one more than cells visited.
    pub cell_count: u32,
    /// Column of the opening, from 0.
    pub start: u32,
    /// Whether the bottom row has an exit.
    pub exit_placed: bool,
    /// Column and row where the visitor stands. If it did not end well, the dead end.
    pub current: (u32, u32),
}

/// Makes a maze of `width` by `height` cells.
///
/// After a dead end visited cells are drawn from a list until one is not locked, as in the document (the first of the list is never
/// drawn, and the start of the maze is not in it); or, if `scan`, the next visited cell that is not locked is taken, as in BASIC, row
/// by row from where the visitor stands, and from the last cell to the first.
///
/// # Errors
/// [`OracleError::Refused`] for a side of 0 or above [`LONGEST_SIDE`](super::LONGEST_SIDE).
pub fn amazing(
    width: u32,
    height: u32,
    scan: bool,
    dice: &mut ReferenceDice,
) -> Result<Amazing, OracleError> {
    let (width, height, count) = check(width, height, 1)?;
    let restart = scan.into();
    let mut walls = vec![0; count];
    let mut visited = walls.clone();
    let mut visited_list = vec![Spot::default(); count];
    let (status, maze) = dice.lend(|dice| {
        let mut maze = c::Amazing {
            width,
            height,
            restart,
            dice,
            walls: walls.as_mut_ptr(),
            visited: visited.as_mut_ptr(),
            visited_list: visited_list.as_mut_ptr(),
            visited_list_length: 0,
            cell_count: 0,
            current_column: 0,
            current_row: 0,
            start_opening: 0,
            exit_placed: 0,
        };
        // SAFETY: every buffer has a place for each cell, and no cell is visited twice; the C keeps nothing.
        let status = unsafe { c::amazing(&mut maze) };
        (status, maze)
    });
    Ok(Amazing {
        status: match status {
            0 => Status::Done,
            1 => Status::Endless,
            _ => Status::PastList,
        },
        walls: walls.into_iter().map(|wall| wall as u8).collect(),
        visited: visited.into_iter().map(|number| number as u32).collect(),
        visited_list: places(&visited_list, maze.visited_list_length),
        cell_count: maze.cell_count as u32,
        start: maze.start_opening as u32 - 1,
        exit_placed: maze.exit_placed != 0,
        current: (maze.current_column as u32, maze.current_row as u32),
    })
}
