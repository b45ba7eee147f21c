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

impl Amazing {
    /// Computes everything about the document.
    pub fn compute() -> Result<Self> {
        let small = Small::all()?;
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

document! {
    Amazing, AMAZING, {
        fate: Fate,
        trees: Trees,
        endings: Endings,
        corner: Corner,
        tilt: Tilt,
        bounding: Bounding,
    }, |it| [
        it.fate.blocks(),
        it.trees.blocks(),
        it.endings.blocks(),
        it.corner.blocks(&it.fate),
        it.tilt.blocks(),
        it.bounding.blocks(&it.fate),
    ]
}
