//! A check: something that must hold, what was found, and what changed.

use serde::{Serialize, Serializer};

use answers::change::Change;
use gof::Verdict;

/// A check that was made or skipped.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Check {
    /// The name of the check, unique in its section.
    pub name: String,
    /// The verdict.
    #[serde(serialize_with = "shown")]
    pub verdict: Verdict,
    /// What was found, or why the check was skipped. The first line is the headline.
    pub finding: String,
    /// The values that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The file that the check is about, relative to the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The command that repeats the check; if empty, the section's command.
    pub reproduce: String,
    /// Whether the check depends on the machine, and so is left out of the digest.
    pub machine: bool,
}

/// The verdict serialized as its word.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
pub(super) fn shown<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(verdict)
}

impl Check {
    /// A check with this verdict.
    pub fn new(verdict: Verdict, name: impl Into<String>, finding: impl Into<String>) -> Self {
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

    /// A check that passed.
    pub fn pass(name: impl Into<String>, finding: impl Into<String>) -> Self {
        Self::new(Verdict::Pass, name, finding)
    }

    /// A check that failed.
    pub fn fail(name: impl Into<String>, finding: impl Into<String>) -> Self {
        Self::new(Verdict::Fail, name, finding)
    }

    /// A check that could not be made.
    pub fn invalid(name: impl Into<String>, finding: impl Into<String>) -> Self {
        Self::new(Verdict::Invalid, name, finding)
    }

    /// The check with these changes.
    #[must_use]
    pub fn changed(self, changes: Vec<Change>) -> Self {
        Self { changes, ..self }
    }

    /// The check about this file.
    #[must_use]
    pub fn in_file(self, file: String) -> Self {
        Self {
            file: Some(file),
            ..self
        }
    }

    /// The check with this command to repeat it.
    #[must_use]
    pub fn reproduced_by(self, command: impl Into<String>) -> Self {
        Self {
            reproduce: command.into(),
            ..self
        }
    }

    /// The check, marked if it depends on the machine.
    #[must_use]
    pub fn of_machine(self, machine: bool) -> Self {
        Self {
            machine: self.machine || machine,
            ..self
        }
    }

    /// Whether the check keeps the gate from passing.
    pub const fn is_red(&self) -> bool {
        !matches!(self.verdict, Verdict::Skip | Verdict::Pass)
    }

    /// The first line of the finding.
    pub fn headline(&self) -> &str {
        self.finding.lines().next().unwrap_or_default()
    }
}
