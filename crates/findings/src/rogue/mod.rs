//! Document 003: Rogue's generator, and how it names potions, wands, rings and scrolls.

pub mod bounded;
mod claims;
pub mod colours;
pub mod generator;
pub mod identification;
pub mod materials;
pub mod seed;
pub mod titles;

use anyhow::Result;
use rogue::atlas::Atlas;
use serde::Serialize;

use super::{Claim, Document};
use crate::block::{Section, text};
use bounded::Bounded;
use colours::Colours;
use generator::Generator;
use identification::Identification;
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
    /// The generator and its relatives.
    pub generator: Generator,
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
    /// How well one may tell which game it is.
    pub identification: Identification,
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
        let (generator, identification) = (Generator::compute(), Identification::compute(atlas));
        let mut rogue =
            Self { claims: Vec::new(), generator, seed, get_rand, mix_colors, materials, titles, identification };
        rogue.claims = claims::of(&rogue);
        Ok(rogue)
    }
}

impl Document for Rogue {
    fn number(&self) -> &'static str {
        "003"
    }

    fn name(&self) -> &'static str {
        "Rogue"
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn sections(&self) -> Vec<Section> {
        let mut seed = self.seed.blocks();
        seed.insert(
            0,
            text(
                "Rogue (rogue-clone III, as the BSDs carry it) numbers its games with the clock and draws everything from \
                 one generator. The document describes that generator and the functions that name things.",
            ),
        );
        vec![
            Section::new("The seed: how many games there are", seed),
            Section::new("The generator and its relatives", self.generator.blocks()),
            Section::new("get_rand: the 14-bit mask", self.get_rand.blocks()),
            Section::new("mix_colors: the potions", self.mix_colors.blocks()),
            Section::new("Wands and rings", self.materials.blocks()),
            Section::new("Scroll titles", self.titles.blocks()),
            Section::new("Which game it is: what names and words tell", self.identification.blocks()),
        ]
    }
}
