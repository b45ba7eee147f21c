//! Rectangles of tiles.

use core::num::NonZeroU32;

use generators::draw::Draw;

use crate::grid::{Grid, Tile};

/// A rectangle of tiles with sorted corners, which belong to it.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Room {
    /// The first column.
    pub xl: usize,
    /// The first row.
    pub yl: usize,
    /// The last column.
    pub xh: usize,
    /// The last row.
    pub yh: usize,
}

/// A straight piece of hall, one tile wide.
pub type Hall = Room;

impl Room {
    /// The room between two corners, in any order.
    pub const fn new((x1, y1): (usize, usize), (x2, y2): (usize, usize)) -> Self {
        let (xl, xh) = if x1 < x2 { (x1, x2) } else { (x2, x1) };
        let (yl, yh) = if y1 < y2 { (y1, y2) } else { (y2, y1) };
        Self { xl, yl, xh, yh }
    }

    /// The number of columns.
    pub const fn width(&self) -> usize {
        self.xh.abs_diff(self.xl).saturating_add(1)
    }

    /// The number of rows.
    pub const fn height(&self) -> usize {
        self.yh.abs_diff(self.yl).saturating_add(1)
    }

    pub(super) fn fill(&self, grid: &mut Grid, tile: Tile) {
        grid.fill_rect((self.xl, self.yl), (self.xh, self.yh), tile);
    }
}

/// How many numbers there are from `low` to `high`. Maps are small enough for 32 bits.
pub(super) fn numbers(low: usize, high: usize) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add((high - low) as u32)
}

/// A number from `low` to `high`.
pub(super) fn draw_from<D: Draw + ?Sized>(draws: &mut D, low: usize, high: usize) -> usize {
    low + draws.draw(numbers(low, high)) as usize
}
