//! The seed: how many games there are, and which bits of the seed each kind of draw depends on.

use std::collections::HashSet;

use generators::closed_form::{Affine, Table};
use generators::draw::Dice;
use rogue::atlas::{Atlas, GAMES};
use rogue::random::{Rule, coin_toss, get_rand, rand_percent};
use rogue::tables::RANGES;

use crate::prelude::*;
use crate::svg;

const DRAWS: usize = 256;
static FORMS: Table<DRAWS> = Table::additive::<31, 3>();

/// The number of seeds, and of draws for each, in the picture of coin tosses.
const PICTURE: (i32, usize) = (48, 96);

/// The title of the section.
pub(crate) const TITLE: &str = "The seed: how many games there are";

#[derive(Serialize)]
pub struct Seed {
    pub games: u64,
    pub bits: u32,
    /// The largest number of which `get_rand` takes a remainder, over all games.
    pub largest_masked: i32,
    pub mask_bits: u32,
    pub masked_draws_per_game: u64,
    pub sights: Vec<Sight>,
    pub coin_streams: u64,
    /// Coin tosses: a row for each seed from 0 on, a digit for each toss.
    pub coins: Vec<String>,
}

#[derive(Serialize)]
pub struct Sight {
    pub draw: String,
    pub bits: u32,
    pub streams: u64,
}

type GameDice = Dice<generators::closed_form::TableWords<'static, DRAWS>, Rule>;
/// A kind of draw, returned as a number.
type DrawKind = Box<dyn Fn(&mut GameDice) -> i32 + Send + Sync>;

fn dice(seed: i32) -> GameDice {
    Dice::new(FORMS.words(seed))
}

fn sequence(seed: i32, kind: &DrawKind) -> Vec<i32> {
    let mut dice = dice(seed);
    (0..DRAWS).map(|_| kind(&mut dice)).collect()
}

fn kinds() -> Vec<(String, DrawKind)> {
    let mut kinds: Vec<(String, DrawKind)> = vec![
        (
            "coin_toss".into(),
            Box::new(|dice| i32::from(coin_toss(dice))),
        ),
        (
            "rand_percent(50)".into(),
            Box::new(|dice| i32::from(rand_percent(dice, 50))),
        ),
    ];
    for high in [13, 29] {
        kinds.push((
            format!("get_rand(0, {high}), odd or even"),
            Box::new(move |dice| get_rand(dice, 0, high) & 1),
        ));
    }
    for (x, y) in RANGES {
        kinds.push((
            format!("get_rand({x}, {y})"),
            Box::new(move |dice| get_rand(dice, x, y)),
        ));
    }
    kinds
}

/// How many low bits of the seed can change a sequence. The seeds tried are spread over all 32 bits.
fn bits_seen(kind: &DrawKind) -> u32 {
    let seeds = (0..64u32).map(|i| i.wrapping_mul(0x9e37_79b9));
    for bit in (0..32).rev() {
        for seed in seeds.clone() {
            if sequence(seed as i32, kind) != sequence((seed ^ 1 << bit) as i32, kind) {
                return bit + 1;
            }
        }
    }
    0
}

/// The first words of the generator, of which `rrandom` drops the lowest bit, as functions of the seed.
pub(crate) fn first_words(count: usize) -> &'static [Affine] {
    &FORMS.coefficients()[..count]
}

impl Seed {
    pub(super) fn compute(atlas: &Atlas) -> Self {
        let names: HashSet<_> = atlas
            .games()
            .iter()
            .map(|game| (game.potions, game.wands, game.rings, game.scrolls))
            .collect();
        let sights = parallel_map(kinds(), |(draw, kind): (String, DrawKind)| {
            let bits = bits_seen(&kind);
            let mut streams: Vec<_> = (0..1i32 << bits)
                .map(|seed| sequence(seed, &kind))
                .collect();
            streams.sort_unstable();
            streams.dedup();
            Sight {
                draw,
                bits,
                streams: streams.len() as u64,
            }
        });
        let largest_masked = parallel_map(0..GAMES as i32, |seed| {
            let mut dice = dice(seed);
            (0..DRAWS)
                .map(|_| get_rand(&mut dice, 0, i32::MAX - 1))
                .max()
                .unwrap_or(0)
        })
        .into_iter()
        .max()
        .unwrap_or(0);
        Self {
            games: names.len() as u64,
            bits: sights.iter().map(|sight| sight.bits).max().unwrap_or(0),
            largest_masked,
            mask_bits: i32::BITS - largest_masked.leading_zeros(),
            masked_draws_per_game: DRAWS as u64,
            coin_streams: sights.first().map_or(0, |coin| coin.streams),
            sights,
            coins: (0..PICTURE.0).map(|seed| tosses(seed).collect()).collect(),
        }
    }

    pub(crate) fn picture(&self) -> String {
        svg::tosses(&self.coins)
    }

    pub(super) fn section(&self) -> Section {
        let (bits, mask_bits, coin_streams) = (self.bits, self.mask_bits, self.coin_streams);
        let games = grouped(self.games);
        let rows = self.sights.iter().map(|sight| {
            [
                sight.draw.clone(),
                format!("0 to {}", sight.bits - 1),
                grouped(sight.streams),
            ]
        });
        Section::new(
            TITLE,
            vec![
                text(format!(
                    "There are {games} games. Every word of the generator is a multiple of the seed plus a constant, modulo 2^32, \
                     so its low bits depend only on low bits of the seed; `rrandom` drops the lowest, `get_rand` keeps \
                     {mask_bits} of the rest. That is {bits} bits of the seed. Two games started {games} seconds apart are the \
                     same game."
                )),
                table(
                    format!(
                        "Which low bits of the seed each kind of draw depends on: up to the highest of 32 bits whose flipping \
                         changes any of {DRAWS} draws (checked on 64 seeds; the derivation is in the documentation of the \
                         closed form); and how many different sequences there are, exactly, from all seeds of that many bits. \
                         In a range of even width, the parity is a coin toss."
                    ),
                    ["draw", "bits of the seed", "different sequences"],
                    rows,
                ),
                text(format!(
                    "For a player: the clock chooses among {games} games, and a game that only tossed coins would be one of \
                     {coin_streams}."
                )),
            ],
        )
    }
}

fn tosses(seed: i32) -> impl Iterator<Item = char> {
    let mut dice = dice(seed);
    (0..PICTURE.1).map(move |_| if coin_toss(&mut dice) { '1' } else { '0' })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coins_fall_in_four_sequences_which_come_again_every_four_seeds() {
        let falls = |seed| tosses(seed).collect::<String>();
        let first: HashSet<_> = (0..4).map(falls).collect();
        assert_eq!(first.len(), 4);
        for seed in (0..64).chain([-1, i32::MIN, i32::MAX]) {
            assert_eq!(falls(seed), falls(seed.rem_euclid(4)), "{seed}");
        }
    }

    #[test]
    fn powers_of_two_see_as_many_bits_and_one() {
        for (high, bits) in [(1, 2), (7, 4), (13, 15)] {
            let kind: DrawKind = Box::new(move |dice| get_rand(dice, 0, high));
            assert_eq!(bits_seen(&kind), bits, "{high}");
        }
    }
}
