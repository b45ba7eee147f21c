//! Feeds one pair of sides with batches of cases, and compares their answers.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use super::setting::{Case, FailedCase, RunResult, Runner, SURPLUS, count};
use super::step::{Step, Steps};
use crate::answer::Answer;
use crate::failure::Failure;
use crate::operation::op_name;
use crate::output::Seen;
use crate::role::CaseKind;
use crate::side::{RESET, Side};
use crate::tally::Counter;

/// The outcome of a case.
enum End {
    Agreed,
    /// The expected side lacks the op with this index: the case must be run again without it.
    Lacking(usize),
    Failed(FailedOp),
}

/// An op of a case on which the sides differ.
struct FailedOp {
    index: usize,
    /// The op, or the `reset` before it.
    op: String,
    /// The answer of the expected side, if it was asked.
    expected: Option<Answer>,
    answer: Answer,
}

/// One pair of sides.
pub(super) struct Worker<'r, 'a> {
    runner: &'r Runner<'a>,
    expected: Box<dyn Side + 'r>,
    actual: Box<dyn Side + 'r>,
    /// Whether the side under test knows `reset`; if not, it is started again for every case.
    resets: bool,
    /// The ops that the expected side lacks.
    lacking: HashSet<String>,
    before: Vec<String>,
    kinds: BTreeMap<Option<CaseKind>, Counter>,
    judged: RunResult,
}

impl<'r, 'a> Worker<'r, 'a> {
    pub(super) fn start(runner: &'r Runner<'a>) -> Result<Self, Failure> {
        let expected = (runner.expected)()?;
        let mut actual = runner.start()?;
        let answer = actual.apply(RESET);
        if answer != Answer::Seen(Seen::nothing()) && !answer.is_late() {
            // Any other answer will come again at the first case.
            actual = runner.start()?;
        }
        Ok(Self {
            runner,
            expected,
            actual,
            resets: answer != Answer::Unknown,
            lacking: HashSet::new(),
            before: Vec::new(),
            kinds: BTreeMap::new(),
            judged: RunResult::default(),
        })
    }

    /// Compares batch after batch, up to the first case that fails.
    pub(super) fn work(
        mut self,
        next: &dyn Fn() -> Option<Vec<Case>>,
        found: &AtomicBool,
    ) -> Result<(RunResult, Option<FailedCase>), Failure> {
        let mut first = None;
        let mut sent = next().map(|batch| self.send(batch));
        'cases: while let Some(batch) = sent {
            // Others continue with the cases before one that has failed.
            let ahead = if found.load(Ordering::Relaxed) {
                None
            } else {
                next()
            };
            sent = ahead.map(|batch| self.send(batch));
            let many = batch.len();
            let mut again = Vec::new();
            let mut batch = batch.into_iter();
            while let Some(mut case) = batch.next() {
                match self.compare_case(&case)? {
                    End::Agreed => self.before = case.ops,
                    End::Lacking(index) => {
                        self.leave_out(&mut case, index);
                        again.push(case);
                    }
                    End::Failed(failed) => {
                        first = Some(FailedCase {
                            case,
                            before: std::mem::take(&mut self.before),
                            after: batch.chain(sent.into_iter().flatten()).collect(),
                            index: failed.index,
                            op: failed.op,
                            expected: failed.expected,
                            answer: failed.answer,
                            errors: self.actual.errors(),
                        });
                        break 'cases;
                    }
                }
            }
            // The ops that were sent ahead are answered first.
            if !again.is_empty() {
                again.extend(sent.take().into_iter().flatten());
                self.actual = self.runner.start()?;
                sent = Some(self.send(again));
            }
            (self.runner.progress)(many);
        }
        if first.is_none() && self.resets {
            self.judged.surplus = self.actual.surplus(SURPLUS);
        }
        let tallies = self.kinds.into_iter();
        self.judged.kinds = tallies
            .map(|(kind, counter)| (kind, counter.end()))
            .collect();
        Ok((self.judged, first))
    }

    /// Leaves out an op and, if it seeds, those after it up to the next one that seeds.
    fn leave_out(&mut self, case: &mut Case, index: usize) {
        let subject = self.runner.subject;
        let op = case.ops.remove(index);
        if subject.seeds(&op) {
            let next = case.ops[index..].iter().position(|op| subject.seeds(op));
            let end = next.map_or(case.ops.len(), |next| index + next);
            for op in case.ops.drain(index..end) {
                count(&mut self.judged.unseeded, &op);
            }
        }
        count(&mut self.judged.unknown, &op);
        self.lacking.insert(op_name(&op).to_owned());
    }

    /// The first op that the expected side lacks.
    fn find_lacking(&self, ops: &[String]) -> Option<usize> {
        ops.iter().position(|op| self.lacking.contains(op_name(op)))
    }

    /// Sends the ops of cases, without those that the expected side lacks.
    fn send(&mut self, mut batch: Vec<Case>) -> Vec<Case> {
        if !self.lacking.is_empty() {
            for case in &mut batch {
                while let Some(index) = self.find_lacking(&case.ops) {
                    self.leave_out(case, index);
                }
            }
        }
        if self.resets {
            let ops = batch.iter().flat_map(|case| {
                let ops = case.ops.iter().map(String::as_str);
                std::iter::once(RESET).chain(ops)
            });
            self.actual.ahead(&mut { ops });
        }
        batch
    }

    /// Compares the answers to a case that was sent; answers after the first difference are not read.
    fn compare_case(&mut self, case: &Case) -> Result<End, Failure> {
        if self.resets {
            match Steps::begin(&mut *self.expected, &mut *self.actual) {
                Answer::Seen(seen) if Seen::nothing().agrees(&seen) => {}
                answer => {
                    return Ok(End::Failed(FailedOp {
                        index: 0,
                        op: RESET.to_owned(),
                        expected: None,
                        answer,
                    }));
                }
            }
        } else {
            self.expected.apply(RESET);
            self.actual = self.runner.start()?;
            self.actual.ahead(&mut case.ops.iter().map(String::as_str));
        }
        let kind = case.origin.kind;
        let mut counter = self.kinds.get(&kind).cloned().unwrap_or_default();
        let mut steps = Steps::default();
        for (index, op) in case.ops.iter().enumerate() {
            let (answer, seeds) = (self.actual.apply(op), self.runner.subject.seeds(op));
            let (right, step) = steps.step(&mut *self.expected, op, seeds, answer)?;
            match step {
                Step::Agreed { output, draws } => counter.output(&output, draws),
                Step::Hidden => count(&mut self.judged.hidden, op),
                Step::Unknown => count(&mut self.judged.unknown, op),
                Step::Unseeded => count(&mut self.judged.unseeded, op),
                Step::Lacking => {
                    // The other answers of the case are skipped.
                    for op in &case.ops[index + 1..] {
                        self.actual.apply(op);
                    }
                    return Ok(End::Lacking(index));
                }
                Step::Failed(answer) => {
                    return Ok(End::Failed(FailedOp {
                        index,
                        op: op.clone(),
                        expected: right,
                        answer,
                    }));
                }
            }
        }
        counter.tally.cases += 1;
        self.kinds.insert(kind, counter);
        Ok(End::Agreed)
    }
}
