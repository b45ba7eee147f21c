//! The draws of a game of Rogue: the colours of its potions, and bounded numbers.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use generators::bounding::Threshold;
use generators::bsd_random::Type3;
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use rogue::new_game::mix_colors;
use rogue::random::{GameDice, Rule};
use rogue::tables::{POTIONS, RANGES};

use super::generators::STREAM;
use super::{ItemKind, Source, stream};

/// The kind of the colours of all potions.
const COLOURS: ItemKind = ItemKind::Permutations { n: POTIONS as u32 };

/// One long game, seeded with the first word of PCG32, because neighbouring seeds would give streams that differ by a
/// constant sequence. Only a long stream approaches the laws of independent words, since there are just 32,768 games.
pub(crate) fn long_game(seed: u64) -> Type3 {
    Type3::srrandom(Pcg32::srandom(seed, STREAM).next_word() as i32)
}

/// A game's dice after seeding, as if by stepping.
pub(super) fn dice_of_game(seed: i32) -> GameDice {
    Dice::new(Type3::seeded_by_closed_form(seed))
}

/// The colours of the potions, shuffled by these draws.
pub(super) fn mix_potions(draws: &mut impl Draw) -> [u32; POTIONS] {
    let mut potions: [u8; POTIONS] = std::array::from_fn(|colour| colour as u8);
    mix_colors(draws, &mut potions);
    potions.map(u32::from)
}

/// Permutations, one from each game, each game having a fresh 32-bit seed from PCG32: such seeds give all 32,768 games with
/// equal probability.
pub(super) fn potion_colours() -> Source {
    let about = "Rogue's colours of potions: 33 swaps of two slots";
    Source::new("mix-colors", about, COLOURS, |seed| {
        let mut seeds = Pcg32::srandom(seed, STREAM);
        stream::items(POTIONS, move |item| {
            item.copy_from_slice(&mix_potions(&mut dice_of_game(seeds.next_word() as i32)));
        })
    })
}

/// The same 33 swaps with ideal draws, where each place is a fair number below 14.
pub(super) fn colours_of_ideal_draws() -> Source {
    let about = "Rogue's 33 swaps of two slots, with ideal draws";
    Source::new("mix-colors-ideal", about, COLOURS, |seed| {
        let mut draws = Dice::<_, Threshold>::new(Pcg32::srandom(seed, STREAM));
        stream::items(POTIONS, move |item| {
            item.copy_from_slice(&mix_potions(&mut draws));
        })
    })
}

pub(super) fn get_rand(n: NonZeroU32) -> Source {
    Source::new(
        format!("get-rand-{n}"),
        format!("Rogue's get_rand over {n} numbers: 14 low bits, remainder by {n}"),
        ItemKind::Values { below: n.get() },
        move |seed| stream::values::<Rule, _>(long_game(seed), n),
    )
}

/// The widths of all ranges that the game uses.
pub(super) fn widths() -> BTreeSet<NonZeroU32> {
    RANGES
        .iter()
        .filter_map(|&(x, y)| NonZeroU32::new(y.abs_diff(x) + 1))
        .collect()
}

/// `mix_colors`, and `get_rand` for every range that the game uses.
pub(super) fn all() -> Vec<Source> {
    let mut sources = vec![potion_colours(), colours_of_ideal_draws()];
    sources.extend(widths().into_iter().map(get_rand));
    sources
}
