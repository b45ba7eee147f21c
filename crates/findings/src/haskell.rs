//! Document 001: PCG32 as a Haskell generator, and a dungeon of nine rooms.

mod both;
mod bounded;
pub(crate) mod claims;
mod correlation;
mod dungeons;
mod extent;
mod families;
mod graph;
mod joined;
mod layout;
mod made;
mod sizes;
mod split;
mod steps;

use crate::prelude::*;
use bounded::Bounded;
use dungeons::Dungeons;
use joined::Joined;
use layout::Layout;
use made::Made;
use sizes::Sizes;
use split::Split;
use steps::Steps;

/// Everything that is computed about the document.
#[derive(Serialize)]
pub struct Haskell {
    /// The document's claims, with our findings.
    pub claims: Vec<Claim>,
    pub steps: Steps,
    pub split: Split,
    pub made: Made,
    pub bounded: Bounded,
    pub layout: Layout,
    pub sizes: Sizes,
    pub joined: Joined,
    pub dungeons: Dungeons,
}

impl Haskell {
    /// Computes everything about the document.
    pub fn compute() -> Result<Self> {
        let (split, (joined, sizes)) = join!(Split::compute, Joined::compute, Sizes::compute);
        let (joined, sizes) = (joined?, sizes?);
        let dungeons = Dungeons::compute(&joined, &sizes)?;
        Ok(Self {
            claims: Vec::new(),
            steps: Steps::compute(),
            split,
            made: Made::compute(),
            bounded: Bounded::compute()?,
            layout: Layout::compute()?,
            sizes,
            joined,
            dungeons,
        })
    }
}

const INTRO: &str = "The document makes PCG32 a generator of Haskell's package random, with `next`, `split` and `random`, and draws a dungeon of \
     nine rooms with it.";

impl Document for Haskell {
    fn about(&self) -> About {
        About {
            number: "001",
            name: "a generator in Haskell, and rooms",
            page: "haskell.html",
            short: "Haskell",
            source: Some(Source {
                title: "Week 3: Random Dungeons",
                by: "Lokathor, Using Haskell",
                address: Some(
                    "https://lokathor.gitbooks.io/using-haskell/content/roguelike/week-3-random-dungeons.html",
                ),
            }),
        }
    }

    fn claims(&self) -> &[Claim] {
        &self.claims
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.bounded.section()];
        sections[0].blocks.insert(0, text(INTRO));
        sections
    }
}
