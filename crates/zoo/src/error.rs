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

/// Adds what was being done to an error.
pub(crate) trait Context<T> {
    /// Adds this text.
    fn context(self, about: impl Display) -> Result<T>;
}

impl<T, E: std::error::Error + Send + Sync + 'static> Context<T> for Result<T, E> {
    fn context(self, about: impl Display) -> Result<T> {
        self.map_err(|error| Error::During {
            about: about.to_string(),
            source: Box::new(error),
        })
    }
}

/// Returns [`Error::Refused`] with this text unless the condition holds.
macro_rules! ensure {
    ($holds:expr, $($text:tt)*) => {
        if !$holds {
            return Err($crate::Error::Refused(format!($($text)*)));
        }
    };
}

pub(crate) use ensure;
