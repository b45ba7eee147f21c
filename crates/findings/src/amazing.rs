//! Document 002: Amazing, a maze that came from BASIC by way of JavaScript.

pub(crate) mod claims;
mod corner;
mod draws;
mod endings;
mod facts;
pub(crate) mod fate;
mod outcome;
mod picture;
mod rows;
mod sampled;
mod tilt;
mod trees;
pub(crate) mod watch;

use crate::prelude::*;
use corner::Corner;
use draws::Bounding;
use endings::Endings;
use fate::Fate;
use outcome::Small;
use tilt::Tilt;
use trees::Trees;

/// Everything that is computed about the document.
#[derive(Serialize)]
pub struct Amazing {
    /// The document's claims, with our findings.
    pub claims: Vec<Claim>,
    pub fate: Fate,
    pub trees: Trees,
    pub endings: Endings,
    pub corner: Corner,
    pub tilt: Tilt,
    pub bounding: Bounding,
}

impl Amazing {
    /// Computes everything about the document.
    pub fn compute() -> Result<Self> {
        let small = Small::explore_all()?;
        let (fate, (endings, (tilt, bounding))) = join!(
            || Fate::compute(&small),
            Endings::compute,
            Tilt::compute,
            || Bounding::compute(&small)
        );
        Ok(Self {
            claims: Vec::new(),
            fate: fate?,
            trees: Trees::compute(&small)?,
            endings: endings?,
            corner: Corner::compute(&small),
            tilt: tilt?,
            bounding: bounding?,
        })
    }
}

const INTRO: &str = "Amazing is a maze program in BASIC; the document rewrites it in JavaScript. A visitor walks at random over cells that are not \
     visited yet, and continues elsewhere from a dead end, until all cells are visited.";

impl Document for Amazing {
    fn about(&self) -> About {
        About {
            number: "002",
            name: "Amazing",
            page: "amazing.html",
            short: "Amazing",
            source: Some(Source {
                title: "Watch and be Amazed!!! - Game 2",
                by: "Virtual Developer, 22 June 2015",
                address: Some("http://virtualdeveloper.blogspot.com/2015_06_01_archive.html"),
            }),
        }
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![
            self.fate.section(),
            self.trees.section(),
            self.endings.section(),
            self.bounding.section(&self.fate),
        ];
        sections[0].blocks.insert(0, text(INTRO));
        sections
    }
}
