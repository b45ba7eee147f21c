//! `mix_colors`: 33 swaps of two of 14 slots, and how far that is from a fair shuffle.

use std::collections::HashSet;

use exact::chain::swap_chain;
use exact::transpositions::{RandomTranspositions, uniform_fixed_points};
use generators::draw::Recorder;
use rogue::atlas::{Atlas, GAMES};
use rogue::new_game::{SWAPS, mix_colors};
use rogue::random::srrandom;
use rogue::tables::{POTION_COLOURS, POTION_KINDS, POTIONS};

use super::bounded::rule;
use crate::block::Table;
use crate::number::Matrix;
use crate::prelude::*;
use crate::prose::ROGUE as WORDS;
use crate::svg::heat_map;

mod distances;

use distances::Distances;

#[derive(Serialize)]
pub struct Colours {
    pub draws_per_game: u64,
    pub ideal: Matrix,
    pub rule: Matrix,
    /// The number of games, out of all: a row for each colour, a column for each potion.
    pub counted: Vec<Vec<u64>>,
    pub chi_square: ChiSquare,
    /// The probability that a potion keeps its colour with ideal draws, the same for every potion.
    pub keeps_ideal: Exact,
    pub keeps_fair: Exact,
    /// The same with the game's rule, for the potion for which it is greatest.
    pub keeps_rule_most: Exact,
    pub keeps_rule_least: Exact,
    pub kept: u64,
    pub potions: u64,
    pub keepers: Vec<Keepers>,
    pub reachable: u64,
    pub arrangements: u64,
    /// How far from uniform the arrangement is, by number of swaps.
    #[serde(flatten)]
    pub distances: Distances,
}

/// How far the counts over all games are from ideal draws. The games are a population, so nothing about the counts is chance.
#[derive(Serialize)]
pub struct ChiSquare {
    /// The sum of (observed - expected)^2 / expected over all cells, times (n-1)/n because the cells of a permutation are not
    /// independent.
    pub statistic: f64,
    pub freedom: u32,
    pub furthest: Cell,
}

/// A colour and the potion at which it ends, both by number.
#[derive(Serialize)]
pub struct Cell {
    pub colour: usize,
    pub potion: usize,
    pub counted: u64,
    /// The expected number of games with ideal draws.
    pub ideal: f64,
}

/// How often exactly `count` potions keep their colours.
#[derive(Serialize)]
pub struct Keepers {
    pub count: usize,
    pub fair: Exact,
    pub ideal: Exact,
    pub counted: u64,
}

impl Colours {
    pub(super) fn compute(atlas: &Atlas) -> Result<Self> {
        let uniform = Weights::uniform(POTIONS)?;
        let ideal = swap_chain(&uniform, SWAPS);
        let real = swap_chain(&rule(POTIONS as u32)?, SWAPS);
        let counted = count_positions(atlas);
        let keeping: Vec<BigRational> = (0..POTIONS)
            .map(|slot| real.probability(slot, slot))
            .collect();
        let walk = RandomTranspositions::new(POTIONS)?;
        let kept: Vec<usize> = atlas
            .games()
            .iter()
            .map(|game| fixed_points(&game.potions))
            .collect();
        let (fair, after) = (
            uniform_fixed_points(POTIONS)?,
            walk.after(SWAPS).fixed_points(),
        );
        let keepers = (0..=POTIONS).map(|count| Keepers {
            count,
            fair: fair.probability(count).into(),
            ideal: after.probability(count).into(),
            counted: kept.iter().filter(|&&kept| kept == count).count() as u64,
        });
        let reachable: HashSet<_> = atlas.games().iter().map(|game| game.potions).collect();
        Ok(Self {
            draws_per_game: draws_per_game(),
            chi_square: ChiSquare::of(&counted, &ideal.to_f64s()),
            ideal: Matrix::from(&ideal),
            rule: Matrix::from(&real),
            counted,
            keeps_ideal: ideal.probability(0, 0).into(),
            keeps_fair: share(1, POTIONS as u64),
            keeps_rule_most: keeping
                .iter()
                .max()
                .expect("there are potions")
                .clone()
                .into(),
            keeps_rule_least: keeping
                .iter()
                .min()
                .expect("there are potions")
                .clone()
                .into(),
            kept: kept.iter().sum::<usize>() as u64,
            potions: (GAMES * POTIONS) as u64,
            keepers: keepers.collect(),
            reachable: reachable.len() as u64,
            arrangements: (1..=POTIONS as u64).product(),
            distances: Distances::compute(&walk)?,
        })
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let furthest = &self.chi_square.furthest;
        let keepers = self
            .keepers
            .iter()
            .filter(|row| row.ideal.to_f64() > 5e-9 || row.counted > 0);
        let shown = rows(keepers, |row| json!({ "row": row, "games": GAMES }));
        let keeps = self.keeps_ideal.to_f64();
        let more = json!({
            "shown": shown,
            "swaps": self.draws_per_game / 2,
            "colour": POTION_COLOURS[furthest.colour],
            "potion": POTION_KINDS[furthest.potion],
            "games": GAMES,
            "stays": 1.0 / keeps,
            "moves": 13.0 / (1.0 - keeps),
        });
        let mut blocks = WORDS.beside(self, more).blocks("colours", [self.maps()]);
        blocks.insert(2, self.matrix_table());
        let advice = blocks.len() - 1;
        blocks.splice(advice..advice, self.distances.blocks());
        blocks
    }

    fn shares(&self) -> Vec<Vec<f64>> {
        let share = |&count: &u64| count as f64 / GAMES as f64;
        self.counted
            .iter()
            .map(|row| row.iter().map(share).collect())
            .collect()
    }

    fn maps(&self) -> String {
        let map = |label, values: &[Vec<f64>]| {
            let centre = 1.0 / POTIONS as f64;
            heat_map(label, &POTION_COLOURS, values, centre, 0.1 * centre)
        };
        let residuals = residuals(&self.counted, self.ideal.values());
        [
            map("exact, ideal draws", self.ideal.values()),
            map("exact, the game's rule", self.rule.values()),
            map("counted over all games", &self.shares()),
            heat_map(
                "counted against the first",
                &POTION_COLOURS,
                &residuals,
                0.0,
                3.0,
            ),
        ]
        .concat()
    }

    /// A row for each colour, a column for each potion, four numbers in each cell.
    fn matrix_table(&self) -> Block {
        let header: Vec<String> = std::iter::once("colour".to_owned())
            .chain(POTION_KINDS.iter().map(|kind| (*kind).to_owned()))
            .collect();
        let (shares, residuals) = (self.shares(), residuals(&self.counted, self.ideal.values()));
        let rows = POTION_COLOURS.iter().enumerate().map(|(from, colour)| {
            let cell = |to: usize| {
                let (ideal, rule) = (self.ideal.values()[from][to], self.rule.values()[from][to]);
                let (counted, residual) = (shares[from][to], residuals[from][to]);
                format!(
                    "{ideal:.5}\n{rule:.5}\n{counted:.5}\n{:.2}",
                    residual * residual
                )
            };
            std::iter::once((*colour).to_owned())
                .chain((0..POTIONS).map(cell))
                .collect()
        });
        Block::Table(Table {
            caption: WORDS.words("colours.matrix").to_owned(),
            head: header,
            rows: rows.collect(),
        })
    }
}

fn draws_per_game() -> u64 {
    let mut draws = 0;
    mix_colors(
        &mut Recorder::new(srrandom(0), |_, _| draws += 1),
        &mut [0; POTIONS],
    );
    draws
}

/// `[colour][potion]` is the number of games in which the colour ends at the potion.
fn count_positions(atlas: &Atlas) -> Vec<Vec<u64>> {
    let mut counted = vec![vec![0; POTIONS]; POTIONS];
    for game in atlas.games() {
        for (potion, &colour) in game.potions.iter().enumerate() {
            counted[usize::from(colour)][potion] += 1;
        }
    }
    counted
}

fn fixed_points(potions: &[u8; POTIONS]) -> usize {
    potions
        .iter()
        .enumerate()
        .filter(|&(potion, &colour)| potion == usize::from(colour))
        .count()
}

/// (observed - expected) / sqrt(expected) for each cell.
fn residuals(counted: &[Vec<u64>], probabilities: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let residual = |(&count, probability): (&u64, &f64)| {
        let expected = probability * GAMES as f64;
        (count as f64 - expected) / expected.sqrt()
    };
    counted
        .iter()
        .zip(probabilities)
        .map(|(row, expected)| row.iter().zip(expected).map(residual).collect())
        .collect()
}

impl ChiSquare {
    fn of(counted: &[Vec<u64>], probabilities: &[Vec<f64>]) -> Self {
        let (n, residuals) = (counted.len(), residuals(counted, probabilities));
        let cells = (0..n * n).map(|cell| (cell / n, cell % n));
        let size = |&(colour, potion): &(usize, usize)| f64::abs(residuals[colour][potion]);
        let (colour, potion) = cells
            .max_by(|a, b| size(a).total_cmp(&size(b)))
            .expect("there are colours and potions");
        let sum: f64 = residuals
            .iter()
            .flatten()
            .map(|residual| residual * residual)
            .sum();
        Self {
            statistic: sum * (n - 1) as f64 / n as f64,
            freedom: ((n - 1) * (n - 1)) as u32,
            furthest: Cell {
                colour,
                potion,
                counted: counted[colour][potion],
                ideal: probabilities[colour][potion] * GAMES as f64,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chi_square_of_games_that_are_all_alike_is_the_largest_there_is() {
        let mut counted = vec![vec![0; 14]; 14];
        for (i, row) in counted.iter_mut().enumerate() {
            row[i] = GAMES as u64;
        }
        let expected = vec![vec![1.0 / 14.0; 14]; 14];
        let chi_square = ChiSquare::of(&counted, &expected);
        // In each row, 13 cells are empty, and one has 14 times its share: 14 * (13 + 13^2) / 14 of a row's games.
        assert!(
            (chi_square.statistic / (GAMES as f64 * 13.0 * 13.0) - 1.0).abs() < 1e-12,
            "{}",
            chi_square.statistic
        );
        assert_eq!(chi_square.furthest.counted, GAMES as u64);
    }
}
