//! The spread sequence, item by item, from a fixed amount of memory.

use core::iter::FusedIterator;

use super::groups::{Groups, LEVELS, SpreadError, total};

/// One level: hands out the items of a group, then the item between two groups.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Whether the groups are of the second kind.
    of_b: bool,
    /// The size of small groups.
    size: u32,
    /// How many items of the current group are left.
    left: u32,
}

/// The items of [`spread`](super::spread), in the same order, without a list: a constant amount of memory, and constant
/// time per item on average. Made by [`spread_iter`].
#[derive(Clone, Debug)]
pub struct Spread<T> {
    a: T,
    b: T,
    /// The levels from the outermost inwards; each takes the sizes of its groups from the next one.
    levels: [Level; LEVELS],
    depth: usize,
    /// The next item of the innermost sequence, which has no groups: `true` is the second kind.
    innermost: bool,
    /// Whether that sequence alternates.
    alternates: bool,
    /// The number of items to come.
    left: u32,
}

impl<T> Spread<T> {
    fn new(a: T, b: T, na: u64, nb: u64, reversed: bool) -> Result<Self, SpreadError> {
        // At most MAXIMUM = 2^31, and so is everything below: it fits in 32 bits.
        let left = total(na, nb)? as u32;
        let mut levels = [Level::default(); LEVELS];
        let mut depth = 0;
        let (mut small, mut large) = (na, nb);
        for (level, groups) in levels.iter_mut().zip(Groups::levels(na, nb)) {
            *level = Level {
                of_b: groups.of_b,
                size: groups.size as u32,
                left: 0,
            };
            (small, large) = (groups.small, groups.large);
            depth += 1;
        }
        let alternates = small == large;
        let innermost = if alternates { reversed } else { small == 0 };
        let mut spread = Self {
            a,
            b,
            levels,
            depth,
            innermost,
            alternates,
            left,
        };
        spread.open();
        Ok(spread)
    }

    /// Gives every level its first group, which no item of the other kind precedes.
    fn open(&mut self) {
        let Some((outermost, inner)) = self.levels[..self.depth].split_first_mut() else {
            return;
        };
        let mut large = self.innermost;
        self.innermost ^= self.alternates;
        for level in inner.iter_mut().rev() {
            level.left = level.size + u32::from(large) - 1;
            large = level.of_b;
        }
        outermost.left = outermost.size + u32::from(large);
    }

    /// The next item of the outermost level: `true` is `b`.
    fn step(&mut self) -> bool {
        let levels = &mut self.levels[..self.depth];
        // Levels at the end of a group hand out the item between groups, and take a new size from the level below, up to the
        // first level in the middle of a group.
        let within = levels.iter().position(|level| level.left > 0);
        let mut item = if let Some(n) = within {
            levels[n].left -= 1;
            levels[n].of_b
        } else {
            let item = self.innermost;
            self.innermost ^= self.alternates;
            item
        };
        for level in levels[..within.unwrap_or(self.depth)].iter_mut().rev() {
            level.left = level.size + u32::from(item);
            item = !level.of_b;
        }
        item
    }
}

impl<T: Clone> Iterator for Spread<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        Some(if self.step() {
            self.b.clone()
        } else {
            self.a.clone()
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl<T: Clone> ExactSizeIterator for Spread<T> {}
impl<T: Clone> FusedIterator for Spread<T> {}

/// `na` copies of `a` and `nb` copies of `b`, spread out, yielded one by one.
///
/// # Errors
/// [`SpreadError::TooMany`] for more items than [`MAXIMUM`](super::MAXIMUM).
pub fn spread_iter<T>(a: T, b: T, na: u64, nb: u64) -> Result<Spread<T>, SpreadError> {
    Spread::new(a, b, na, nb, false)
}

/// The items of [`spread_iter`] from the last to the first. Only the innermost sequence can tell its ends apart, so
/// this costs nothing more.
///
/// # Errors
/// [`SpreadError::TooMany`] for more items than [`MAXIMUM`](super::MAXIMUM).
pub fn reversed_iter<T>(a: T, b: T, na: u64, nb: u64) -> Result<Spread<T>, SpreadError> {
    Spread::new(a, b, na, nb, true)
}
