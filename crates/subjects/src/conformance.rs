//! Every comparison there is: subject by kind by pair of corners.

use lockstep::{Budget, Corner, Failure, Kind, Tally};

use crate::registry::{Entry, SUBJECTS};

/// One comparison of two corners of a subject over one kind of cases.
#[derive(Clone, Copy)]
pub struct Comparison {
    /// The subject.
    pub subject: &'static dyn Entry,
    /// The kind of cases.
    pub kind: Kind,
    /// The corner that is taken to be right.
    pub expected: Corner,
    /// The corner that is held against it.
    pub actual: Corner,
}

impl Comparison {
    /// `subject::kind::actual_equals_expected`: the name of its test.
    pub fn name(&self) -> String {
        format!("{}::{}::{}_equals_{}", self.subject.name(), self.kind, self.actual, self.expected)
    }

    /// Whether it needs an implementation that nobody here wrote.
    pub fn needs_oracle(&self) -> bool {
        matches!(self.expected, Corner::Oracle(_)) || matches!(self.actual, Corner::Oracle(_))
    }

    /// Runs it.
    ///
    /// # Errors
    /// As [`lockstep::run`].
    pub fn run(&self, budget: &Budget) -> Result<Tally, Failure> {
        self.subject.run(self.kind, self.expected, self.actual, budget)
    }
}

/// All of them: the port against every other corner, and the two word sizes of the C against each other.
///
/// Where a domain is exhausted the last is left out: the port equals both over the very same cases.
pub fn comparisons() -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for &subject in SUBJECTS {
        let corners = subject.corners();
        let against_port = corners[1..].iter().map(|&expected| (expected, Corner::Port));
        let word_sizes = corners.contains(&Corner::Reference32).then_some((Corner::Reference, Corner::Reference32));
        for kind in subject.kinds() {
            let word_sizes = word_sizes.filter(|_| kind != Kind::Exhaustive);
            let pairs = against_port.clone().chain(word_sizes);
            comparisons.extend(pairs.map(|(expected, actual)| Comparison { subject, kind, expected, actual }));
        }
    }
    comparisons
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_comparison_has_a_name_of_its_own() {
        let names: HashSet<_> = comparisons().iter().map(Comparison::name).collect();
        assert_eq!(names.len(), comparisons().len());
    }

    #[test]
    fn every_subject_is_compared_in_golden_edge_and_random_cases() {
        for subject in SUBJECTS {
            for kind in [Kind::Golden, Kind::Edge, Kind::Random] {
                let compared = comparisons().iter().any(|c| c.subject.name() == subject.name() && c.kind == kind);
                assert!(compared, "{} has no {kind} cases", subject.name());
            }
        }
    }
}
