//! What a new game of Rogue draws, and all 32,768 games there are.
//!
//! Source: the document on Rogue's generator (003), which describes rogue-clone III as the BSDs carry it, and the tables
//! and facts beside it. The names are the game's own: [`random::get_rand`], [`new_game::mix_colors`],
//! [`new_game::get_wand_and_ring_materials`], [`new_game::make_scroll_titles`].
//!
//! - [`random`]: bounded numbers, percentages, coin tosses.
//! - [`new_game`]: the three functions that name potions, wands, rings and scrolls.
//! - [`identities`]: the names of one game.
//! - [`inverse`]: from what a player sees back to the games that fit.
//! - [`savefile`]: the same names, read from a save file of the real game.
//! - [`atlas`]: the names of every game. A game depends only on its seed modulo 2^15: the derivation stands in
//!   [`generators::closed_form`], the proof by exhaustion in the tests.
//!
//! ```
//! use rogue::identities::Identities;
//!
//! let game = Identities::of_seed(0);
//! assert_eq!(game.potion(2), "blue"); // healing
//! assert_eq!(game.scroll(8).to_string(), "'ah bar'");
//! assert!(game.is_wood(1)); // redwood: the wand of slow monster is called a staff
//! assert_eq!(game, Identities::of_seed(32768));
//! ```
#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "dispatch"))]
extern crate std;

pub mod atlas;
mod deal;
pub mod identities;
pub mod inverse;
pub mod new_game;
pub mod random;
pub mod savefile;
pub mod tables;
