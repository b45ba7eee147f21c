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
    /// How many bits its seed has, 32 or 64.
    pub seed_bits: u32,
    /// The options that it takes, apart from seed and limit.
    pub takes: &'static [Taken],
    /// Writes the draws.
    pub write: WriteDraws,
}

/// The options of a trace of a subject.
#[derive(Clone, Debug)]
pub struct Options {
    /// The seed; if it is longer than the generator's, its low bits are used.
    pub seed: u64,
    /// PCG32's stream.
    pub stream: u64,
    /// The most draws to write.
    pub limit: Option<u64>,
    /// The bounds of a draw.
    pub range: (i32, i32),
    /// The width and height of a map; `None` is the document's size.
    pub size: Option<(u32, u32)>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            stream: 54,
            limit: None,
            range: (1, 100),
            size: None,
        }
    }
}

/// An option that not all subjects take.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Taken {
    /// [`Options::stream`].
    Stream,
    /// [`Options::range`].
    Range,
    /// [`Options::size`].
    Size,
}
