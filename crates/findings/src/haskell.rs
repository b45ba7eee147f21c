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

impl Haskell {
    /// Computes everything about the document.
    pub fn compute() -> Result<Self> {
        let rooms = || -> Result<_> {
            let (joined, sizes) = join!(Joined::compute, Sizes::compute);
            let (joined, sizes) = (joined?, sizes?);
            let dungeons = Dungeons::compute(&joined, &sizes)?;
            Ok((sizes, joined, dungeons))
        };
        let (split, rooms) = join!(Split::compute, rooms);
        let (sizes, joined, dungeons) = rooms?;
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

document! {
    Haskell, HASKELL, {
        steps: Steps,
        split: Split,
        made: Made,
        bounded: Bounded,
        layout: Layout,
        sizes: Sizes,
        joined: Joined,
        dungeons: Dungeons,
    }, |it| [
        it.steps.blocks(),
        it.split.blocks(),
        it.made.blocks(),
        it.bounded.blocks(),
        it.layout.blocks(),
        it.sizes.blocks(),
        [it.joined.blocks(), it.dungeons.blocks()].concat(),
    ]
}
