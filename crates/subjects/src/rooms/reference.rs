//! The rooms and halls in C.

use foreign::reference::maps;
use grids::rooms::Halls;
use lockstep::Seen;

use super::{Op, apply, lines};
use crate::dice::reference::{CDice, rows};
use crate::dice::refused;

pub(super) fn apply_op(dice: &mut CDice, op: &Op) -> Seen {
    apply(dice, op, |dice, width, height, halls| {
        dice.map(|dice| {
            let turned = halls == Halls::Turned;
            match maps::rooms(width.get(), height.get(), turned, dice) {
                Ok(map) => lines(&map.rooms, &map.halls, rows(&map.tiles, width.get())),
                Err(_) => refused(width, height),
            }
        })
    })
}
