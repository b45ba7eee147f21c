//! One thing that must hold, and what was found.

use serde::Serialize;

/// What became of a check. The order is that of gravity: the last is the worst.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// It was not made, for a reason that is named.
    Skip,
    /// It holds.
    Pass,
    /// It could not be made: not enough data, or something that must be there is not.
    Invalid,
    /// It does not hold.
    Fail,
    /// A defect that was planted was not caught: what else was found proves nothing.
    Void,
}

impl From<gof::Verdict> for Verdict {
    fn from(verdict: gof::Verdict) -> Self {
        match verdict {
            gof::Verdict::Pass => Self::Pass,
            gof::Verdict::Invalid => Self::Invalid,
            gof::Verdict::Fail => Self::Fail,
            gof::Verdict::Void => Self::Void,
        }
    }
}

impl Verdict {
    /// Passed if it holds, otherwise failed.
    pub const fn of(holds: bool) -> Self {
        if holds { Self::Pass } else { Self::Fail }
    }

    /// The worst of some; [`Verdict::Skip`] if there is none.
    pub fn worst(verdicts: impl Iterator<Item = Self>) -> Self {
        verdicts.max().unwrap_or(Self::Skip)
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skip => "SKIP",
            Self::Pass => "PASS",
            Self::Invalid => "INVALID",
            Self::Void => "VOID",
            Self::Fail => "FAIL",
        }
    }

    /// Whether it keeps the gate from being green.
    pub const fn is_red(self) -> bool {
        !matches!(self, Self::Skip | Self::Pass)
    }
}

/// A value that is not what was committed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Change {
    /// Where it stands, as a JSON pointer or a name.
    pub place: String,
    /// What was committed.
    pub was: String,
    /// What it is now.
    pub is: String,
}

/// A check that was made, or skipped.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Check {
    /// Its name, one of a kind in its lane.
    pub name: String,
    /// What became of it.
    pub verdict: Verdict,
    /// What was found, or why it was skipped. Its first line stands for all of it.
    pub finding: String,
    /// What changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The file it is about, from the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The command that shows it again; where it is empty, that of the lane.
    pub reproduce: String,
    /// Whether another machine may find something else: it is kept out of the digest.
    pub machine: bool,
}

impl Check {
    /// A check with this verdict.
    pub fn new(verdict: Verdict, name: impl Into<String>, finding: impl Into<String>) -> Self {
        let (name, finding) = (name.into(), finding.into());
        Self { name, verdict, finding, changes: Vec::new(), file: None, reproduce: String::new(), machine: false }
    }

    /// One that holds.
    pub fn pass(name: impl Into<String>, finding: impl Into<String>) -> Self {
        Self::new(Verdict::Pass, name, finding)
    }

    /// One that does not.
    pub fn fail(name: impl Into<String>, finding: impl Into<String>) -> Self {
        Self::new(Verdict::Fail, name, finding)
    }

    /// One that could not be made.
    pub fn invalid(name: impl Into<String>, finding: impl Into<String>) -> Self {
        Self::new(Verdict::Invalid, name, finding)
    }

    /// One that was not made. Whether it is depends on the machine.
    pub fn skip(name: impl Into<String>, why: impl Into<String>) -> Self {
        Self::new(Verdict::Skip, name, why).of_machine(true)
    }

    /// With what changed.
    #[must_use]
    pub fn changed(self, changes: Vec<Change>) -> Self {
        Self { changes, ..self }
    }

    /// About this file.
    #[must_use]
    pub fn in_file(self, file: String) -> Self {
        Self { file: Some(file), ..self }
    }

    /// Shown again by this command.
    #[must_use]
    pub fn reproduced_by(self, command: impl Into<String>) -> Self {
        Self { reproduce: command.into(), ..self }
    }

    /// Whether another machine may find something else.
    #[must_use]
    pub fn of_machine(self, machine: bool) -> Self {
        Self { machine, ..self }
    }

    /// The first line of what was found.
    pub fn headline(&self) -> &str {
        self.finding.lines().next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_outweighs_all_and_a_skip_nothing() {
        let worst = |verdicts: &[Verdict]| Verdict::worst(verdicts.iter().copied());
        assert_eq!(worst(&[Verdict::Pass, Verdict::Skip]), Verdict::Pass);
        assert_eq!(worst(&[Verdict::Void, Verdict::Fail, Verdict::Invalid]), Verdict::Void);
        assert_eq!(worst(&[Verdict::Void, Verdict::Invalid]), Verdict::Void);
        assert_eq!(worst(&[]), Verdict::Skip);
    }
}
