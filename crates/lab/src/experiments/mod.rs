//! What is computed about each document: one module per document.

pub mod number;
pub mod rogue;

use serde::Serialize;

/// What became of a claim.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It holds.
    Confirmed,
    /// It does not.
    Refuted,
    /// It holds with a number, a limit or an exception that the document does not give.
    Refined,
}

impl Verdict {
    /// Confirmed if it holds, otherwise refuted.
    pub const fn of(holds: bool) -> Self {
        if holds { Self::Confirmed } else { Self::Refuted }
    }

    /// Refined if there is more to say than that it holds, otherwise confirmed.
    pub const fn refined(more: bool) -> Self {
        if more { Self::Refined } else { Self::Confirmed }
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Refined => "refined",
        }
    }
}

/// What a document says, in our words, and what we found.
#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    /// The claim.
    pub claim: &'static str,
    /// What became of it.
    pub verdict: Verdict,
    /// The finding, with its number.
    pub finding: String,
}
