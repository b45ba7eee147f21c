//! The rooms and halls of document 001.

mod cases;
#[cfg(feature = "foreign")]
mod reference;

use grids::rooms::{self, Dungeon, Halls, Room};
use lockstep::{Seen, Subject};

use super::arguments::{Length, words};
use super::dice::{DiceRule, PortDice, Seeded, grid_rows, line, refused, side};

words! {
    /// How rooms are joined that no straight hall can join.
    pub struct HallsArgument(Halls) { Straight = "straight", Turned = "turned" }
}

lockstep::ops! {
    /// An op on the map.
    pub enum Op {
        /// Seeds the PCG32 of the subject pcg32 and chooses the rule by which a number below n is made. modulo: word % n.
        /// scaled: word * n / 2^32, rounded down. haskell: random_r(0, n - 1) of the subject haskell. Shows the state.
        Srandom { initstate: u64, initseq: u64, rule: DiceRule } = "srandom" => u64 [seeds],
        /// The same with a generator of this state and increment.
        Raw { state: u64, inc: u64, rule: DiceRule } = "raw" => u64 [seeds],
        /// Nine rooms and the halls across twelve borders: fixtures/vectors/README.md has the rules. If a side is below 7:
        /// one line `refused: no map is W by H`, no draw. Lines: nine times `room XL YL XH YH`; twelve times `hall` and its
        /// pieces, four numbers each; the rows, # rock and . floor; `state ` and the state of the generator in 16
        /// hexadecimal digits.
        Rooms { width: Length, height: Length, halls: HallsArgument } = "rooms" => texts [draws],
    }
}

/// The subject.
pub struct RoomsAndHalls;

/// A map, in the form that both sides show.
fn lines(
    rooms: &[[u32; 4]; 9],
    halls: &[Vec<[u32; 4]>; 12],
    rows: impl Iterator<Item = String>,
) -> Vec<String> {
    let mut lines: Vec<String> = rooms.iter().map(|room| line("room", room)).collect();
    lines.extend(
        halls
            .iter()
            .map(|pieces| line("hall", pieces.iter().flatten())),
    );
    lines.extend(rows);
    lines
}

fn corners(room: &Room) -> [u32; 4] {
    [room.xl, room.yl, room.xh, room.yh].map(|side| side as u32)
}

fn port_lines(dungeon: &Dungeon) -> Vec<String> {
    let grid = dungeon.grid();
    let halls = dungeon
        .halls()
        .each_ref()
        .map(|pieces| pieces.iter().map(corners).collect());
    lines(
        &dungeon.rooms().each_ref().map(corners),
        &halls,
        grid_rows(grid),
    )
}

/// Seeds the generator, or makes a map.
fn apply<D: Seeded>(
    dice: &mut D,
    op: &Op,
    map: impl FnOnce(&mut D, Length, Length, Halls) -> Seen,
) -> Seen {
    match *op {
        Op::Srandom {
            initstate,
            initseq,
            rule,
        } => dice.srandom(initstate, initseq, rule),
        Op::Raw { state, inc, rule } => dice.raw(state, inc, rule),
        Op::Rooms {
            width,
            height,
            halls,
        } => map(dice, width, height, halls.0),
    }
}

fn port(dice: &mut PortDice, op: &Op) -> Seen {
    apply(dice, op, |dice, width, height, halls| {
        dice.map(|dice| {
            match rooms::generate(width.get() as usize, height.get() as usize, halls, dice) {
                Ok(dungeon) => port_lines(&dungeon),
                Err(_) => refused(width, height),
            }
        })
    })
}

impl Subject for RoomsAndHalls {
    facts!(
        "rooms",
        "nine rooms and the halls between them, straight ones only or turned ones as well",
        Op,
        side(port),
        side(reference::apply_op),
        cases::CASES
    );
}
