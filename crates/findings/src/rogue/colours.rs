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

mod distances;

pub(crate) use distances::Distances;

/// The title of the section.
pub(crate) const TITLE: &str = "mix_colors: the potions";

#[derive(Serialize)]
pub struct Colours {
    pub draws_per_game: u64,
    pub ideal: Matrix,
    pub rule: Matrix,
    /// The number of games, out of all: a row for each colour, a column for each potion.
    pub counted: Vec<Vec<u64>>,
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

    pub(super) fn section(&self) -> Section {
        let swaps = self.draws_per_game / 2;
        let keeps = [
            ("a fair shuffle", &self.keeps_fair),
            ("exact, ideal draws", &self.keeps_ideal),
            (
                "exact, the game's rule: likeliest potion",
                &self.keeps_rule_most,
            ),
            (
                "exact, the game's rule: unlikeliest potion",
                &self.keeps_rule_least,
            ),
            ("counted over all games", &share(self.kept, self.potions)),
        ];
        let mut keepers = Vec::new();
        for row in &self.keepers {
            if row.ideal.to_f64() > 5e-9 || row.counted > 0 {
                keepers.push([
                    row.count.to_string(),
                    row.fair.decimal(8),
                    row.ideal.decimal(8),
                    grouped(row.counted),
                    share(row.counted, GAMES as u64).decimal(8),
                ]);
            }
        }
        let [arrangements, reachable, games] =
            [self.arrangements, self.reachable, GAMES as u64].map(grouped);
        let stays = 1.0 / self.keeps_ideal.to_f64();
        let moves = 13.0 / (1.0 - self.keeps_ideal.to_f64());
        let mut blocks = vec![
            text(format!(
                "`mix_colors` swaps the colours of two potions drawn at random, both from all 14 and so sometimes the same one, \
                 {swaps} times. The matrix shows where each colour ends, four ways: exact with ideal draws, exact with the \
                 game's rule, counted over all games, and how far the counts are from the first."
            )),
            self.matrix_table(),
            table(
                "The probability that a potion keeps its colour.",
                ["how", "probability"],
                keeps.map(|(how, probability)| [how.to_owned(), probability.decimal(8)]),
            ),
            table(
                "How many potions keep their colour.",
                [
                    "potions",
                    "fair shuffle",
                    "exact, ideal draws",
                    "counted (games)",
                    "counted (share)",
                ],
                keepers,
            ),
            text(format!(
                "Of 14! = {arrangements} arrangements the game can reach {reachable}; it has {games} games."
            )),
        ];
        blocks.extend(self.distances.blocks());
        blocks.push(text(format!(
            "For a player: the best guess at a potion is the colour it had before mixing, right once in {stays:.2} games; any \
             other guess is right once in {moves:.2}."
        )));
        Section::new(TITLE, blocks)
    }

    /// A row for each colour, a column for each potion, four numbers in each cell.
    fn matrix_table(&self) -> Block {
        let mut head = vec!["colour".to_owned()];
        head.extend(POTION_KINDS.map(str::to_owned));
        let mut rows = Vec::new();
        for (from, colour) in POTION_COLOURS.iter().enumerate() {
            let mut row = vec![(*colour).to_owned()];
            for to in 0..POTIONS {
                let (ideal, rule) = (self.ideal.values()[from][to], self.rule.values()[from][to]);
                let (counted, expected) = (self.counted[from][to] as f64, ideal * GAMES as f64);
                let share = counted / GAMES as f64;
                let residual = (counted - expected) / expected.sqrt();
                row.push(format!(
                    "{ideal:.5}\n{rule:.5}\n{share:.5}\n{:.2}",
                    residual * residual
                ));
            }
            rows.push(row);
        }
        Block::Table(Table {
            caption: "Where each colour ends. In each cell: exact with ideal draws, exact with the game's rule, counted over all \
                      games, and the cell's share of the chi-square of the last from the first."
                .to_owned(),
            head,
            rows,
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
