//! The errors of this crate.

use std::fmt::Display;

/// An error: a law that cannot be computed, a file that is not what it should be, or a request that is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An exact computation failed.
    #[error(transparent)]
    Exact(#[from] exact::Error),
    /// Not every branch could be explored.
    #[error(transparent)]
    Explore(#[from] exact::explore::ExploreError),
    /// An item that should be a permutation is not.
    #[error(transparent)]
    Permutation(#[from] permute::Error),
    /// A test cannot be made, or has no answer.
    #[error(transparent)]
    Test(#[from] gof::Error),
    /// A fixture cannot be written.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// An error together with what was being done.
    #[error("{about}")]
    During {
        /// The action that failed.
        about: String,
        /// The cause.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A refusal, in a sentence that says why.
    #[error("{0}")]
    Refused(String),
}

/// The result of this crate's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Adds what was being done to an error or a missing value.
pub(crate) trait Context<T>: Sized {
    /// Adds this text.
    fn context(self, about: impl Display) -> Result<T> {
        self.with_context(|| about)
    }

    /// Adds a text that is only made if it is needed.
    fn with_context<D: Display>(self, about: impl FnOnce() -> D) -> Result<T>;
}

impl<T> Context<T> for Option<T> {
    fn with_context<D: Display>(self, about: impl FnOnce() -> D) -> Result<T> {
        self.ok_or_else(|| Error::Refused(about().to_string()))
    }
}

impl<T, E: std::error::Error + Send + Sync + 'static> Context<T> for Result<T, E> {
    fn with_context<D: Display>(self, about: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|error| Error::During {
            about: about().to_string(),
            source: Box::new(error),
        })
    }
}

/// Returns [`Error::Refused`] with this text.
macro_rules! bail {
    ($($text:tt)*) => {
        return Err($crate::Error::Refused(format!($($text)*)))
    };
}

/// [`bail`]s unless the condition holds.
macro_rules! ensure {
    ($holds:expr, $($text:tt)*) => {
        if !$holds {
            $crate::error::bail!($($text)*);
        }
    };
}

pub(crate) use {bail, ensure};
