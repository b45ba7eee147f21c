//! The fast path: what [`new_game`](crate::new_game) does, without its branches.
//!
//! A draw is 14 bits of `a*seed + b`, so 16-bit arithmetic is enough, and all words that a game can need are computed at
//! once. Only the ends of the two loops for wands and rings branch on a draw. The tests compare every game with
//! [`Identities::of_seed`].

mod lanes;

use generators::closed_form::Table;

use crate::identities::Identities;
use crate::new_game::{SWAPS, ScrollTitle};
use crate::tables::{GEMS, POTIONS, SCROLLS, SYLLABLES, WAND_MATERIALS};

/// How many words are computed, in blocks of eight: the game with the most draws takes 192, and a title reads up to six words
/// further than its own.
const WORDS: usize = 200;

/// The low 16 bits of the coefficients of the first words.
static COEFFICIENTS: ([u16; WORDS], [u16; WORDS]) = {
    let table = Table::<WORDS>::additive::<31, 3>();
    let words = table.coefficients();
    let (mut a, mut b) = ([0; WORDS], [0; WORDS]);
    let mut n = 0;
    while n < WORDS {
        a[n] = words[n].a as u16;
        b[n] = words[n].b as u16;
        n += 1;
    }
    (a, b)
};

/// The draws of one game before they are bounded: 14 bits each.
type Draws = [u16; WORDS];

#[inline]
fn nth_draw(n: usize, seed: u16) -> u16 {
    (COEFFICIENTS.0[n]
        .wrapping_mul(seed)
        .wrapping_add(COEFFICIENTS.1[n])
        >> 1)
        & 0x3fff
}

impl Identities {
    /// The same as [`of_seed`](Self::of_seed), faster: without its branches, from the closed form of the words.
    #[inline]
    pub fn deal(seed: i32) -> Self {
        deal(seed)
    }
}

#[inline]
fn deal(seed: i32) -> Identities {
    let draws = core::array::from_fn(|n| nth_draw(n, seed as u16));
    let potions = mix_colors(&draws);
    let mut taken = 2 * SWAPS as usize;
    let wands = draw_unused::<_, { WAND_MATERIALS.len() }>(&draws, &mut taken);
    let rings = draw_unused::<_, { GEMS.len() }>(&draws, &mut taken);
    let scrolls = make_scroll_titles(&draws, &mut taken);
    Identities {
        potions,
        wands,
        rings,
        scrolls,
        draws: Some(taken as u16),
    }
}

#[inline]
fn mix_colors(draws: &Draws) -> [u8; POTIONS] {
    // Sixteen slots, the last two idle, so that four bits are an index.
    let mut slots: [u8; 16] = core::array::from_fn(|slot| slot as u8);
    let indices: [u16; 2 * SWAPS as usize] = core::array::from_fn(|n| draws[n] % POTIONS as u16);
    for pair in indices.chunks_exact(2) {
        slots.swap(usize::from(pair[0] & 15), usize::from(pair[1] & 15));
    }
    core::array::from_fn(|slot| slots[slot])
}

/// Writes down every draw, and goes on to the next place only if the draw was new.
#[inline]
fn draw_unused<const PICKS: usize, const CHOICES: usize>(
    draws: &Draws,
    taken: &mut usize,
) -> [u8; PICKS] {
    let mut picks = [0; PICKS];
    let (mut used, mut picked) = (0u32, 0);
    while picked < PICKS {
        let j = draws[*taken] % CHOICES as u16;
        *taken += 1;
        picks[picked] = j as u8;
        picked += usize::from(used >> j & 1 == 0);
        used |= 1 << j;
    }
    picks
}

/// Reads eight syllables for every title, and keeps as many as it has.
#[inline]
fn make_scroll_titles(draws: &Draws, taken: &mut usize) -> [ScrollTitle; SCROLLS] {
    let syllables = draws.map(index_of_syllable);
    core::array::from_fn(|_| {
        let length = usize::from(length_of_title(draws[*taken]));
        let next = *taken + 1;
        let mut eight = [0; 8];
        eight.copy_from_slice(&syllables[next..next + 8]);
        *taken = next + length;
        ScrollTitle::first_of(eight, length)
    })
}

/// How many syllables a title has, from its first draw.
#[inline]
fn length_of_title(draw: u16) -> u8 {
    2 + (draw % 4) as u8
}

/// The syllable that a draw takes.
#[inline]
fn index_of_syllable(draw: u16) -> u8 {
    1 + (draw % (SYLLABLES.len() as u16 - 1)) as u8
}
