//! Mazes and rooms, in C: documents 000, 001 and 002.
//!
//! ```
//! use roguelab_foreign::reference::maps::boss_maze;
//! use roguelab_foreign::reference::{ReferenceDice, DiceRule};
//!
//! let mut dice = ReferenceDice::srandom(42, 54, DiceRule::Modulo);
//! let maze = boss_maze(9, 7, false, &mut dice).unwrap();
//! assert_eq!(maze.start, (7, 1));
//! assert_eq!(dice.draws().len(), 2 + 3 * maze.visited.len());
//! ```

use core::array;
use std::thread;

use super::dice::ReferenceDice;
use super::documents::{self as c, Room, Spot};
use crate::oracles::OracleError;

/// The longest side of a map: the maze of document 000 calls itself as deep as it has cells, which is at most 10,000.
pub const LONGEST_SIDE: u32 = 200;

/// The sides as C numbers, and how many tiles or cells they make.
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

/// The maze and how it was dug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BossMaze {
    /// Whether each tile is a wall, row by row.
    pub tiles: Vec<bool>,
    /// Which neighbours of a wall are walls, row by row: up 8, left 4, down 2, right 1. 0 for an open tile.
    pub joined: Vec<u8>,
    /// Column and row of the start. In a maze one tile wide or high it is outside.
    pub start: (u32, u32),
    /// The cells in the order they were dug, the start first.
    pub visited: Vec<(u32, u32)>,
}

/// The stack of a digging thread, for each cell: as compiled here a call takes 120 bytes, with a sanitizer more.
const STACK_OF_A_CELL: usize = 1024;

/// The most cells that are dug on the caller's stack: 30 KiB, as compiled here.
const CELLS_ON_THE_CALLERS_STACK: usize = 256;

/// Digs the maze of document 000, of `width` by `height` tiles. An even size opens its last column or row.
///
/// The C calls itself once for every cell that it digs, and a cell takes two tiles each way: at most 10,000 deep. A small maze,
/// of at most 256 cells, is dug on the caller's stack; a larger one on its own thread, whose stack is large enough for it.
///
/// Directions are taken from the byte of
/// [`random_directions`](crate::reference::sequences::random_directions), from its low end; or, if `shuffled`, from a list of 0, 1,
/// 2, 3, shuffled by draws below 4, 3 and 2 from its end, and emptied from its end.
///
/// # Errors
/// [`OracleError::Refused`] for a side of 0 or above [`LONGEST_SIDE`].
///
/// # Panics
/// If a large maze needs a thread and the system does not provide one.
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
        // SAFETY: every buffer has a place for each tile, and no tile is dug twice; the C keeps no pointer, and the stack is
        // deep enough for it.
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

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Every cell was visited.
    Done,
    /// At a dead end, no cell that can be drawn allows a restart: the document draws forever.
    Endless,
    /// At a dead end, the list of visited cells has one entry or none: the document reads past it.
    PastList,
}

/// The maze, or as much of it as was made. Cells are stored column by column: the cell in `column` and `row` is at `column *
/// height + row`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amazing {
    /// How it ended.
    pub status: Status,
    /// For every cell, 1 if it is open to the south, plus 2 if it is open to the east.
    pub walls: Vec<u8>,
    /// The number of every cell in the order of visits, from 1; 0 for a cell that was never visited.
    pub visited: Vec<u32>,
    /// Column and row of each visited cell but the start, in order.
    pub visited_list: Vec<(u32, u32)>,
    /// The number that the next cell would get: one more than the number of visited cells.
    pub cell_count: u32,
    /// Column of the opening, from 0.
    pub start: u32,
    /// Whether the bottom row has an exit.
    pub exit_placed: bool,
    /// Column and row of the visitor. If the maze was not finished, the dead end.
    pub current: (u32, u32),
}

/// Makes a maze of document 002, the JavaScript version of Amazing, of `width` by `height` cells.
///
/// After a dead end visited cells are drawn from a list until one is not locked, as in the document (the first of the list is
/// never drawn, and the start of the maze is not in it); or, if `scan`, the next visited cell that is not locked is taken, as
/// in BASIC, row by row from where the visitor stands, and from the last cell to the first.
///
/// # Errors
/// [`OracleError::Refused`] for a side of 0 or above [`LONGEST_SIDE`].
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
        // SAFETY: every buffer has a place for each cell, and no cell is visited twice; the C keeps no pointer.
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

/// Rooms, halls and the map of both. A rectangle is `[xl, yl, xh, yh]`, with all ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// The nine rooms, row by row of their sectors.
    pub rooms: [[u32; 4]; 9],
    /// The halls of each of the twelve borders, in the document's order: none, one, or three.
    pub halls: [Vec<[u32; 4]>; 12],
    /// Whether each tile is open, row by row.
    pub tiles: Vec<bool>,
}

/// Draws the rooms, then the halls, of document 001, on a map of `width` by `height` tiles.
///
/// Rooms that no straight hall can join stay apart, as in the document's code; or, if `turned`, are joined by three halls with
/// two turns midway between the rooms, as in its prose: from a point drawn in the first room (column, then row) to one in the
/// second.
///
/// # Errors
/// [`OracleError::Refused`] for a side below 7 or above [`LONGEST_SIDE`].
pub fn rooms(
    width: u32,
    height: u32,
    turned: bool,
    dice: &mut ReferenceDice,
) -> Result<Rooms, OracleError> {
    let (width, height, count) = check(width, height, 7)?;
    let halls_wanted = turned.into();
    let mut tiles = vec![0; count];
    let map = dice.lend(|dice| {
        let mut map = c::RoomsMap {
            width,
            height,
            halls_wanted,
            dice,
            tiles: tiles.as_mut_ptr(),
            rooms: [Room::default(); 9],
            hall_count: [0; 12],
            halls: [[Room::default(); 3]; 12],
        };
        // SAFETY: there are as many tiles as the map has, and from 7 by 7 on every sector has space for a room; the C keeps no
        // pointer.
        unsafe { c::rooms(&mut map) };
        map
    });
    Ok(Rooms {
        rooms: map.rooms.map(rectangle),
        halls: array::from_fn(|i| {
            map.halls[i][..map.hall_count[i] as usize]
                .iter()
                .copied()
                .map(rectangle)
                .collect()
        }),
        tiles: tiles.into_iter().map(|tile| tile != 0).collect(),
    })
}

fn rectangle(room: Room) -> [u32; 4] {
    [room.xl, room.yl, room.xh, room.yh].map(|side| side as u32)
}
