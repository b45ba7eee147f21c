//! Why something was not computed.

/// Why something was not computed. All inputs are fixed here, so each of these is a defect of this program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no exact answer.
    #[error(transparent)]
    Exact(#[from] exact::Error),
    /// An algorithm could not be run down every branch.
    #[error(transparent)]
    Explore(#[from] exact::explore::ExploreError),
    /// No number of draws would show a bias.
    #[error(transparent)]
    Power(#[from] gof::Error),
    /// Amazing makes no maze of this size.
    #[error(transparent)]
    Maze(#[from] grids::grid::SizeError),
    /// There is no map of rooms of this size.
    #[error(transparent)]
    Rooms(#[from] grids::rooms::RoomsError),
    /// There is no even spread of these items.
    #[error(transparent)]
    Spread(#[from] grids::spread::SpreadError),
    /// There is no line to this target.
    #[error(transparent)]
    Line(#[from] grids::line::LineError),
    /// The event that a finding is about did not occur.
    #[error("the finding is about an event that did not occur: {0}")]
    Missing(&'static str),
}

/// A result of this crate.
pub(crate) type Result<T, E = Error> = core::result::Result<T, E>;
