//! How a subject writes its own trace.

use std::error::Error;

use super::Sink;

/// An error of any kind.
type AnyError = Box<dyn Error + Send + Sync>;

/// Writes draws. It is an error, and nothing is written, if there is nothing to draw with such options.
type WriteDraws = fn(&Options, &mut Sink<'_>) -> Result<(), AnyError>;

/// How the draws of a subject are traced.
#[derive(Clone, Copy)]
pub struct Trace {
    /// Whether it takes [`Options::range`].
    pub takes_range: bool,
    /// Writes the draws.
    pub write: WriteDraws,
}

/// The options of a trace of a subject.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The seed.
    pub seed: i32,
    /// The bounds of a draw.
    pub range: (i32, i32),
}
