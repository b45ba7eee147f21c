//! Runs single lists: to shrink them, and to show what both sides say to each op.

use std::time::{Duration, Instant};

use super::setting::{Runner, SURPLUS};
use super::step::{Step, Steps};
use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Seen;
use crate::shrink::shrink;
use crate::side::{RESET, Side};

/// How long the search for a shorter list may take.
pub(super) const SEARCH: Duration = Duration::from_secs(20);
/// How many bytes of answers are kept after the first that fails: of numbers that nobody asked for there is no end.
const KEPT: usize = 1 << 24;

/// One op, and what both sides said.
#[derive(Clone, Debug)]
pub struct ComparedOp {
    /// The op.
    pub op: String,
    /// The answer of the expected side; `None` if the side under test did nothing.
    pub expected: Option<Answer>,
    /// The answer of the side under test.
    pub actual: Answer,
    /// Whether they agree, or cannot be compared.
    pub agrees: bool,
}

/// The results of a list, run to its end.
pub(super) struct ListRun {
    pub(super) all: Vec<ComparedOp>,
    /// The states after the first op that disagrees.
    pub(super) states: [String; 2],
    /// How many more lines the program wrote.
    pub(super) surplus: usize,
    /// The end of its standard error.
    pub(super) errors: String,
}

/// Two sides that run one list after the other.
pub(super) struct Bench<'r, 'a> {
    pub(super) runner: &'r Runner<'a>,
    expected: Box<dyn Side + 'r>,
    actual: Option<Box<dyn Side + 'r>>,
    /// Whether every list needs a fresh side.
    pub(super) fresh: bool,
    /// Whether each op waits for the answer before it: answers that a program has not written when it ends are lost.
    pub(super) slow: bool,
    pub(super) until: Instant,
}

impl<'r, 'a> Bench<'r, 'a> {
    pub(super) fn new(runner: &'r Runner<'a>) -> Result<Self, Failure> {
        Ok(Self {
            runner,
            expected: (runner.expected)()?,
            actual: None,
            fresh: true,
            slow: false,
            until: Instant::now() + SEARCH,
        })
    }

    /// The first op that fails; `None` also if there is no time left, and for lists that show something before seeding.
    pub(super) fn first_failure(
        &mut self,
        ops: &[String],
        seeded: bool,
    ) -> Result<Option<usize>, Failure> {
        if seeded && !self.is_seeded(ops) || Instant::now() > self.until {
            return Ok(None);
        }
        let (mut actual, is_new) = match self.actual.take() {
            Some(actual) if !self.fresh && !actual.is_gone() => (actual, false),
            _ => {
                self.expected.apply(RESET);
                (self.runner.start()?, true)
            }
        };
        if !self.slow {
            let ops = ops.iter().map(String::as_str);
            actual.ahead(&mut std::iter::once(RESET).chain(ops));
        }
        match Steps::begin(&mut *self.expected, &mut *actual) {
            Answer::Seen(seen) if Seen::nothing().agrees(&seen) => {}
            Answer::Unknown if is_new => {}
            Answer::Unknown => {
                self.fresh = true;
                return self.first_failure(ops, seeded);
            }
            _ => return Ok(Some(0)),
        }
        let mut steps = Steps::default();
        for (index, op) in ops.iter().enumerate() {
            let (answer, seeds) = (actual.apply(op), self.runner.subject.seeds(op));
            let (_, step) = steps.step(&mut *self.expected, op, seeds, answer)?;
            if matches!(step, Step::Failed(_)) {
                actual.skip();
                self.actual = Some(actual);
                return Ok(Some(index));
            }
        }
        self.actual = Some(actual);
        Ok(None)
    }

    /// Whether an op that seeds follows every `reset`.
    fn is_seeded(&self, ops: &[String]) -> bool {
        for case in ops.split(|op| op == RESET) {
            if let Some(first) = case.first()
                && !self.runner.subject.seeds(first)
            {
                return false;
            }
        }
        true
    }

    pub(super) fn shortest(&mut self, ops: &[String]) -> Result<Vec<String>, Failure> {
        let seeded = self.is_seeded(ops);
        let mut error = None;
        let shortest = shrink(ops.to_vec(), |ops| {
            if error.is_some() {
                return None;
            }
            self.first_failure(ops, seeded).unwrap_or_else(|why| {
                error = Some(why);
                None
            })
        });
        match error {
            Some(error) => Err(error),
            None => Ok(shortest),
        }
    }

    /// The answers of fresh sides to `reset` and each op, in order, until the side under test is gone, or after a failure has
    /// given more than is kept.
    pub(super) fn rows(&mut self, ops: &[String]) -> Result<ListRun, Failure> {
        // The resources of the sides are free.
        self.actual = None;
        self.expected.apply(RESET);
        let mut actual = self.runner.start()?;
        let answer = Steps::begin(&mut *self.expected, &mut *actual);
        let nothing = Seen::nothing();
        let mut rows = vec![ComparedOp {
            op: RESET.to_owned(),
            agrees: match &answer {
                Answer::Seen(seen) => nothing.agrees(seen),
                answer => matches!(answer, Answer::Unknown),
            },
            expected: Some(Answer::Seen(nothing)),
            actual: answer,
        }];
        let (mut states, mut steps, mut kept) = (None, Steps::default(), 0);
        for op in ops {
            if actual.is_gone() || states.is_some() && kept > KEPT {
                break;
            }
            let (answer, seeds) = (actual.apply(op), self.runner.subject.seeds(op));
            let (expected, step) = steps.step(&mut *self.expected, op, seeds, answer.clone())?;
            let (answer, agrees) = match step {
                Step::Failed(answer) => {
                    states.get_or_insert_with(|| [self.expected.state(), actual.state()]);
                    (answer, false)
                }
                _ => (answer, true),
            };
            kept += answer.bytes();
            rows.push(ComparedOp {
                op: op.clone(),
                expected,
                actual: answer,
                agrees,
            });
        }
        let surplus = if actual.is_gone() || kept > KEPT {
            0
        } else {
            actual.surplus(SURPLUS)
        };
        Ok(ListRun {
            all: rows,
            states: states.unwrap_or_default(),
            surplus,
            errors: actual.errors(),
        })
    }

    /// The answers of a freshly started side to these ops, as long as it performs them and they are not too long to be kept.
    pub(super) fn answers(&mut self, ops: Vec<String>) -> Result<Vec<(String, Answer)>, Failure> {
        // The resources of the sides are free.
        self.actual = None;
        self.expected.apply(RESET);
        let mut actual = self.runner.start()?;
        actual.ahead(&mut ops.iter().map(String::as_str));
        let (mut answers, mut unseeded) = (Vec::with_capacity(ops.len()), false);
        let mut kept = 0;
        for op in ops {
            let answer = actual.apply(&op);
            kept += answer.bytes();
            if kept > KEPT {
                break;
            }
            if op == RESET || self.runner.subject.seeds(&op) {
                unseeded = op != RESET && answer == Answer::Unknown;
            }
            match answer {
                Answer::Unknown if op != RESET => {}
                Answer::Seen(_) | Answer::Hidden(_) if unseeded => {}
                // A line that is not an answer still counts as one line: the next one answers the next op.
                answer @ (Answer::Seen(_) | Answer::Hidden(_) | Answer::Garbage(..)) => {
                    answers.push((op, answer));
                }
                _ => break,
            }
        }
        Ok(answers)
    }
}
