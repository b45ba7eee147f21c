//! The names of one game: the four tables that a player of it learns to read.
//!
//! ```
//! use roguelab_rogue::identities::Identities;
//!
//! let game = Identities::of_seed(1_700_000_000);
//! let line = game.canonical_line(28928).to_string();
//! assert!(line.starts_with("28928\t"));
//! ```

use core::fmt;

use generators::draw::{Draw, Recorder};

use crate::new_game::{
    self, ScrollTitle, get_wand_and_ring_materials, make_scroll_titles, mix_colors,
};
use crate::random;
use crate::tables::{GEMS, POTION_COLOURS, POTIONS, RINGS, SCROLLS, WAND_MATERIALS, WANDS};

/// The names of one game, kept as indices into the [`tables`](crate::tables).
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Identities {
    /// By kind of potion, the index of its colour.
    pub potions: [u8; POTIONS],
    /// By kind of wand, the index of its material.
    pub wands: [u8; WANDS],
    /// By kind of ring, the index of its gem.
    pub rings: [u8; RINGS],
    /// By kind of scroll, its title.
    pub scrolls: [ScrollTitle; SCROLLS],
    /// How many draws the names took. `None` if that is unknown, as from a save file.
    pub draws: Option<u16>,
}

impl Identities {
    /// The names of the game that is seeded with `seed`: the port.
    ///
    /// Any two seeds that agree in their low 15 bits give the same names.
    pub fn of_seed(seed: i32) -> Self {
        let mut draws = 0;
        let names = Self::of_draws(&mut Recorder::new(random::srrandom(seed), |_, _| {
            draws += 1;
        }));
        Self {
            draws: Some(draws),
            ..names
        }
    }

    /// The names that these draws give, in the game's order: potions, wands and rings, scrolls. It does not count the draws.
    #[inline]
    pub fn of_draws<D: Draw>(dice: &mut D) -> Self {
        let mut potions = core::array::from_fn(|slot| slot as u8);
        mix_colors(dice, &mut potions);
        let materials = get_wand_and_ring_materials(dice);
        let scrolls = make_scroll_titles(dice);
        Self {
            potions,
            wands: materials.wands,
            rings: materials.rings,
            scrolls,
            draws: None,
        }
    }

    /// Whether all names are the same, however many draws they took.
    pub fn same_names(&self, other: &Self) -> bool {
        (&self.potions, &self.wands, &self.rings, &self.scrolls)
            == (&other.potions, &other.wands, &other.rings, &other.scrolls)
    }

    /// The colour of a kind of potion.
    ///
    /// # Panics
    /// This method and the four below panic if there is no such kind.
    pub const fn potion(&self, kind: usize) -> &'static str {
        POTION_COLOURS[self.potions[kind] as usize]
    }

    /// The material of a kind of wand.
    pub const fn wand(&self, kind: usize) -> &'static str {
        WAND_MATERIALS[self.wands[kind] as usize]
    }

    /// Whether a kind of wand is made of wood, and so called a staff.
    pub const fn is_wood(&self, kind: usize) -> bool {
        new_game::is_wood(self.wands[kind])
    }

    /// The gem of a kind of ring.
    pub const fn ring(&self, kind: usize) -> &'static str {
        GEMS[self.rings[kind] as usize]
    }

    /// The title of a kind of scroll.
    pub const fn scroll(&self, kind: usize) -> ScrollTitle {
        self.scrolls[kind]
    }

    /// The game as one line of the canonical dump, without its line feed: the seed, then potions, wands, rings and
    /// scroll titles, four fields between tabs; names are separated by commas, titles by bars.
    pub const fn canonical_line(&self, seed: i32) -> CanonicalLine<'_> {
        CanonicalLine { seed, game: self }
    }
}

/// A game as one line: see [`Identities::canonical_line`].
#[derive(Clone, Copy, Debug)]
pub struct CanonicalLine<'a> {
    seed: i32,
    game: &'a Identities,
}

impl fmt::Display for CanonicalLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.seed)?;
        let names: [(usize, &[u8], &[&str]); 3] = [
            (POTIONS, &self.game.potions, &POTION_COLOURS),
            (WANDS, &self.game.wands, &WAND_MATERIALS),
            (RINGS, &self.game.rings, &GEMS),
        ];
        for (kinds, indices, table) in names {
            for kind in 0..kinds {
                f.write_str(if kind == 0 { "\t" } else { "," })?;
                f.write_str(table[usize::from(indices[kind])])?;
            }
        }
        for (kind, title) in self.game.scrolls.iter().enumerate() {
            f.write_str(if kind == 0 { "\t" } else { "|" })?;
            title.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_one_name_exchanged_do_not_have_the_same_names() {
        let game = Identities::of_seed(5);
        let changes: [fn(&mut Identities); 4] = [
            |game| game.potions.swap(0, 1),
            |game| game.wands.swap(0, 1),
            |game| game.rings.swap(0, 1),
            |game| game.scrolls.swap(0, 1),
        ];
        for (table, change) in changes.iter().enumerate() {
            let mut other = game.clone();
            change(&mut other);
            assert!(!game.same_names(&other), "table {table}");
        }
        assert!(
            game.same_names(&Identities {
                draws: None,
                ..game.clone()
            }),
            "draws are no name"
        );
    }
}
