//! The names of one game.

use std::fmt;

use rogue::atlas::{Atlas, GAMES, residue};
use rogue::identities::Identities;
use rogue::savefile;
use rogue::tables::{POTION_KINDS, RING_KINDS, SCROLL_KINDS, WAND_KINDS};
use serde::Serialize;

use super::error::AtlasError;
use crate::table::table;

/// The version of the JSON of a [`Game`], which changes whenever a field changes its meaning or is removed.
pub const GAME_SCHEMA: &str = "roguelab-game/1";

/// A game and its names. `Display` shows them in a table.
#[derive(Clone, Debug, Serialize)]
pub struct Game {
    /// The seed, if it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<i32>,
    /// The games that have these names; empty if none does.
    pub games: Vec<usize>,
    /// How many draws the names took, if that is known.
    pub draws: Option<u16>,
    /// The names.
    pub names: Vec<GameName>,
}

/// What a kind of thing is called in a game.
#[derive(Clone, Debug, Serialize)]
pub struct GameName {
    /// What it is, such as a potion.
    pub what: &'static str,
    /// Its kind.
    pub kind: String,
    /// What it is called.
    pub called: String,
}

/// The game of a seed.
pub fn game_of_seed(seed: i32) -> Game {
    let identities = Identities::of_seed(seed);
    Game {
        seed: Some(seed),
        games: vec![residue(seed).into()],
        draws: Some(identities.draws.unwrap_or_default()),
        names: names_of(&identities),
    }
}

/// The game in a save file of the real game.
pub fn game_of_save(bytes: &[u8]) -> Result<Game, AtlasError> {
    let identities = savefile::read(bytes).map_err(AtlasError::Save)?;
    let atlas = Atlas::new();
    let mut games = Vec::new();
    for (number, game) in atlas.games().iter().enumerate() {
        if game.same_names(&identities) {
            games.push(number);
        }
    }
    Ok(Game {
        seed: None,
        games,
        draws: identities.draws,
        names: names_of(&identities),
    })
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.seed, &self.games[..]) {
            (Some(seed), games) => {
                let (game, draws) = (games[0], self.draws.unwrap_or_default());
                writeln!(
                    f,
                    "Seed {seed}: game {game} of {GAMES}, its names took {draws} draws\n"
                )?;
            }
            (None, [game]) => writeln!(f, "This is game {game} of {GAMES}\n")?,
            (None, _) => writeln!(
                f,
                "No seed gives this game: the file was changed, or is of another version\n"
            )?,
        }
        let mut table = table(&[], 0..0);
        for name in &self.names {
            table.add_row([
                name.what.to_owned(),
                format!("of {}", name.kind),
                name.called.clone(),
            ]);
        }
        writeln!(f, "{}", table.trim_fmt())
    }
}

/// What everything in a game is called, potions first.
fn names_of(game: &Identities) -> Vec<GameName> {
    let mut names = Vec::new();
    for (number, kind) in POTION_KINDS.iter().enumerate() {
        names.push(GameName::new("potion", kind, game.potion(number)));
    }
    for (number, kind) in SCROLL_KINDS.iter().enumerate() {
        names.push(GameName::new("scroll", kind, &game.scroll(number)));
    }
    for (number, kind) in WAND_KINDS.iter().enumerate() {
        let what = if game.is_wood(number) {
            "staff"
        } else {
            "wand"
        };
        names.push(GameName::new(what, kind, game.wand(number)));
    }
    for (number, kind) in RING_KINDS.iter().enumerate() {
        names.push(GameName::new("ring", kind, game.ring(number)));
    }
    names
}

impl GameName {
    fn new(what: &'static str, kind: &str, called: &(impl ToString + ?Sized)) -> Self {
        Self {
            what,
            kind: kind.to_owned(),
            called: called.to_string(),
        }
    }
}
