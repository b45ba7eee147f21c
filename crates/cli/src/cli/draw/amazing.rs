//! `roguelab draw amazing`: the maze of document 002.

use crate::ending::Ending;
use anyhow::{Result, anyhow, bail};
use clap::Args;
use generators::bounding::Scaled;
use generators::draw::Dice;
use generators::pcg32::Pcg32;
use grids::amazing::{Amazing, AmazingError, Restart};

use super::{ShowArgs, check_size};
use crate::cli::arguments::{Choice, MOST_TILES, Seed, SeedArgs, one_of, side};
use crate::cli::output::counted;

/// The most cells in a maze, at four tiles each.
const MOST_CELLS: usize = MOST_TILES / 4;

/// The most draws, as far as they can be foretold: a random restart draws until a cell is open, and in a maze that is long and
/// narrow few are.
const MOST_DRAWS: usize = 10_000_000_000;

const RESTARTS: &[Choice<Restart>] = &[
    (
        "random",
        "at a random visited cell, as in the document",
        Restart::RandomVisited,
    ),
    (
        "scan",
        "at the next visited cell, as in the BASIC program",
        Restart::Scan,
    ),
];

/// How the maze is carved.
#[derive(Args)]
struct RuleArgs {
    /// Where to continue after a dead end
    #[arg(long, value_parser = one_of(RESTARTS), default_value = "random")]
    restart: Restart,
    /// Carve without the document's bugs: always one tree and one exit
    #[arg(long, conflicts_with = "restart")]
    corrected: bool,
}

impl RuleArgs {
    /// A maze, or the place where the document's program hangs or crashes.
    fn generate(&self, width: usize, height: usize, seed: Seed) -> Result<Amazing, AmazingError> {
        let dice = &mut Dice::<Pcg32, Scaled>::new(seed.generator());
        if self.corrected {
            Ok(Amazing::corrected(width, height, dice)?)
        } else {
            Amazing::generate(width, height, self.restart, dice)
        }
    }
}

/// The error, with a suggestion.
fn explained(error: AmazingError, seed: Seed) -> anyhow::Error {
    let here = match &error {
        AmazingError::Endless(_) => "the document's program hangs here",
        AmazingError::PastTheList(_) => "the document's program crashes here",
        _ => return error.into(),
    };
    anyhow!("{error}; {here}. Try another seed than {seed}, or --restart scan, or --corrected")
}

#[derive(Args)]
pub(in crate::cli) struct AmazingArgs {
    /// Columns of cells
    #[arg(short = 'W', long, value_parser = side, allow_negative_numbers = true, default_value = "23")]
    width: usize,
    /// Rows of cells
    #[arg(short = 'H', long, value_parser = side, allow_negative_numbers = true, default_value = "7")]
    height: usize,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    show: ShowArgs,
}

impl AmazingArgs {
    pub(super) fn run(&self) -> Result<Ending> {
        check_size(self.width, self.height, 1, MOST_CELLS, "cells")?;
        let (width, height) = (self.width, self.height);
        let draws = width * height * width.max(height);
        if self.rules.restart != Restart::Scan && draws > MOST_DRAWS {
            bail!(
                "{width} by {height} would take too long: give a shape nearer to a square, or --restart scan"
            );
        }
        let seed = self.seed.settle();
        let maze = self
            .rules
            .generate(self.width, self.height, seed)
            .map_err(|error| explained(error, seed))?;
        let facts = maze.analysis();
        let trees = if facts.has_cycle {
            "with a cycle".into()
        } else {
            counted(facts.components, "tree")
        };
        let exits = counted(facts.exit_columns.len(), "exit");
        let caption = format!(
            "Amazing, {} by {} cells: {seed}; {trees}, {exits}",
            self.width, self.height
        );
        self.show.show(&caption, &maze, || Ok(maze.to_grid()?))
    }
}
