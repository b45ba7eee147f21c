//! Runs two implementations over many op lists, or over one.

use sha2::{Digest, Sha256};

use crate::basis::{Basis, Kind, Missing};
use crate::cases::Cases;
use crate::failure::Failure;
use crate::guard::Guarded;
use crate::hint::hints;
use crate::mismatch::{Mismatch, rust_call};
use crate::output::{Output, Seen, hex};
use crate::shrink::shrink;
use crate::subject::Subject;

/// How many ops are shown before the failing one.
const BEFORE: usize = 10;
/// How often the failing op is repeated for the hints: often enough that a stream of coin tosses agrees with itself
/// shifted by one in fewer than one of 60,000 cases.
const REPEATS: usize = 16;

/// What a run compared.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Tally {
    /// Op lists.
    pub cases: usize,
    /// Ops.
    pub ops: u64,
    /// Numbers, words and texts that were compared.
    pub outputs: u64,
    /// Draws that were compared, where both sides log them.
    pub draws: u64,
    /// SHA-256 of the canonical bytes ([`Output::feed`]) of every output of the expected side, in order.
    pub digest: [u8; 32],
}

impl Tally {
    /// The digest in lowercase hexadecimal.
    pub fn hex(&self) -> String {
        hex(&self.digest)
    }
}

/// Counts while a run goes on.
#[derive(Default)]
pub(crate) struct Counter {
    ops: u64,
    outputs: u64,
    draws: u64,
    digest: Sha256,
}

impl Counter {
    pub(crate) fn output(&mut self, output: &Output) {
        self.ops += 1;
        self.outputs += output.count() as u64;
        output.feed(&mut self.digest);
    }

    fn step(&mut self, expected: &Seen, actual: &Seen) {
        self.output(&expected.output);
        if let (Some(draws), Some(_)) = (&expected.draws, &actual.draws) {
            self.draws += draws.len() as u64;
        }
    }

    /// The tally, unless nothing that was run showed anything.
    pub(crate) fn tally(self, cases: usize) -> Result<Tally, Failure> {
        let Self {
            ops,
            outputs,
            draws,
            digest,
        } = self;
        if outputs + draws == 0 {
            return Err(Failure::Empty);
        }
        Ok(Tally {
            cases,
            ops,
            outputs,
            draws,
            digest: digest.finalize().into(),
        })
    }
}

/// That the subject has this implementation.
pub(crate) fn check_basis<S: Subject + ?Sized>(subject: &S, basis: Basis) -> Result<(), Failure> {
    if subject.bases().contains(&basis) {
        return Ok(());
    }
    Err(Failure::Invalid(format!(
        "{} has no implementation {basis}",
        subject.name()
    )))
}

/// Two implementations of a subject, side by side.
struct Pair<'s, S: ?Sized> {
    subject: &'s S,
    expected: Basis,
    actual: Basis,
}

/// The first op that two sides disagree on.
struct Found {
    index: usize,
    seen: (Seen, Seen),
    states: (String, String),
}

/// Where an op list comes from.
#[derive(Copy, Clone, Default)]
struct Origin {
    kind: Option<Kind>,
    seed: Option<u64>,
    case: usize,
}

impl<'s, S: Subject + ?Sized> Pair<'s, S> {
    fn new(subject: &'s S, expected: Basis, actual: Basis) -> Result<Self, Failure> {
        check_basis(subject, expected)?;
        check_basis(subject, actual)?;
        if expected == actual {
            let why = format!("{expected} was to be compared with itself, which proves nothing");
            return Err(Failure::Invalid(why));
        }
        Ok(Self {
            subject,
            expected,
            actual,
        })
    }

    /// The implementation, if there is one, that has no answer to the last of these ops.
    fn unanswered(&self, ops: &[S::Op]) -> Option<Basis> {
        [self.expected, self.actual]
            .into_iter()
            .find(|&basis| !self.subject.answers(basis, ops))
    }

    /// The ops that both implementations have an answer to.
    fn asked(&self, ops: Vec<S::Op>) -> Vec<S::Op> {
        let asked: Vec<bool> = (1..=ops.len())
            .map(|len| self.unanswered(&ops[..len]).is_none())
            .collect();
        ops.into_iter()
            .zip(asked)
            .filter_map(|(op, asked)| asked.then_some(op))
            .collect()
    }

    fn sides(&self) -> Result<[Guarded<'s, S::Op>; 2], Missing> {
        Ok([
            Guarded::new(self.subject, self.expected)?,
            Guarded::new(self.subject, self.actual)?,
        ])
    }

    /// Runs fresh sides up to the first op they disagree on; `visit` gets what both showed at every op before.
    fn compare(
        &self,
        ops: &[S::Op],
        mut visit: impl FnMut(&Seen, &Seen),
    ) -> Result<Option<Found>, Missing> {
        let [mut expected_side, mut actual_side] = self.sides()?;
        for (index, op) in ops.iter().enumerate() {
            let (expected, actual) = (expected_side.apply(op), actual_side.apply(op));
            if !expected.agrees(&actual) {
                let states = (expected_side.state(), actual_side.state());
                return Ok(Some(Found {
                    index,
                    seen: (expected, actual),
                    states,
                }));
            }
            visit(&expected, &actual);
        }
        Ok(None)
    }

    /// What fresh sides show at every op.
    fn steps(&self, ops: &[S::Op]) -> Result<(Vec<Seen>, Vec<Seen>), Missing> {
        let [mut expected, mut actual] = self.sides()?;
        Ok(ops
            .iter()
            .map(|op| (expected.apply(op), actual.apply(op)))
            .unzip())
    }

    fn explain(
        &self,
        ops: &[S::Op],
        found: Found,
        origin: Origin,
    ) -> Result<Box<Mismatch>, Missing> {
        let Found {
            index,
            seen: (expected, actual),
            states: (expected_state, actual_state),
        } = found;
        let texts = |ops: &[S::Op]| ops.iter().map(ToString::to_string).collect();
        let failing = &ops[..=index];
        let mut repeated = failing.to_vec();
        repeated.extend(std::iter::repeat_n(&ops[index], REPEATS).cloned());
        let (expected_steps, actual_steps) = self.steps(&repeated)?;
        // An implementation that was there does not go missing; if it does, that list counts as passing.
        let first_failure = |ops: &[S::Op]| {
            self.compare(ops, |_, _| {})
                .ok()
                .flatten()
                .map(|found| found.index)
        };
        let shortest: Vec<String> = texts(&shrink(failing.to_vec(), first_failure));
        Ok(Box::new(Mismatch {
            subject: self.subject.name().to_owned(),
            kind: origin.kind,
            seed: origin.seed,
            case: origin.case,
            index,
            op: ops[index].to_string(),
            names: [self.expected, self.actual].map(|basis| basis.name().to_owned()),
            trouble: None,
            expected,
            actual,
            expected_state,
            actual_state,
            before: texts(&ops[index.saturating_sub(BEFORE)..index]),
            hints: hints(&expected_steps[index..], &actual_steps[index..]),
            replay: rust_call(self.expected, self.actual, &shortest),
            shortest,
        }))
    }
}

/// Compares two implementations over every case, after every op, each case with fresh sides. An op that one of the two cannot
/// perform ([`Subject::answers`]) is left out on both sides, and a case of which nothing is left is not counted.
///
/// # Errors
/// [`Failure::Mismatch`] with the first difference, which is shrunk; [`Failure::Missing`] if an implementation is not on this
/// machine; the other failures if the run would prove less than it seems to.
pub fn run<S: Subject + ?Sized>(
    subject: &S,
    expected: Basis,
    actual: Basis,
    cases: Cases<S::Op>,
) -> Result<Tally, Failure> {
    let pair = Pair::new(subject, expected, actual)?;
    let (kind, seed) = (Some(cases.kind), cases.seed);
    let (mut counter, mut compared) = (Counter::default(), 0);
    cases.each(|case, ops| -> Result<(), Failure> {
        let ops = pair.asked(ops);
        compared += usize::from(!ops.is_empty());
        match pair.compare(&ops, |expected, actual| counter.step(expected, actual))? {
            None => Ok(()),
            Some(found) => Err(Failure::Mismatch(pair.explain(
                &ops,
                found,
                Origin { kind, seed, case },
            )?)),
        }
    })?;
    counter.tally(compared)
}

/// One op list on two implementations, to its end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Replay {
    /// A line for each op with what it shows, also after the first difference.
    pub text: String,
    /// The first difference, if there is one.
    pub mismatch: Option<Box<Mismatch>>,
}

/// Runs one op list on two implementations, to its end.
///
/// # Errors
/// As [`run`], except that a mismatch is part of the result; [`Failure::Invalid`] if one of the implementations cannot
/// perform an op.
pub fn replay<S: Subject + ?Sized>(
    subject: &S,
    expected: Basis,
    actual: Basis,
    ops: &[S::Op],
) -> Result<Replay, Failure> {
    let pair = Pair::new(subject, expected, actual)?;
    if ops.is_empty() {
        return Err(Failure::Empty);
    }
    for (index, op) in ops.iter().enumerate() {
        if let Some(basis) = pair.unanswered(&ops[..=index]) {
            return Err(Failure::Invalid(format!(
                "{basis} has no answer of its own to op {index}, `{op}`"
            )));
        }
    }
    let (expected_steps, actual_steps) = pair.steps(ops)?;
    let width = ops
        .iter()
        .map(|op| op.to_string().chars().count())
        .max()
        .unwrap_or(0);
    let mut lines = Vec::with_capacity(ops.len());
    for (index, (op, (expected, seen))) in ops
        .iter()
        .zip(expected_steps.iter().zip(&actual_steps))
        .enumerate()
    {
        let mut line = format!("{index:4}  {:width$}  {}", op.to_string(), expected.output);
        if !expected.agrees(seen) {
            let draws = if expected.output == seen.output {
                ", after different draws"
            } else {
                ""
            };
            line += &format!("  <- {actual} has {}{draws}", seen.output);
        }
        lines.push(line);
    }
    let found = pair.compare(ops, |_, _| {})?;
    let mismatch = found
        .map(|found| pair.explain(ops, found, Origin::default()))
        .transpose()?;
    Ok(Replay {
        text: lines.join("\n"),
        mismatch,
    })
}
