//! Document 004: even spreads, and lines made from them.

pub(crate) mod claims;
mod definition;
mod evenness;
mod fraction;
mod picture;
mod recursion;
mod steps;
pub(crate) mod straightness;

use crate::prelude::*;
use definition::Definition;
use evenness::Evenness;
use recursion::Recursion;
use steps::Steps;
use straightness::Straightness;

/// Everything that is computed about the document.
#[derive(Serialize)]
pub struct Even {
    /// The document's claims, with our findings.
    pub claims: Vec<Claim>,
    pub definition: Definition,
    pub evenness: Evenness,
    pub recursion: Recursion,
    pub steps: Steps,
    pub straightness: Straightness,
}

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

const INTRO: &str = "The document mixes a number of `a` with a number of `b` as evenly as it can, and uses it to draw lines on a grid: `a` is a \
     step to the side, `b` a diagonal one. Nothing here is random, and everything is exact.";

impl Document for Even {
    fn about(&self) -> About {
        About {
            number: "004",
            name: "even spreads and lines",
            page: "even.html",
            short: "Even spreads",
            source: Some(Source {
                title: "Even Separation Algorithm",
                by: "Grid Bugs",
                address: Some("http://takestairs.net/"),
            }),
        }
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.straightness.section()];
        sections[0].blocks.insert(0, text(INTRO));
        sections
    }
}
