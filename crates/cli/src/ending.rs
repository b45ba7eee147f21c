//! How a command ended, which decides the exit code.

use gof::Verdict;

use crate::interrupt;

/// How a command ended that could be carried out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ending {
    /// What was asked for was done, and what was checked holds.
    Success,
    /// What was checked does not hold, or what was looked for was not found.
    Failure,
    /// There was too little to say.
    Undecided,
    /// A signal ended the command before it was done.
    Interrupted,
}

impl Ending {
    /// Success if what was checked holds.
    pub const fn of(holds: bool) -> Self {
        if holds { Self::Success } else { Self::Failure }
    }

    pub(crate) fn exit_code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failure => 1,
            Self::Undecided => 2,
            Self::Interrupted => interrupt::exit_code(),
        }
    }
}

impl From<Verdict> for Ending {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Pass => Self::Success,
            Verdict::Fail => Self::Failure,
            Verdict::Skip | Verdict::Invalid => Self::Undecided,
        }
    }
}
