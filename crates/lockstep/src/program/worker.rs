//! Feeds one program with batches of cases, and compares its answers.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};

use super::answer::Answer;
use super::compare::{Comparison, Step};
use super::judge::{Case, Compared, Found, Judge, Judged, SURPLUS, lines, name};
use super::process::Program;
use super::{Original, RESET};
use crate::failure::Failure;
use crate::output::Seen;

/// What became of a case.
enum End {
    Agreed,
    /// The expected side lacks the op with this index: without it, again.
    Lacking(usize),
    Failed(usize, Answer),
}

/// One pair of sides.
pub(super) struct Worker<'j, 'a> {
    judge: &'j Judge<'a>,
    program: Program,
    original: Original,
    /// Whether the program knows `reset`; if not it is started again for every case.
    resets: bool,
    /// Ops that the expected side has not.
    lacking: HashSet<String>,
    before: Vec<String>,
    judged: Judged,
}

impl<'j, 'a> Worker<'j, 'a> {
    pub(super) fn start(judge: &'j Judge<'a>) -> Result<Self, Failure> {
        let original = (judge.original)().map_err(Failure::Invalid)?;
        let mut program = judge.program(judge.timeout)?;
        let answer = program.ask(RESET);
        let resets = answer != Answer::Unknown;
        if answer != Answer::Seen(Seen::nothing()) {
            // Whatever else it answered, the first case meets it again.
            program = judge.program(judge.timeout)?;
        }
        let (lacking, before, judged) = (HashSet::new(), Vec::new(), Judged::default());
        Ok(Self {
            judge,
            program,
            original,
            resets,
            lacking,
            before,
            judged,
        })
    }

    /// Compares batch after batch, up to the first case that fails.
    pub(super) fn work(
        &mut self,
        batches: &Mutex<Receiver<Vec<Case>>>,
        found: &AtomicBool,
    ) -> Result<(Judged, Option<Found>), Failure> {
        let next = || {
            batches
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .recv()
                .ok()
        };
        let mut sent = next().map(|batch| self.begin(batch));
        while let Some(batch) = sent {
            // Others go on with what comes before a case that has failed.
            let ahead = if found.load(Ordering::Relaxed) {
                None
            } else {
                next()
            };
            sent = ahead.map(|batch| self.begin(batch));
            let count = batch.len();
            let mut again = Vec::new();
            let mut batch = batch.into_iter();
            while let Some(mut case) = batch.next() {
                match self.case(&case)? {
                    End::Agreed => self.before = case.ops,
                    End::Lacking(index) => {
                        self.leave_out(&mut case, index);
                        again.push(case);
                    }
                    End::Failed(index, answer) => {
                        let after = batch.chain(sent.into_iter().flatten()).collect();
                        let before = std::mem::take(&mut self.before);
                        let found = Found {
                            case,
                            before,
                            after,
                            index,
                            answer,
                        };
                        return Ok((std::mem::take(&mut self.judged), Some(found)));
                    }
                }
            }
            // What was sent ahead is answered first.
            if !again.is_empty() {
                again.extend(sent.take().into_iter().flatten());
                self.program = self.judge.program(self.judge.timeout)?;
                let again = self.begin(again);
                sent = Some(again);
            }
            (self.judge.progress)(count);
        }
        self.judged.surplus = if self.resets {
            self.program.surplus(SURPLUS)
        } else {
            0
        };
        Ok((std::mem::take(&mut self.judged), None))
    }

    /// Leaves out an op and, if it seeds, those after it up to the next that does.
    fn leave_out(&mut self, case: &mut Case, index: usize) {
        let op = case.ops.remove(index);
        if (self.judge.seeds)(&op) {
            let next = case.ops[index..]
                .iter()
                .position(|op| (self.judge.seeds)(op));
            let end = next.map_or(case.ops.len(), |next| index + next);
            for op in case.ops.drain(index..end) {
                *self
                    .judged
                    .unseeded
                    .entry(name(&op).to_owned())
                    .or_default() += 1;
            }
        }
        *self.judged.unknown.entry(name(&op).to_owned()).or_default() += 1;
        self.lacking.insert(name(&op).to_owned());
    }

    /// Sends the ops of cases, without those that the expected side lacks.
    fn begin(&mut self, mut batch: Vec<Case>) -> Vec<Case> {
        let mut text = String::new();
        for case in &mut batch {
            if !self.lacking.is_empty() {
                while let Some(index) = case
                    .ops
                    .iter()
                    .position(|op| self.lacking.contains(name(op)))
                {
                    self.leave_out(case, index);
                }
            }
            if self.resets {
                text += &lines(true, &case.ops);
            }
        }
        self.program.send(text);
        batch
    }

    /// Reads the answers to a case that was sent, and compares them; what follows the first difference is not read.
    fn case(&mut self, case: &Case) -> Result<End, Failure> {
        if !self.resets {
            self.program = self.judge.program(self.judge.timeout)?;
            self.program.send(lines(false, &case.ops));
        }
        (self.original)(RESET);
        if self.resets {
            match self.program.answer() {
                Answer::Seen(seen) if Seen::nothing().agrees(&seen) => {}
                answer => return Ok(End::Failed(0, answer)),
            }
        }
        let (mut compared, mut comparison) = (
            Compared {
                cases: 1,
                ..Compared::default()
            },
            Comparison::default(),
        );
        for (index, op) in case.ops.iter().enumerate() {
            let answer = self.program.answer();
            match comparison.step(&mut self.original, op, (self.judge.seeds)(op), answer)? {
                Step::Agreed { outputs, draws } => {
                    compared.ops += 1;
                    compared.outputs += outputs;
                    compared.draws += draws;
                }
                Step::Hidden => *self.judged.hidden.entry(name(op).to_owned()).or_default() += 1,
                Step::Unknown => *self.judged.unknown.entry(name(op).to_owned()).or_default() += 1,
                Step::Unseeded => {
                    *self.judged.unseeded.entry(name(op).to_owned()).or_default() += 1;
                }
                Step::Lacking => {
                    // The other answers of the case are passed over.
                    for _ in index + 1..case.ops.len() {
                        self.program.answer();
                    }
                    return Ok(End::Lacking(index));
                }
                Step::Failed(answer) => return Ok(End::Failed(index, answer)),
            }
        }
        let sum = self.judged.kinds.entry(case.origin.kind).or_default();
        *sum = sum.and(&compared);
        Ok(End::Agreed)
    }
}
