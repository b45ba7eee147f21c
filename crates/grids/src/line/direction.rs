//! The eight directions of the compass.

/// A place on an unbounded grid: x grows to the east, and y as [`Axis`] says.
pub type Point = (i32, i32);

/// In which direction y grows.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Axis {
    /// To the north, as in mathematics.
    YUp,
    /// To the south, as rows on a screen.
    YDown,
}

/// A direction of the compass.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Direction {
    /// Up.
    North,
    /// Up and to the right.
    NorthEast,
    /// To the right.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down.
    South,
    /// Down and to the left.
    SouthWest,
    /// To the left.
    West,
    /// Up and to the left.
    NorthWest,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

/// The directions clockwise from north: how far east and north a step leads, and the arrow.
const COMPASS: [(Direction, i32, i32, char); 8] = [
    (North, 0, 1, '↑'),
    (NorthEast, 1, 1, '↗'),
    (East, 1, 0, '→'),
    (SouthEast, 1, -1, '↘'),
    (South, 0, -1, '↓'),
    (SouthWest, -1, -1, '↙'),
    (West, -1, 0, '←'),
    (NorthWest, -1, 1, '↖'),
];

impl Direction {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest,
    ];

    /// The arrow of the direction on a map with north at the top.
    pub const fn arrow(self) -> char {
        COMPASS[self as usize].3
    }

    /// Whether the direction is diagonal.
    pub const fn is_ordinal(self) -> bool {
        self as usize % 2 == 1
    }

    /// The change of x and of y in a step: -1, 0 or 1.
    pub const fn offset(self, axis: Axis) -> (i32, i32) {
        let (_, east, north, _) = COMPASS[self as usize];
        (
            east,
            if matches!(axis, Axis::YUp) {
                north
            } else {
                -north
            },
        )
    }

    /// The direction whose step adds this to x and y; `None` if there is none.
    pub fn of(offset: (i32, i32), axis: Axis) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.offset(axis) == offset)
    }

    /// The point one step away. At the edge of the numbers it is the same point.
    pub(super) const fn from(self, (x, y): Point, axis: Axis) -> Point {
        let (dx, dy) = self.offset(axis);
        (x.saturating_add(dx), y.saturating_add(dy))
    }
}
