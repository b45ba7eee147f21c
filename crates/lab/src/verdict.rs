//! What a check, a gate or a command comes to.

use serde::Serialize;
use subjects::conformance::Outcome;

/// A verdict, in order of gravity: the last is the worst.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub enum Verdict {
    /// It was not checked, for a stated reason.
    #[serde(rename = "SKIP")]
    Skipped,
    /// It holds.
    #[serde(rename = "PASS")]
    Passed,
    /// It could not be checked: too little data, or something required is missing.
    #[serde(rename = "INVALID")]
    Invalid,
    /// It does not hold.
    #[serde(rename = "FAIL")]
    Failed,
    /// A planted defect was not caught: the rest proves nothing.
    #[serde(rename = "VOID")]
    Void,
    /// A signal stopped the command.
    #[serde(rename = "STOPPED")]
    Stopped,
}

impl From<gof::Verdict> for Verdict {
    fn from(verdict: gof::Verdict) -> Self {
        match verdict {
            gof::Verdict::Pass => Self::Passed,
            gof::Verdict::Invalid => Self::Invalid,
            gof::Verdict::Fail => Self::Failed,
            gof::Verdict::Void => Self::Void,
        }
    }
}

impl From<&Outcome> for Verdict {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Agrees(_) => Self::Passed,
            Outcome::Differs { .. } | Outcome::Broken { .. } => Self::Failed,
            Outcome::Skipped { .. } => Self::Skipped,
            Outcome::Missing { .. } => Self::Invalid,
        }
    }
}

impl Verdict {
    /// Passed if it holds, failed otherwise.
    pub(crate) const fn of(holds: bool) -> Self {
        if holds { Self::Passed } else { Self::Failed }
    }

    /// The worst of several; [`Verdict::Skipped`] if there is none.
    pub(crate) fn worst(verdicts: impl Iterator<Item = Self>) -> Self {
        verdicts.max().unwrap_or(Self::Skipped)
    }

    /// As reports have it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Skipped => "SKIP",
            Self::Passed => "PASS",
            Self::Invalid => "INVALID",
            Self::Failed => "FAIL",
            Self::Void => "VOID",
            Self::Stopped => "STOPPED",
        }
    }

    /// Whether it keeps the gate from passing.
    pub const fn is_red(self) -> bool {
        !matches!(self, Self::Skipped | Self::Passed)
    }

    pub(crate) fn exit_code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed | Self::Void => 1,
            Self::Skipped | Self::Invalid => 2,
            Self::Stopped => crate::interrupt::exit_code(),
        }
    }
}
