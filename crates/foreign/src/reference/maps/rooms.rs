//! The rooms of document 001, "Week 3: Random Dungeons".

use core::array;

use super::{SizeError, check};
use crate::reference::ReferenceDice;
use crate::reference::documents::{self as c, Room};

/// What joins two rooms that no straight hall can join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Halls {
    /// Nothing, as the document's code has it.
    Straight,
    /// Three halls with two turns midway between the rooms, as its prose has it: from a point drawn in the first room
    /// (column, then row) to one drawn in the second.
    Turned,
}

/// Rooms, halls and the map of both. A rectangle is `[xl, yl, xh, yh]`, all included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// The nine rooms, row by row of their sectors.
    pub rooms: [[u32; 4]; 9],
    /// The halls of each of the twelve borders, in the document's order: none, one, or three.
    pub halls: [Vec<[u32; 4]>; 12],
    /// Row by row: whether the tile is open.
    pub tiles: Vec<bool>,
}

/// Draws the rooms, then the halls, of a map of `width` by `height` tiles.
///
/// # Errors
///
/// [`SizeError`] for a side below 7 or above [`LONGEST_SIDE`](super::LONGEST_SIDE).
pub fn rooms(width: u32, height: u32, halls: Halls, dice: &mut ReferenceDice) -> Result<Rooms, SizeError> {
    let (width, height, count) = check(width, height, 7)?;
    let halls_wanted = match halls {
        Halls::Straight => 0,
        Halls::Turned => 1,
    };
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
        // SAFETY: the tiles are as many as the map has, and from 7 by 7 on every sector has room for a room; the C
        // keeps nothing.
        unsafe { c::rooms(&mut map) };
        map
    });
    Ok(Rooms {
        rooms: map.rooms.map(rectangle),
        halls: array::from_fn(|i| map.halls[i][..map.hall_count[i] as usize].iter().copied().map(rectangle).collect()),
        tiles: tiles.into_iter().map(|tile| tile != 0).collect(),
    })
}

fn rectangle(room: Room) -> [u32; 4] {
    [room.xl, room.yl, room.xh, room.yh].map(|side| side as u32)
}
