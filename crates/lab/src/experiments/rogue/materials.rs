//! Wands and rings: drawn until unused.

use anyhow::Result;
use exact::Weights;
use exact::replacement::{SuccessivePicks, classes};
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;
use rogue::tables::{GEMS, MAX_METAL, RINGS, WAND_MATERIALS, WANDS};
use serde::Serialize;

use super::bounded::rule;
use crate::experiments::number::{Exact, grouped, share};
use crate::report::block::{Block, table, text};

/// Both kinds of thing.
#[derive(Clone, Debug, Serialize)]
pub struct Materials {
    /// Wands.
    pub wands: Wands,
    /// Rings.
    pub rings: Rings,
}

/// Eleven wands out of thirty materials.
#[derive(Clone, Debug, Serialize)]
pub struct Wands {
    /// Expected draws: ideal,
    pub draws_ideal: Exact,
    /// with the game's rule.
    pub draws_rule: Exact,
    /// A wand is of wood: ideal,
    pub wood_ideal: Exact,
    /// with the game's rule, over all eleven,
    pub wood_rule: Exact,
    /// and counted: how many of all wands are.
    pub wooden: u64,
    /// How many wands there are in all games.
    pub counted: u64,
    /// How many of a game's wands are of wood.
    pub staffs: Vec<Staffs>,
}

/// How often exactly `count` of a game's wands are of wood.
#[derive(Clone, Debug, Serialize)]
pub struct Staffs {
    /// How many wands.
    pub count: usize,
    /// Ideal.
    pub ideal: Exact,
    /// With the game's rule.
    pub rule: Exact,
    /// In how many of all games.
    pub counted: u64,
}

/// Eleven rings out of fourteen gems.
#[derive(Clone, Debug, Serialize)]
pub struct Rings {
    /// Expected draws: ideal,
    pub draws_ideal: Exact,
    /// with the game's rule.
    pub draws_rule: Exact,
}

/// Eleven picks out of the materials, told apart by whether they are wood.
fn wands(weights: &Weights) -> Result<SuccessivePicks<bool>> {
    Ok(SuccessivePicks::new(classes(weights, |material| material > MAX_METAL), WANDS)?)
}

fn rings(weights: &Weights) -> Result<SuccessivePicks<()>> {
    Ok(SuccessivePicks::new(classes(weights, |_| ()), RINGS)?)
}

fn staffs(game: &Identities) -> usize {
    (0..WANDS).filter(|&kind| game.is_wood(kind)).count()
}

impl Materials {
    pub(super) fn compute(atlas: &Atlas) -> Result<Self> {
        let (ideal, real) =
            (wands(&Weights::uniform(WAND_MATERIALS.len())?)?, wands(&rule(WAND_MATERIALS.len() as u32)?)?);
        let (ideal_staffs, real_staffs) = (ideal.count_in(|&wood| wood), real.count_in(|&wood| wood));
        let counted: Vec<usize> = atlas.games().iter().map(staffs).collect();
        let per_wand = |mean: exact::BigRational| Exact::from(mean / exact::BigRational::from_integer(WANDS.into()));
        let staffs = (0..=WANDS).map(|count| Staffs {
            count,
            ideal: ideal_staffs.probability(count).into(),
            rule: real_staffs.probability(count).into(),
            counted: counted.iter().filter(|&&staffs| staffs == count).count() as u64,
        });
        Ok(Self {
            wands: Wands {
                draws_ideal: ideal.expected_draws().into(),
                draws_rule: real.expected_draws().into(),
                wood_ideal: per_wand(ideal_staffs.mean()),
                wood_rule: per_wand(real_staffs.mean()),
                wooden: counted.iter().sum::<usize>() as u64,
                counted: (GAMES * WANDS) as u64,
                staffs: staffs.collect(),
            },
            rings: Rings {
                draws_ideal: rings(&Weights::uniform(GEMS.len())?)?.expected_draws().into(),
                draws_rule: rings(&rule(GEMS.len() as u32)?)?.expected_draws().into(),
            },
        })
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let Self { wands, rings } = self;
        vec![
            text(
                "Each wand and each ring draws until a material comes that has not been used. Equal weights would make this a \
                 fair choice without repetition; the mask tips it towards the first four of thirty materials, all of them metal, \
                 and the first four of fourteen gems.",
            ),
            table(
                "Expected draws, and the chance that a wand is made of wood and so called a staff.",
                ["", "exact, ideal draws", "exact, the game's rule", "counted over all games"],
                [
                    [
                        "draws for 11 wands".into(),
                        wands.draws_ideal.decimal(6),
                        wands.draws_rule.decimal(6),
                        String::new(),
                    ],
                    [
                        "draws for 11 rings".into(),
                        rings.draws_ideal.decimal(6),
                        rings.draws_rule.decimal(6),
                        String::new(),
                    ],
                    [
                        "a wand is of wood".into(),
                        wands.wood_ideal.decimal(6),
                        wands.wood_rule.decimal(6),
                        share(wands.wooden, wands.counted).decimal(6),
                    ],
                ],
            ),
            table(
                "How many of a game's wands are staffs.",
                ["staffs", "exact, ideal draws", "exact, the game's rule", "counted (games)"],
                wands.staffs.iter().map(|row| {
                    [row.count.to_string(), row.ideal.decimal(8), row.rule.decimal(8), grouped(row.counted)]
                }),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_materials_are_wood_and_so_are_half_of_ideal_wands() {
        let materials = Materials::compute(&Atlas::new()).unwrap();
        assert_eq!(materials.wands.wood_ideal.fraction, "1/2");
        assert!(materials.wands.wood_rule.to_f64() < 0.5, "the mask favours the first materials, which are metal");
    }
}
