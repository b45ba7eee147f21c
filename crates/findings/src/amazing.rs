//! Document 002: Amazing, a maze from BASIC by way of JavaScript.

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

use crate::claim::Claim;
use crate::document::document;
use crate::prelude::*;
use crate::prose::AMAZING as WORDS;
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
    pub claims: Vec<Claim>,
    pub fate: Fate,
    pub trees: Trees,
    pub endings: Endings,
    pub corner: Corner,
    pub tilt: Tilt,
    pub bounding: Bounding,
}

impl Amazing {
    /// Computes all of it.
    pub fn compute() -> Result<Self> {
        let small = Small::all()?;
        let ((fate, endings), (tilt, bounding)) = rayon::join(
            || rayon::join(|| Fate::compute(&small), Endings::compute),
            || rayon::join(Tilt::compute, || Bounding::compute(&small)),
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

document!(Amazing, AMAZING, |it| [
    it.fate.blocks(),
    it.trees.blocks(),
    it.endings.blocks(),
    it.corner.blocks(&it.fate),
    it.tilt.blocks(),
    it.bounding.blocks(&it.fate),
]);
