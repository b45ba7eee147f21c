//! Two corners of a subject, side by side.

use crate::guard::Guarded;
use crate::hint::hints;
use crate::mismatch::{BEFORE, Mismatch};
use crate::output::Seen;
use crate::runner::Failure;
use crate::shrink::shrink;
use crate::subject::{Corner, Kind, Missing, Subject};

/// How often the failing op is repeated to see what becomes of the difference: often enough that a stream of coin
/// tosses agrees with itself shifted by one in fewer than one of 60,000 cases.
const REPEATS: usize = 16;

pub(crate) struct Pair<'s, S: ?Sized> {
    subject: &'s S,
    expected: Corner,
    actual: Corner,
}

/// The first op that two sides disagree on.
pub(crate) struct Found {
    index: usize,
    expected: Seen,
    actual: Seen,
    expected_state: String,
    actual_state: String,
}

/// Where an op list comes from.
#[derive(Copy, Clone, Default)]
pub(crate) struct Origin {
    pub(crate) kind: Option<Kind>,
    pub(crate) seed: Option<u64>,
    pub(crate) case: usize,
}

impl<'s, S: Subject + ?Sized> Pair<'s, S> {
    pub(crate) fn new(subject: &'s S, expected: Corner, actual: Corner) -> Result<Self, Failure> {
        check_corner(subject, expected)?;
        check_corner(subject, actual)?;
        if expected == actual {
            return Err(Failure::Same { corner: expected });
        }
        Ok(Self { subject, expected, actual })
    }

    /// The ops that both corners have an answer to.
    pub(crate) fn asked(&self, ops: Vec<S::Op>) -> Vec<S::Op> {
        let asked: Vec<bool> = (1..=ops.len()).map(|len| self.unanswered(&ops[..len]).is_none()).collect();
        ops.into_iter().zip(asked).filter_map(|(op, asked)| asked.then_some(op)).collect()
    }

    /// The corner, if there is one, that has no answer to the last of these ops.
    pub(crate) fn unanswered(&self, ops: &[S::Op]) -> Option<Corner> {
        [self.expected, self.actual].into_iter().find(|&corner| !self.subject.answers(corner, ops))
    }

    /// Runs fresh sides over the ops up to the first they disagree on; `visit` gets what both showed at every op that
    /// they agree on.
    pub(crate) fn compare(&self, ops: &[S::Op], mut visit: impl FnMut(&Seen, &Seen)) -> Result<Option<Found>, Missing> {
        let mut expected_side = Guarded::new(self.subject, self.expected)?;
        let mut actual_side = Guarded::new(self.subject, self.actual)?;
        for (index, op) in ops.iter().enumerate() {
            let (expected, actual) = (expected_side.apply(op), actual_side.apply(op));
            if !expected.agrees(&actual) {
                let (expected_state, actual_state) = (expected_side.state(), actual_side.state());
                return Ok(Some(Found { index, expected, actual, expected_state, actual_state }));
            }
            visit(&expected, &actual);
        }
        Ok(None)
    }

    /// What fresh sides show at every op.
    pub(crate) fn steps(&self, ops: &[S::Op]) -> Result<(Vec<Seen>, Vec<Seen>), Missing> {
        let mut expected = Guarded::new(self.subject, self.expected)?;
        let mut actual = Guarded::new(self.subject, self.actual)?;
        Ok(ops.iter().map(|op| (expected.apply(op), actual.apply(op))).unzip())
    }

    pub(crate) fn explain(&self, ops: &[S::Op], found: Found, origin: Origin) -> Result<Mismatch, Missing> {
        let Found { index, expected, actual, expected_state, actual_state } = found;
        let texts = |ops: &[S::Op]| ops.iter().map(ToString::to_string).collect();

        let failing = &ops[..=index];
        let mut repeated = failing.to_vec();
        repeated.extend(std::iter::repeat_n(&ops[index], REPEATS).cloned());
        let (expected_steps, actual_steps) = self.steps(&repeated)?;

        // A corner that has just been there does not go missing; if it does, that list counts as passing.
        let first_failure = |ops: &[S::Op]| self.compare(ops, |_, _| {}).ok().flatten().map(|found| found.index);

        Ok(Mismatch {
            subject: self.subject.name(),
            kind: origin.kind,
            seed: origin.seed,
            case: origin.case,
            index,
            op: ops[index].to_string(),
            expected_corner: self.expected,
            actual_corner: self.actual,
            expected,
            actual,
            expected_state,
            actual_state,
            before: texts(&ops[index.saturating_sub(BEFORE)..index]),
            hints: hints(&expected_steps[index..], &actual_steps[index..]),
            shortest: texts(&shrink(failing.to_vec(), first_failure)),
        })
    }
}

/// That the subject has this corner.
pub(crate) fn check_corner<S: Subject + ?Sized>(subject: &S, corner: Corner) -> Result<(), Failure> {
    if subject.corners().contains(&corner) {
        Ok(())
    } else {
        Err(Failure::NoCorner { subject: subject.name(), corner })
    }
}
