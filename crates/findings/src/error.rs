//! Why something was not computed.

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
    Maze(#[from] grids::grid::SizeError),
    /// No map of rooms.
    #[error(transparent)]
    Rooms(#[from] grids::rooms::RoomsError),
    /// No even spread.
    #[error(transparent)]
    Spread(#[from] grids::spread::SpreadError),
    /// No line.
    #[error(transparent)]
    Line(#[from] grids::line::LineError),
    /// The event that a finding is about did not occur.
    #[error("the finding is about an event that did not occur: {0}")]
    Missing(&'static str),
}

/// A result of this crate.
pub(crate) type Result<T, E = Error> = core::result::Result<T, E>;
