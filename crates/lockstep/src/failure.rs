//! Why a comparison did not succeed.

use thiserror::Error;

use crate::difference::Difference;
use crate::role::Missing;

/// Why a run did not end in a [`Tally`](crate::Tally).
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// The implementations differ.
    #[error(transparent)]
    Differs(Box<Difference>),
    /// An oracle is not on this machine.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// Nothing was compared: there was no case, or no op that shows something.
    #[error("nothing was compared: no op showed an output or a draw")]
    Empty,
    /// The run was not possible, or would prove less than it seems to; the text says why.
    #[error("{0}")]
    Invalid(String),
}
