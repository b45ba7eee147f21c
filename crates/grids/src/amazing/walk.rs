//! The walk that carves a maze, one decision at a time.

use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;
use core::ops::ControlFlow;

use generators::draw::Draw;

use super::maze::{Amazing, Direction, EAST, MAX_CELLS, SOUTH};
use crate::grid::{Size, SizeError};

/// Where the visitor goes on after a dead end.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Restart {
    /// The document's rule: an entry of the list of visited cells, drawn until it is not locked. The start is not in
    /// the list, and its first entry is never drawn.
    RandomVisited,
    /// The BASIC program's rule: the next visited cell that is not locked, left to right and top to bottom from where the
    /// visitor stands, and after the last cell from the upper left corner. It takes no draw, and always finds a cell.
    Scan,
}

words!(Restart { RandomVisited = "random", Scan = "scan" });

/// By which rules a walk carves.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Rules {
    /// The document's rules, bugs included.
    Document(Restart),
    /// The corrected rules: see [`Amazing::corrected`].
    Corrected,
}

/// How a walk ends.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum End {
    /// Every cell is visited, and under the corrected rules there is an exit.
    Complete,
    /// Cells are left, and every entry that a restart can draw is locked. A locked cell stays locked, so the
    /// document's code draws for ever.
    Endless,
    /// A restart from a list of fewer than two cells: the document's code reads an entry that does not exist.
    PastTheList,
}

/// A walk: the maze so far, and all that decides how it continues. Equal walks stay equal with equal draws, so an
/// exploration of every branch may merge them.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Walk {
    maze: Amazing,
    rules: Rules,
    at: usize,
    exit_placed: bool,
    /// The cells from which a restart draws, in the order of their visits. Unused by [`Restart::Scan`].
    list: Vec<usize>,
    /// How many entries a restart can draw and would accept: if there are none, the document's restart has no end.
    choosable: usize,
}

impl Walk {
    /// Draws the start: a column of the top row. It takes one draw below `width`.
    ///
    /// # Errors
    /// If the maze has no cell, or more than [`MAX_CELLS`]; nothing is drawn then.
    pub fn begin<D: Draw + ?Sized>(
        width: usize,
        height: usize,
        rules: Rules,
        draws: &mut D,
    ) -> Result<Self, SizeError> {
        Size::within(width, height, MAX_CELLS)?;
        let start_column = bounded(draws, width) as u32;
        let maze = Amazing::closed(width as u32, height as u32, start_column);
        let at = maze.start_column();
        let list = if rules == Rules::Corrected {
            vec![at]
        } else {
            Vec::new()
        };
        let choosable = list.iter().filter(|&&cell| !maze.is_locked(cell)).count();
        Ok(Self {
            maze,
            rules,
            at,
            exit_placed: false,
            list,
            choosable,
        })
    }

    /// Takes one decision: the next direction, or the place of a restart. A walk that has ended does not change.
    ///
    /// A direction is one draw below the number of valid ones (also when there is only one), listed up, right, down,
    /// left. Down from the bottom row is valid while no exit exists. A restart draws as its rule says; past the list it
    /// is one draw below 1, every time. The corrected rules may draw one last column, for the exit.
    pub fn step<D: Draw + ?Sized>(&mut self, draws: &mut D) -> ControlFlow<End> {
        if self.is_complete() {
            return ControlFlow::Break(End::Complete);
        }
        if self.maze.cells_left() == 0 {
            let column = bounded(draws, self.maze.width());
            self.place_exit(self.maze.walls.len() - self.maze.width() + column);
            return ControlFlow::Continue(());
        }
        let mut valid = [Direction::Up; 4];
        let mut count = 0;
        for direction in self.directions() {
            valid[count] = direction;
            count += 1;
        }
        if count == 0 {
            return self.restart(draws);
        }
        self.go(valid[bounded(draws, count)]);
        ControlFlow::Continue(())
    }

    /// Steps until the end.
    pub fn run<D: Draw + ?Sized>(&mut self, draws: &mut D) -> End {
        loop {
            if let ControlFlow::Break(end) = self.step(draws) {
                return end;
            }
        }
    }

    /// The maze so far.
    pub const fn maze(&self) -> &Amazing {
        &self.maze
    }

    /// Gives the maze back.
    pub fn into_maze(self) -> Amazing {
        self.maze
    }

    /// Column and row where the visitor stands.
    pub const fn at(&self) -> (usize, usize) {
        self.maze.place(self.at)
    }

    /// Columns and rows of the cells from which a restart draws, in order. Empty under [`Restart::Scan`].
    pub fn list(&self) -> impl Iterator<Item = (usize, usize)> {
        self.list.iter().map(|&cell| self.maze.place(cell))
    }

    /// Whether the walk has ended well.
    pub fn is_complete(&self) -> bool {
        self.maze.cells_left() == 0 && (self.exit_placed || self.rules != Rules::Corrected)
    }

    /// The same walk without what can no longer matter to the walls, the start and the end, whatever the draws: visit numbers
    /// become 1, and a visitor in a dead end stands where all such visitors stand.
    #[must_use]
    pub fn canonical(mut self) -> Self {
        for number in &mut self.maze.visited {
            *number = (*number).min(1);
        }
        if self.maze.cells_left() == 0 {
            self.at = self.maze.start_column();
            self.list.clear();
        } else if self.directions().next().is_none() {
            // The scan is no decision: it can be done now. Otherwise where the visitor stands only has to be a dead
            // end, and the first one will do.
            self.at = if self.rules == Rules::Document(Restart::Scan) {
                self.scan()
            } else {
                (0..self.at)
                    .find(|&cell| self.directions_from(cell).next().is_none())
                    .unwrap_or(self.at)
            };
        }
        self
    }

    /// [`canonical`](Self::canonical) if the draws are ideal: a restart then takes every entry that it can draw and
    /// accepts equally often, so the order of the list matters only through its first entry, and that only while it
    /// is not locked. Under another rule of drawing, entries at different places have different chances.
    #[must_use]
    pub fn canonical_if_ideal(self) -> Self {
        let mut walk = self.canonical();
        let keep = usize::from(
            walk.rules != Rules::Corrected
                && walk.list.first().is_some_and(|&c| !walk.maze.is_locked(c)),
        );
        walk.list[keep..].sort_unstable();
        if keep == 0 && walk.rules != Rules::Corrected {
            // The first entry was locked. Another locked one has to stand there: the unlocked ones can be drawn.
            if let Some(locked) = walk.list.iter().position(|&cell| walk.maze.is_locked(cell)) {
                walk.list[..=locked].rotate_right(1);
            }
        }
        walk
    }

    fn directions(&self) -> impl Iterator<Item = Direction> {
        self.directions_from(self.at)
    }

    /// Where a visitor on `cell` could go.
    fn directions_from(&self, cell: usize) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| {
            match self.maze.neighbour(cell, direction) {
                Some(next) => !self.maze.is_visited(next),
                None => direction == Direction::Down && !self.exit_placed,
            }
        })
    }

    fn go(&mut self, direction: Direction) {
        let Some(next) = self.maze.neighbour(self.at, direction) else {
            return self.place_exit(self.at);
        };
        let walls = &mut self.maze.walls;
        match (self.rules, direction) {
            // Assigned, not merged: an opening that the visitor left in an unvisited corner is lost.
            (Rules::Document(_), Direction::Up) => walls[next] = SOUTH,
            (Rules::Document(_), Direction::Left) => walls[next] = EAST,
            (Rules::Corrected, Direction::Up) => walls[next] |= SOUTH,
            (Rules::Corrected, Direction::Left) => walls[next] |= EAST,
            (_, Direction::Right) => walls[self.at] |= EAST,
            (_, Direction::Down) => walls[self.at] |= SOUTH,
        }
        self.visit(next);
    }

    /// Opens the bottom of `cell`. By the document's rules, a visitor without an opening to the east then jumps to the
    /// upper left corner, visited or not.
    fn place_exit(&mut self, cell: usize) {
        self.exit_placed = true;
        if self.maze.walls[cell] == 0 && self.rules != Rules::Corrected {
            self.at = 0;
        }
        self.maze.walls[cell] |= SOUTH;
    }

    /// Moves to `cell` and numbers it.
    fn visit(&mut self, cell: usize) {
        self.at = cell;
        self.maze.visited[cell] = self.maze.next_number;
        self.maze.next_number += 1;
        if self.rules == Rules::Document(Restart::Scan) {
            return;
        }
        self.list.push(cell);
        // `cell` was the one that kept its visited neighbours unlocked, or not the only one.
        let locked = |&next: &usize| {
            self.maze.is_visited(next) && self.can_be_drawn(next) && self.maze.is_locked(next)
        };
        let now_locked = self.maze.neighbours(cell).filter(locked).count();
        let now_open = usize::from(self.can_be_drawn(cell) && !self.maze.is_locked(cell));
        self.choosable = self.choosable + now_open - now_locked;
    }

    /// Whether a restart can draw the visited `cell`.
    fn can_be_drawn(&self, cell: usize) -> bool {
        self.rules == Rules::Corrected
            || (cell != self.maze.start_column() && self.list.first() != Some(&cell))
    }

    fn restart<D: Draw + ?Sized>(&mut self, draws: &mut D) -> ControlFlow<End> {
        // random(len - 1) counts from 1 and is used as an index from 0.
        let never_drawn = match self.rules {
            Rules::Document(Restart::Scan) => {
                self.at = self.scan();
                return ControlFlow::Continue(());
            }
            Rules::Document(Restart::RandomVisited) => 1,
            Rules::Corrected => 0,
        };
        let Some(n) = self
            .list
            .len()
            .checked_sub(never_drawn)
            .and_then(|n| NonZeroU32::new(n as u32))
        else {
            // random(0) is 1, in a list of one; random(-1) is 0, or 1 where the fraction is 0, in an empty one.
            draws.draw(NonZeroU32::MIN);
            return ControlFlow::Break(End::PastTheList);
        };
        if self.choosable == 0 {
            return ControlFlow::Break(End::Endless);
        }
        let cell = |index: u32| self.list[index as usize + never_drawn];
        let index = draws.draw_until(n, &mut |index| !self.maze.is_locked(cell(index)));
        self.at = cell(index);
        ControlFlow::Continue(())
    }

    /// The first visited cell that is not locked, from where the visitor stands. While cells are left there is one:
    /// some visited cell is next to an unvisited one.
    fn scan(&self) -> usize {
        let open = |&cell: &usize| self.maze.is_visited(cell) && !self.maze.is_locked(cell);
        (self.at..self.maze.walls.len())
            .chain(0..self.at)
            .find(open)
            .unwrap_or(self.at)
    }
}

/// A draw below `n`, which is at least 1.
fn bounded<D: Draw + ?Sized>(draws: &mut D, n: usize) -> usize {
    NonZeroU32::new(n as u32).map_or(0, |n| draws.draw(n) as usize)
}
