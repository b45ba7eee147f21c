//! What is wrong with the description of a game.

use std::fmt;

use lockstep::{nearest, shown};
use rogue::inverse::{DrawnError, FactError, Table};
use rogue::savefile::SaveFileError;

use super::time;

/// Why a game cannot be looked up.
#[derive(Debug)]
#[non_exhaustive]
pub enum AtlasError {
    /// A name is not one of the game.
    Fact(Table, FactError),
    /// This is not a draw.
    NotADraw(String),
    /// A draw is impossible.
    Draw(DrawnError),
    /// The last time is before the first one.
    Times {
        /// The first time.
        from: i64,
        /// The last time.
        to: i64,
    },
    /// Draws are counted, and none is given.
    NoDraws,
    /// The save file cannot be read.
    Save(SaveFileError),
}

impl std::error::Error for AtlasError {}

impl fmt::Display for AtlasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fact(table, error) => {
                write!(f, "--{}: {error}", table.name())?;
                match error {
                    FactError::Unknown { given, known, .. } => {
                        let names = nearest(given, known.to_vec());
                        write!(f, "; the nearest are: {}", names[..3].join(", "))
                    }
                    _ => Ok(()),
                }
            }
            Self::NotADraw(text) => write!(
                f,
                "`{}` is not a draw: give X,Y=RESULT, such as 1,100=37",
                shown(text, 40)
            ),
            Self::Draw(error) => error.fmt(f),
            Self::Times { from, to } => write!(
                f,
                "--to is before --from: {} comes before {}",
                time::show(*to),
                time::show(*from)
            ),
            Self::NoDraws => {
                f.write_str("--skip, --after-names and --within count draws: give --draw as well")
            }
            Self::Save(error) => error.fmt(f),
        }
    }
}
