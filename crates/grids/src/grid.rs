//! A rectangle of tiles: what every generator of this crate draws on.
//!
//! Places are `(x, y)`, columns and rows counted from zero; row 0 is the first one shown. How a grid is shown is in
//! [`render`](crate::render).
//!
//! ```
//! use roguelab_grids::grid::{Grid, Tile};
//!
//! let mut grid = Grid::new(5, 3, Tile::Wall)?;
//! grid.fill_rect((1, 1), (3, 1), Tile::Floor);
//! grid.set(2, 1, Tile::Mark('@'));
//! assert_eq!(grid.regions(), 1);
//! assert_eq!(grid.ascii('.').to_string(), "#####\n#.@.#\n#####\n");
//! # Ok::<(), roguelab_grids::grid::SizeError>(())
//! ```

use alloc::vec;
use alloc::vec::Vec;

/// The most tiles a grid may have.
pub const MAX_TILES: usize = 1 << 26;

/// The tile at one place of a grid.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Tile {
    /// Rock.
    Wall,
    /// A place to walk on.
    Floor,
    /// A place to walk on, with a letter on it.
    Mark(char),
}

impl Tile {
    /// Whether one can walk here: everything but a wall.
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Wall)
    }
}

/// No grid or maze can have this size: it would have nothing in it, or more than is allowed.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, thiserror::Error)]
#[error("a map cannot be {width} by {height}: it must have at least one place, and at most {most}")]
pub struct SizeError {
    /// The width asked for.
    pub width: usize,
    /// The height asked for.
    pub height: usize,
    /// The most tiles of a grid, or cells of a maze.
    pub most: usize,
}

/// The size of a grid, checked to be possible.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) struct Size {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Size {
    /// The size of a grid.
    pub(crate) const fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        Self::within(width, height, MAX_TILES)
    }

    pub(crate) const fn within(
        width: usize,
        height: usize,
        most: usize,
    ) -> Result<Self, SizeError> {
        match width.checked_mul(height) {
            Some(1..) if width * height <= most => Ok(Self { width, height }),
            _ => Err(SizeError {
                width,
                height,
                most,
            }),
        }
    }
}

/// One of the four sides of a grid.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Side {
    /// The first row.
    Top,
    /// The first column.
    Left,
    /// The last row.
    Bottom,
    /// The last column.
    Right,
}

/// A rectangle of [`Tile`]s, never empty.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Grid {
    width: usize,
    /// Row by row.
    tiles: Vec<Tile>,
}

impl Grid {
    /// A grid of equal tiles.
    ///
    /// # Errors
    /// [`SizeError`] if it would have no tiles, or more than [`MAX_TILES`].
    pub fn new(width: usize, height: usize, fill: Tile) -> Result<Self, SizeError> {
        Ok(Self::filled(Size::new(width, height)?, fill))
    }

    pub(crate) fn filled(size: Size, fill: Tile) -> Self {
        Self {
            width: size.width,
            tiles: vec![fill; size.width * size.height],
        }
    }

    /// The number of columns.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub const fn height(&self) -> usize {
        self.tiles.len() / self.width
    }

    const fn index(&self, x: usize, y: usize) -> Option<usize> {
        if x < self.width && y < self.height() {
            Some(y * self.width + x)
        } else {
            None
        }
    }

    /// The tile at a place, `None` outside.
    pub fn get(&self, x: usize, y: usize) -> Option<Tile> {
        self.index(x, y).map(|index| self.tiles[index])
    }

    /// Lays a tile. Outside the grid it lays nothing and returns `false`.
    pub fn set(&mut self, x: usize, y: usize, tile: Tile) -> bool {
        self.index(x, y)
            .map(|index| self.tiles[index] = tile)
            .is_some()
    }

    /// Fills the rectangle between two corners, given in any order, both included. Places outside the grid are left out.
    pub fn fill_rect(&mut self, (x1, y1): (usize, usize), (x2, y2): (usize, usize), tile: Tile) {
        let (left, right) = (x1.min(x2), x1.max(x2).min(self.width - 1));
        let (top, bottom) = (y1.min(y2), y1.max(y2).min(self.height() - 1));
        if left > right {
            return;
        }
        for y in top..=bottom {
            self.tiles[y * self.width..][left..=right].fill(tile);
        }
    }

    /// The rows, from the first to the last.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Tile]> {
        self.tiles.chunks_exact(self.width)
    }

    /// Whether one can walk at a place; `false` outside.
    pub fn is_open(&self, x: usize, y: usize) -> bool {
        self.get(x, y).is_some_and(Tile::is_open)
    }

    /// The number of regions of open tiles, where tiles are connected up, down, left and right.
    pub fn regions(&self) -> usize {
        let mut unseen: Vec<bool> = self.tiles.iter().map(|tile| tile.is_open()).collect();
        let mut stack = Vec::new();
        let mut regions = 0;
        for first in 0..unseen.len() {
            if !unseen[first] {
                continue;
            }
            regions += 1;
            unseen[first] = false;
            stack.push(first);
            while let Some(at) = stack.pop() {
                for to in self.neighbours(at).into_iter().flatten() {
                    if core::mem::take(&mut unseen[to]) {
                        stack.push(to);
                    }
                }
            }
        }
        regions
    }

    /// The indices up, left, down and right of an index.
    fn neighbours(&self, at: usize) -> [Option<usize>; 4] {
        let x = at % self.width;
        [
            at.checked_sub(self.width),
            (x > 0).then(|| at - 1),
            Some(at + self.width).filter(|&down| down < self.tiles.len()),
            (x + 1 < self.width).then(|| at + 1),
        ]
    }

    /// The sides of the grid through which one can walk out: those with an open tile.
    pub fn open_sides(&self) -> impl Iterator<Item = Side> {
        let (last_x, last_y) = (self.width - 1, self.height() - 1);
        [Side::Top, Side::Left, Side::Bottom, Side::Right]
            .into_iter()
            .filter(move |side| match side {
                Side::Top => (0..=last_x).any(|x| self.is_open(x, 0)),
                Side::Left => (0..=last_y).any(|y| self.is_open(0, y)),
                Side::Bottom => (0..=last_x).any(|x| self.is_open(x, last_y)),
                Side::Right => (0..=last_y).any(|y| self.is_open(last_x, y)),
            })
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn an_impossible_size_is_named() {
        for (width, height) in [
            (0, 5),
            (5, 0),
            (0, 0),
            (usize::MAX, 2),
            (MAX_TILES + 1, 1),
            (1 << 13, (1 << 13) + 1),
        ] {
            let error = Grid::new(width, height, Tile::Wall).unwrap_err();
            let most = MAX_TILES;
            assert_eq!(
                error,
                SizeError {
                    width,
                    height,
                    most
                }
            );
            let text = error.to_string();
            assert!(
                text.contains(&width.to_string()) && text.contains(&height.to_string()),
                "{text}"
            );
        }
    }

    #[test]
    fn open_sides_are_those_with_an_open_tile() {
        let mut grid = Grid::new(3, 3, Tile::Wall).unwrap();
        grid.set(1, 1, Tile::Floor);
        assert_eq!(grid.open_sides().next(), None);
        for (place, side) in [
            ((1, 0), Side::Top),
            ((0, 1), Side::Left),
            ((1, 2), Side::Bottom),
            ((2, 1), Side::Right),
        ] {
            let mut grid = grid.clone();
            grid.fill_rect(place, place, Tile::Mark('E'));
            assert!(grid.open_sides().eq([side]));
        }
        grid.set(2, 0, Tile::Floor);
        assert!(
            grid.open_sides().eq([Side::Top, Side::Right]),
            "a corner is on two sides"
        );
    }
}
