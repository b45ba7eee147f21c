//! Mazes as text, and on a grid.

use alloc::string::{String, ToString};
use core::fmt::{self, Display, Formatter};

use super::maze::{Amazing, EAST, SOUTH};
use crate::grid::{Grid, SizeError, Tile};

/// The strings from which the document prints a maze.
struct Style {
    top_open: &'static str,
    east_closed: &'static str,
    east_open: &'static str,
    south_open: &'static str,
}

/// Three characters for a cell, as in the BASIC program.
const WIDE: Style = Style {
    top_open: ".  ",
    east_closed: "  I",
    east_open: "   ",
    south_open: ":  ",
};

/// The document's strings as its page shows them: each run of blanks is one blank.
const LITERAL: Style = Style {
    top_open: ". ",
    east_closed: " I",
    east_open: " ",
    south_open: ": ",
};

/// A maze in one of the styles.
struct Shown<'a>(&'a Amazing, Style);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(maze, style) = self;
        for column in 0..maze.width() {
            f.write_str(if column == maze.start_column() {
                style.top_open
            } else {
                ".--"
            })?;
        }
        f.write_str(".\n")?;
        for row in maze.walls.chunks(maze.width()) {
            f.write_str("I")?;
            for wall in row {
                f.write_str(if wall & EAST > 0 {
                    style.east_open
                } else {
                    style.east_closed
                })?;
            }
            f.write_str("\n")?;
            for wall in row {
                f.write_str(if wall & SOUTH > 0 {
                    style.south_open
                } else {
                    ":--"
                })?;
            }
            f.write_str(".\n")?;
        }
        Ok(())
    }
}

/// The same as [`Amazing::text`].
impl Display for Amazing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Shown(self, WIDE).fmt(f)
    }
}

impl Amazing {
    /// The maze in `2 * height + 1` lines, three characters for a cell, as the BASIC printed it.
    pub fn text(&self) -> String {
        self.to_string()
    }

    /// The maze printed with the strings as they stand in the document, where the page has swallowed blanks: the
    /// columns do not line up.
    pub fn text_literal(&self) -> String {
        Shown(self, LITERAL).to_string()
    }

    /// The maze on `2 * width + 1` by `2 * height + 1` tiles: floor for cells and openings, start and exits included.
    ///
    /// # Errors
    /// If a grid cannot have that many tiles.
    pub fn to_grid(&self) -> Result<Grid, SizeError> {
        let mut grid = Grid::new(2 * self.width() + 1, 2 * self.height() + 1, Tile::Wall)?;
        grid.set(2 * self.start_column() + 1, 0, Tile::Floor);
        for (cell, wall) in self.walls.iter().enumerate() {
            let (column, row) = self.place(cell);
            let (x, y) = (2 * column + 1, 2 * row + 1);
            grid.set(x, y, Tile::Floor);
            if wall & EAST > 0 {
                grid.set(x + 1, y, Tile::Floor);
            }
            if wall & SOUTH > 0 {
                grid.set(x, y + 1, Tile::Floor);
            }
        }
        Ok(grid)
    }
}
