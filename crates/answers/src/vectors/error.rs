//! Why vectors cannot be checked or made.

use std::fmt::{self, Display};

/// Why vectors cannot be checked or made, in a sentence after the place.
#[derive(Debug)]
pub struct VectorsError(String);

pub(super) type Result<T, E = VectorsError> = std::result::Result<T, E>;

impl VectorsError {
    pub(super) fn new(text: impl Display) -> Self {
        Self(text.to_string())
    }

    /// The same error, after the place where it is.
    pub(super) fn at(self, place: impl Display) -> Self {
        Self(format!("{place}: {}", self.0))
    }
}

impl Display for VectorsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for VectorsError {}
