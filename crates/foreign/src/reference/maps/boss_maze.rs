//! The maze of document 000, "Randomized Permutations Without Lists".
//!
//! The C calls itself once for every cell that it digs, and a cell takes two tiles each way: at most 10,000 deep, for a maze of
//! [`LONGEST_SIDE`](super::LONGEST_SIDE) each way. A small maze, of at most 256 cells, is dug on the caller's stack; a
//! larger one on a thread of its own, whose stack is large enough for it.

use std::thread;

use super::{check, place, places};
use crate::OracleError;
use crate::reference::ReferenceDice;
use crate::reference::documents::{self as c, Spot};

/// The maze and how it was dug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BossMaze {
    /// Row by row: whether the tile is a wall.
    pub tiles: Vec<bool>,
    /// Row by row: which neighbours of a wall are walls, up 8, left 4, down 2, right 1. 0 for an open tile.
    pub joined: Vec<u8>,
    /// Column and row of the start. In a maze one tile wide or high it lies outside.
    pub start: (u32, u32),
    /// The cells in the order they were dug, the start first.
    pub visited: Vec<(u32, u32)>,
}

/// The stack of a thread that digs, for each cell: compiled as it is here a call takes 120 bytes, with a sanitizer more.
const STACK_OF_A_CELL: usize = 1024;

/// The most cells that are dug on the caller's stack: 30 KiB, compiled as it is here.
const CELLS_ON_THE_CALLERS_STACK: usize = 256;

/// Digs a maze of `width` by `height` tiles. An even size opens its last column or row.
///
/// Directions are taken from the byte of
/// [`random_directions`](crate::reference::sequences::random_directions), from its low end; or, if `shuffled`, from a list of 0, 1,
/// 2, 3, shuffled by draws below 4, 3 and 2 from its end, and emptied from its end.
///
/// # Errors
/// [`OracleError::Refused`] for a side of 0 or above [`LONGEST_SIDE`](super::LONGEST_SIDE).
///
/// # Panics
/// If a large maze needs a thread and the system has none to give.
pub fn boss_maze(
    width: u32,
    height: u32,
    shuffled: bool,
    dice: &mut ReferenceDice,
) -> Result<BossMaze, OracleError> {
    let sides = check(width, height, 1)?;
    let cells = (width.div_ceil(2) * height.div_ceil(2)) as usize;
    if cells <= CELLS_ON_THE_CALLERS_STACK {
        return Ok(dig(sides, shuffled, dice));
    }
    Ok(thread::scope(|scope| {
        let stack = thread::Builder::new().stack_size((cells + 1) * STACK_OF_A_CELL + 64 * 1024);
        let digging = stack
            .spawn_scoped(scope, || dig(sides, shuffled, dice))
            .expect("the system has a thread to give");
        digging.join().expect("the C does not panic")
    }))
}

fn dig(
    (width, height, count): (i32, i32, usize),
    shuffled: bool,
    dice: &mut ReferenceDice,
) -> BossMaze {
    let order = shuffled.into();
    let mut tiles = vec![0; count];
    let mut joined = tiles.clone();
    let mut visited = vec![Spot::default(); count];
    let (visited_count, start) = dice.lend(|dice| {
        let mut maze = c::BossMaze {
            width,
            height,
            order,
            dice,
            tiles: tiles.as_mut_ptr(),
            joined: joined.as_mut_ptr(),
            visited: visited.as_mut_ptr(),
            visited_count: 0,
            start: Spot::default(),
        };
        // SAFETY: every buffer has a place for each tile, and no tile is dug twice; the C keeps nothing, and the stack is deep
        // enough for it.
        unsafe { c::boss_maze(&mut maze) };
        (maze.visited_count, maze.start)
    });
    BossMaze {
        tiles: tiles.into_iter().map(|tile| tile != 0).collect(),
        joined,
        start: place(start),
        visited: places(&visited, visited_count),
    }
}
