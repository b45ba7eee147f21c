//! Findings about each of the five documents: values, and separate from them the sentences, tables and pictures.
//!
//! One module per document runs our ports over every case, or over samples from fixed seeds. The results are values, and the
//! baseline holds only those; the words are in `words/*.toml`, so rewording changes no output. May use the ports, `exact`
//! and `gof`, but not `foreign`: comparing a port with a reference is the work of `subjects`. Start with a document's
//! `claims.rs` and its words.

mod amazing;
pub mod block;
pub mod boss;
mod even;
mod haskell;
mod notice;
pub mod number;
mod rogue;
mod rogue5;
pub mod story;
pub mod svg;
mod words;

use std::collections::BTreeMap;

use ::rogue::atlas::Atlas;
use serde::Serialize;

use crate::block::{Block, Section};
use crate::words::Words;
use amazing::Amazing;
use boss::Boss;
use even::Even;
use haskell::Haskell;
use rogue::Rogue;
use rogue5::RogueLcg;

/// Why something was not computed. All that is computed here is fixed, so each of these is a defect of this program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No exact answer.
    #[error(transparent)]
    Exact(#[from] exact::Error),
    /// An algorithm could not be run down every branch.
    #[error(transparent)]
    Explore(#[from] exact::explore::ExploreError),
    /// No number of draws shows a bias.
    #[error(transparent)]
    Power(#[from] gof::Error),
    /// No maze of Amazing.
    #[error(transparent)]
    Maze(#[from] grids::amazing::SizeError),
    /// No map of rooms.
    #[error(transparent)]
    Rooms(#[from] grids::rooms::RoomsError),
    /// No even spread.
    #[error(transparent)]
    Spread(#[from] grids::spread::SpreadError),
    /// No line.
    #[error(transparent)]
    Line(#[from] grids::line::LineError),
    /// What a finding is about did not come.
    #[error("this did not come: {0}")]
    Missing(&'static str),
}

/// A result of this crate.
pub(crate) type Result<T, E = Error> = core::result::Result<T, E>;

/// What became of a claim.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It holds.
    Confirmed,
    /// It does not.
    Refuted,
    /// It holds with a number, a limit or an exception that the document does not give.
    Refined,
}

impl Verdict {
    /// Confirmed if it holds, otherwise refuted.
    pub const fn of(holds: bool) -> Self {
        if holds {
            Self::Confirmed
        } else {
            Self::Refuted
        }
    }

    /// Refined if there is more to say than that it holds, otherwise confirmed.
    pub const fn refined(more: bool) -> Self {
        if more { Self::Refined } else { Self::Confirmed }
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Refined => "refined",
        }
    }
}

/// How a finding was made.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub enum Mark {
    /// Computed in rationals, or counted over a whole finite domain.
    #[serde(rename = "exact")]
    Exact,
    /// Counted over the whole population of games that can happen.
    #[serde(rename = "counted")]
    Counted,
    /// A universal claim, tried on a part of its domain.
    #[serde(rename = "checked on")]
    CheckedOn,
    /// Sampled, from a fixed seed.
    #[serde(rename = "measured")]
    Measured,
}

impl Mark {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Exact, Self::Counted, Self::CheckedOn, Self::Measured];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Counted => "counted",
            Self::CheckedOn => "checked on",
            Self::Measured => "measured",
        }
    }

    /// What it means, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Exact => {
                "Exact: computed in rationals, for ideal draws (independent and uniform) or with the game's own bounding \
                 rule, or counted over a whole finite domain; a counterexample to a universal claim is exact too."
            }
            Self::Counted => {
                "Counted: over the whole population of games that can happen (of Rogue all 32,768, one for each seed modulo \
                 2^15). Nothing is left to chance, so there is no p-value."
            }
            Self::CheckedOn => {
                "Checked on: the claim is universal and was tried on the stated part of its domain, which is no proof; the \
                 numbers given for that part are exact."
            }
            Self::Measured => "Measured: sampled, with the number of samples and their seeds.",
        }
    }
}

/// What a document says, in our words, and what we found. Only `id`, `verdict`, `mark` and `values` are results; the rest is wording.
#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    /// Its name in the baseline, unique within the document.
    pub id: &'static str,
    /// The claim.
    pub claim: String,
    /// What became of it.
    pub verdict: Verdict,
    /// How we know.
    #[serde(rename = "basis")]
    pub mark: Mark,
    /// What was counted, checked or sampled; nothing for what is exact.
    pub on: String,
    /// The numbers of the finding by name, as they are shown.
    pub values: BTreeMap<String, String>,
    /// The finding, rendered from the values.
    pub finding: String,
    /// A command that shows it; empty if nothing smaller than the whole report does.
    pub reproduce: String,
}

impl Claim {
    /// How we know, with the population, the part of the domain, or the sample.
    pub fn basis(&self) -> String {
        match self.mark {
            Mark::Exact => "exact".to_owned(),
            Mark::Counted => format!("counted over {}", self.on),
            Mark::CheckedOn => format!("checked on {}", self.on),
            Mark::Measured => format!("measured: {}", self.on),
        }
    }
}

/// A document, and what is known about it.
pub trait Document {
    /// Its words.
    fn words(&self) -> &'static Words;

    /// What it says that can be tested, and what we found.
    fn claims(&self) -> &[Claim];

    /// What its sections of the report are made of.
    fn blocks(&self) -> Vec<Vec<Block>>;

    /// Its number.
    fn number(&self) -> &'static str {
        self.words().words("document.number")
    }

    /// What it is about, in a few words.
    fn name(&self) -> &'static str {
        self.words().words("document.name")
    }

    /// Its sections of the report. The first says what the document is about.
    fn sections(&self) -> Vec<Section> {
        let mut blocks = self.blocks();
        blocks[0].insert(0, self.words().text("intro.about", &[]));
        self.words()
            .titles()
            .zip(blocks)
            .map(|(title, blocks)| Section::new(title, blocks))
            .collect()
    }
}

/// Everything that is computed about the documents.
#[derive(Clone, Debug, Serialize)]
pub struct Documents {
    /// Document 000: permutations without lists, and a maze.
    pub boss: Boss,
    /// Document 001: a generator in Haskell, and rooms.
    pub haskell: Haskell,
    /// Document 002: Amazing.
    pub amazing: Amazing,
    /// Document 003: Rogue.
    pub rogue: Rogue,
    /// Document 004: even spreads and lines.
    pub even: Even,
    /// Not a document: the generator of Rogue 3.6 and 5.x.
    pub rogue5: RogueLcg,
}

impl Documents {
    /// How many pieces of work [`Documents::compute`] has.
    pub const STEPS: usize = 5;

    /// Computes all of it. `tick` is called after each piece of work.
    ///
    /// # Errors
    /// If an exact computation is asked for something that is not there: a defect of this program.
    pub fn compute(atlas: &Atlas, tick: &(dyn Fn() + Sync)) -> Result<Self, Error> {
        fn done<T>(result: T, tick: &(dyn Fn() + Sync)) -> T {
            tick();
            result
        }
        let ((amazing, boss), (haskell, (rogue, even))) = rayon::join(
            || {
                rayon::join(
                    || done(Amazing::compute(), tick),
                    || done(Boss::compute(), tick),
                )
            },
            || {
                rayon::join(
                    || done(Haskell::compute(), tick),
                    || {
                        rayon::join(
                            || done(Rogue::compute(atlas), tick),
                            || done(Even::compute(), tick),
                        )
                    },
                )
            },
        );
        Ok(Self {
            boss: boss?,
            haskell: haskell?,
            amazing: amazing?,
            rogue: rogue?,
            even: even?,
            rogue5: RogueLcg::compute(),
        })
    }

    /// All of them, in the order of their numbers.
    pub fn all(&self) -> [&dyn Document; 6] {
        [
            &self.boss,
            &self.haskell,
            &self.amazing,
            &self.rogue,
            &self.even,
            &self.rogue5,
        ]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    #[ignore = "slow: run in CI"]
    fn every_claim_has_its_own_id_and_all_words_are_shown() {
        let atlas = Atlas::new();
        let documents = Documents::compute(&atlas, &|| ()).unwrap();
        story::tests::is_told(&story::Story::new(&documents, &atlas));
        let words = [
            &boss::WORDS,
            &haskell::WORDS,
            &amazing::WORDS,
            &rogue::WORDS,
            &even::WORDS,
            &rogue5::WORDS,
        ];
        for (document, words) in documents.all().into_iter().zip(words) {
            let claims = document.claims();
            assert_eq!(
                claims
                    .iter()
                    .map(|claim| claim.id)
                    .collect::<BTreeSet<_>>()
                    .len(),
                claims.len()
            );
            assert!(claims.iter().all(|claim| !claim.values.is_empty()));
            for claim in claims {
                let says_what =
                    claim.mark == Mark::Exact || claim.on.contains(|c: char| c.is_ascii_digit());
                let says_seed = claim.mark != Mark::Measured || claim.on.contains("seed");
                assert!(says_what && says_seed, "{}: {}", claim.id, claim.basis());
            }
            let sections = document.sections();
            assert_eq!(sections.len(), words.titles().count());
            let blocks = sections.iter().map(|section| section.blocks.len()).sum();
            assert_eq!(
                words.counts(),
                (claims.len(), blocks),
                "document {}",
                document.number()
            );
        }
    }
}
