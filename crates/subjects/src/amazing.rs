//! The maze of document 002, bugs included.

mod cases;
#[cfg(feature = "foreign")]
mod reference;

use generators::draw::Draw;
use grids::amazing::{End, Restart, Rules, Walk};
use lockstep::{Seen, Subject};

use super::arguments::{Length, words};
use super::dice::{DiceRule, PortDice, Seeded, line, place, refused, side};

words! {
    /// Where the visitor starts again after a dead end: as in the document, or as in the BASIC.
    pub struct RestartArgument(Restart) { RandomVisited = "random", Scan = "scan" }
}

lockstep::ops! {
    /// An op on the maze.
    pub enum Op {
        /// Seeds the PCG32 of the subject pcg32 and chooses the rule by which a number below n is made. modulo: word % n.
        /// scaled: word * n / 2^32, rounded down. haskell: random_r(0, n - 1) of the subject haskell. Shows the state.
        Srandom { initstate: u64, initseq: u64, rule: DiceRule } = "srandom" => u64 [seeds],
        /// Runs the maze of document 002, bugs included, and tells how it ended: fixtures/vectors/README.md has the rules.
        /// If a side is 0: one line `refused: no map is W by H`, no draw. Lines: `HOW at C,R, entered at C, next cell N`,
        /// HOW one of done, endless, past the list; `list` and every C,R that a restart may draw from (none with scan);
        /// column by column `walls` and the wall values, then column by column `visited` and the numbers of the visits;
        /// `state ` and the state of the generator in 16 hexadecimal digits.
        Maze { width: Length, height: Length, restart: RestartArgument } = "maze" => texts [draws],
    }
}

/// The subject.
pub struct AmazingMaze;

/// A maze, in the form that both sides show.
struct Shown<'a> {
    status: &'a str,
    start: u32,
    at: (u32, u32),
    cell_count: u32,
    list: Vec<(u32, u32)>,
    walls: Vec<Vec<u8>>,
    visited: Vec<Vec<u32>>,
}

impl Shown<'_> {
    fn lines(self) -> Vec<String> {
        let Self {
            status,
            start,
            at,
            cell_count,
            list,
            walls,
            visited,
        } = self;
        let end = format!(
            "{status} at {}, entered at {start}, next cell {cell_count}",
            place(at)
        );
        let mut lines = vec![end, line("list", list.into_iter().map(place))];
        lines.extend(walls.into_iter().map(|column| line("walls", column)));
        lines.extend(visited.into_iter().map(|column| line("visited", column)));
        lines
    }
}

fn place_of_port((column, row): (usize, usize)) -> (u32, u32) {
    (column as u32, row as u32)
}

fn port_lines(width: Length, height: Length, restart: Restart, dice: &mut dyn Draw) -> Vec<String> {
    let walk = Walk::begin(
        width.get() as usize,
        height.get() as usize,
        Rules::Document(restart),
        dice,
    );
    let Ok(mut walk) = walk else {
        return refused(width, height);
    };
    let status = match walk.run(dice) {
        End::Complete => "done",
        End::Endless => "endless",
        End::PastTheList => "past the list",
    };
    let maze = walk.maze();
    let shown = Shown {
        status,
        start: maze.start_column() as u32,
        at: place_of_port(walk.at()),
        cell_count: maze.cells_visited() as u32 + 1,
        list: walk.list().map(place_of_port).collect(),
        walls: maze.walls(),
        visited: maze.visited(),
    };
    shown.lines()
}

/// Seeds the generator, or makes a map.
fn apply<D: Seeded>(
    dice: &mut D,
    op: &Op,
    map: impl FnOnce(&mut D, Length, Length, Restart) -> Seen,
) -> Seen {
    match *op {
        Op::Srandom {
            initstate,
            initseq,
            rule,
        } => dice.srandom(initstate, initseq, rule),
        Op::Maze {
            width,
            height,
            restart,
        } => map(dice, width, height, restart.0),
    }
}

fn port(dice: &mut PortDice, op: &Op) -> Seen {
    apply(dice, op, |dice, width, height, restart| {
        dice.map(|dice| port_lines(width, height, restart, dice))
    })
}

impl Subject for AmazingMaze {
    facts!(
        "amazing",
        "the maze of Amazing, with restarts drawn and by scan, and with its ways to fail",
        Op,
        side(port),
        side(reference::apply_op),
        cases::CASES
    );
}
