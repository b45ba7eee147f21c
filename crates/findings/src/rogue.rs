//! Document 003: Rogue's generator, and how it names potions, wands, rings and scrolls.

mod bounded;
pub(crate) mod claims;
mod colours;
mod generator;
mod identification;
pub(crate) mod materials;
mod seed;
mod titles;

use rogue::atlas::Atlas;

use crate::prelude::*;
use bounded::Bounded;
use colours::Colours;
use generator::Generator;
use identification::Identification;
use materials::Materials;
use seed::Seed;
use titles::ScrollTitles;

impl Rogue {
    /// Computes everything about the document.
    pub fn compute(atlas: &Atlas) -> Result<Self> {
        let (seed, (get_rand, mix_colors)) =
            join!(|| Seed::compute(atlas), Bounded::compute, || {
                Colours::compute(atlas)
            });
        let (get_rand, mix_colors) = (get_rand?, mix_colors?);
        let (materials, titles) = (Materials::compute(atlas)?, ScrollTitles::compute(atlas)?);
        let (generator, identification) = (Generator::compute(), Identification::compute(atlas));
        Ok(Self {
            claims: Vec::new(),
            generator,
            seed,
            get_rand,
            mix_colors,
            materials,
            titles,
            identification,
        })
    }
}

document! {
    Rogue, ROGUE, {
        generator: Generator,
        seed: Seed,
        get_rand: Bounded,
        mix_colors: Colours,
        materials: Materials,
        titles: ScrollTitles,
        identification: Identification,
    }, |it| [
        it.seed.blocks(),
        it.generator.blocks(),
        it.get_rand.blocks(),
        it.mix_colors.blocks(),
        it.materials.blocks(),
        it.titles.blocks(),
        it.identification.blocks(),
    ]
}
