//! What is computed about each document: one module per document.

pub mod number;
pub mod rogue;

use serde::Serialize;

/// Where a number comes from.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Computed in rationals for independent uniform draws.
    ExactIdeal,
    /// Computed in rationals with the weights of the game's own bounding rule.
    ExactRule,
    /// Counted over all 32,768 games.
    Counted,
}

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
