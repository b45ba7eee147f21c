//! Document 004: even spreads, and lines made from them.

pub(crate) mod claims;
mod definition;
mod evenness;
mod fraction;
mod picture;
mod recursion;
mod steps;
mod straightness;

use crate::prelude::*;
use definition::Definition;
use evenness::Evenness;
use recursion::Recursion;
use steps::Steps;
use straightness::Straightness;

impl Even {
    /// Computes everything about the document.
    pub fn compute() -> Result<Self> {
        let (definition, (evenness, straightness)) = join!(
            Definition::compute,
            Evenness::compute,
            Straightness::compute
        );
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

document! {
    Even, EVEN, {
        definition: Definition,
        evenness: Evenness,
        recursion: Recursion,
        steps: Steps,
        straightness: Straightness,
    }, |it| [
        it.definition.blocks(),
        it.evenness.blocks(),
        it.recursion.blocks(),
        it.steps.blocks(),
        it.straightness.blocks(),
    ]
}
