//! The faults of a plan: where each is, and how to correct it.

use std::fmt;

/// A fault of a plan and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanError {
    /// The line of the plan file, from 1; for a fault of a check, the line where the check starts.
    pub line: Option<usize>,
    /// The check.
    pub check: Option<String>,
    /// What is wrong, and how to correct it.
    pub what: String,
    /// How many samples would be enough, if there are too few.
    pub enough: Option<u64>,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plan")?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(check) = &self.check {
            write!(f, ", check `{check}`")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for PlanError {}
