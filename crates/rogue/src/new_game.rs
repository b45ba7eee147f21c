//! The three functions that give a new game its names.
//!
//! Source: the document on Rogue's generator (003), file `inventory.c` of the game. Faithful to the order of the draws
//! and to the inclusive loop of `mix_colors`. Departs from: names are kept as indices into the [`tables`](crate::tables),
//! where the game copies strings.
//!
//! ```
//! # use generators as roguelab_generators;
//! use roguelab_generators::draw::Tape;
//! use roguelab_rogue::new_game::mix_colors;
//!
//! // Thirty-two swaps of slot 0 with itself, then one of slots 2 and 5.
//! let mut draws = [0; 66];
//! (draws[64], draws[65]) = (2, 5);
//! let mut potions: [u8; 14] = core::array::from_fn(|slot| slot as u8);
//! mix_colors(&mut Tape::new(&draws), &mut potions);
//! assert_eq!(potions, [0, 1, 5, 3, 4, 2, 6, 7, 8, 9, 10, 11, 12, 13]);
//! ```

use core::fmt;

use generators::draw::Draw;

use crate::random::get_rand;
use crate::tables::{
    GEMS, MAX_METAL, MOST_SYLLABLES, POTIONS, RINGS, SCROLLS, SYLLABLES, WAND_MATERIALS, WANDS,
};

/// How often [`mix_colors`] swaps: its loop runs from 0 to 32, both included.
pub const SWAPS: u32 = 33;

/// Mixes the colours of the potions, where `potions[kind]` is the index of a colour: swaps two slots drawn at random, 33 times.
/// Both may be the same slot. It takes 66 draws.
#[inline]
pub fn mix_colors<D: Draw>(dice: &mut D, potions: &mut [u8; POTIONS]) {
    for _ in 0..SWAPS {
        let j = get_rand(dice, 0, POTIONS as i32 - 1);
        let k = get_rand(dice, 0, POTIONS as i32 - 1);
        potions.swap(j as usize, k as usize);
    }
}

/// The materials of the wands and the gems of the rings, as indices.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Materials {
    /// By kind of wand, an index into [`WAND_MATERIALS`].
    pub wands: [u8; WANDS],
    /// By kind of ring, an index into [`GEMS`].
    pub rings: [u8; RINGS],
}

impl Materials {
    /// Whether the wand of this kind is made of wood, and so called a staff.
    #[inline]
    pub const fn is_wood(&self, wand: usize) -> bool {
        is_wood(self.wands[wand])
    }
}

/// Whether this material is what the game calls wood.
#[inline]
pub(crate) const fn is_wood(material: u8) -> bool {
    material as usize > MAX_METAL
}

/// Chooses a material for each wand and a gem for each ring: draws until one comes that has not been used.
#[inline]
pub fn get_wand_and_ring_materials<D: Draw>(dice: &mut D) -> Materials {
    Materials {
        wands: draw_unused(dice, WAND_MATERIALS.len() as i32),
        // The game clears its marks here: gems are not materials.
        rings: draw_unused(dice, GEMS.len() as i32),
    }
}

/// `PICKS` different numbers below `choices`, each drawn again until it is unused.
#[inline]
fn draw_unused<const PICKS: usize, D: Draw>(dice: &mut D, choices: i32) -> [u8; PICKS] {
    let mut used = 0u32;
    let mut picks = [0; PICKS];
    for pick in &mut picks {
        let mut j;
        loop {
            j = get_rand(dice, 0, choices - 1);
            if used >> j & 1 == 0 {
                break;
            }
        }
        used |= 1 << j;
        *pick = j as u8;
    }
    picks
}

/// A scroll's title, as the indices of its syllables.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct ScrollTitle {
    /// The indices, then zeroes; at [`LEN`] the number of indices. Six bytes side by side, so that a title is made at once.
    bytes: [u8; LEN + 1],
}

/// Where a title keeps its length.
const LEN: usize = MOST_SYLLABLES;

impl ScrollTitle {
    /// The indices of its syllables, into [`SYLLABLES`].
    #[inline]
    pub fn syllables(&self) -> &[u8] {
        &self.bytes[..usize::from(self.bytes[LEN])]
    }

    /// The first `len` of these syllables, at most five. The other three bytes are ignored.
    #[inline]
    pub(crate) fn first_of(syllables: [u8; 8], len: usize) -> Self {
        let kept = u64::from_le_bytes(syllables) & ((1 << (8 * len)) - 1);
        let whole = (kept | (len as u64) << (8 * LEN)).to_le_bytes();
        Self {
            bytes: [whole[0], whole[1], whole[2], whole[3], whole[4], whole[5]],
        }
    }

    /// Adds a syllable.
    ///
    /// # Panics
    /// If the title has [`MOST_SYLLABLES`] already.
    #[inline]
    pub(crate) fn push(&mut self, syllable: u8) {
        let len = usize::from(self.bytes[LEN]);
        assert!(
            len < MOST_SYLLABLES,
            "a title has at most {MOST_SYLLABLES} syllables"
        );
        self.bytes[len] = syllable;
        self.bytes[LEN] += 1;
    }
}

/// Shows the title in quotes, as the game does: `'ah bar'`.
impl fmt::Display for ScrollTitle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &syllable) in self.syllables().iter().enumerate() {
            f.write_str(if i == 0 { "'" } else { " " })?;
            f.write_str(SYLLABLES[usize::from(syllable)])?;
        }
        f.write_str("'")
    }
}

/// Makes the titles of all scrolls, each of two to five syllables. Nothing keeps two titles from being the same.
#[inline]
pub fn make_scroll_titles<D: Draw>(dice: &mut D) -> [ScrollTitle; SCROLLS] {
    core::array::from_fn(|_| {
        let mut title = ScrollTitle::default();
        let sylls = get_rand(dice, 2, MOST_SYLLABLES as i32);
        for _ in 0..sylls {
            title.push(get_rand(dice, 1, SYLLABLES.len() as i32 - 1) as u8);
        }
        title
    })
}

#[cfg(test)]
mod tests {
    use generators::draw::Tape;

    use super::*;

    #[test]
    fn mix_colors_takes_66_draws() {
        let mut tape = Tape::new(&[0; 67]);
        mix_colors(&mut tape, &mut [0; POTIONS]);
        assert_eq!(tape.rest().len(), 1);
    }

    #[test]
    fn a_used_material_is_drawn_again() {
        // Wand 0 gets 3; wand 1 draws 3 again, then 4; the rest count on. Gems start again from 3.
        let tape = [
            3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
        ];
        let mut tape = Tape::new(&tape);
        let materials = get_wand_and_ring_materials(&mut tape);
        assert_eq!(materials.wands, [3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15]);
        // Titanium is the last metal, teak the first wood.
        assert_eq!([9, 10].map(|kind| materials.is_wood(kind)), [false, true]);
        assert_eq!(materials.rings, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
        assert_eq!(tape.rest(), []);
    }
}
