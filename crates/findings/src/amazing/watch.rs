//! A walk, and what happens on it that the finished maze does not show.

use std::ops::ControlFlow;

use generators::draw::Draw;
use grids::amazing::{End, Restart, Rules, Walk};
use grids::grid::SizeError;

/// The rules that are compared, by name: the document's restart, the restart that it says the BASIC version had, and the
/// corrected rules.
pub(super) const RULES: [(&str, Rules); 3] = [
    ("random restarts", Rules::Document(Restart::RandomVisited)),
    ("scan", Rules::Document(Restart::Scan)),
    ("corrected", Rules::Corrected),
];
/// The place of the document's own rules among [`RULES`].
pub(crate) const RANDOM: usize = 0;
pub(super) const SCAN: usize = 1;
pub(super) const CORRECTED: usize = 2;

const CORNER: (usize, usize) = (0, 0);

/// Where a visitor landed who was thrown to the upper left corner by the exit.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Landing {
    Visited,
    Unvisited,
}

#[derive(Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Marks {
    pub thrown: Option<Landing>,
    /// Openings that were closed again: the cell, and the sides as in a wall value.
    pub lost: Vec<((usize, usize), u8)>,
    /// Whether a cell was entered through an opening that already existed.
    pub twice: bool,
    /// Whether a step opened more than its own way, or would have in the document's own code.
    pub wrong: bool,
    pub from_start: bool,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Event {
    Carved,
    Exit,
    /// The walk restarted: from one place to another.
    Restarted((usize, usize), (usize, usize)),
    Ended(End),
}

#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Watch {
    pub walk: Walk,
    pub marks: Marks,
}

impl Watch {
    pub fn begin<D: Draw + ?Sized>(
        width: usize,
        height: usize,
        rules: Rules,
        draws: &mut D,
    ) -> Result<Self, SizeError> {
        Ok(Self {
            walk: Walk::begin(width, height, rules, draws)?,
            marks: Marks::default(),
        })
    }

    pub fn step<D: Draw + ?Sized>(&mut self, draws: &mut D) -> Event {
        let maze = self.walk.maze();
        let (at, visited, left) = (self.walk.at(), maze.cells_visited(), maze.cells_left());
        // The cells whose sides a step can change: this one, the one to the left and the one above.
        let places = [
            at,
            (at.0.wrapping_sub(1), at.1),
            (at.0, at.1.wrapping_sub(1)),
        ];
        let before = self.walls(places);
        if let ControlFlow::Break(end) = self.walk.step(draws) {
            return Event::Ended(end);
        }
        if left == 0 {
            // The corrected rules add an exit if it is missing.
            return Event::Exit;
        }
        let after = self.walls(places);
        let opened: u32 = before
            .iter()
            .zip(after)
            .map(|(before, after)| (after & !before).count_ones())
            .sum();
        let now = self.walk.at();
        self.marks.wrong |= opened > 1;
        if self.walk.maze().cells_visited() > visited {
            self.marks.twice |= opened == 0;
            self.marks.wrong |= sets_both_sides(before[0], at, now);
            let closed = places.into_iter().zip(
                before
                    .iter()
                    .zip(after)
                    .map(|(before, after)| before & !after),
            );
            self.marks
                .lost
                .extend(closed.filter(|&(_, sides)| sides > 0));
            return Event::Carved;
        }
        if opened > 0 {
            if now != at {
                let corner_visited = self.walk.maze().visited()[CORNER.0][CORNER.1] > 0;
                self.marks.thrown = Some(if corner_visited {
                    Landing::Visited
                } else {
                    Landing::Unvisited
                });
            }
            return Event::Exit;
        }
        self.marks.from_start |= now == (self.walk.maze().start_column(), 0);
        Event::Restarted(at, now)
    }

    /// The watched walk with the canonical form of its walk, which depends on the rules.
    ///
    /// A walk in canonical form forgets a restart by scan, so no later step shows it.
    #[must_use]
    pub fn map(self, rules: Rules, canonical: fn(Walk) -> Walk) -> Self {
        let Self { walk, mut marks } = self;
        let at = walk.at();
        let walk = canonical(walk);
        let scanned = rules == RULES[SCAN].1 && walk.maze().cells_left() > 0 && walk.at() != at;
        marks.from_start |= scanned && walk.at() == (walk.maze().start_column(), 0);
        Self { walk, marks }
    }

    fn walls(&self, places: [(usize, usize); 3]) -> [u8; 3] {
        places.map(|(column, row)| self.walk.maze().wall(column, row).unwrap_or(0))
    }
}

/// Whether the document's code also opens the other side when it goes this way from a cell with this wall value: to the right
/// and down it turns every value except 0 into 3. That is right unless the way was open already.
const fn sets_both_sides(wall: u8, from: (usize, usize), to: (usize, usize)) -> bool {
    let right = to.0 == from.0 + 1 && to.1 == from.1;
    let down = to.0 == from.0 && to.1 == from.1 + 1;
    right && wall == 2 || down && wall == 1
}

#[cfg(test)]
mod tests {
    use generators::draw::Tape;

    use super::*;

    /// A walk by the document's rules that draws these numbers and then ends.
    fn watched(width: usize, height: usize, draws: &[u32]) -> (Marks, Vec<Event>) {
        let mut draws = Tape::new(draws);
        let mut watch = Watch::begin(width, height, RULES[RANDOM].1, &mut draws).unwrap();
        let mut events = Vec::new();
        loop {
            events.push(watch.step(&mut draws));
            if let Some(Event::Ended(_)) = events.last() {
                return (watch.marks, events);
            }
        }
    }

    const DONE: Event = Event::Ended(End::Complete);

    #[test]
    fn the_corner_is_entered_by_its_own_opening_again() {
        // Start on the right, down, out: thrown to the unvisited corner. Down from there, then up into it.
        let (marks, events) = watched(2, 2, &[1, 0, 0, 0, 0]);
        assert_eq!(
            events,
            [
                Event::Carved,
                Event::Exit,
                Event::Carved,
                Event::Carved,
                DONE
            ]
        );
        assert_eq!(
            (marks.thrown, marks.twice, marks.lost.len()),
            (Some(Landing::Unvisited), true, 0)
        );
    }

    #[test]
    fn an_opening_of_the_corner_is_lost() {
        // Start at the right of three by two, down, out, thrown; east from the corner; down, left, up into the corner.
        let (marks, events) = watched(3, 2, &[2, 0, 0, 0, 0, 0, 0]);
        assert_eq!(events.len(), 7);
        assert_eq!(
            (marks.lost, marks.twice, marks.wrong),
            (vec![(CORNER, 2)], false, false)
        );
    }

    #[test]
    fn setting_both_sides_is_wrong_where_the_way_was_open() {
        let (right, down) = (((1, 1), (2, 1)), ((1, 1), (1, 2)));
        let wrong = |wall, (from, to)| sets_both_sides(wall, from, to);
        assert!(wrong(2, right) && wrong(1, down));
        assert!(
            ![0, 1, 3].iter().any(|&wall| wrong(wall, right))
                && ![0, 2, 3].iter().any(|&wall| wrong(wall, down))
        );
        assert!(
            !wrong(2, ((1, 1), (0, 1))) && !wrong(1, ((1, 1), (1, 0))),
            "left and up"
        );
    }

    #[test]
    fn a_restart_has_two_ends() {
        // Start in the middle above; left, down, out, thrown to the visited corner, which is locked.
        let (marks, events) = watched(3, 2, &[1, 2, 0, 1, 0, 0, 0, 0]);
        assert_eq!(marks.thrown, Some(Landing::Visited));
        assert_eq!(events[3], Event::Restarted((0, 0), (0, 1)));
        assert!(!marks.from_start);
    }
}
