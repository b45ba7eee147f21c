//! The maze in C.

use std::num::NonZeroU32;

use foreign::reference::ReferenceDice;
use foreign::reference::maps::{self, Status};
use grids::amazing::Restart;
use lockstep::Seen;

use super::{Op, Shown, apply};
use crate::arguments::Length;
use crate::dice::reference::CDice;
use crate::dice::refused;

fn c_lines(
    width: Length,
    height: Length,
    restart: Restart,
    dice: &mut ReferenceDice,
) -> Vec<String> {
    let scan = restart == Restart::Scan;
    let Ok(maze) = maps::amazing(width.get(), height.get(), scan, dice) else {
        return refused(width, height);
    };
    let status = match maze.status {
        Status::Done => "done",
        Status::Endless => "endless",
        Status::PastList => {
            // The document's code takes one more number before it reads past the list; the C ends before that.
            dice.draw(NonZeroU32::MIN);
            "past the list"
        }
    };
    let height = height.get() as usize;
    let shown = Shown {
        status,
        start: maze.start,
        at: maze.current,
        cell_count: maze.cell_count,
        // The port keeps no list if nothing is drawn from it.
        list: if scan { Vec::new() } else { maze.visited_list },
        walls: maze.walls.chunks(height).map(<[u8]>::to_vec).collect(),
        visited: maze.visited.chunks(height).map(<[u32]>::to_vec).collect(),
    };
    shown.lines()
}

pub(super) fn apply_op(dice: &mut CDice, op: &Op) -> Seen {
    apply(dice, op, |dice, width, height, restart| {
        dice.map(|dice| c_lines(width, height, restart, dice))
    })
}
