//! Which of the 32,768 games of Rogue is this, and when does it start?
//!
//! [`find`] takes what a player has seen; [`game_of_seed`] and [`game_of_save`] name everything in a game.

mod error;
mod find;
mod game;
mod look;
mod seen;
pub mod time;

pub use error::AtlasError;
pub use find::{FIND_SCHEMA, FindOptions, FittingGame, FoundGames, Start, find};
pub use game::{GAME_SCHEMA, Game, GameName, game_of_save, game_of_seed};
pub use look::Look;
pub use seen::{Seen, TableNames, table_names};
