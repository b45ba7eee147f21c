//! Document 003: Rogue's generator, and how it names potions, wands, rings and scrolls.

pub mod bounded;
pub mod colours;
pub mod materials;
pub mod seed;
pub mod titles;

use anyhow::Result;
use rogue::atlas::Atlas;
use serde::Serialize;

use super::{Claim, Verdict};
use crate::report::block::{Block, Section, table, text};
use bounded::Bounded;
use colours::Colours;
use materials::Materials;
use seed::Seed;
use titles::Titles;

/// The false-alarm rate at which the report asks how many draws it takes to notice a bias.
pub const ALPHA: f64 = 1e-6;
/// And the chance of noticing it then.
pub const POWER: f64 = 0.9;

/// Everything that is computed about the document.
#[derive(Clone, Debug, Serialize)]
pub struct Rogue {
    /// What the document says, and what we found.
    pub claims: Vec<Claim>,
    /// The seed, and what depends on it.
    pub seed: Seed,
    /// `get_rand` over the game's ranges.
    pub get_rand: Bounded,
    /// `mix_colors`.
    pub mix_colors: Colours,
    /// Wands and rings.
    pub materials: Materials,
    /// Scroll titles.
    pub titles: Titles,
}

impl Rogue {
    /// Computes all of it.
    ///
    /// # Errors
    /// If an exact computation is asked for something that is not there: a defect of this program.
    pub fn compute(atlas: &Atlas) -> Result<Self> {
        let (seed, (get_rand, mix_colors)) =
            rayon::join(|| Seed::compute(atlas), || rayon::join(Bounded::compute, || Colours::compute(atlas)));
        let (get_rand, mix_colors) = (get_rand?, mix_colors?);
        let (materials, titles) = (Materials::compute(atlas)?, Titles::compute(atlas)?);
        let claims = claims(&seed, &get_rand, &mix_colors, &materials, &titles);
        Ok(Self { claims, seed, get_rand, mix_colors, materials, titles })
    }

    /// The sections of the report.
    pub fn sections(&self) -> Vec<Section> {
        vec![
            Section::new("What document 003 says, and what is so", self.claim_blocks()),
            Section::new("The seed: how many games there are", self.seed.blocks()),
            Section::new("get_rand: the 14-bit mask", self.get_rand.blocks()),
            Section::new("mix_colors: the potions", self.mix_colors.blocks()),
            Section::new("Wands and rings", self.materials.blocks()),
            Section::new("Scroll titles", self.titles.blocks()),
        ]
    }

    fn claim_blocks(&self) -> Vec<Block> {
        let rows = self
            .claims
            .iter()
            .map(|claim| [claim.claim.to_owned(), claim.verdict.name().to_owned(), claim.finding.clone()]);
        vec![
            text(
                "Rogue (rogue-clone III, as the BSDs carry it) numbers its games with the clock and draws everything from \
                 one generator. The document describes that generator and the functions that name things.",
            ),
            table("Claims of the document, in our words.", ["claim", "verdict", "what we found"], rows),
        ]
    }
}

fn claims(seed: &Seed, bounded: &Bounded, colours: &Colours, materials: &Materials, titles: &Titles) -> Vec<Claim> {
    let claim = |claim, verdict, finding| Claim { claim, verdict, finding };
    let (most, least) = materials::extremes(&materials.wands.uses);
    vec![
        claim(
            "mix_colors swaps two potions 32 times.",
            Verdict::of(colours.draws_per_game == 2 * 32),
            format!(
                "The loop includes both its ends: it makes {} draws, that is {} swaps.",
                colours.draws_per_game,
                colours.draws_per_game / 2
            ),
        ),
        claim(
            "get_rand cuts a word down to 16 bits.",
            Verdict::of(seed.mask_bits == 16),
            format!(
                "To {} bits: over all games and {} draws each, the largest number it ever took a remainder of is {}.",
                seed.mask_bits, seed.masked_draws_per_game, seed.largest_masked
            ),
        ),
        claim(
            "Some potions may keep their colour, as a swap can undo another.",
            Verdict::of(colours.kept > 0),
            format!(
                "A potion keeps its colour with probability {} for ideal draws (a fair shuffle: {}); in the {} games there \
                 are, {} of {} potions do.",
                colours.keeps_ideal.decimal(6),
                colours.keeps_fair.decimal(6),
                super::number::grouped(rogue::atlas::GAMES as u64),
                super::number::grouped(colours.kept),
                super::number::grouped(colours.potions),
            ),
        ),
        claim(
            "So mix_colors is imperfect.",
            if colours.total_variation.to_f64() > 0.0 { Verdict::Refined } else { Verdict::Refuted },
            format!(
                "With ideal draws the arrangement after {} swaps is {} from uniform in total variation; {} swaps would come \
                 within 0.001, {} within 0.000001.",
                colours.draws_per_game / 2,
                colours.total_variation.decimal(6),
                colours.swaps_for_thousandth,
                colours.swaps_for_millionth,
            ),
        ),
        claim(
            "Drawing until an unused material comes leaves all names to chance alone.",
            Verdict::of(most.excess < 0.01 && least.excess > -0.01),
            format!(
                "With ideal draws it would. But whether a number out of 30 is even is a coin toss, and there are {} sequences of \
                 those: over all games {} comes {:.1} % more often than its fair share, {} {:.1} % less often. A wand is of wood in \
                 {} of all cases, and not in {} as the game's rule alone would have it.",
                seed.coin_streams,
                most.name,
                100.0 * most.excess,
                least.name,
                -100.0 * least.excess,
                super::number::share(materials.wands.wooden, materials.wands.counted).percent(),
                materials.wands.wood_rule.percent(),
            ),
        ),
        claim(
            "Nothing keeps two scrolls from getting the same title.",
            Verdict::of(titles.games_with_repeat > 0),
            format!(
                "It happens with probability {} for ideal draws; in {} of {} games it does.",
                titles.repeated_ideal.decimal(6),
                titles.games_with_repeat,
                super::number::grouped(rogue::atlas::GAMES as u64),
            ),
        ),
        claim(
            "The generator's numbers are hard to predict.",
            Verdict::of(seed.bits == 32),
            format!(
                "Draws see the low {} bits of the seed and nothing else: there are {} games, and {} different sequences of \
                 coin tosses. (The bias of its bounded numbers is another matter: it shows first in get_rand({}, {}), after {} \
                 draws.)",
                seed.bits,
                super::number::grouped(seed.games),
                seed.coin_streams,
                bounded.quickest().low,
                bounded.quickest().high,
                super::number::grouped(bounded.quickest().draws_to_notice.unwrap_or_default()),
            ),
        ),
        claim(
            "The game is seeded with the time.",
            Verdict::refined(seed.bits < 32),
            format!(
                "With the time modulo {} seconds: every game comes again after {} hours, {} minutes and {} seconds.",
                super::number::grouped(seed.games),
                seed.games / 3600,
                seed.games / 60 % 60,
                seed.games % 60,
            ),
        ),
    ]
}
