//! Straight lines on a grid, as steps in at most two directions.
//!
//! Source: document 004, *Even Separation Algorithm*. A line takes as many diagonal (ordinal) steps as its shorter extent and
//! straight (cardinal) ones for the rest; [`line()`] puts them in the order of [`spread`](crate::spread). The document
//! leaves open which of two equally frequent directions comes first: here the cardinal one.
//!
//! Such a line need not be the same backwards. [`symmetric`] is: between two points it always takes the tiles of the
//! line from the smaller point, compared by x and then by y. [`bresenham`] stays as close to the true line as tiles can;
//! [`deviation`] says how close that is.
//!
//! ```
//! use roguelab_grids::line::{Axis, line};
//!
//! let line = line((0, 0), (6, 4), Axis::YUp)?;
//! let arrows: String = line.clone().map(|step| step.arrow()).collect();
//! assert_eq!(arrows, "↗→↗↗→↗");
//! assert_eq!(line.clone().points().nth(2), Some((2, 1)));
//! let map = line.draw()?.ascii('.').to_string();
//! assert_eq!(map.lines().collect::<Vec<_>>(), ["......Z", "....**.", "...*...", ".**....", "@......"]);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod direction;

use core::iter::{self, FusedIterator};
use core::num::NonZeroU128;

use crate::grid::{Grid, SizeError, Tile};
use crate::spread::{Fraction, MAXIMUM, Spread, SpreadError, reversed_iter, spread_iter};

pub use direction::{Axis, Direction, Point};

/// Why there is no line.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// More steps than [`MAXIMUM`].
    #[error("a line of {0} steps is too long: at most {MAXIMUM}")]
    TooLong(
        /// The steps it would take.
        u64,
    ),
}

/// A line: its steps, one after the other.
#[derive(Clone, Debug)]
pub struct Line<S> {
    steps: S,
    from: Point,
    to: Point,
    axis: Axis,
}

impl<S: Iterator<Item = Direction>> Line<S> {
    /// The points from the current place of the line to its target, both included.
    pub fn points(self) -> impl FusedIterator<Item = Point> {
        let steps = self.steps.scan(self.from, move |at, step| {
            *at = step.from(*at, self.axis);
            Some(*at)
        });
        iter::once(self.from).chain(steps.fuse())
    }

    /// The line on the smallest grid that holds it, as a map with north at the top: `@` at its current place, `Z` at its
    /// target, `*` between.
    ///
    /// # Errors
    /// [`SizeError`] if no grid is that large.
    pub fn draw(self) -> Result<Grid, SizeError> {
        let (from, to) = (self.from, self.to);
        let top = if self.axis == Axis::YUp {
            from.1.max(to.1)
        } else {
            from.1.min(to.1)
        };
        let left = from.0.min(to.0);
        let tile = |(x, y): Point| (x.abs_diff(left) as usize, y.abs_diff(top) as usize);
        let extent = |a: i32, b: i32| (a.abs_diff(b) as usize).saturating_add(1);
        let mut grid = Grid::new(extent(from.0, to.0), extent(from.1, to.1), Tile::Floor)?;
        let marks = self
            .points()
            .map(|point| (point, '*'))
            .chain([(to, 'Z'), (from, '@')]);
        for (point, mark) in marks {
            let (x, y) = tile(point);
            grid.set(x, y, Tile::Mark(mark));
        }
        Ok(grid)
    }
}

impl<S: Iterator<Item = Direction>> Iterator for Line<S> {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        let step = self.steps.next()?;
        self.from = step.from(self.from, self.axis);
        Some(step)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.steps.size_hint()
    }
}

impl<S: ExactSizeIterator<Item = Direction>> ExactSizeIterator for Line<S> {}
impl<S: FusedIterator<Item = Direction>> FusedIterator for Line<S> {}

/// The steps that a line takes, and how many of them.
struct Steps {
    cardinal: Direction,
    ordinal: Direction,
    cardinals: u64,
    ordinals: u64,
}

impl Steps {
    fn between(from: Point, to: Point, axis: Axis) -> Result<Self, LineError> {
        let (wide, high) = (to.0.abs_diff(from.0), to.1.abs_diff(from.1));
        let steps = u64::from(wide.max(high));
        if steps > MAXIMUM {
            return Err(LineError::TooLong(steps));
        }
        let (x, y) = (to.0.cmp(&from.0) as i32, to.1.cmp(&from.1) as i32);
        let cardinal = if wide < high { (0, y) } else { (x, 0) };
        // If a direction does not exist, no step is taken in it.
        let direction = |offset| Direction::of(offset, axis).unwrap_or(Direction::East);
        let ordinals = u64::from(wide.min(high));
        Ok(Self {
            cardinal: direction(cardinal),
            ordinal: direction((x, y)),
            cardinals: steps - ordinals,
            ordinals,
        })
    }
}

/// The document's line: cardinal and ordinal steps in the order of [`spread_iter`], without a list.
///
/// # Errors
/// [`LineError::TooLong`] for more than [`MAXIMUM`] steps.
pub fn line(from: Point, to: Point, axis: Axis) -> Result<Line<Spread<Direction>>, LineError> {
    spread_out(from, to, axis, spread_iter)
}

fn spread_out(
    from: Point,
    to: Point,
    axis: Axis,
    order: fn(Direction, Direction, u64, u64) -> Result<Spread<Direction>, SpreadError>,
) -> Result<Line<Spread<Direction>>, LineError> {
    let Steps {
        cardinal,
        ordinal,
        cardinals,
        ordinals,
    } = Steps::between(from, to, axis)?;
    let steps = order(cardinal, ordinal, cardinals, ordinals)
        .map_err(|_| LineError::TooLong(cardinals + ordinals))?;
    Ok(Line {
        steps,
        from,
        to,
        axis,
    })
}

/// A line whose way back is its way out: [`line()`] if `from` is the smaller point, compared by x and then by y; otherwise the
/// points of the line from `to`, last to first. The two differ only where the steps of [`line()`] are not a palindrome.
///
/// # Errors
/// [`LineError::TooLong`] for more than [`MAXIMUM`] steps.
pub fn symmetric(from: Point, to: Point, axis: Axis) -> Result<Line<Spread<Direction>>, LineError> {
    spread_out(
        from,
        to,
        axis,
        if from <= to {
            spread_iter
        } else {
            reversed_iter
        },
    )
}

/// Bresenham's line: at every step the tile nearest to the true line; of two equally near ones, the one further in the
/// direction of the target's shorter extent.
///
/// Source: J. E. Bresenham, *Algorithm for computer control of a digital plotter*, IBM Systems Journal 4 (1965).
///
/// # Errors
/// [`LineError::TooLong`] for more than [`MAXIMUM`] steps, as for the other lines.
pub fn bresenham(
    from: Point,
    to: Point,
    axis: Axis,
) -> Result<Line<impl ExactSizeIterator<Item = Direction> + Clone>, LineError> {
    let Steps {
        cardinal,
        ordinal,
        cardinals,
        ordinals,
    } = Steps::between(from, to, axis)?;
    let count = cardinals + ordinals;
    // After k of n steps the line should have taken k * ordinals / n ordinal ones, rounded to the nearest. In units of
    // 1 / 2n, each step adds 2 * ordinals to what is owed, half an ordinal step is owed in advance, and a whole one is taken.
    let mut owed = count;
    let steps = (0..count as u32).map(move |_| {
        owed += 2 * ordinals;
        if owed < 2 * count {
            return cardinal;
        }
        owed -= 2 * count;
        ordinal
    });
    Ok(Line {
        steps,
        from,
        to,
        axis,
    })
}

/// The square of the largest distance, in tiles, of any of `points` from the straight line through `from` and `to`; from the
/// one point, if they are the same. Zero without points.
pub fn deviation(points: impl IntoIterator<Item = Point>, from: Point, to: Point) -> Fraction {
    let between = |a: Point, b: Point| {
        (
            i128::from(b.0) - i128::from(a.0),
            i128::from(b.1) - i128::from(a.1),
        )
    };
    let square = |(x, y): (i128, i128)| (x * x + y * y).unsigned_abs();
    let line = between(from, to);
    let squared = |point: Point| {
        let (x, y) = between(from, point);
        // Twice the area of a triangle, and the length of the line times the distance from it. All places together are a square
        // of 2^32 tiles, in which no triangle covers more than half: the area is below 2^64, and its square fits.
        let area = (line.0 * y - line.1 * x).unsigned_abs();
        if from == to {
            square((x, y))
        } else {
            area * area
        }
    };
    let largest = points.into_iter().map(squared).max().unwrap_or(0);
    Fraction::over(
        largest,
        NonZeroU128::new(square(line)).unwrap_or(NonZeroU128::MIN),
    )
}
