//! `roguelab draw`: one maze, dungeon or line.

mod amazing;
mod line;
mod rooms;

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::ending::Ending;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use generators::bounding::Modulo;
use generators::draw::Dice;
use generators::pcg32::Pcg32;
use grids::boss_maze::{self, Order};
use grids::grid::{Grid, Side};

use super::arguments::{Choice, MOST_TILES, SeedArgs, one_of, side};
use super::output::Output;
use crate::files::{read, write};

/// The things that can be drawn.
#[derive(Subcommand)]
pub(super) enum DrawCommand {
    /// The maze of document 000, dug by a worm
    Maze(MazeArgs),
    /// The maze of document 002
    Amazing(amazing::AmazingArgs),
    /// The dungeon of document 001, nine rooms
    Rooms(rooms::RoomsArgs),
    /// A line of document 004
    Line(line::LineArgs),
}

/// How the drawing is shown.
#[derive(Args)]
struct ShowArgs {
    /// Write SVG to this file instead of showing text; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl ShowArgs {
    /// Shows the text below its caption, or writes the grid to a file.
    fn show(
        &self,
        caption: &str,
        text: impl Display,
        grid: impl FnOnce() -> Result<Grid>,
    ) -> Result<Ending> {
        let mut out = Output::new();
        if self.svg.as_deref() == Some(Path::new("-")) {
            eprintln!("{caption}");
            writeln!(out, "{}", grid()?.svg())?;
        } else if let Some(file) = &self.svg {
            write::whole(file, format!("{}\n", grid()?.svg()).as_bytes())?;
            writeln!(out, "{caption}\nwritten to {}", read::shown(file))?;
        } else {
            write!(out, "{caption}\n{text}")?;
        }
        Ok(Ending::Success)
    }
}

/// Checks that both sides are at least `smallest` and that their product is at most `most`.
fn check_size(width: usize, height: usize, smallest: usize, most: usize, of: &str) -> Result<()> {
    if width < smallest
        || height < smallest
        || width.checked_mul(height).is_none_or(|area| area > most)
    {
        bail!(
            "{width} by {height} cannot be drawn: give at least {smallest} by {smallest}, and at most {most} {of} in all"
        );
    }
    Ok(())
}

const ORDERS: &[Choice<Order>] = &[
    (
        "packed",
        "a permutation without a list, packed into a byte",
        Order::Packed,
    ),
    ("shuffle", "a shuffled list", Order::Shuffled),
];

/// A smaller grid has no cell of a maze.
const SMALLEST_MAZE: usize = 2;

#[derive(Args)]
pub(super) struct MazeArgs {
    /// Columns of tiles: odd for a closed border
    #[arg(short = 'W', long, value_parser = side, allow_negative_numbers = true, default_value = "109")]
    width: usize,
    /// Rows of tiles: odd for a closed border
    #[arg(short = 'H', long, value_parser = side, allow_negative_numbers = true, default_value = "25")]
    height: usize,
    /// How a cell orders its neighbours
    #[arg(long, value_parser = one_of(ORDERS), default_value = "packed")]
    order: Order,
    /// Use only ASCII characters
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    show: ShowArgs,
}

impl MazeArgs {
    fn run(&self) -> Result<Ending> {
        check_size(self.width, self.height, SMALLEST_MAZE, MOST_TILES, "tiles")?;
        let seed = self.seed.settle();
        let dice = &mut Dice::<Pcg32, Modulo>::new(seed.generator());
        let maze = boss_maze::generate(self.width, self.height, self.order, dice)?;
        let open: Vec<_> = maze
            .open_border()
            .filter_map(|side| match side {
                Side::Right => Some("right, as the width is even"),
                Side::Bottom => Some("bottom, as the height is even"),
                // The first row and column are never dug.
                Side::Top | Side::Left => None,
            })
            .collect();
        let border = if open.is_empty() {
            "border closed".into()
        } else {
            format!("border open: {}", open.join("; "))
        };
        let caption = format!("maze, {} by {}: {seed}; {border}", self.width, self.height);
        let grid = maze.grid();
        let text: &dyn Display = if self.ascii {
            &grid.ascii(' ')
        } else {
            &grid.text()
        };
        self.show.show(&caption, text, || Ok(grid.clone()))
    }
}

pub(super) fn run(command: &DrawCommand) -> Result<Ending> {
    match command {
        DrawCommand::Maze(args) => args.run(),
        DrawCommand::Amazing(args) => args.run(),
        DrawCommand::Rooms(args) => args.run(),
        DrawCommand::Line(args) => args.run(),
    }
}
