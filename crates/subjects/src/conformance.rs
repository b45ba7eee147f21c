//! Every comparison, and the one function that decides its outcome.
//!
//! Tests, gate, report and `bless` all read [`Comparison::evaluate`]; within a process each comparison runs once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lockstep::{Budget, CaseKind, Failure, Missing, Role, Subject, Tally, catch_panic};
use serde::Serialize;

use crate::SUBJECTS;
use crate::oracles::Policy;

/// One comparison of two implementations of a subject over one kind of cases.
#[derive(Clone, Copy)]
pub struct Comparison {
    /// The subject.
    pub subject: &'static dyn Subject,
    /// The kind of cases.
    pub kind: CaseKind,
    /// The implementation that is taken to be right.
    pub expected: Role,
    /// The implementation compared with it.
    pub actual: Role,
}

/// The outcome of a comparison.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Outcome {
    /// All outputs are equal.
    Agrees(Tally),
    /// Some outputs differ.
    Differs {
        /// The explanation.
        mismatch: String,
    },
    /// No comparison was possible: the list of cases is short, empty, or panicked.
    Broken {
        /// The reason.
        why: String,
    },
    /// An oracle is not on this machine, or is turned off.
    Skipped {
        /// The reason.
        why: String,
    },
    /// An oracle is not on this machine, and `ROGUELAB_ORACLES=require` demands it.
    Missing {
        /// The reason.
        why: String,
    },
}

impl Outcome {
    /// The outcome of a run.
    pub fn of(run: Result<Tally, Failure>) -> Self {
        match run {
            Ok(tally) => Self::Agrees(tally),
            // The program `roguelab` knows these subjects.
            Err(Failure::Differs(mut difference)) => {
                difference.replay = difference.command();
                Self::Differs {
                    mismatch: difference.to_string(),
                }
            }
            Err(Failure::Missing(missing)) => Self::Missing {
                why: missing.to_string(),
            },
            Err(failure) => Self::Broken {
                why: failure.to_string(),
            },
        }
    }
}

/// Everything that a comparison's outcome depends on: its name, the seed and the number of random cases.
type Key = (String, u64, usize);

/// The outcomes so far. A thread may wait here for another: a run must not share its thread with other runs, as it would if it
/// used rayon inside.
static OUTCOMES: Mutex<Option<HashMap<Key, Arc<OnceLock<Outcome>>>>> = Mutex::new(None);

impl Comparison {
    /// `subject::kind::actual_equals_expected`: the name of its test.
    pub fn name(&self) -> String {
        format!(
            "{}::{}::{}_equals_{}",
            self.subject.name(),
            self.kind,
            self.actual,
            self.expected
        )
    }

    /// Whether it needs an oracle.
    pub fn needs_oracle(&self) -> bool {
        matches!(self.expected, Role::Oracle(_))
    }

    /// The reason not to run it, if there is one.
    pub fn left_out(&self, policy: Policy) -> Option<String> {
        left_out(policy, self.expected, || self.subject.probe(self.expected))
    }

    /// Runs it, or returns the outcome of an earlier call in this process.
    pub fn evaluate(&self, budget: &Budget, policy: Policy) -> Outcome {
        if let Some(why) = self.left_out(policy) {
            return Outcome::Skipped { why };
        }
        let outcome = {
            let mut outcomes = OUTCOMES.lock().unwrap_or_else(PoisonError::into_inner);
            let key = (self.name(), budget.seed, budget.cases);
            Arc::clone(outcomes.get_or_insert_default().entry(key).or_default())
        };
        outcome.get_or_init(|| self.outcome(budget)).clone()
    }

    fn outcome(&self, budget: &Budget) -> Outcome {
        match catch_panic(|| self.run(budget)) {
            Ok(run) => Outcome::of(run),
            Err(why) => Outcome::Broken {
                why: format!("it panicked: {why}"),
            },
        }
    }

    fn run(&self, budget: &Budget) -> Result<Tally, Failure> {
        let Some(cases) = self.subject.cases(self.kind, budget) else {
            return Err(Failure::Empty);
        };
        lockstep::run(self.subject, self.expected, self.actual, cases)
    }
}

/// The reason not to run comparisons with this implementation, if there is one. Under [`Policy::Require`] everything is run.
pub fn left_out(
    policy: Policy,
    role: Role,
    probe: impl FnOnce() -> Result<(), Missing>,
) -> Option<String> {
    match (role, policy) {
        (Role::Oracle(_), Policy::Off) => Some("oracles are off".into()),
        (Role::Oracle(_), Policy::Auto) => probe().err().map(|missing| missing.to_string()),
        _ => None,
    }
}

/// All comparisons: the port with every other implementation, and the two word sizes of the C with each other.
///
/// If a domain is exhausted the latter is left out: the port equals both in the very same cases.
pub fn comparisons() -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for &subject in SUBJECTS {
        let roles = subject.roles();
        for kind in subject.kinds() {
            for &expected in &roles[1..] {
                comparisons.push(Comparison {
                    subject,
                    kind,
                    expected,
                    actual: Role::Port,
                });
            }
            if kind != CaseKind::Exhaustive && roles.contains(&Role::Reference32) {
                comparisons.push(Comparison {
                    subject,
                    kind,
                    expected: Role::Reference,
                    actual: Role::Reference32,
                });
            }
        }
    }
    comparisons
}
