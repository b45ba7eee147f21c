//! The names of many games at once, one lane per game.
//!
//! Draws are rows with one place for each game, so that a step of the game is one loop over all lanes: swaps of colours, and
//! the materials, which every lane draws until its 22 are found. Titles read each game's draws from a different place; there
//! the lanes take turns, so that none waits for its own.

#![expect(
    clippy::inline_always,
    reason = "what is inlined gets the instructions of its caller"
)]
#![cfg_attr(
    not(target_arch = "x86_64"),
    expect(dead_code, reason = "only these processors are faster this way")
)]

use multiversion::multiversion;
use multiversion::target::match_target;

use super::{WORDS, index_of_syllable, length_of_title, nth_draw};
use crate::identities::Identities;
use crate::new_game::{SWAPS, ScrollTitle};
use crate::tables::{GEMS, POTIONS, RINGS, SCROLLS, WAND_MATERIALS, WANDS};

/// How many games are dealt together.
const LANES: usize = 64;

/// One value for each game.
type Row<T> = [T; LANES];

/// How many draws mix the colours.
const MIXED: usize = 2 * SWAPS as usize;

/// The most draws in which a game finds its materials; some game needs all of them.
const MATERIALS: usize = 64;

/// How many games take turns at their titles.
const TURNS: usize = 4;

impl Identities {
    /// The games of consecutive seeds, many at once: as many as there are places, which may hold anything.
    pub fn deal_all(first: i32, games: &mut [Self]) {
        deal_all(first, games);
    }
}

/// Deals the games of these seeds, which are consecutive.
#[cfg_attr(
    feature = "dispatch",
    multiversion(targets(
        "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi1+bmi2",
        "x86_64+avx2+bmi1+bmi2"
    ))
)]
#[cfg_attr(
    not(feature = "dispatch"),
    multiversion(
        targets(
            "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi1+bmi2",
            "x86_64+avx2+bmi1+bmi2"
        ),
        dispatcher = "static"
    )
)]
fn deal_all(first: i32, games: &mut [Identities]) {
    match_target! {
        "x86_64+avx512f" => in_lanes(first, games),
        "x86_64+avx2" => in_lanes(first, games),
        _ => one_by_one(first, games),
    }
}

/// Deals games for all other processors: without vectors whose lanes can be shifted by different distances, lanes are slower
/// than this.
#[inline]
fn one_by_one(first: i32, games: &mut [Identities]) {
    let mut seed = first;
    for game in games {
        *game = Identities::deal(seed);
        seed = seed.wrapping_add(1);
    }
}

#[inline(always)]
fn in_lanes(first: i32, games: &mut [Identities]) {
    let (blocks, rest) = games.as_chunks_mut::<LANES>();
    let (mut rows, mut titles) = (Rows::EMPTY, Titles::EMPTY);
    let mut seed = first;
    for block in blocks {
        rows.draw(seed as u16);
        rows.mix_colors(block);
        rows.get_materials(block);
        for games in block.as_chunks_mut::<TURNS>().0 {
            titles.draw(seed as u16);
            titles.make(games);
            seed = seed.wrapping_add(TURNS as i32);
        }
    }
    one_by_one(seed, rest);
}

/// The draws of each game, as the numbers that the game makes from them.
struct Rows {
    /// Where a colour is, in bits, in a number of sixteen digits.
    places: [Row<u8>; MIXED],
    wands: [Row<u8>; MATERIALS],
    gems: [Row<u8>; MATERIALS],
}

impl Rows {
    const EMPTY: Self = Self {
        places: [[0; LANES]; MIXED],
        wands: [[0; LANES]; MATERIALS],
        gems: [[0; LANES]; MATERIALS],
    };

    #[inline(always)]
    fn draw(&mut self, first: u16) {
        for (n, places) in self.places.iter_mut().enumerate() {
            for (lane, place) in (0..).zip(places) {
                *place = (nth_draw(n, first.wrapping_add(lane)) % POTIONS as u16 * 4) as u8;
            }
        }
        for (n, (wands, gems)) in (MIXED..).zip(self.wands.iter_mut().zip(&mut self.gems)) {
            for (lane, (wand, gem)) in (0..).zip(wands.iter_mut().zip(gems)) {
                let draw = nth_draw(n, first.wrapping_add(lane));
                *wand = (draw % WAND_MATERIALS.len() as u16) as u8;
                *gem = (draw % GEMS.len() as u16) as u8;
            }
        }
    }

    /// Colours as the digits of a number, which a swap changes in two places at once.
    #[inline(always)]
    fn mix_colors(&self, games: &mut [Identities; LANES]) {
        let mut slots = [0xfedc_ba98_7654_3210_u64; LANES];
        for [first, second] in self.places.as_chunks().0 {
            for lane in 0..LANES {
                let (i, j) = (first[lane] & 63, second[lane] & 63);
                let changed = ((slots[lane] >> i) ^ (slots[lane] >> j)) & 15;
                slots[lane] ^= (changed << i) ^ (changed << j);
            }
        }
        for (game, slots) in games.iter_mut().zip(slots) {
            let colours =
                [spread(slots as u32), spread((slots >> 32) as u32)].map(u64::to_le_bytes);
            game.potions = core::array::from_fn(|kind| colours[kind / 8][kind % 8]);
        }
    }

    /// For each game, a bit for each draw: whether it gave a material or a gem that was unused.
    #[inline(always)]
    fn get_materials(&self, games: &mut [Identities; LANES]) {
        let (mut used, mut found) = ([0u32; LANES], [0u32; LANES]);
        let mut fresh = [[0u32; LANES]; 2];
        for (n, (wands, gems)) in self.wands.iter().zip(&self.gems).enumerate() {
            let fresh = &mut fresh[n / 32];
            for lane in 0..LANES {
                let is_wand = u32::from(found[lane] < WANDS as u32).wrapping_neg();
                let j = (u32::from(wands[lane]) & is_wand | u32::from(gems[lane]) & !is_wand) & 31;
                let is_fresh =
                    !(used[lane] >> j) & u32::from(found[lane] < (WANDS + RINGS) as u32) & 1;
                found[lane] += is_fresh;
                // Rings begin with nothing used.
                let begins = u32::from(found[lane] == WANDS as u32) & is_fresh;
                used[lane] = (used[lane] | 1 << j) & begins.wrapping_sub(1);
                fresh[lane] |= is_fresh << (n % 32);
            }
        }
        for (lane, game) in games.iter_mut().enumerate() {
            let mut fresh = u64::from(fresh[0][lane]) | u64::from(fresh[1][lane]) << 32;
            game.draws = Some((MIXED as u32 + u64::BITS - fresh.leading_zeros()) as u16);
            let mut next = |rows: &[Row<u8>; MATERIALS]| {
                let n = fresh.trailing_zeros() as usize % MATERIALS;
                fresh &= fresh.wrapping_sub(1);
                rows[n][lane]
            };
            game.wands = core::array::from_fn(|_| next(&self.wands));
            game.rings = core::array::from_fn(|_| next(&self.gems));
        }
    }
}

/// Eight digits of four bits as eight bytes.
#[inline(always)]
fn spread(digits: u32) -> u64 {
    let halves = (u64::from(digits) | u64::from(digits) << 16) & 0x0000_ffff_0000_ffff;
    let quarters = (halves | halves << 8) & 0x00ff_00ff_00ff_00ff;
    (quarters | quarters << 4) & 0x0f0f_0f0f_0f0f_0f0f
}

/// The fewest draws after which titles begin.
const BEFORE_TITLES: usize = MIXED + WANDS + RINGS;

/// At most as many draws as are left, as a power of two; a title reads eight more.
const TITLES: usize = 128;

/// The draws from which games make titles, as lengths and as syllables.
struct Titles {
    lengths: [[u8; TITLES]; TURNS],
    syllables: [[u8; TITLES + 8]; TURNS],
}

impl Titles {
    const EMPTY: Self = Self {
        lengths: [[0; TITLES]; TURNS],
        syllables: [[0; TITLES + 8]; TURNS],
    };

    #[inline(always)]
    fn draw(&mut self, first: u16) {
        for (seed, (lengths, syllables)) in
            (0..).zip(self.lengths.iter_mut().zip(&mut self.syllables))
        {
            for (n, (length, syllable)) in
                (BEFORE_TITLES..WORDS - 1).zip(lengths.iter_mut().zip(syllables))
            {
                let draw = nth_draw(n, first.wrapping_add(seed));
                *length = length_of_title(draw);
                // Read from the place of the length on: a title's first syllable is the draw after.
                *syllable = index_of_syllable(nth_draw(n + 1, first.wrapping_add(seed)));
            }
        }
    }

    /// The titles of games that have their materials.
    #[inline(always)]
    fn make(&self, games: &mut [Identities; TURNS]) {
        let mut at: [usize; TURNS] = core::array::from_fn(|turn| {
            usize::from(games[turn].draws.unwrap_or_default()) - BEFORE_TITLES
        });
        for scroll in 0..SCROLLS {
            for (turn, game) in games.iter_mut().enumerate() {
                let here = at[turn] % TITLES;
                let length = usize::from(self.lengths[turn][here]);
                let mut eight = [0; 8];
                eight.copy_from_slice(&self.syllables[turn][here..here + 8]);
                game.scrolls[scroll] = ScrollTitle::first_of(eight, length);
                at[turn] = here + 1 + length;
            }
        }
        for (game, at) in games.iter_mut().zip(at) {
            game.draws = Some((BEFORE_TITLES + at) as u16);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;

    /// Compares lanes with single games, whatever this processor has: whole blocks, and the rest of one.
    #[test]
    fn lanes_deal_what_is_dealt_one_by_one() {
        let mut games = vec![Identities::deal(0); 5 * LANES + 7];
        for first in [0, -100, 32_600, i32::MAX - 70] {
            let mut expected = games.clone();
            one_by_one(first, &mut expected);
            in_lanes(first, &mut games);
            assert_eq!(games, expected, "from {first}");
        }
    }
}
