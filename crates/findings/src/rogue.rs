//! Document 003: Rogue's generator, and how it names potions, wands, rings and scrolls.

mod bounded;
pub(crate) mod claims;
pub(crate) mod colours;
mod generator;
pub(crate) mod identification;
pub(crate) mod materials;
pub(crate) mod seed;
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

/// Everything that is computed about the document.
#[derive(Serialize)]
pub struct Rogue {
    /// The document's claims, with our findings.
    pub claims: Vec<Claim>,
    pub generator: Generator,
    pub seed: Seed,
    pub get_rand: Bounded,
    pub mix_colors: Colours,
    pub materials: Materials,
    pub titles: ScrollTitles,
    pub identification: Identification,
}

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

const INTRO: &str = "Rogue (rogue-clone III, as distributed with the BSDs) numbers its games by the clock and draws everything from one generator. \
     The document describes that generator and the functions that name things.";

impl Document for Rogue {
    fn about(&self) -> About {
        About {
            number: "003",
            name: "Rogue",
            page: "rogue.html",
            short: "Rogue",
            source: Some(Source {
                title: "Rogue Random Generator",
                by: "25 January 2022",
                address: None,
            }),
        }
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![
            self.seed.section(),
            self.get_rand.section(),
            self.mix_colors.section(),
            self.materials.section(),
            self.titles.section(),
            self.identification.section(),
        ];
        sections[0].blocks.insert(0, text(INTRO));
        sections
    }
}
