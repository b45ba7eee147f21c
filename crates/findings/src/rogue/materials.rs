//! Wands and rings: materials are drawn until an unused one comes.

use std::collections::HashSet;
use std::num::NonZeroU32;

use exact::replacement::{SuccessivePicks, classes};
use generators::draw::Recorder;
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;
use rogue::new_game::SWAPS;
use rogue::random::srrandom;
use rogue::tables::{GEMS, MAX_METAL, RINGS, WAND_MATERIALS, WANDS};

use super::bounded::rule;
use crate::prelude::*;
use crate::prose::ROGUE as WORDS;
use crate::svg::bars;

#[derive(Serialize)]
pub struct Materials {
    pub wands: Wands,
    pub rings: Rings,
    /// Games in which no two wands share a material and no two rings a gem.
    pub games_without_repeat: u64,
}

#[derive(Serialize)]
pub struct Wands {
    pub draws_ideal: Exact,
    pub draws_rule: Exact,
    pub draws_counted: u64,
    pub wood_ideal: Exact,
    pub wood_rule: Exact,
    pub wooden: u64,
    pub counted: u64,
    pub staffs: Vec<Staffs>,
    pub uses: Vec<Use>,
}

/// How often a material or a gem is used, over all games.
#[derive(Serialize)]
pub struct Use {
    pub name: &'static str,
    pub games: u64,
    /// How much more often it is used than its fair share, as a fraction of that share; negative if less.
    pub excess: f64,
}

/// How often exactly `count` of a game's wands are made of wood.
#[derive(Serialize)]
pub struct Staffs {
    pub count: usize,
    pub ideal: Exact,
    pub rule: Exact,
    pub counted: u64,
}

#[derive(Serialize)]
pub struct Rings {
    pub draws_ideal: Exact,
    pub draws_rule: Exact,
    pub draws_counted: u64,
    pub uses: Vec<Use>,
}

/// Eleven picks from the materials, classed by whether they are wood.
fn wands(weights: &Weights) -> Result<SuccessivePicks<bool>> {
    Ok(SuccessivePicks::new(
        classes(weights, |material| material > MAX_METAL),
        WANDS,
    )?)
}

fn rings(weights: &Weights) -> Result<SuccessivePicks<()>> {
    Ok(SuccessivePicks::new(classes(weights, |_| ()), RINGS)?)
}

fn staffs(game: &Identities) -> usize {
    (0..WANDS).filter(|&kind| game.is_wood(kind)).count()
}

impl Materials {
    pub(super) fn compute(atlas: &Atlas) -> Result<Self> {
        let (ideal, real) = (
            wands(&Weights::uniform(WAND_MATERIALS.len())?)?,
            wands(&rule(WAND_MATERIALS.len() as u32)?)?,
        );
        let (ideal_staffs, real_staffs) =
            (ideal.count_in(|&wood| wood), real.count_in(|&wood| wood));
        let counted: Vec<usize> = atlas.games().iter().map(staffs).collect();
        let per_wand = |mean: exact::BigRational| Exact::from(mean / whole(WANDS));
        let staffs = (0..=WANDS).map(|count| Staffs {
            count,
            ideal: ideal_staffs.probability(count).into(),
            rule: real_staffs.probability(count).into(),
            counted: counted.iter().filter(|&&staffs| staffs == count).count() as u64,
        });
        let (wand_draws, ring_draws) = count_draws();
        let all_differ =
            |indices: &[u8]| indices.iter().collect::<HashSet<_>>().len() == indices.len();
        let without_repeat =
            |game: &&Identities| all_differ(&game.wands) && all_differ(&game.rings);
        Ok(Self {
            games_without_repeat: atlas.games().iter().filter(without_repeat).count() as u64,
            wands: Wands {
                draws_ideal: ideal.expected_draws().into(),
                draws_rule: real.expected_draws().into(),
                draws_counted: wand_draws,
                wood_ideal: per_wand(ideal_staffs.mean()),
                wood_rule: per_wand(real_staffs.mean()),
                wooden: counted.iter().sum::<usize>() as u64,
                counted: (GAMES * WANDS) as u64,
                staffs: staffs.collect(),
                uses: count_uses(
                    &WAND_MATERIALS,
                    atlas.games().iter().map(|game| &game.wands[..]),
                ),
            },
            rings: Rings {
                draws_ideal: rings(&Weights::uniform(GEMS.len())?)?
                    .expected_draws()
                    .into(),
                draws_rule: rings(&rule(GEMS.len() as u32)?)?.expected_draws().into(),
                draws_counted: ring_draws,
                uses: count_uses(&GEMS, atlas.games().iter().map(|game| &game.rings[..])),
            },
        })
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let Self { wands, rings, .. } = self;
        let (most, least) = extremes(&wands.uses);
        let used = rows(
            wands.uses.iter().chain(&rings.uses),
            |Use {
                 name,
                 games,
                 excess,
             }| json!({ "name": name, "games": games, "excess": 100.0 * excess }),
        );
        let staffs = rows(&wands.staffs, |row| json!({ "row": row, "games": GAMES }));
        let more = json!({
            "games": GAMES,
            "used": used,
            "staffs": staffs,
            "most": most,
            "above": 100.0 * most.excess,
            "least": least,
            "below": 100.0 * least.excess,
        });
        let charts =
            chart("materials of wands", &wands.uses) + &chart("gems of rings", &rings.uses);
        WORDS.beside(self, more).blocks("materials", [charts])
    }
}

/// The number of draws for wands and for rings, over all games. A draw out of 30 is for a wand. One out of 14 is for a ring,
/// except for the first 66, which shuffle the colours.
fn count_draws() -> (u64, u64) {
    let (mut wands, mut rings) = (0, 0);
    for seed in 0..GAMES as i32 {
        let mut fourteens = 0;
        Identities::of_draws(&mut Recorder::new(
            srrandom(seed),
            |n: NonZeroU32, _| match n.get() as usize {
                n if n == WAND_MATERIALS.len() => wands += 1,
                n if n == GEMS.len() => fourteens += 1,
                _ => {}
            },
        ));
        rings += fourteens - 2 * u64::from(SWAPS);
    }
    (wands, rings)
}

/// How often each name in the table is used, given what each game uses.
fn count_uses<'a>(table: &[&'static str], games: impl Iterator<Item = &'a [u8]>) -> Vec<Use> {
    let mut counts = vec![0u64; table.len()];
    let mut all = 0;
    for used in games {
        all += used.len();
        for &index in used {
            counts[usize::from(index)] += 1;
        }
    }
    let fair = all as f64 / table.len() as f64;
    table
        .iter()
        .zip(counts)
        .map(|(&name, games)| Use {
            name,
            games,
            excess: games as f64 / fair - 1.0,
        })
        .collect()
}

/// The name furthest above its fair share, and the one furthest below.
pub(crate) fn extremes(uses: &[Use]) -> (&Use, &Use) {
    (
        most(uses, |used| used.excess),
        least(uses, |used| used.excess),
    )
}

pub(crate) fn chart(label: &str, uses: &[Use]) -> String {
    let names: Vec<_> = uses.iter().map(|used| used.name).collect();
    let excesses: Vec<_> = uses.iter().map(|used| used.excess).collect();
    bars(label, &names, &excesses, 0.25)
}
