//! Nine rooms in a layout of three by three, and the halls between them.
//!
//! Source: document 001, *Week 3: Random Dungeons*, from its block of wall ([`blob`]) to *Actually A Useful Dungeon*
//! ([`generate`]). The map is divided into nine sectors, one room is dug in each, then the rooms on both sides of each
//! of the twelve borders between sectors are joined by a hall.
//!
//! Faithful to the document: for each sector x1, x2, y1 and y2 are drawn in that order, and all rooms before any hall; the
//! place of a straight hall is chosen from the columns or rows that both rooms have ([`Draw::choose`], the
//! document's `uniformMay`), and nothing is drawn if there are none. Departs from it: a map that is too small is an
//! error, and [`Halls::Turned`] joins rooms that the document's code leaves apart, in the way its prose describes.
//!
//! ```
//! use roguelab_generators::draw::Tape;
//! use roguelab_grids::rooms::{Halls, generate};
//!
//! // The smallest map has sectors of one tile: nothing is left to chance.
//! let dungeon = generate(7, 7, Halls::Straight, &mut Tape::new(&[0; 36 + 12]))?;
//! assert!(dungeon.connected());
//! assert_eq!(
//!     dungeon.grid().ascii('.').to_string(),
//!     "#######\n#.....#\n#.#.#.#\n#.....#\n#.#.#.#\n#.....#\n#######\n"
//! );
//! # Ok::<(), roguelab_grids::rooms::RoomsError>(())
//! ```

mod halls;
mod room;

use alloc::vec::Vec;
use generators::draw::Draw;

use crate::grid::{Grid, SizeError, Tile};
use halls::BORDERS;
pub use halls::Halls;
use room::draw_from;
pub use room::{Hall, Room};

/// The smallest width and height at which each sector has a tile.
pub const SMALLEST: usize = 7;

/// The smallest width and height of a [`blob`]: its corners are drawn up to 20.
pub const SMALLEST_BLOB: usize = 21;

/// Why there is no map.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RoomsError {
    /// The drawn rectangles do not fit in a map of this size.
    #[error(
        "a map of {width} by {height} is too small: it must be at least {smallest} by {smallest}"
    )]
    TooSmall {
        /// The width asked for.
        width: usize,
        /// The height asked for.
        height: usize,
        /// The least that either can be.
        smallest: usize,
    },
    /// The map would be larger than any grid can be.
    #[error(transparent)]
    TooLarge(#[from] SizeError),
}

/// A map, with its rooms and halls.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Dungeon {
    corners: [[usize; 4]; 9],
    rooms: [Room; 9],
    halls: [Vec<Hall>; 12],
    grid: Grid,
}

impl Dungeon {
    /// The rooms, sector by sector: left to right, then top to bottom.
    pub const fn rooms(&self) -> &[Room; 9] {
        &self.rooms
    }

    /// Two opposite corners of each room, `[x1, y1, x2, y2]`, as they were drawn and before they were sorted.
    pub const fn corners(&self) -> &[[usize; 4]; 9] {
        &self.corners
    }

    /// The pieces of the hall across each border; empty if there is no hall. The borders are in the document's order: the
    /// six between neighbours in a row, row by row, then the six between neighbours in a column, column by column.
    pub const fn halls(&self) -> &[Vec<Hall>; 12] {
        &self.halls
    }

    /// The map.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether one can walk from every room to every other.
    pub fn connected(&self) -> bool {
        self.grid.regions() == 1
    }
}

/// A map with `tile` everywhere, if its sides are at least `smallest`.
fn map(width: usize, height: usize, smallest: usize, tile: Tile) -> Result<Grid, RoomsError> {
    if width < smallest || height < smallest {
        return Err(RoomsError::TooSmall {
            width,
            height,
            smallest,
        });
    }
    Ok(Grid::new(width, height, tile)?)
}

/// The first and last column or row of each third of `length`. The remainder goes to the last third.
const fn thirds(length: usize) -> [(usize, usize); 3] {
    let third = length / 3;
    [
        (1, third - 1),
        (third + 1, 2 * third - 1),
        (2 * third + 1, length - 2),
    ]
}

/// The largest room of each sector of a map.
///
/// # Errors
/// [`RoomsError::TooSmall`] if a side is less than [`SMALLEST`].
pub const fn sectors(width: usize, height: usize) -> Result<[Room; 9], RoomsError> {
    if width < SMALLEST || height < SMALLEST {
        return Err(RoomsError::TooSmall {
            width,
            height,
            smallest: SMALLEST,
        });
    }
    let (columns, rows) = (thirds(width), thirds(height));
    let mut sectors = [Room {
        xl: 0,
        yl: 0,
        xh: 0,
        yh: 0,
    }; 9];
    let mut n = 0;
    while n < 9 {
        let ((xl, xh), (yl, yh)) = (columns[n % 3], rows[n / 3]);
        sectors[n] = Room { xl, yl, xh, yh };
        n += 1;
    }
    Ok(sectors)
}

/// Draws two corners, `[x1, y1, x2, y2]`: x1, x2, y1 and y2 in that order.
fn draw_corners<D: Draw + ?Sized>(draws: &mut D, sector: &Room) -> [usize; 4] {
    let [x1, x2] = core::array::from_fn(|_| draw_from(draws, sector.xl, sector.xh));
    let [y1, y2] = core::array::from_fn(|_| draw_from(draws, sector.yl, sector.yh));
    [x1, y1, x2, y2]
}

fn room([x1, y1, x2, y2]: [usize; 4]) -> Room {
    Room::new((x1, y1), (x2, y2))
}

/// A map of nine rooms and the halls between them: the document's `rogueDungeon`.
///
/// # Errors
/// [`RoomsError::TooSmall`] if a side is less than [`SMALLEST`], [`RoomsError::TooLarge`] if no grid is that large.
pub fn generate<D: Draw + ?Sized>(
    width: usize,
    height: usize,
    halls: impl Into<Option<Halls>>,
    draws: &mut D,
) -> Result<Dungeon, RoomsError> {
    let mut grid = map(width, height, SMALLEST, Tile::Wall)?;
    let corners = sectors(width, height)?.map(|sector| draw_corners(draws, &sector));
    let rooms = corners.map(room);
    let halls = halls.into();
    let halls = BORDERS.map(|(first, second, orientation)| {
        halls.map_or_else(Vec::new, |halls| {
            halls.pick(&rooms[first], &rooms[second], orientation, draws)
        })
    });
    for open in rooms.iter().chain(halls.iter().flatten()) {
        open.fill(&mut grid, Tile::Floor);
    }
    Ok(Dungeon {
        corners,
        rooms,
        halls,
        grid,
    })
}

/// The document's first random map: open, with one block of wall between two corners drawn from 1 to 20.
///
/// # Errors
/// [`RoomsError::TooSmall`] if a side is less than [`SMALLEST_BLOB`] (the document's code would write past the end of
/// a row), [`RoomsError::TooLarge`] if no grid is that large.
pub fn blob<D: Draw + ?Sized>(
    width: usize,
    height: usize,
    draws: &mut D,
) -> Result<Grid, RoomsError> {
    let mut grid = map(width, height, SMALLEST_BLOB, Tile::Floor)?;
    room(draw_corners(draws, &Room::new((1, 1), (20, 20)))).fill(&mut grid, Tile::Wall);
    Ok(grid)
}
