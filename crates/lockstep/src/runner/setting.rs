//! The settings of a comparison, and its result.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::answer::Answer;
use crate::difference::Difference;
use crate::failure::Failure;
use crate::operation::op_name;
use crate::role::CaseKind;
use crate::side::{Side, Start};
use crate::subject::Subject;
use crate::tally::Tally;

/// How many surplus lines are counted.
pub(super) const SURPLUS: usize = 3;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The command that runs a list of ops again.
type Replay<'a> = Box<dyn Fn(&[String]) -> String + Sync + 'a>;

/// Two sides of a subject, and how they are compared.
pub struct Runner<'a> {
    /// The subject that is compared.
    pub subject: &'a dyn Subject,
    /// The names of the expected side and of the side under test.
    pub names: [String; 2],
    /// Makes the side that is taken to be right.
    pub expected: Start<'a>,
    /// Makes the side under test.
    pub actual: Start<'a>,
    /// The ops of a case that are compared; by default all.
    pub keep: Box<dyn Fn(Vec<String>) -> Vec<String> + Sync + 'a>,
    /// An op that seeds, for sides whose answers are undefined before they are seeded: it comes first in cases that do not seed
    /// first.
    pub seed: Option<String>,
    /// More ops, each run as a case after a `reset`: if a side failed, its answers to them distinguish causes.
    pub more: Vec<String>,
    /// The command that runs a list of ops again.
    pub replay: Replay<'a>,
    /// Becomes true when the run must stop.
    pub stop: &'static AtomicBool,
    /// How many pairs of sides run at once.
    pub jobs: usize,
    /// Called with the number of cases compared since the last call.
    pub progress: Box<dyn Fn(usize) + Sync + 'a>,
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct RunResult {
    /// The counts of what was compared, by kind; `None` is the list given by hand.
    pub kinds: BTreeMap<Option<CaseKind>, Tally>,
    /// Ops that one side does not have, by name, with how often they were left out.
    pub unknown: BTreeMap<String, u64>,
    /// Ops left out because the state was unknown, by name, with how often: an op that seeds before them was left out.
    pub unseeded: BTreeMap<String, u64>,
    /// Ops whose output a side cannot see, by name, with how often they were not compared.
    pub hidden: BTreeMap<String, u64>,
    /// Lines that a program wrote after its last answer; only a few are counted.
    pub surplus: usize,
    /// The first difference, if there is one.
    pub difference: Option<Box<Difference>>,
}

/// Counts one more of these ops.
pub(super) fn count(names: &mut BTreeMap<String, u64>, op: &str) {
    match names.get_mut(op_name(op)) {
        Some(count) => *count += 1,
        None => _ = names.insert(op_name(op).to_owned(), 1),
    }
}

impl RunResult {
    /// The counts over all kinds.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        self.kinds.values().for_each(|tally| total.add(tally));
        total
    }

    /// Whether something was compared, everything agrees, and a program wrote nothing else.
    pub fn agrees(&self) -> bool {
        !self.total().is_empty() && self.surplus == 0 && self.difference.is_none()
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.surplus += other.surplus;
        for (kind, tally) in other.kinds {
            self.kinds.entry(kind).or_default().add(&tally);
        }
        for (names, others) in [
            (&mut self.unknown, other.unknown),
            (&mut self.unseeded, other.unseeded),
            (&mut self.hidden, other.hidden),
        ] {
            for (name, count) in others {
                *names.entry(name).or_default() += count;
            }
        }
    }
}

/// Where a case comes from; `None` parts for a list given by hand.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Origin {
    pub(super) kind: Option<CaseKind>,
    pub(super) seed: Option<u64>,
    pub(super) case: usize,
}

/// A case to compare.
#[derive(Clone, Default)]
pub(super) struct Case {
    pub(super) origin: Origin,
    /// Its place among all cases.
    pub(super) place: usize,
    pub(super) ops: Vec<String>,
}

/// The first case that failed, and the op at which it did.
pub(super) struct FailedCase {
    pub(super) case: Case,
    /// The case that the same sides ran before it.
    pub(super) before: Vec<String>,
    /// The ops that were sent after it: if the program has ended, their answers may be lost.
    pub(super) after: Vec<Case>,
    pub(super) index: usize,
    /// The op, which may be the `reset` before the case.
    pub(super) op: String,
    /// The answer of the expected side, if it was asked.
    pub(super) expected: Option<Answer>,
    pub(super) answer: Answer,
    /// The end of what the program had written to standard error by then.
    pub(super) errors: String,
}

impl<'a> Runner<'a> {
    /// Compares everything that both sides answer, with one pair of sides; a list is run again by a call in Rust.
    pub fn new(
        subject: &'a dyn Subject,
        names: [String; 2],
        expected: Start<'a>,
        actual: Start<'a>,
    ) -> Self {
        Self {
            subject,
            names,
            expected,
            actual,
            keep: Box::new(|ops| ops),
            seed: None,
            more: Vec::new(),
            replay: Box::new(|ops| {
                let ops = ops.join("; ");
                format!("roguelab_lockstep::replay(&subject, expected, actual, {ops:?})")
            }),
            stop: &NEVER,
            jobs: 1,
            progress: Box::new(|_| ()),
        }
    }

    /// A side under test that has not performed anything.
    pub(super) fn start(&self) -> Result<Box<dyn Side + '_>, Failure> {
        if self.is_stopped() {
            return Err(stopped());
        }
        (self.actual)()
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The run was stopped, by a signal or because its result is known.
pub(super) fn stopped() -> Failure {
    Failure::Invalid("stopped".to_owned())
}
