//! Document 004: even spreads, and lines made of them.

pub(crate) mod claims;
mod definition;
mod evenness;
mod fraction;
mod picture;
mod recursion;
mod steps;
mod straightness;

use crate::claim::Claim;
use crate::document::document;
use crate::prelude::*;
use crate::prose::EVEN as WORDS;
use definition::Definition;
use evenness::Evenness;
use recursion::Recursion;
use steps::Steps;
use straightness::Straightness;

/// Everything that is computed about the document.
#[derive(Serialize)]
pub struct Even {
    pub claims: Vec<Claim>,
    pub definition: Definition,
    pub evenness: Evenness,
    pub recursion: Recursion,
    pub steps: Steps,
    pub straightness: Straightness,
}

impl Even {
    /// Computes all of it.
    pub fn compute() -> Result<Self> {
        let (definition, (evenness, straightness)) = rayon::join(Definition::compute, || {
            rayon::join(Evenness::compute, Straightness::compute)
        });
        Ok(Self {
            claims: Vec::new(),
            definition: definition?,
            evenness: evenness?,
            recursion: Recursion::compute(),
            steps: Steps::compute()?,
            straightness: straightness?,
        })
    }
}

document!(Even, EVEN, |it| [
    it.definition.blocks(),
    it.evenness.blocks(),
    it.recursion.blocks(),
    it.steps.blocks(),
    it.straightness.blocks(),
]);
