//! The verdict of a check, or of a whole run.
//!
//! ```
//! use roguelab_gof::Verdict;
//!
//! assert_eq!(Verdict::of_all([Verdict::Pass, Verdict::Invalid, Verdict::Pass]), Verdict::Invalid);
//! assert_eq!(Verdict::of_all([Verdict::Skip, Verdict::Pass]), Verdict::Pass);
//! assert_eq!(Verdict::of_all([Verdict::Skip]), Verdict::Invalid, "nothing was shown");
//! ```

use std::fmt;

/// The verdict of a check, or of a whole run, from the least grave to the gravest.
///
/// A run has the verdict of its gravest check. A failure outweighs missing data, since it stands whatever the missing data
/// would have shown. Only [`Verdict::Pass`] is green.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Verdict {
    /// It was not checked, for a stated reason. No check of this crate is skipped.
    Skip,
    /// The data are there, as many as declared, and agree with the null hypothesis.
    Pass,
    /// The data are missing, too few, or not those that were declared: nothing is known.
    Invalid,
    /// The null hypothesis is rejected within the declared chance of a false alarm.
    Fail,
}

impl Verdict {
    /// The verdict of a run: its gravest one, or [`Verdict::Invalid`] if nothing was checked.
    pub fn of_all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        let gravest = verdicts.into_iter().max();
        gravest
            .filter(|&verdict| verdict != Self::Skip)
            .unwrap_or(Self::Invalid)
    }

    /// [`Verdict::Pass`] if what was checked holds, otherwise [`Verdict::Fail`].
    pub const fn of(holds: bool) -> Self {
        if holds { Self::Pass } else { Self::Fail }
    }

    /// Whether it is green.
    pub const fn is_pass(self) -> bool {
        matches!(self, Self::Pass)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Skip => "SKIP",
            Self::Pass => "PASS",
            Self::Invalid => "INVALID",
            Self::Fail => "FAIL",
        })
    }
}
