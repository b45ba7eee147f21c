//! Compares a program with what is taken to be right, over many cases.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::answer::Answer;
use super::bench::{Bench, Row};
use super::failed::{Failed, explain};
use super::process::Program;
use super::worker::Worker;
use super::{Original, RESET};
use crate::basis::Kind;
use crate::cases::Cases;
use crate::failure::Failure;

/// How many ops are sent at once, so that the program has the next ones while its answers are compared.
const BATCH: usize = 2048;

/// How many surplus lines are counted.
pub(super) const SURPLUS: usize = 3;

/// A program under test, and what is taken to be right.
pub struct Judge<'a> {
    /// The name of what is compared.
    pub subject: &'a str,
    /// What the expected side is called, and the program.
    pub names: [&'a str; 2],
    /// The program and its arguments.
    pub command: &'a [String],
    /// Makes the side that is taken to be right; the error says why it cannot.
    pub original: &'a (dyn Fn() -> Result<Original, String> + Sync),
    /// An op that seeds, if the subject has any: it comes first in cases that do not seed first, because nothing is said of
    /// the state of a program before it is seeded.
    pub seed: Option<&'a str>,
    /// Whether an op seeds.
    pub seeds: &'a (dyn Fn(&str) -> bool + Sync),
    /// The ops of a case that the expected side can perform.
    pub keep: &'a (dyn Fn(Vec<String>) -> Vec<String> + Sync),
    /// More ops, each case after a `reset`: what a program that failed answers to them tells causes apart.
    pub more: &'a [String],
    /// The command that runs a list of ops again.
    pub replay: &'a (dyn Fn(&[String]) -> String + Sync),
    /// How long an answer is waited for.
    pub timeout: Duration,
    /// Becomes true when the run is to be stopped.
    pub stop: &'static AtomicBool,
    /// How many programs run at once.
    pub jobs: usize,
    /// Called with the number of cases that were compared since the last call.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// What was compared in the cases of a kind.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Compared {
    /// Cases.
    pub cases: u64,
    /// Ops that were answered.
    pub ops: u64,
    /// Numbers, words and texts.
    pub outputs: u64,
    /// Draws, where both sides show them.
    pub draws: u64,
}

/// What a run found.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// What was compared, by kind; without a kind, the list given by hand.
    pub kinds: BTreeMap<Option<Kind>, Compared>,
    /// Ops that one side does not have, by name, with how often they were left out.
    pub unknown: BTreeMap<String, u64>,
    /// Ops left out because the state was not known, by name, with how often: what seeds before them was left out.
    pub unseeded: BTreeMap<String, u64>,
    /// Ops whose output the program cannot see, by name, with how often they were not compared.
    pub hidden: BTreeMap<String, u64>,
    /// Lines that the program wrote after its last answer, a few at most.
    pub surplus: usize,
    /// The first difference, if there is one.
    pub failed: Option<Box<Failed>>,
}

impl Judged {
    /// What was compared in all kinds.
    pub fn total(&self) -> Compared {
        self.kinds
            .values()
            .fold(Compared::default(), |total, one| total.and(one))
    }

    /// Whether something was compared, all of it agrees, and the program wrote nothing else.
    pub fn agrees(&self) -> bool {
        let Compared { outputs, draws, .. } = self.total();
        outputs + draws > 0 && self.surplus == 0 && self.failed.is_none()
    }

    fn merge(&mut self, other: Self) {
        self.surplus += other.surplus;
        for (kind, compared) in other.kinds {
            let sum = self.kinds.entry(kind).or_default();
            *sum = sum.and(&compared);
        }
        let left_out = [
            (&mut self.unknown, other.unknown),
            (&mut self.unseeded, other.unseeded),
            (&mut self.hidden, other.hidden),
        ];
        for (names, others) in left_out {
            for (name, count) in others {
                *names.entry(name).or_default() += count;
            }
        }
    }
}

impl Compared {
    pub(super) fn and(&self, other: &Self) -> Self {
        Self {
            cases: self.cases + other.cases,
            ops: self.ops + other.ops,
            outputs: self.outputs + other.outputs,
            draws: self.draws + other.draws,
        }
    }
}

/// Where a case comes from; nothing for a list given by hand.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Origin {
    pub(super) kind: Option<Kind>,
    pub(super) seed: Option<u64>,
    pub(super) case: usize,
}

/// A case on its way.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) origin: Origin,
    /// Where it stands among all.
    place: usize,
    pub(super) ops: Vec<String>,
}

/// The first case that failed, and the op at which it did.
pub(super) struct Found {
    pub(super) case: Case,
    /// The case that the program ran before it.
    pub(super) before: Vec<String>,
    /// Those that were sent after it: the answers of a program that has ended may be lost.
    pub(super) after: Vec<Case>,
    pub(super) index: usize,
    pub(super) answer: Answer,
}

/// The name of an op.
pub(super) fn name(op: &str) -> &str {
    op.split_ascii_whitespace().next().unwrap_or_default()
}

impl Judge<'_> {
    /// Compares over all cases, and explains the first difference.
    ///
    /// # Errors
    /// [`Failure::Invalid`] if a program cannot be started, the expected side fails, or the cases are not as promised.
    pub fn run(&self, kinds: Vec<Cases<String>>) -> Result<Judged, Failure> {
        let (send, batches) = mpsc::sync_channel(1);
        let batches = Mutex::new(batches);
        let found = AtomicBool::new(false);
        // The workers hold the receiver by reference: when all have ended, a send would wait for ever. Hence `found`.
        let (fed, worked) = thread::scope(|scope| {
            let work = || {
                let worked =
                    Worker::start(self).and_then(|mut worker| worker.work(&batches, &found));
                if !matches!(worked, Ok((_, None))) {
                    found.store(true, Ordering::Relaxed);
                }
                worked
            };
            let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let fed = self.feed(kinds, |batch| {
                let mut batch = Some(batch);
                while let Some(this) = batch.take() {
                    if found.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed) {
                        return Err(stopped());
                    }
                    match send.try_send(this) {
                        Ok(()) => {}
                        Err(mpsc::TrySendError::Full(this)) => {
                            batch = Some(this);
                            thread::sleep(Duration::from_micros(100));
                        }
                        Err(mpsc::TrySendError::Disconnected(_)) => return Err(stopped()),
                    }
                }
                Ok(())
            });
            drop(send);
            let worked: Vec<_> = workers
                .into_iter()
                .map(|worker| worker.join().map_err(std::panic::resume_unwind))
                .collect();
            (
                fed,
                worked
                    .into_iter()
                    .map(|Ok(worked)| worked)
                    .collect::<Vec<_>>(),
            )
        });
        if self.stop.load(Ordering::Relaxed) {
            return Err(stopped());
        }
        let mut judged = Judged::default();
        let mut first: Option<Found> = None;
        for worked in worked {
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
        match first {
            None => fed?,
            Some(found) => judged.failed = Some(Box::new(explain(self, found)?)),
        }
        Ok(judged)
    }

    /// Runs one list of ops, one after the other: what both sides say to each, and the first difference with its explanation.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn ops(&self, ops: &[String]) -> Result<(Vec<Row>, Judged), Failure> {
        let (rows, surplus, _) = Bench::new(self)?.rows(ops)?;
        let mut judged = Judged {
            surplus,
            ..Judged::default()
        };
        let compared = judged.kinds.entry(None).or_default();
        compared.cases = 1;
        for row in rows.iter().skip(1).filter(|row| row.agrees) {
            match (&row.expected, &row.actual) {
                (None, actual) if *actual != Answer::Unknown => {
                    *judged.unseeded.entry(name(&row.op).to_owned()).or_default() += 1;
                }
                (Some(Answer::Seen(expected)), Answer::Seen(actual)) => {
                    compared.ops += 1;
                    compared.outputs += expected.output.count() as u64;
                    let draws = expected.draws.as_ref().filter(|_| actual.draws.is_some());
                    compared.draws += draws.map_or(0, |draws| draws.len() as u64);
                }
                (_, Answer::Unknown) | (Some(Answer::Unknown), _) => {
                    *judged.unknown.entry(name(&row.op).to_owned()).or_default() += 1;
                }
                _ => *judged.hidden.entry(name(&row.op).to_owned()).or_default() += 1,
            }
        }
        if let Some(at) = rows.iter().position(|row| !row.agrees) {
            let case = Case {
                origin: Origin::default(),
                place: 0,
                ops: ops.to_vec(),
            };
            let (index, answer) = (at.saturating_sub(1), rows[at].actual.clone());
            let found = Found {
                case,
                before: Vec::new(),
                after: Vec::new(),
                index,
                answer,
            };
            judged.failed = Some(Box::new(explain(self, found)?));
        }
        Ok((rows, judged))
    }

    /// Hands over all cases, many ops at a time.
    fn feed(
        &self,
        kinds: Vec<Cases<String>>,
        mut send: impl FnMut(Vec<Case>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (mut batch, mut ops, mut place) = (Vec::new(), 0, 0);
        for cases in kinds {
            let (kind, seed) = (cases.kind, cases.seed);
            cases.each(|index, list| {
                let mut list = (self.keep)(list);
                if list.is_empty() {
                    return Ok(());
                }
                if let Some(seed) = self.seed.filter(|_| !(self.seeds)(&list[0])) {
                    list.insert(0, seed.to_owned());
                }
                ops += list.len();
                batch.push(Case {
                    origin: Origin {
                        kind: Some(kind),
                        seed,
                        case: index,
                    },
                    place,
                    ops: list,
                });
                place += 1;
                if ops >= BATCH {
                    ops = 0;
                    send(std::mem::take(&mut batch))?;
                }
                Ok::<(), Failure>(())
            })?;
        }
        if batch.is_empty() {
            Ok(())
        } else {
            send(batch)
        }
    }

    /// Starts the program.
    pub(super) fn program(&self, timeout: Duration) -> Result<Program, Failure> {
        Program::start(self.command, timeout, self.stop).map_err(|error| {
            Failure::Invalid(format!(
                "cannot start `{}`: {error}",
                self.command.first().map_or("", String::as_str)
            ))
        })
    }
}

/// The run was stopped, by a signal or because its result is known.
pub(super) fn stopped() -> Failure {
    Failure::Invalid("stopped".to_owned())
}

/// The text that begins a case, and its ops.
pub(super) fn lines(reset: bool, ops: &[String]) -> String {
    let mut text =
        String::with_capacity(ops.iter().map(|op| op.len() + 1).sum::<usize>() + RESET.len() + 1);
    let begin = reset.then_some(RESET);
    for line in begin.into_iter().chain(ops.iter().map(String::as_str)) {
        text.push_str(line);
        text.push('\n');
    }
    text
}
