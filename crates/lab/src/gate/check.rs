//! A check: one thing that must hold, what was found, and what changed.

use serde::{Serialize, Serializer};

use crate::change::Change;
use gof::Verdict;

/// A check that was made, or skipped.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Check {
    /// Its name, unique in its section.
    pub name: String,
    /// The verdict.
    #[serde(serialize_with = "shown")]
    pub verdict: Verdict,
    /// The finding, or why the check was skipped. The first line is the headline.
    pub finding: String,
    /// The changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The file it is about, relative to the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The command that repeats it; if empty, that of the section.
    pub reproduce: String,
    /// Whether it depends on the machine: then it is not part of the digest.
    pub machine: bool,
}

/// A verdict as its word.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
pub(super) fn shown<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(verdict)
}

impl Check {
    /// A check with this verdict.
    pub(crate) fn new(
        verdict: Verdict,
        name: impl Into<String>,
        finding: impl Into<String>,
    ) -> Self {
        let (name, finding) = (name.into(), finding.into());
        let machine = verdict == Verdict::Skip;
        Self {
            name,
            verdict,
            finding,
            changes: Vec::new(),
            file: None,
            reproduce: String::new(),
            machine,
        }
    }

    /// One that holds.
    pub(crate) fn pass(name: impl Into<String>, finding: impl Into<String>) -> Self {
        Self::new(Verdict::Pass, name, finding)
    }

    /// One that does not hold.
    pub(crate) fn fail(name: impl Into<String>, finding: impl Into<String>) -> Self {
        Self::new(Verdict::Fail, name, finding)
    }

    /// One that could not be made.
    pub(crate) fn invalid(name: impl Into<String>, finding: impl Into<String>) -> Self {
        Self::new(Verdict::Invalid, name, finding)
    }

    #[must_use]
    pub(crate) fn changed(self, changes: Vec<Change>) -> Self {
        Self { changes, ..self }
    }

    #[must_use]
    pub(crate) fn in_file(self, file: String) -> Self {
        Self {
            file: Some(file),
            ..self
        }
    }

    /// Repeated by this command.
    #[must_use]
    pub(crate) fn reproduced_by(self, command: impl Into<String>) -> Self {
        Self {
            reproduce: command.into(),
            ..self
        }
    }

    #[must_use]
    pub(crate) fn of_machine(self, machine: bool) -> Self {
        Self {
            machine: self.machine || machine,
            ..self
        }
    }

    /// Whether it keeps the gate from passing.
    pub const fn is_red(&self) -> bool {
        !matches!(self.verdict, Verdict::Skip | Verdict::Pass)
    }

    /// The first line of the finding.
    pub(crate) fn headline(&self) -> &str {
        self.finding.lines().next().unwrap_or_default()
    }
}
