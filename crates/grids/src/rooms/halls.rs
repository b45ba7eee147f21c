//! The halls between rooms.

use alloc::vec;
use alloc::vec::Vec;

use generators::draw::Draw;

use super::room::{Hall, Room, draw_from, numbers};

/// The halls that join rooms across a border. Without halls, the map is the document's stage of rooms alone.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Halls {
    /// A straight hall where two rooms share a column or row, otherwise nothing: the document's final code.
    Straight,
    /// A straight hall where two rooms share a column or row, otherwise one with two turns: the document's prose.
    ///
    /// For the turns a point is drawn in the first room, x before y, and one in the second. The hall crosses halfway between
    /// the facing edges of the two rooms, rounded down; straight pieces lead there from both points.
    Turned,
}

words!(Halls { Straight = "straight", Turned = "turned" });

/// How two rooms lie beside each other.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Orientation {
    /// Side by side.
    Horizontal,
    /// One above the other.
    Vertical,
}

use Orientation::{Horizontal, Vertical};

/// The twelve borders in the document's order: the rooms on both sides, counted from 0, and how they lie.
pub(super) const BORDERS: [(usize, usize, Orientation); 12] = [
    (0, 1, Horizontal),
    (1, 2, Horizontal),
    (3, 4, Horizontal),
    (4, 5, Horizontal),
    (6, 7, Horizontal),
    (7, 8, Horizontal),
    (0, 3, Vertical),
    (3, 6, Vertical),
    (1, 4, Vertical),
    (4, 7, Vertical),
    (2, 5, Vertical),
    (5, 8, Vertical),
];

impl Room {
    /// The room with columns and rows exchanged.
    const fn transposed(&self) -> Self {
        Self {
            xl: self.yl,
            yl: self.xl,
            xh: self.yh,
            yh: self.xh,
        }
    }

    /// Draws a point of the room, x before y.
    fn draw_point<D: Draw + ?Sized>(&self, draws: &mut D) -> (usize, usize) {
        let x = draw_from(draws, self.xl, self.xh);
        (x, draw_from(draws, self.yl, self.yh))
    }
}

/// The straight hall in a row that both rooms have, from the far side of the one to the far side of the other.
fn straight<D: Draw + ?Sized>(first: &Room, second: &Room, draws: &mut D) -> Option<Hall> {
    let (low, high) = (first.yl.max(second.yl), first.yh.min(second.yh));
    if low > high {
        return None;
    }
    let y = low + draws.choose(numbers(low, high)) as usize;
    Some(Hall {
        xl: first.xl.min(second.xl),
        yl: y,
        xh: first.xh.max(second.xh),
        yh: y,
    })
}

/// The hall from a point in the left room along its row, across in the middle column, and along the other point's row.
const fn turned(
    left: &Room,
    (x1, y1): (usize, usize),
    right: &Room,
    (x2, y2): (usize, usize),
) -> [Hall; 3] {
    let middle = usize::midpoint(left.xh, right.xl);
    [
        Hall::new((x1, y1), (middle, y1)),
        Hall::new((middle, y1), (middle, y2)),
        Hall::new((middle, y2), (x2, y2)),
    ]
}

impl Halls {
    /// The pieces of the hall between two rooms, the left or upper one first.
    pub(super) fn pick<D: Draw + ?Sized>(
        self,
        first: &Room,
        second: &Room,
        orientation: Orientation,
        draws: &mut D,
    ) -> Vec<Hall> {
        // Rooms one above the other become rooms side by side if columns and rows are exchanged.
        let turn = |room: &Room| {
            if orientation == Vertical {
                room.transposed()
            } else {
                *room
            }
        };
        let (left, right) = (turn(first), turn(second));
        if let Some(hall) = straight(&left, &right, draws) {
            return vec![turn(&hall)];
        }
        if self == Self::Straight {
            return Vec::new();
        }
        // The points are drawn x first, however the rooms lie.
        let [from, to] = [first, second].map(|room| room.draw_point(draws));
        let turn_point = |(x, y)| {
            if orientation == Vertical {
                (y, x)
            } else {
                (x, y)
            }
        };
        turned(&left, turn_point(from), &right, turn_point(to))
            .iter()
            .map(turn)
            .collect()
    }
}
