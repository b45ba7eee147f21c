//! Amazing: the maze of the BASIC listing, as it was rewritten in JavaScript.
//!
//! Source: the document on Amazing (002). A visitor enters in the top row and walks at random over cells not visited
//! yet; at a dead end he restarts elsewhere; on the bottom row he may once go down, which makes the exit.
//! [`Amazing::generate`] is faithful to the document, bugs included:
//!
//! - An exit made where the east side was still closed throws the visitor to the upper left corner. If that cell is
//!   not visited, he carves a second tree there, which may never join the first.
//! - Going up or left assigns the wall value. An opening that the visitor left in the unvisited corner is lost.
//! - The list of visited cells lacks the start, and its first entry is never drawn. The document's code may then draw
//!   for ever, or read past the list: here these are errors, given as soon as they are certain.
//! - It stops when every cell is visited, with or without an exit.
//!
//! [`Amazing::corrected`] corrects all of these. Both are a [`Walk`], which takes one decision at a time.
//!
//! ```
//! use roguelab_generators::draw::Tape;
//! use roguelab_grids::amazing::{Amazing, AmazingError, Restart};
//!
//! // Enter on the left; right, down; out at the bottom, which throws him to the corner; down from there.
//! let mut draws = Tape::new(&[0, 0, 0, 0, 0]);
//! let maze = Amazing::generate(2, 2, Restart::RandomVisited, &mut draws)?;
//! assert_eq!(maze.text(), ".  .--.\nI     I\n:  :  .\nI  I  I\n:--:  .\n");
//! assert_eq!(maze.analysis().exit_columns, [1]);
//! # Ok::<(), AmazingError>(())
//! ```

mod analysis;
mod maze;
mod render;
mod walk;

use alloc::boxed::Box;

use generators::draw::Draw;

use crate::grid::SizeError;

pub use analysis::Analysis;
pub use maze::{Amazing, Direction, MAX_CELLS};
pub use walk::{End, Restart, Rules, Walk};

/// Why the document's code makes no maze.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AmazingError {
    /// There is no maze of this size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// [`End::Endless`], with the walk at that point.
    #[error("the maze is never finished: every restart is locked, cells left: {}", .0.maze().cells_left())]
    Endless(Box<Walk>),
    /// [`End::PastTheList`], with the walk at that point.
    #[error("a restart reads past its list, cells in it: {}, cells left: {}", .0.list().count(), .0.maze().cells_left())]
    PastTheList(Box<Walk>),
}

impl Amazing {
    /// A maze by the document's rules, bugs included.
    ///
    /// It draws one number below `width` for the start, and then as [`Walk::step`] says.
    ///
    /// # Errors
    /// If there is no maze of this size, and where the document's code does not end or reads past its list. Neither
    /// of the two happens with [`Restart::Scan`].
    pub fn generate<D: Draw + ?Sized>(
        width: usize,
        height: usize,
        restart: Restart,
        draws: &mut D,
    ) -> Result<Self, AmazingError> {
        let mut walk = Walk::begin(width, height, Rules::Document(restart), draws)?;
        match walk.run(draws) {
            End::Complete => Ok(walk.into_maze()),
            End::Endless => Err(AmazingError::Endless(Box::new(walk))),
            End::PastTheList => Err(AmazingError::PastTheList(Box::new(walk))),
        }
    }

    /// A maze by the corrected rules: one tree over all cells and exactly one exit, for every size.
    ///
    /// The rules are the document's, but: openings are added to wall values, never assigned over them; a visitor who
    /// makes the exit stays where he is; the list of cells to restart from begins with the start, and a restart draws
    /// below its length, until the cell is not locked; if all cells are visited and there is no exit, one draw
    /// below `width` puts it into the bottom row. The other draws are as in [`Amazing::generate`].
    ///
    /// # Errors
    /// If there is no maze of this size.
    pub fn corrected<D: Draw + ?Sized>(
        width: usize,
        height: usize,
        draws: &mut D,
    ) -> Result<Self, SizeError> {
        let mut walk = Walk::begin(width, height, Rules::Corrected, draws)?;
        // The start is in the list, and some visited cell is next to an unvisited one: there is always a restart.
        walk.run(draws);
        Ok(walk.into_maze())
    }
}
