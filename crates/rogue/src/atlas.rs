//! All games of Rogue, by residue: the seed modulo 2^15.
//!
//! ```
//! use roguelab_rogue::atlas::{Atlas, residue};
//!
//! let atlas = Atlas::new();
//! assert_eq!(residue(-1), 32767);
//! assert_eq!(atlas.game_of_seed(-1).potion(0), atlas.games()[32767].potion(0));
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::identities::Identities;

/// How many games there are: a game depends on the low 15 bits of its seed.
pub const GAMES: usize = 1 << 15;

/// How many games are dealt together.
const BLOCK: usize = 128;

/// The game of a seed: its low 15 bits, as a number.
pub const fn residue(seed: i32) -> u16 {
    (seed & (GAMES as i32 - 1)) as u16
}

/// The names of all games.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Atlas {
    games: Vec<Identities>,
}

impl Atlas {
    /// Deals every game.
    pub fn new() -> Self {
        // A block is dealt where memory is near, then moved to its place.
        let mut block = vec![Identities::deal(0); BLOCK];
        let mut games = Vec::with_capacity(GAMES);
        for first in (0..GAMES as i32).step_by(BLOCK) {
            Identities::deal_all(first, &mut block);
            games.extend_from_slice(&block);
        }
        Self { games }
    }

    /// The games by residue, 32,768 of them.
    pub fn games(&self) -> &[Identities] {
        &self.games
    }

    /// The game that a seed gives.
    pub fn game_of_seed(&self, seed: i32) -> &Identities {
        &self.games[usize::from(residue(seed))]
    }

    /// Writes the canonical dump: for each residue in order its [canonical line](Identities::canonical_line) and a line
    /// feed.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn dump(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (0..)
            .zip(&self.games)
            .try_for_each(|(seed, game)| writeln!(out, "{}", game.canonical_line(seed)))
    }
}

impl Default for Atlas {
    fn default() -> Self {
        Self::new()
    }
}
