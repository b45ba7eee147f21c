//! How the numbers of an input are written.

use super::Width;

/// How numbers are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ItemKind {
    /// Whole numbers in text.
    Text,
    /// Numbers with a fraction, in text.
    Float,
    /// The words or the draws of a trace.
    Trace,
    /// Words of a width, and their random bits.
    Binary(Width, u32),
    /// Binary numbers with a fraction, and their random bits.
    Floats(Width, u32),
}
