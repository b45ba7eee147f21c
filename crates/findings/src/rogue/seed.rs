//! The seed: how many games there are, and which bits of the seed each kind of draw depends on.

use std::collections::HashSet;

use generators::closed_form::Table;
use generators::draw::Dice;
use rogue::atlas::{Atlas, GAMES};
use rogue::random::{Rule, coin_toss, get_rand, rand_percent};
use rogue::tables::RANGES;

use crate::prelude::*;
use crate::prose::ROGUE as WORDS;
use crate::svg;

const DRAWS: usize = 256;
static FORMS: Table<DRAWS> = Table::additive::<31, 3>();

/// The number of seeds, and of draws for each, in the picture of coin tosses.
const PICTURE: (i32, usize) = (48, 96);

#[derive(Serialize)]
pub struct Seed {
    pub games: u64,
    pub bits: u32,
    /// The largest number of which `get_rand` takes a remainder, over all games.
    pub largest_masked: i32,
    pub mask_bits: u32,
    pub masked_draws_per_game: u64,
    /// How many draws the names of a game take: the least, the mean and the greatest number.
    pub draws: Draws,
    pub sights: Vec<Sight>,
    pub coin_streams: u64,
    /// Coin tosses: a row for each seed from 0 on, a digit for each toss.
    pub coins: Vec<String>,
}

#[derive(Serialize)]
pub struct Draws {
    pub least: u16,
    pub total: u64,
    pub most: u16,
}

#[derive(Serialize)]
pub struct Sight {
    pub draw: String,
    pub bits: u32,
    pub streams: u64,
}

type GameDice = Dice<generators::closed_form::TableWords<'static, DRAWS>, Rule>;
/// A kind of draw, returned as a number.
type Kind = Box<dyn Fn(&mut GameDice) -> i32 + Send + Sync>;

fn dice(seed: i32) -> GameDice {
    Dice::new(FORMS.words(seed))
}

fn sequence(seed: i32, kind: &Kind) -> Vec<i32> {
    let mut dice = dice(seed);
    (0..DRAWS).map(|_| kind(&mut dice)).collect()
}

fn kinds() -> Vec<(String, Kind)> {
    let mut kinds: Vec<(String, Kind)> = vec![
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
fn bits_seen(kind: &Kind) -> u32 {
    let seeds = (0..64u32).map(|i| i.wrapping_mul(0x9e37_79b9));
    let seen = |bit: u32, seed: u32| {
        sequence(seed as i32, kind) != sequence((seed ^ 1 << bit) as i32, kind)
    };
    (0..32)
        .rev()
        .find(|&bit| seeds.clone().any(|seed| seen(bit, seed)))
        .map_or(0, |bit| bit + 1)
}

impl Seed {
    pub(super) fn compute(atlas: &Atlas) -> Self {
        let names: HashSet<_> = atlas
            .games()
            .iter()
            .map(|game| (game.potions, game.wands, game.rings, game.scrolls))
            .collect();
        let sights = each(kinds(), |(draw, kind): (String, Kind)| {
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
        let largest_masked = each(0..GAMES as i32, |seed| {
            let mut dice = dice(seed);
            (0..DRAWS)
                .map(|_| get_rand(&mut dice, 0, i32::MAX - 1))
                .max()
                .unwrap_or(0)
        })
        .into_iter()
        .max()
        .unwrap_or(0);
        let counts = || atlas.games().iter().filter_map(|game| game.draws);
        Self {
            games: names.len() as u64,
            bits: sights.iter().map(|sight| sight.bits).max().unwrap_or(0),
            largest_masked,
            mask_bits: i32::BITS - largest_masked.leading_zeros(),
            masked_draws_per_game: DRAWS as u64,
            draws: Draws {
                least: counts().min().unwrap_or(0),
                total: counts().map(u64::from).sum(),
                most: counts().max().unwrap_or(0),
            },
            coin_streams: sights.first().map_or(0, |coin| coin.streams),
            sights,
            coins: (0..PICTURE.0).map(|seed| tosses(seed).collect()).collect(),
        }
    }

    pub(crate) fn picture(&self) -> String {
        svg::tosses(&self.coins)
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let shown = rows(
            &self.sights,
            |sight| json!({ "sight": sight, "last": sight.bits - 1 }),
        );
        let more = json!({
            "shown": shown,
            "all": GAMES,
            "each": DRAWS,
            "seeds": PICTURE.0 - 1,
            "tosses": PICTURE.1,
        });
        WORDS.beside(self, more).blocks("seed", [self.picture()])
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
    fn powers_of_two_see_as_many_bits_and_one() {
        let sights =
            |x, y| bits_seen(&(Box::new(move |dice: &mut GameDice| get_rand(dice, x, y)) as Kind));
        assert_eq!((sights(0, 1), sights(0, 7), sights(0, 13)), (2, 4, 15));
    }
}
