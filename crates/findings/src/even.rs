//! Document 004: even spreads, and lines made of them.

pub(crate) mod claims;
mod definition;
mod evenness;
mod fraction;
mod picture;
mod recursion;
mod steps;
mod straightness;

use serde::Serialize;

use crate::block::Block;
use crate::claim::Claim;
use crate::document::Document;
use crate::error::Result;
use crate::words::{EVEN as WORDS, Words};
use definition::Definition;
use evenness::Evenness;
use recursion::Recursion;
use steps::Steps;
use straightness::Straightness;

/// Everything that is computed about the document.
#[derive(Clone, Debug, Serialize)]
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

impl Document for Even {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn blocks(&self) -> Vec<Vec<Block>> {
        vec![
            self.definition.blocks(),
            self.evenness.blocks(),
            self.recursion.blocks(),
            self.steps.blocks(),
            self.straightness.blocks(),
        ]
    }
}
