//! `roguelab draw rooms`.

use crate::ending::Ending;
use anyhow::Result;
use clap::Args;
use generators::haskell::{HaskellDice, PCGen};
use grids::rooms::{Halls, SMALLEST, generate};

use super::{MOST_TILES, ShowArgs, check_size};
use crate::cli::arguments::{Choice, SeedArgs, one_of, side};

/// An alias, because clap would take `Option` below for an option that may be absent.
type Joined = Option<Halls>;

const HALLS: &[Choice<Joined>] = &[
    ("none", "rooms alone", None),
    (
        "straight",
        "where two rooms share a column or a row, as in the document's code",
        Some(Halls::Straight),
    ),
    (
        "turned",
        "with two turns where they share none, as in the document's prose",
        Some(Halls::Turned),
    ),
];

#[derive(Args)]
pub(in crate::cli) struct RoomsArgs {
    /// Columns of tiles, at least 7
    #[arg(short = 'W', long, value_parser = side, allow_negative_numbers = true, default_value = "80")]
    width: usize,
    /// Rows of tiles, at least 7
    #[arg(short = 'H', long, value_parser = side, allow_negative_numbers = true, default_value = "24")]
    height: usize,
    /// The halls between rooms
    #[arg(long, value_parser = one_of(HALLS), default_value = "straight")]
    halls: Joined,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    show: ShowArgs,
}

impl RoomsArgs {
    pub(super) fn run(&self) -> Result<Ending> {
        check_size(self.width, self.height, SMALLEST, MOST_TILES, "tiles")?;
        let seed = self.seed.settle();
        let mut dice = HaskellDice::new(PCGen::from(seed.generator()));
        let dungeon = generate(self.width, self.height, self.halls, &mut dice)?;
        let grid = dungeon.grid();
        let apart = match grid.regions() {
            1 => "connected".into(),
            regions => format!("in {regions} parts"),
        };
        let caption = format!("rooms, {} by {}: {seed}; {apart}", self.width, self.height);
        self.show
            .show(&caption, grid.ascii('.'), || Ok(grid.clone()))
    }
}
