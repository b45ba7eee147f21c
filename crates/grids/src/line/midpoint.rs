//! Steps of Bresenham's line.

use core::iter::FusedIterator;

use super::Direction;

/// The steps of [`bresenham`](super::bresenham).
///
/// After `k` of `n` steps the line should have taken `k*ordinals/n` ordinal ones. What it has taken is that number rounded
/// to the nearest, which is kept without dividing: in units of `1/2n`, each step adds `2*ordinals` to what is owed, half
/// an ordinal step is owed in advance, and whenever a whole one is owed, it is taken.
#[derive(Clone, Debug)]
pub struct Midpoint {
    cardinal: Direction,
    ordinal: Direction,
    steps: u64,
    ordinals: u64,
    owed: u64,
    left: u64,
}

impl Midpoint {
    pub(super) const fn new(cardinal: Direction, ordinal: Direction, cardinals: u64, ordinals: u64) -> Self {
        let steps = cardinals + ordinals;
        Self { cardinal, ordinal, steps, ordinals, owed: steps, left: steps }
    }
}

impl Iterator for Midpoint {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        self.left = self.left.checked_sub(1)?;
        self.owed += 2 * self.ordinals;
        if self.owed < 2 * self.steps {
            return Some(self.cardinal);
        }
        self.owed -= 2 * self.steps;
        Some(self.ordinal)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Midpoint {}
impl FusedIterator for Midpoint {}
