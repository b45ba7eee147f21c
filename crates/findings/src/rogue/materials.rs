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
use crate::block::Figure;
use crate::prelude::*;
use crate::svg::bars;

/// The title of the section.
pub(crate) const TITLE: &str = "Wands and rings";

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

fn all_differ(indices: &[u8]) -> bool {
    indices.iter().collect::<HashSet<_>>().len() == indices.len()
}

impl Materials {
    pub(super) fn compute(atlas: &Atlas) -> Result<Self> {
        let (ideal, real) = (
            wands(&Weights::uniform(WAND_MATERIALS.len())?)?,
            wands(&rule(WAND_MATERIALS.len() as u32)?)?,
        );
        let (ideal_staffs, real_staffs) =
            (ideal.count_in(|&wood| wood), real.count_in(|&wood| wood));
        let staffs: usize = atlas.games().iter().map(staffs).sum();
        let (wand_draws, ring_draws) = count_draws();
        let mut games_without_repeat = 0;
        for game in atlas.games() {
            games_without_repeat += u64::from(all_differ(&game.wands) && all_differ(&game.rings));
        }
        Ok(Self {
            games_without_repeat,
            wands: Wands {
                draws_ideal: ideal.expected_draws().into(),
                draws_rule: real.expected_draws().into(),
                draws_counted: wand_draws,
                wood_ideal: (ideal_staffs.mean() / whole(WANDS)).into(),
                wood_rule: (real_staffs.mean() / whole(WANDS)).into(),
                wooden: staffs as u64,
                counted: (GAMES * WANDS) as u64,
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

    pub(super) fn section(&self) -> Section {
        let Self { wands, rings, .. } = self;
        let games = GAMES as u64;
        let draws = [
            [
                "draws for 11 wands".to_owned(),
                wands.draws_ideal.decimal(6),
                wands.draws_rule.decimal(6),
                share(wands.draws_counted, games).decimal(6),
            ],
            [
                "draws for 11 rings".to_owned(),
                rings.draws_ideal.decimal(6),
                rings.draws_rule.decimal(6),
                share(rings.draws_counted, games).decimal(6),
            ],
            [
                "a wand is of wood".to_owned(),
                wands.wood_ideal.decimal(6),
                wands.wood_rule.decimal(6),
                share(wands.wooden, wands.counted).decimal(6),
            ],
        ];
        let uses = wands.uses.iter().chain(&rings.uses).map(|used| {
            let excess = 100.0 * used.excess;
            [
                used.name.to_owned(),
                grouped(used.games),
                format!("{excess:.2} %"),
            ]
        });
        let (often, rarely) = extremes(&wands.uses);
        let (above, below) = (100.0 * often.excess, 100.0 * rarely.excess);
        let (often, rarely) = (often.name, rarely.name);
        Section::new(
            TITLE,
            vec![
                text(
                    "Each wand and each ring draws until an unused material comes. With ideal draws that is a fair choice without \
                     repetition, and the mask alone would hardly change it. The low bit does: 30 and 14 are even, so whether a \
                     draw is even is a coin toss, and there are few sequences of coin tosses. Over all games even and odd \
                     numbers are not equally frequent.",
                ),
                table(
                    "Expected draws, and the probability that a wand is made of wood and so called a staff.",
                    ["", "exact, ideal draws", "exact, the game's rule", "counted over all games"],
                    draws,
                ),
                Block::Figure(Figure {
                    caption: "Counted over all games: how much more or less often than its fair share each material and each gem is \
                              used."
                        .to_owned(),
                    svg: chart("materials of wands", &wands.uses)
                        + &chart("gems of rings", &rings.uses),
                }),
                table(
                    "The same in numbers: in how many games each is used.",
                    ["", "games", "off its fair share"],
                    uses,
                ),
                text(format!(
                    "For a player: look for {often} ({above:+.1} %) rather than {rarely} ({below:+.1} %)."
                )),
            ],
        )
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
        max_by_value(uses, |used| used.excess),
        min_by_value(uses, |used| used.excess),
    )
}

pub(crate) fn chart(label: &str, uses: &[Use]) -> String {
    let names: Vec<_> = uses.iter().map(|used| used.name).collect();
    let excesses: Vec<_> = uses.iter().map(|used| used.excess).collect();
    bars(label, &names, &excesses, 0.25)
}
