//! What is wrong with a plan.

use super::{Check, PlanError};
use crate::Error;

/// What is wrong with a check.
pub(super) struct Faults<'a> {
    pub(super) check: &'a Check,
    pub(super) found: Vec<PlanError>,
}

impl Faults<'_> {
    pub(super) fn add(&mut self, what: impl Into<String>) {
        self.add_too_few(what.into(), None);
    }

    pub(super) fn add_too_few(&mut self, what: String, enough: Option<u64>) {
        let (line, check) = (self.check.line, Some(self.check.name.clone()));
        self.found.push(PlanError {
            line,
            check,
            what,
            enough,
        });
    }

    pub(super) fn too_few_for_cells(&mut self, needed: u64) {
        let Check { n, freedom, .. } = self.check;
        let what = format!(
            "n = {n} is too small for {freedom} degrees of freedom at this alpha: the cells need at least {needed}"
        );
        self.add_too_few(what, Some(needed));
    }

    pub(super) fn freedom(&mut self, remedy: &str) {
        self.add(format!(
            "{} degrees of freedom are not those of the test: {remedy}",
            self.check.freedom
        ));
    }

    /// The value of the result; for an error, adds the error and returns `None`.
    pub(super) fn of<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        result.map_err(|error| self.add(error.to_string())).ok()
    }
}
