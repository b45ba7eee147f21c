//! The rooms of document 001, "Week 3: Random Dungeons".

use core::array;

use super::check;
use crate::OracleError;
use crate::reference::ReferenceDice;
use crate::reference::documents::{self as c, Room};

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
/// Rooms that no straight hall can join are joined by nothing, as in the document's code; or, if `turned`, by three halls with two
/// turns midway between the rooms, as in its prose: from a point drawn in the first room (column, then row) to one in the second.
///
/// # Errors
/// [`OracleError::Refused`] for a side below 7 or above [`LONGEST_SIDE`](super::LONGEST_SIDE).
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
        // SAFETY: the tiles are as many as the map has, and from 7 by 7 on every sector has room for a room; the C
        // keeps nothing.
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
