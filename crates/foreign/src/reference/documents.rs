//! The declarations of the C that was written from the documents. It is in one archive only, under `ref_`.

use core::ffi::c_void;

use super::bindings::Pcg32;

/// `struct dice` of `dice.h`.
#[repr(C)]
pub(super) struct Dice {
    pub(super) rng: Pcg32,
    pub(super) rule: i32,
    pub(super) note: unsafe extern "C" fn(log: *mut c_void, n: u32, value: u32),
    pub(super) log: *mut c_void,
}

/// `struct spot` of `documents.h`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(super) struct Spot {
    pub(super) column: i32,
    pub(super) row: i32,
}

/// `struct boss_maze` of `documents.h`.
#[repr(C)]
pub(super) struct BossMaze {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) order: i32,
    pub(super) dice: *mut Dice,
    pub(super) tiles: *mut u8,
    pub(super) joined: *mut u8,
    pub(super) visited: *mut Spot,
    pub(super) visited_count: i32,
    pub(super) start: Spot,
}

/// `struct amazing` of `documents.h`.
#[repr(C)]
pub(super) struct Amazing {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) restart: i32,
    pub(super) dice: *mut Dice,
    pub(super) walls: *mut i32,
    pub(super) visited: *mut i32,
    pub(super) visited_list: *mut Spot,
    pub(super) visited_list_length: i32,
    pub(super) cell_count: i32,
    pub(super) current_column: i32,
    pub(super) current_row: i32,
    pub(super) start_opening: i32,
    pub(super) exit_placed: i32,
}

/// `struct room` of `documents.h`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(super) struct Room {
    pub(super) xl: i32,
    pub(super) yl: i32,
    pub(super) xh: i32,
    pub(super) yh: i32,
}

/// `struct rooms` of `documents.h`.
#[repr(C)]
pub(super) struct RoomsMap {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) halls_wanted: i32,
    pub(super) dice: *mut Dice,
    pub(super) tiles: *mut u8,
    pub(super) rooms: [Room; 9],
    pub(super) hall_count: [i32; 12],
    pub(super) halls: [[Room; 3]; 12],
}

/// `SPREAD_MORE` of `documents.h`.
pub(super) const SPREAD_MORE: usize = 64;

/// Declares the functions of the C under their names there.
macro_rules! functions {
    ($(fn $function:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        unsafe extern "C" {
            $(
                #[link_name = concat!("ref_", stringify!($function))]
                pub(super) fn $function($($argument: $type),*) $(-> $result)?;
            )*
        }
    };
}

functions! {
    fn dice_draw(dice: *mut Dice, n: u32) -> u32;
    fn dice_choose(dice: *mut Dice, n: u32) -> u32;
    fn haskell_next(generator: &mut Pcg32) -> i32;
    fn haskell_split(generator: &Pcg32, left: &mut Pcg32, right: &mut Pcg32);
    fn haskell_random_r(generator: &mut Pcg32, l: i64, h: i64) -> i64;
    fn haskell_random_word64(generator: &mut Pcg32) -> u64;
    fn haskell_random_double(generator: &mut Pcg32) -> f64;
    fn permutation(dice: *mut Dice, n: u32, r: *mut u32, numbers: *mut u32);
    fn random_directions(dice: *mut Dice) -> u8;
    fn boss_maze(maze: &mut BossMaze);
    fn amazing(maze: &mut Amazing) -> i32;
    fn rooms(map: &mut RoomsMap);
    fn spread(a: u32, b: u32, na: u32, nb: u32, sequence: *mut u32);
}
