//! The draws of a new game of Rogue, and the table of all 32,768 games; uses `generators`.
//!
//! Source: the document on Rogue's generator (003), which describes rogue-clone III as the BSDs carry it. Start with
//! [`random`] and [`new_game`], the ports, under the game's own names; [`identities`] is one game's names, [`atlas`] all
//! games (one depends only on its seed modulo 2^15: see [`roguelab_generators::closed_form`](generators::closed_form)),
//! [`inverse`] leads from what a player sees back to the games that fit, [`savefile`] reads the real game's files.
//!
//! ```
//! use roguelab_rogue::identities::Identities;
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

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
