//! Findings about each of the five documents: values, sentences, tables and pictures.
//!
//! One module per document runs our ports over every case, or over samples from fixed seeds. The results are values, and the
//! baseline holds only those, so rewording changes no result; the words stand beside the values that they print. May use the
//! ports, `exact` and `gof`, but not `foreign`: comparing a port with a reference is the work of `subjects`. Start with a
//! document's `claims.rs`.

mod amazing;
pub mod block;
mod claim;
mod document;
mod error;
mod even;
mod haskell;
mod listless;
mod notice;
pub mod number;
mod rogue;
mod rogue5;
pub mod story;
pub mod svg;

/// What the documents' modules have in common.
mod parallel;
mod prelude;

use ::rogue::atlas::Atlas;
use document::join;
use serde::Serialize;

use amazing::Amazing;
pub use claim::{Claim, Conclusion, Mark, counts};
pub use document::{About, Document, Source};
pub use error::Error;
use even::Even;
use haskell::Haskell;
use listless::Listless;
use rogue::Rogue;
use rogue5::RogueLcg;

/// Everything that is computed about the documents.
#[derive(Serialize)]
pub struct Documents {
    /// Document 000: permutations without lists, and a maze.
    pub listless: Listless,
    /// Document 001: a generator in Haskell, and rooms.
    pub haskell: Haskell,
    /// Document 002: Amazing.
    pub amazing: Amazing,
    /// Document 003: Rogue.
    pub rogue: Rogue,
    /// Document 004: even spreads, and lines made from them.
    pub even: Even,
    /// Not a document: the generator of Rogue 3.6 and 5.x.
    pub rogue5: RogueLcg,
}

impl Documents {
    /// The number of pieces of work in [`Documents::compute`].
    pub const STEPS: usize = 5;

    /// Computes everything about the documents. `tick` is called after each piece of work.
    ///
    /// # Errors
    /// If an exact computation has no answer: a defect of this program.
    pub fn compute(atlas: &Atlas, tick: &(dyn Fn() + Sync)) -> Result<Self, Error> {
        fn done<T>(tick: &(dyn Fn() + Sync), result: T) -> T {
            tick();
            result
        }
        let (amazing, (listless, (haskell, (rogue, even)))) = join!(
            || done(tick, Amazing::compute()),
            || done(tick, Listless::compute()),
            || done(tick, Haskell::compute()),
            || done(tick, Rogue::compute(atlas)),
            || done(tick, Even::compute())
        );
        let mut all = Self {
            listless: listless?,
            haskell: haskell?,
            amazing: amazing?,
            rogue: rogue?,
            even: even?,
            rogue5: RogueLcg::compute(),
        };
        all.listless.claims = listless::claims::find(&all.listless);
        all.haskell.claims = haskell::claims::find(&all.haskell);
        all.amazing.claims = amazing::claims::find(&all.amazing);
        all.rogue.claims = rogue::claims::find(&all.rogue);
        all.even.claims = even::claims::find(&all.even);
        Ok(all)
    }

    /// All documents, in the order of their numbers.
    pub fn all(&self) -> [&dyn Document; 6] {
        [
            &self.listless,
            &self.haskell,
            &self.amazing,
            &self.rogue,
            &self.even,
            &self.rogue5,
        ]
    }
}
