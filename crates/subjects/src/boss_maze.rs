//! The maze of document 000.

mod cases;
#[cfg(feature = "foreign")]
mod reference;

use grids::boss_maze::{self, Order};
use lockstep::{Seen, Subject};

use super::arguments::{Length, words};
use super::dice::{DiceRule, PortDice, Seeded, grid_rows, line, place, refused, side};

words! {
    /// How the directions at a cell are put in order.
    pub struct OrderArgument(Order) { Packed = "packed", Shuffled = "shuffled" }
}

lockstep::ops! {
    /// An op on the maze.
    pub enum Op {
        /// Seeds the PCG32 of the subject pcg32 and chooses the rule by which a number below n is made. modulo: word % n.
        /// scaled: word * n / 2^32, rounded down. haskell: random_r(0, n - 1) of the subject haskell. Shows the state.
        Srandom { initstate: u64, initseq: u64, rule: DiceRule } = "srandom" => u64 [seeds],
        /// Digs a maze of width by height tiles, all rock. If a side is 0: one line `refused: no map is W by H`, no draw.
        /// Otherwise draws the start: column = 2 * (a draw below (width - 2) / 2 + 1) + 1, row likewise with height,
        /// divisions rounded towards zero; visit(column, row) as below. visit: if outside or no rock, return; open the tile
        /// and the one half-way from where one came (two tiles a step); note the place as visited; put the four directions
        /// in order; visit from there two tiles on in each, in that order, going back where it ends. Directions 0 up, 1
        /// left, 2 down, 3 right. packed: the byte of random_directions of the subject permutation, lowest two bits first.
        /// shuffled: list 0 1 2 3; for i = 3, 2, 1 draw k below i + 1 and swap places i and k; used from the end. Lines:
        /// `start C,R`; `visited` and every C,R in order; the rows, # rock and . open; the rows again, each wall the glyph
        /// in the table joined at 8 * (wall above) + 4 * (left) + 2 * (below) + 1 * (right), open tiles and walls alone a
        /// blank; `state ` and the state of the generator in 16 hexadecimal digits.
        Maze { width: Length, height: Length, order: OrderArgument } = "maze" => texts [draws],
    }
}

/// The subject.
pub struct BossMaze;

fn port_lines(maze: &boss_maze::Maze) -> Vec<String> {
    let grid = maze.grid();
    let mut lines = vec![line("start", [place(maze.start())])];
    lines.push(line("visited", maze.visited().iter().copied().map(place)));
    lines.extend(grid_rows(grid));
    lines.extend(grid.text().to_string().lines().map(str::to_owned));
    lines
}

/// Seeds the generator, or makes a map.
fn apply<D: Seeded>(
    dice: &mut D,
    op: &Op,
    map: impl FnOnce(&mut D, Length, Length, Order) -> Seen,
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
            order,
        } => map(dice, width, height, order.0),
    }
}

fn port(dice: &mut PortDice, op: &Op) -> Seen {
    apply(dice, op, |dice, width, height, order| {
        dice.map(|mut dice| {
            let (columns, rows) = (width.get() as usize, height.get() as usize);
            match boss_maze::generate(columns, rows, order, &mut dice) {
                Ok(maze) => port_lines(&maze),
                Err(error) => refused(error.width, error.height),
            }
        })
    })
}

/// The document's characters for a wall, by its neighbouring walls: up adds 8, left 4, down 2, right 1.
const JOINED: [&str; 16] = [
    " ", "━", "┃", "┏", "━", "━", "┓", "┳", "┃", "┗", "┃", "┣", "┛", "┻", "┫", "╋",
];

impl Subject for BossMaze {
    facts!(
        "boss-maze",
        "the maze that a worm digs, its directions packed in a byte or shuffled in a list",
        Op,
        side(port),
        side(reference::apply_op),
        cases::CASES
    );

    fn tables(&self) -> &[(&'static str, &'static [&'static str])] {
        &[("joined", &JOINED)]
    }
}
