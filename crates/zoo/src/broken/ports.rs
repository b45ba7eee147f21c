//! Broken ports: each should be equal to a source of [`crate::sources`], and is not. Most are as random as it.

use std::num::NonZeroU32;

use ::generators::bounding::{LowBits, Threshold};
use ::generators::draw::{Dice, Draw};
use ::generators::pcg32::Pcg32;
use exact::Weights;
use permute::fisher_yates::fisher_yates;
use rogue::random::{GameDice, get_rand};
use rogue::tables::POTIONS;

use super::generators::lagged;
use super::{Broken, CaughtBy, Law, Make};
use crate::sources::games::{every_game, fresh_games, long_game};
use crate::sources::generators::STREAM;
use crate::sources::{Kind, View, law, stream};

const fn port(
    name: &'static str,
    about: &'static str,
    wrong: &'static str,
    of: &'static str,
    kind: Kind,
    make: Make,
) -> Broken {
    Broken {
        name,
        about,
        wrong,
        kind,
        caught_by: CaughtBy::Conformance(of),
        make,
    }
}

const WORDS: Kind = Kind::Words { bits: 32 };
const COLOURS: Kind = Kind::Permutations { n: POTIONS as u32 };

#[rustfmt::skip]
pub(super) const ALL: &[Broken] = &[
    port("discards-309", "rrandom with 309 words thrown away in seeding", "310 are thrown away: all words come one later", "rrandom", Kind::Words { bits: 31 },
        Make::Stream(|seed| {
            let mut late = unshifted(seed as u32, 309);
            stream::singles(move || late() >> 1)
        })),
    port("rotated-by-one-more", "PCG32 that rotates one place too far", "an off-by-one in the output function", "pcg32", WORDS,
        Make::Stream(|seed| {
            let mut pcg = Pcg32::srandom(seed, STREAM);
            stream::singles(move || pcg.next_word().rotate_right(1))
        })),
    port("swapped-halves", "PCG32, the halves of each word swapped", "16-bit halves in the wrong order", "pcg32", WORDS,
        Make::Stream(|seed| {
            let mut pcg = Pcg32::srandom(seed, STREAM);
            stream::singles(move || pcg.next_word().rotate_right(16))
        })),
    port("swapped-bytes", "PCG32, the bytes of each word reversed", "big endian read as little endian", "pcg32", WORDS,
        Make::Stream(|seed| {
            let mut pcg = Pcg32::srandom(seed, STREAM);
            stream::singles(move || pcg.next_word().swap_bytes())
        })),
    port("swapped-arguments", "PCG32 seeded with the stream, on the stream of the seed", "arguments in the wrong order", "pcg32", WORDS,
        Make::Stream(|seed| stream::words(Pcg32::srandom(STREAM, seed)))),
    port("dropped-draw", "PCG32, each 1000th word dropped", "a draw that was taken and not used", "pcg32", WORDS,
        Make::Stream(|seed| {
            let (mut pcg, mut count) = (Pcg32::srandom(seed, STREAM), 0_u64);
            stream::singles(move || {
                count += 1;
                if count.is_multiple_of(999) {
                    pcg.next_word();
                }
                pcg.next_word()
            })
        })),
    port("other-direction", "Fisher-Yates in place of the method without a list", "the same draws, equally fair, another permutation", "listless-pcg32-5", Kind::Permutations { n: 5 },
        Make::Stream(|seed| {
            let mut draws = Dice::<_, Threshold>::new(Pcg32::srandom(seed, STREAM));
            stream::items(5, move |item| {
                item.iter_mut().zip(0..).for_each(|(place, number)| *place = number);
                // Five are not too many. The source takes a draw below one as well.
                let _ = fisher_yates(item, &mut draws);
                draws.draw(NonZeroU32::MIN);
            })
        })),
    port("fifteen-bits", "get_rand with a mask of 15 bits", "the mask is 0x3fff, not 0x7fff", "get-rand-100", Kind::Values { below: 100 },
        Make::Lawful(
            |seed| stream::values::<LowBits<15>, _>(long_game(seed), HUNDRED),
            || Ok(Law { view: View::Item, distribution: (&Weights::of_rule::<LowBits<15>>(31, HUNDRED)?).into() }),
        )),
    port("unshifted", "get_rand of words from which the lowest bit is not shifted out", "the worst bit is used: parities are a shift register", "get-rand-100", Kind::Values { below: 100 },
        Make::Stream(|seed| {
            let mut words = unshifted(Pcg32::srandom(seed, STREAM).next_word(), 310);
            stream::singles(move || (words() & 0x3fff) % 100)
        })),
    port("thirty-two-swaps", "mix_colors with 32 swaps", "the loop includes its bound: 33", "mix-colors", COLOURS,
        Make::Lawful(
            |seed| fresh_games(seed, |dice, potions| swap(dice, potions, 32, POTIONS)),
            || counted(View::Slot(0), |dice, potions| swap(dice, potions, 32, POTIONS)),
        )),
    port("thirteen-slots", "mix_colors with draws below 13", "an inclusive bound taken for an exclusive one: the last potion keeps its colour", "mix-colors", COLOURS,
        Make::Lawful(
            |seed| fresh_games(seed, |dice, potions| swap(dice, potions, 33, POTIONS - 1)),
            || counted(View::Slot(13), |dice, potions| swap(dice, potions, 33, POTIONS - 1)),
        )),
];

const HUNDRED: NonZeroU32 = NonZeroU32::new(100).unwrap();

/// The law over all games.
fn counted(view: View, mix: fn(&mut GameDice, &mut [u8; POTIONS])) -> crate::Result<Law> {
    let games = every_game(mix);
    let law = law::of_population(COLOURS, view, games.iter().map(|potions| &potions[..]))?;
    Ok(Law {
        view,
        distribution: law.ok_or(exact::Error::NoOutcomes)?,
    })
}

/// `mix_colors` with these numbers of swaps and slots.
fn swap(dice: &mut impl Draw, potions: &mut [u8; POTIONS], swaps: u32, slots: usize) {
    for _ in 0..swaps {
        let j = get_rand(dice, 0, slots as i32 - 1);
        let k = get_rand(dice, 0, slots as i32 - 1);
        potions.swap(j as usize, k as usize);
    }
}

/// The words of `TYPE_3` before its shift, after seeding with the first `discards` words thrown away.
fn unshifted(seed: u32, discards: u32) -> impl FnMut() -> u32 + Send {
    let mut word = seed;
    let mut first: Vec<u32> = std::iter::repeat_with(|| {
        let now = word;
        word = word.wrapping_mul(1_103_515_245).wrapping_add(12345);
        now
    })
    .take(31)
    .collect();
    first.rotate_left(3);
    let mut words = lagged(first, 3, u32::wrapping_add);
    (0..discards).for_each(|_| {
        words();
    });
    words
}

#[cfg(test)]
mod tests {
    use ::generators::bsd_random::Type3;

    use super::*;

    #[test]
    fn with_all_discards_the_ring_is_the_port_s() {
        let mut words = unshifted(7, 310);
        let mut right = Type3::srrandom(7);
        assert!((0..200).all(|_| words() >> 1 == right.next_word()));
    }

    #[test]
    fn with_all_swaps_and_slots_the_colours_are_the_port_s() {
        let [mut right, mut rebuilt] = [[0; 40 * POTIONS]; 2];
        crate::sources::find("mix-colors")
            .unwrap()
            .open(5)
            .fill(&mut right);
        fresh_games(5, |dice, potions| swap(dice, potions, 33, POTIONS)).fill(&mut rebuilt);
        assert_eq!(right, rebuilt);
    }
}
