//! The draws of a game of Rogue: the colours of its potions, and bounded numbers.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::sync::LazyLock;

use exact::chain::swap_chain;
use exact::{Distribution, Weights};
use generators::bounding::{LowBits, Threshold};
use generators::bsd_random::Type3;
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use rogue::atlas::GAMES;
use rogue::new_game::{SWAPS, mix_colors};
use rogue::random::{GameDice, Rule};
use rogue::tables::{POTIONS, RANGES};

use super::generators::STREAM;
use super::{Kind, Source, View, law, stream};

/// One long game, seeded with the first word of PCG32, because neighbouring seeds would give streams that differ by a
/// constant sequence. The laws are those of independent words. Only a long stream approaches them, since there are just 32,768
/// games.
pub(crate) fn long_game(seed: u64) -> Type3 {
    Type3::srrandom(Pcg32::srandom(seed, STREAM).next_word() as i32)
}

/// A game's dice after seeding, as if by stepping.
fn dice(seed: i32) -> GameDice {
    Dice::new(Type3::seeded_by_closed_form(seed))
}

/// The colours in the order of the table.
const UNMIXED: [u8; POTIONS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

/// The colours of the potions, shuffled by these draws.
fn mixed(draws: &mut impl Draw) -> [u32; POTIONS] {
    let mut potions = UNMIXED;
    mix_colors(draws, &mut potions);
    potions.map(u32::from)
}

/// The colours of the potions in every game that exists.
static POPULATION: LazyLock<Vec<[u32; POTIONS]>> = LazyLock::new(|| {
    (0..GAMES as i32)
        .map(|seed| mixed(&mut dice(seed)))
        .collect()
});

/// Permutations, one from each game, each game having a fresh 32-bit seed from PCG32. The law is counted over all 32,768 games,
/// which such seeds give with equal probability.
fn colours() -> Source {
    let kind = Kind::Permutations { n: POTIONS as u32 };
    Source::new(
        "mix-colors",
        "Rogue's colours of potions: 33 swaps of two slots",
        kind,
        |seed| {
            let mut seeds = Pcg32::srandom(seed, STREAM);
            stream::items(POTIONS, move |item| {
                item.copy_from_slice(&mixed(&mut dice(seeds.next_word() as i32)));
            })
        },
    )
    .with_law(move |view: View| {
        law::of_population(kind, view, POPULATION.iter().map(|potions| &potions[..]))
    })
}

/// The same 33 swaps with ideal draws, where each place is a fair number below 14. The law is that of the chain of swaps.
fn colours_of_ideal_draws() -> Source {
    let kind = Kind::Permutations { n: POTIONS as u32 };
    Source::new(
        "mix-colors-ideal",
        "Rogue's 33 swaps of two slots, with ideal draws",
        kind,
        |seed| {
            let mut draws = Dice::<_, Threshold>::new(Pcg32::srandom(seed, STREAM));
            stream::items(POTIONS, move |item| {
                item.copy_from_slice(&mixed(&mut draws));
            })
        },
    )
    .with_law(|view| {
        let View::Slot(place) = view else {
            return Ok(None);
        };
        let chain = swap_chain(&Weights::uniform(POTIONS)?, SWAPS);
        let law = (0..POTIONS)
            .map(|colour| chain.numerator(colour, place as usize).clone())
            .collect();
        Ok(if (place as usize) < POTIONS {
            Some(Distribution::new(law)?)
        } else {
            None
        })
    })
}

fn get_rand(n: NonZeroU32) -> Source {
    Source::new(
        format!("get-rand-{n}"),
        format!("Rogue's get_rand over {n} numbers: 14 low bits, remainder by {n}"),
        Kind::Values { below: n.get() },
        move |seed| stream::values::<Rule, _>(long_game(seed), n),
    )
    .with_law(move |view| match view {
        View::Item => Ok(Some(Distribution::from(&Weights::of_rule::<LowBits<14>>(
            31, n,
        )?))),
        _ => Ok(None),
    })
}

/// `mix_colors`, and `get_rand` for every range that the game uses.
pub(super) fn all() -> Vec<Source> {
    let widths: BTreeSet<_> = RANGES
        .iter()
        .filter_map(|&(x, y)| NonZeroU32::new(y.abs_diff(x) + 1))
        .collect();
    [colours(), colours_of_ideal_draws()]
        .into_iter()
        .chain(widths.into_iter().map(get_rand))
        .collect()
}

#[cfg(test)]
mod tests {
    use rogue::identities::Identities;

    use super::*;

    #[test]
    fn the_population_is_every_game_s_colours() {
        for (seed, potions) in POPULATION.iter().enumerate().step_by(97) {
            assert_eq!(
                Identities::of_seed(seed as i32).potions.map(u32::from),
                *potions
            );
        }
    }

    #[test]
    fn the_law_of_a_slot_is_counted_over_all_games() {
        let counted = colours().law(View::Slot(3)).unwrap().unwrap();
        assert_eq!(counted.denominator().to_string(), GAMES.to_string());
        let of_colour_5 = POPULATION.iter().filter(|potions| potions[3] == 5).count();
        assert_eq!(counted.numerators()[5].to_string(), of_colour_5.to_string());
    }
}
