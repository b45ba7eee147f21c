//! Compares two sides of a subject over many cases, or over one list of ops.

mod bench;
mod explain;
mod setting;
mod step;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

pub use self::bench::ComparedOp;
pub use self::setting::{RunResult, Runner};

use self::bench::{Bench, ListRun};
use self::explain::explain;
use self::setting::{Case, FailedCase, Origin, count, stopped};
use self::worker::Worker;
use crate::answer::Answer;
use crate::cases::Cases;
use crate::failure::Failure;
use crate::instance::implementation;
use crate::operation::split_ops;
use crate::role::Role;
use crate::side::RESET;
use crate::subject::Subject;
use crate::tally::{Counter, Tally};

/// How many ops are sent at once, so that a program has the next ones while its answers are compared.
const BATCH: usize = 2048;

/// The cases to compare, with their places and the kinds that are still to come.
struct Feed<'r, 'a> {
    runner: &'r Runner<'a>,
    kinds: std::vec::IntoIter<Cases>,
    cases: Option<std::iter::Enumerate<Cases>>,
    origin: Origin,
    place: usize,
    error: Option<Failure>,
}

impl Feed<'_, '_> {
    /// The next case of which something can be compared.
    fn next_case(&mut self) -> Option<Result<Case, Failure>> {
        let Runner {
            subject,
            keep,
            seed,
            ..
        } = self.runner;
        loop {
            let Some((index, ops)) = self.cases.as_mut().and_then(Iterator::next) else {
                let cases = self.kinds.next()?;
                (self.origin.kind, self.origin.seed) = (Some(cases.kind), cases.seed);
                self.cases = Some(cases.enumerate());
                continue;
            };
            let mut ops = match ops {
                Ok(ops) => keep(ops),
                Err(error) => return Some(Err(error)),
            };
            let Some(first) = ops.first() else { continue };
            if let Some(seed) = seed.as_ref().filter(|_| !subject.seeds(first)) {
                ops.insert(0, seed.clone());
            }
            self.place += 1;
            self.origin.case = index;
            return Some(Ok(Case {
                origin: self.origin,
                place: self.place,
                ops,
            }));
        }
    }

    /// The next cases, with enough ops to be worth sending; `None` after an error.
    fn next_batch(&mut self) -> Option<Vec<Case>> {
        let (mut batch, mut ops) = (Vec::new(), 0);
        while ops < BATCH && self.error.is_none() {
            match self.next_case() {
                Some(Ok(case)) => {
                    ops += case.ops.len();
                    batch.push(case);
                }
                Some(Err(error)) => self.error = Some(error),
                None => break,
            }
        }
        (!batch.is_empty()).then_some(batch)
    }
}

impl<'a> Runner<'a> {
    /// Two implementations of a subject, without the ops that one of them cannot perform.
    ///
    /// # Errors
    /// [`Failure::Invalid`] if the subject has no such implementation, or an implementation would be compared with itself.
    pub fn with_roles(
        subject: &'a dyn Subject,
        expected: Role,
        actual: Role,
    ) -> Result<Self, Failure> {
        for role in [expected, actual] {
            if !subject.roles().contains(&role) {
                return Err(Failure::Invalid(format!(
                    "{} has no implementation {role}",
                    subject.name()
                )));
            }
        }
        if expected == actual {
            let why = format!("{expected} was to be compared with itself, which proves nothing");
            return Err(Failure::Invalid(why));
        }
        Ok(Self {
            keep: Box::new(move |ops| subject.keep_answered(&[expected, actual], &ops)),
            ..Self::new(
                subject,
                [expected, actual].map(|role| role.name().to_owned()),
                implementation(subject, expected),
                implementation(subject, actual),
            )
        })
    }

    /// Compares over all cases, and explains the first difference.
    ///
    /// # Errors
    /// [`Failure::Missing`] if an implementation is not on this machine; [`Failure::Invalid`] if a program cannot be started,
    /// the expected side fails, or the cases are not as promised.
    pub fn run(&self, kinds: Vec<Cases>) -> Result<RunResult, Failure> {
        let feed = Mutex::new(Feed {
            runner: self,
            kinds: kinds.into_iter(),
            cases: None,
            origin: Origin::default(),
            place: 0,
            error: None,
        });
        let found = AtomicBool::new(false);
        let mut all = Vec::new();
        if self.jobs <= 1 {
            all.push(self.work(&feed, &found));
        } else {
            thread::scope(|scope| {
                let mut workers = Vec::new();
                for _ in 0..self.jobs {
                    workers.push(scope.spawn(|| self.work(&feed, &found)));
                }
                for worker in workers {
                    let worked = worker.join();
                    all.push(worked.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
                }
            });
        }
        if self.is_stopped() {
            return Err(stopped());
        }
        let mut judged = RunResult::default();
        let mut first: Option<FailedCase> = None;
        for worked in all {
            let (part, found) = worked?;
            judged.merge(part);
            if let Some(found) = found
                && first
                    .as_ref()
                    .is_none_or(|first| found.case.place < first.case.place)
            {
                first = Some(found);
            }
        }
        let error = feed
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .error;
        match (first, error) {
            (Some(found), _) => judged.difference = Some(Box::new(explain(self, found)?)),
            (None, Some(error)) => return Err(error),
            (None, None) => {}
        }
        Ok(judged)
    }

    fn next_batch(&self, feed: &Mutex<Feed<'_, '_>>) -> Option<Vec<Case>> {
        let mut feed = feed.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_stopped() {
            None
        } else {
            feed.next_batch()
        }
    }

    /// Compares cases of the feed with one pair of sides, until there are none or one has failed.
    fn work(
        &self,
        feed: &Mutex<Feed<'_, '_>>,
        found: &AtomicBool,
    ) -> Result<(RunResult, Option<FailedCase>), Failure> {
        let next = &|| self.next_batch(feed);
        let worked = Worker::start(self).and_then(|worker| worker.work(next, found));
        if !matches!(worked, Ok((_, None))) {
            found.store(true, Ordering::Relaxed);
        }
        worked
    }

    /// Runs one list of ops, one after the other, and returns what both sides say to each, and the first difference with its
    /// explanation.
    ///
    /// # Errors
    /// As in [`run`](Self::run), and [`Failure::Invalid`] if one of the sides is known to have no answer to an op, or there is
    /// no op.
    pub fn ops(&self, ops: &[String]) -> Result<(Vec<ComparedOp>, RunResult), Failure> {
        let kept = (self.keep)(ops.to_vec());
        let mut pairs = ops.iter().zip(&kept);
        let left_out = pairs.position(|(op, kept)| op != kept);
        if let Some(index) = left_out.or((kept.len() < ops.len()).then_some(kept.len())) {
            let op = &ops[index];
            return Err(Failure::Invalid(format!(
                "one of the two sides has no answer of its own to op {index}, `{op}`"
            )));
        }
        let ListRun {
            all: rows,
            surplus,
            errors,
            ..
        } = Bench::new(self)?.rows(ops)?;
        let mut judged = RunResult {
            surplus,
            ..RunResult::default()
        };
        let mut counter = Counter::default();
        counter.tally.cases = 1;
        for row in rows.iter().skip(1).filter(|row| row.agrees) {
            match (&row.expected, &row.actual) {
                (None, actual) if *actual != Answer::Unknown => {
                    count(&mut judged.unseeded, &row.op);
                }
                (Some(Answer::Seen(expected)), Answer::Seen(actual)) => {
                    let draws = expected.draws.as_ref().filter(|_| actual.draws.is_some());
                    counter.output(
                        &expected.output,
                        draws.map_or(0, |draws| draws.len() as u64),
                    );
                }
                (_, Answer::Unknown) | (Some(Answer::Unknown), _) => {
                    count(&mut judged.unknown, &row.op);
                }
                _ => count(&mut judged.hidden, &row.op),
            }
        }
        judged.kinds.insert(None, counter.end());
        if let Some(at) = rows.iter().position(|row| !row.agrees) {
            let found = FailedCase {
                case: Case {
                    ops: ops.to_vec(),
                    ..Case::default()
                },
                before: Vec::new(),
                after: Vec::new(),
                index: at.saturating_sub(1),
                op: rows[at].op.clone(),
                expected: rows[at].expected.clone(),
                answer: rows[at].actual.clone(),
                errors,
            };
            let mut difference = explain(self, found)?;
            if rows.len() <= ops.len() && !matches!(rows[rows.len() - 1].actual, Answer::Gone(_)) {
                difference.notes.push(format!(
                    "after op {} the answers were too long to go on",
                    rows.len() - 2
                ));
            }
            judged.difference = Some(Box::new(difference));
        }
        Ok((rows, judged))
    }
}

/// Compares two implementations over every case, after every op, each case with fresh sides. An op that one of the two cannot
/// perform ([`Subject::answers`]) is left out on both sides, and a case without remaining ops is not counted.
///
/// # Errors
/// [`Failure::Differs`] with the first difference, which is shrunk; [`Failure::Missing`] if an implementation is not on this
/// machine; the other failures if the run would prove less than it seems to.
pub fn run(
    subject: &dyn Subject,
    expected: Role,
    actual: Role,
    cases: Cases,
) -> Result<Tally, Failure> {
    let judged = Runner::with_roles(subject, expected, actual)?.run(vec![cases])?;
    match judged.difference {
        Some(difference) => Err(Failure::Differs(difference)),
        None if judged.total().is_empty() => Err(Failure::Empty),
        None => Ok(judged.total()),
    }
}

/// Runs one list of ops, separated by `;`, on two implementations to its end: what both show at each op, and the first
/// difference.
///
/// # Errors
/// As in [`Runner::ops`], and [`Failure::Invalid`] at a text that is not an op.
pub fn replay(
    subject: &dyn Subject,
    expected: Role,
    actual: Role,
    ops: &str,
) -> Result<(Vec<ComparedOp>, RunResult), Failure> {
    Runner::with_roles(subject, expected, actual)?.ops(&parse_ops(subject, ops)?)
}

/// The ops of a list, each of which must be the subject's, with `reset` where a case begins again.
///
/// # Errors
/// [`Failure::Invalid`] at the first text that is not an op, and [`Failure::Empty`] if there is none.
pub fn parse_ops(subject: &dyn Subject, list: &str) -> Result<Vec<String>, Failure> {
    let ops = split_ops(list);
    if ops.is_empty() {
        return Err(Failure::Empty);
    }
    for op in ops.iter().filter(|&op| op != RESET) {
        subject
            .op(op)
            .map_err(|error| Failure::Invalid(error.to_string()))?;
    }
    Ok(ops)
}
