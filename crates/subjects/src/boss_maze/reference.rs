//! The maze in C.

use foreign::reference::maps;
use grids::boss_maze::Order;
use lockstep::Seen;

use super::{JOINED, Op, apply};
use crate::dice::reference::{CDice, rows};
use crate::dice::{line, place, refused};

fn c_lines(maze: &maps::BossMaze, width: u32) -> Vec<String> {
    let open: Vec<bool> = maze.tiles.iter().map(|&is_wall| !is_wall).collect();
    let mut lines = vec![line("start", [place(maze.start)])];
    lines.push(line("visited", maze.visited.iter().copied().map(place)));
    lines.extend(rows(&open, width));
    let joined = maze.joined.chunks(width as usize);
    lines.extend(joined.map(|row| {
        row.iter()
            .map(|&walls| JOINED[usize::from(walls)])
            .collect::<String>()
    }));
    lines
}

pub(super) fn apply_op(dice: &mut CDice, op: &Op) -> Seen {
    apply(dice, op, |dice, width, height, order| {
        dice.map(|dice| {
            let shuffled = order == Order::Shuffled;
            match maps::boss_maze(width.get(), height.get(), shuffled, dice) {
                Ok(maze) => c_lines(&maze, width.get()),
                Err(_) => refused(width, height),
            }
        })
    })
}
