//! Document 002: Amazing, a maze from BASIC by way of JavaScript.

mod claims;
mod corner;
mod draws;
mod endings;
mod facts;
mod fate;
mod outcome;
mod picture;
mod rows;
mod sampled;
mod tilt;
mod trees;
mod watch;

use anyhow::Result;
use serde::Serialize;

use super::{Claim, Document};
use crate::block::{Section, text};
use corner::Corner;
use draws::Bounding;
use endings::Endings;
use fate::Fate;
use outcome::Small;
use tilt::Tilt;
use trees::Trees;

/// Everything that is computed about the document.
#[derive(Clone, Debug, Serialize)]
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
        let mut amazing = Self {
            claims: Vec::new(),
            fate: fate?,
            trees: Trees::compute(&small)?,
            endings: endings?,
            corner: Corner::compute(&small),
            tilt: tilt?,
            bounding: bounding?,
        };
        amazing.claims = claims::of(&amazing);
        Ok(amazing)
    }
}

impl Document for Amazing {
    fn number(&self) -> &'static str {
        "002"
    }

    fn name(&self) -> &'static str {
        "Amazing"
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn sections(&self) -> Vec<Section> {
        let mut fate = self.fate.blocks();
        fate.insert(
            0,
            text(
                "Amazing is a maze program in BASIC; the document rewrites it in JavaScript. A visitor walks at random over cells \
                 that are not visited yet, and from a dead end goes on elsewhere, until all cells are visited.",
            ),
        );
        vec![
            Section::new("One path, one tree, one exit", fate),
            Section::new("How often each maze comes", self.trees.blocks()),
            Section::new("Sizes at which it never ends", self.endings.blocks()),
            Section::new("The jump to the corner, and assigned walls", self.corner.blocks(&self.fate)),
            Section::new("Restarts: top against bottom", self.tilt.blocks()),
            Section::new("Random numbers", self.bounding.blocks(&self.fate)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Basis, Verdict};

    /// What the document says that has to be in the report, by words of the claim.
    const EXPECTED: [(&str, Verdict, Basis); 15] = [
        ("one path from the start to the exit", Verdict::Refuted, Basis::Exact),
        ("Every cell is on the tree", Verdict::Refuted, Basis::Exact),
        ("exactly one exit", Verdict::Refuted, Basis::Exact),
        ("only extends the paths that are there", Verdict::Refuted, Basis::Exact),
        ("5x5", Verdict::Refuted, Basis::Measured),
        ("until every cell is visited", Verdict::Refined, Basis::Exact),
        ("Each path begins on a cell that was visited", Verdict::Refuted, Basis::Exact),
        ("any visited cell that is not locked", Verdict::Refuted, Basis::Exact),
        ("leaves its other openings", Verdict::Refuted, Basis::Exact),
        ("opens nothing else", Verdict::Confirmed, Basis::Exact),
        ("more open near the top", Verdict::Refined, Basis::Measured),
        ("Random restarts mend that", Verdict::Refined, Basis::Measured),
        ("spread the places to go on from more evenly", Verdict::Confirmed, Basis::Measured),
        ("make the program more efficient", Verdict::Refined, Basis::Measured),
        ("equally often", Verdict::Refined, Basis::Exact),
    ];

    #[test]
    fn every_claim_has_its_verdict() {
        let amazing = Amazing::compute().unwrap();
        let found: Vec<_> = amazing.claims.iter().map(|claim| (claim.claim, claim.verdict, claim.basis)).collect();
        assert_eq!(found.len(), EXPECTED.len());
        for ((claim, verdict, basis), (words, expected, how)) in found.into_iter().zip(EXPECTED) {
            assert!(claim.contains(words), "{words}: {claim}");
            assert_eq!((verdict, basis), (expected, how), "{claim}");
        }
        assert!(amazing.claims.iter().all(|claim| claim.finding.contains(|c: char| c.is_ascii_digit())));
        assert!(amazing.sections().iter().all(|section| section.blocks.len() > 2));
    }
}
