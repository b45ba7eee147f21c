//! Runs two corners over many op lists, or over one.

use std::fmt;

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::cases::Cases;
use crate::mismatch::Mismatch;
use crate::output::{Output, Seen, hex};
use crate::pair::{Origin, Pair};
use crate::subject::{Corner, Missing, Subject};

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
    /// SHA-256 over the canonical bytes ([`Output::feed`]) of every output of the expected side, in order.
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
        let Self { ops, outputs, draws, digest } = self;
        if outputs + draws == 0 {
            return Err(Failure::Empty);
        }
        Ok(Tally { cases, ops, outputs, draws, digest: digest.finalize().into() })
    }
}

/// Why a run did not end in a [`Tally`].
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// The corners differ.
    #[error(transparent)]
    Mismatch(Box<Mismatch>),
    /// An oracle is not on this machine.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// Fewer cases than promised.
    #[error("{promised} cases were promised, and only {ran} ran")]
    Short {
        /// The number promised.
        promised: usize,
        /// The number that ran.
        ran: usize,
    },
    /// More cases than promised.
    #[error("{promised} cases were promised, and there are more")]
    Long {
        /// The number promised.
        promised: usize,
    },
    /// A run that compared nothing: without a case, or without an op that shows something.
    #[error("nothing was compared: no op showed an output or a draw")]
    Empty,
    /// A case without ops.
    #[error("case {case} has no ops")]
    EmptyCase {
        /// Which case, from 0.
        case: usize,
    },
    /// A corner was to be compared with itself.
    #[error("{corner} was to be compared with itself, which proves nothing")]
    Same {
        /// The corner.
        corner: Corner,
    },
    /// One of the ops to be replayed cannot be asked of a corner.
    #[error("{corner} has no answer of its own to op {index}, `{op}`")]
    Unanswered {
        /// The corner.
        corner: Corner,
        /// Which op, from 0.
        index: usize,
        /// The op.
        op: String,
    },
    /// An op of a single corner panicked. Where two are compared it is a [`Failure::Mismatch`].
    #[error("{subject}: {corner} panicked at op {index}, `{op}`: {message}\n  replay    {command}")]
    Panicked {
        /// The subject.
        subject: &'static str,
        /// The corner.
        corner: Corner,
        /// Which op, from 0.
        index: usize,
        /// The op.
        op: String,
        /// What it said, and where.
        message: String,
        /// The command that replays the ops up to it.
        command: String,
    },
    /// The subject has no such corner.
    #[error("{subject} has no corner {corner}")]
    NoCorner {
        /// The subject.
        subject: &'static str,
        /// The corner it has not.
        corner: Corner,
    },
}

/// Compares two corners over every case, after every op, each case with fresh sides. An op that one of the two has
/// no answer to ([`Subject::answers`]) is left out on both sides, and a case of which nothing is left is not counted.
///
/// # Errors
///
/// [`Failure::Mismatch`] with the first difference, which is shrunk; [`Failure::Missing`] if a corner is not on this
/// machine; the other failures if the run would prove less than it seems to.
pub fn run<S: Subject + ?Sized>(
    subject: &S,
    expected: Corner,
    actual: Corner,
    cases: Cases<S::Op>,
) -> Result<Tally, Failure> {
    let pair = Pair::new(subject, expected, actual)?;
    let origin = Origin { kind: Some(cases.kind()), seed: cases.seed(), case: 0 };
    let (mut counter, mut compared) = (Counter::default(), 0);
    cases.each(|case, ops| -> Result<(), Failure> {
        let ops = pair.asked(ops);
        compared += usize::from(!ops.is_empty());
        match pair.compare(&ops, |expected, actual| counter.step(expected, actual))? {
            None => Ok(()),
            Some(found) => Err(Failure::Mismatch(Box::new(pair.explain(&ops, found, Origin { case, ..origin })?))),
        }
    })?;
    counter.tally(compared)
}

/// One op of a replay.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Step {
    /// The op.
    pub op: String,
    /// What it showed on the expected side.
    pub expected: Seen,
    /// What it showed on the actual side.
    pub actual: Seen,
}

/// One op list on two corners, to its end. Its `Display` has a line for each op.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Replay {
    /// The corner taken to be right.
    pub expected: Corner,
    /// The corner under test.
    pub actual: Corner,
    /// Every op, also those after the first difference.
    pub steps: Vec<Step>,
    /// The first difference, if there is one.
    pub mismatch: Option<Box<Mismatch>>,
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.steps.iter().map(|step| step.op.chars().count()).max().unwrap_or(0);
        for (index, Step { op, expected, actual }) in self.steps.iter().enumerate() {
            write!(f, "{}{index:4}  {op:width$}  {}", if index == 0 { "" } else { "\n" }, expected.output)?;
            if !expected.agrees(actual) {
                let draws = if expected.output == actual.output { ", after different draws" } else { "" };
                write!(f, "  <- {} has {}{draws}", self.actual, actual.output)?;
            }
        }
        Ok(())
    }
}

/// Runs one op list on two corners, to its end.
///
/// # Errors
///
/// As [`run`], but for the mismatch, which is part of the result; [`Failure::Unanswered`] if an op cannot be asked of
/// one of the corners.
pub fn replay<S: Subject + ?Sized>(
    subject: &S,
    expected: Corner,
    actual: Corner,
    ops: Vec<S::Op>,
) -> Result<Replay, Failure> {
    let pair = Pair::new(subject, expected, actual)?;
    if ops.is_empty() {
        return Err(Failure::Empty);
    }
    for (index, op) in ops.iter().enumerate() {
        if let Some(corner) = pair.unanswered(&ops[..=index]) {
            return Err(Failure::Unanswered { corner, index, op: op.to_string() });
        }
    }
    let (expected_steps, actual_steps) = pair.steps(&ops)?;
    let mismatch = match pair.compare(&ops, |_, _| {})? {
        Some(found) => Some(Box::new(pair.explain(&ops, found, Origin::default())?)),
        None => None,
    };
    let steps = ops.into_iter().zip(expected_steps.into_iter().zip(actual_steps));
    let steps = steps.map(|(op, (expected, actual))| Step { op: op.to_string(), expected, actual }).collect();
    Ok(Replay { expected, actual, steps, mismatch })
}
