//! The real game is played in a pseudo-terminal, which only Unix has: elsewhere it is never found.

use std::convert::Infallible;
use std::path::Path;
use std::time::Duration;

use crate::oracles::OracleError;

/// Why a game could not be played to its end.
pub type PlayError = Infallible;

/// The packages and the digest of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The packages it is in.
    pub packages: Vec<String>,
    /// The SHA-256 of its program, in hexadecimal.
    pub sha256: String,
}

/// The result of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The save file.
    pub save: Vec<u8>,
    /// The screen when the first level was drawn.
    pub screen: String,
}

/// A game that can be played: there is none on this system.
#[derive(Clone, Debug)]
pub enum Game {}

impl Game {
    /// # Errors
    /// This always fails.
    pub fn find() -> Result<Self, OracleError> {
        let why = "the real game is played in a pseudo-terminal, which this system does not have: use a Unix";
        Err(OracleError::Unavailable(why.into()))
    }

    /// The packages and the digest of the game.
    pub fn provenance(&self) -> &Provenance {
        match *self {}
    }

    /// The path of the program.
    pub fn program(&self) -> &Path {
        match *self {}
    }

    /// Plays a game.
    ///
    /// # Errors
    /// There is no such case.
    pub fn play(&self, _seed_time: i64, _deadline: Duration) -> Result<Played, PlayError> {
        match *self {}
    }
}
