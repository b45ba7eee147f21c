//! Runs single lists: to shrink them, and to show what both sides say to each op.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::answer::Answer;
use super::compare::{Comparison, Step};
use super::judge::{Judge, SURPLUS, lines, stopped};
use super::process::Program;
use super::{Original, RESET};
use crate::failure::Failure;
use crate::output::Seen;
use crate::shrink::shrink;

/// How long a shorter list is looked for.
pub(super) const SEARCH: Duration = Duration::from_secs(20);
/// The least time that a program which may hang is waited for.
const LEAST: Duration = Duration::from_millis(300);

/// One op, and what both sides said.
#[derive(Clone, Debug)]
pub struct Row {
    /// The op.
    pub op: String,
    /// What was expected; nothing was asked if the program did nothing.
    pub expected: Option<Answer>,
    /// What the program answered.
    pub actual: Answer,
    /// Whether they agree, or cannot be compared.
    pub agrees: bool,
}

/// Two sides that run one list after the other.
pub(super) struct Bench<'j, 'a> {
    pub(super) judge: &'j Judge<'a>,
    original: Original,
    program: Option<Program>,
    /// Whether every list has a program of its own.
    pub(super) fresh: bool,
    /// Whether each op waits for the answer before it: a program that ends takes answers with it that it has not written.
    pub(super) slow: bool,
    /// How long the program is waited for.
    pub(super) timeout: Duration,
    pub(super) until: Instant,
}

impl<'j, 'a> Bench<'j, 'a> {
    pub(super) fn new(judge: &'j Judge<'a>) -> Result<Self, Failure> {
        let original = (judge.original)().map_err(Failure::Invalid)?;
        let (timeout, until) = (judge.timeout, Instant::now() + SEARCH);
        Ok(Self {
            judge,
            original,
            program: None,
            fresh: true,
            slow: false,
            timeout,
            until,
        })
    }

    fn start(&self) -> Result<Program, Failure> {
        if self.judge.stop.load(Ordering::Relaxed) {
            return Err(stopped());
        }
        self.judge.program(self.timeout)
    }

    /// The first op that fails; `None` also if there is no time left, and for lists that show what is before seeding.
    pub(super) fn first_failure(
        &mut self,
        ops: &[String],
        seeded: bool,
    ) -> Result<Option<usize>, Failure> {
        if seeded && !self.is_seeded(ops) || Instant::now() > self.until {
            return Ok(None);
        }
        let (mut program, is_new) = match self.program.take() {
            Some(program) if !self.fresh && !program.is_gone() => (program, false),
            _ => (self.start()?, true),
        };
        if !self.slow {
            program.send(lines(true, ops));
        }
        let slow = self.slow;
        let answer = |program: &mut Program, op: &str| {
            if slow {
                program.ask(op)
            } else {
                program.answer()
            }
        };
        (self.original)(RESET);
        match answer(&mut program, RESET) {
            Answer::Seen(seen) if Seen::nothing().agrees(&seen) => {}
            Answer::Unknown if is_new => {}
            Answer::Unknown => {
                self.fresh = true;
                return self.first_failure(ops, seeded);
            }
            _ => return Ok(Some(0)),
        }
        let (mut failed, mut comparison) = (None, Comparison::default());
        for (index, op) in ops.iter().enumerate() {
            let answer = answer(&mut program, op);
            // Once one has failed, the rest is only read.
            let seeds = (self.judge.seeds)(op);
            if failed.is_none()
                && matches!(
                    comparison.step(&mut self.original, op, seeds, answer)?,
                    Step::Failed(_)
                )
            {
                failed = Some(index);
                if slow {
                    break;
                }
            }
        }
        self.program = Some(program);
        Ok(failed)
    }

    /// Whether an op that seeds follows every beginning.
    fn is_seeded(&self, ops: &[String]) -> bool {
        let starts = |ops: &[String]| ops.first().is_none_or(|op| (self.judge.seeds)(op));
        self.judge.seed.is_none() || ops.split(|op| op == RESET).all(starts)
    }

    pub(super) fn shortest(&mut self, ops: &[String]) -> Result<Vec<String>, Failure> {
        let seeded = self.is_seeded(ops);
        let mut error = None;
        let shortest = shrink(ops.to_vec(), |ops| {
            let found = if error.is_some() {
                Ok(None)
            } else {
                self.first_failure(ops, seeded)
            };
            found.unwrap_or_else(|why| {
                error = Some(why);
                None
            })
        });
        error.map_or(Ok(shortest), Err)
    }

    /// What a program just started and the expected side say to `reset` and each op, one after the other, until the program
    /// is gone; and how many more lines it wrote, and the end of its standard error.
    pub(super) fn rows(&mut self, ops: &[String]) -> Result<(Vec<Row>, usize, String), Failure> {
        self.timeout = self.judge.timeout;
        let mut program = self.start()?;
        let mut rows = Vec::with_capacity(ops.len() + 1);
        (self.original)(RESET);
        let actual = program.ask(RESET);
        let agrees = match &actual {
            Answer::Seen(seen) => Seen::nothing().agrees(seen),
            answer => matches!(answer, Answer::Unknown),
        };
        rows.push(Row {
            op: RESET.to_owned(),
            expected: Some(Answer::Seen(Seen::nothing())),
            actual,
            agrees,
        });
        let mut comparison = Comparison::default();
        for op in ops {
            if program.is_gone() {
                break;
            }
            let actual = program.ask(op);
            // What the expected side says is shown as well as compared.
            let (mut expected, original) = (None, &mut self.original);
            let mut asked = |op: &str| expected.insert(original(op)).clone();
            let step = comparison.step(&mut asked, op, (self.judge.seeds)(op), actual.clone())?;
            // It is not asked about an answer that agrees with nothing, and what was expected is shown all the same.
            if expected.is_none() && matches!(step, Step::Failed(_)) {
                expected = Some((self.original)(op));
            }
            let (actual, agrees) = match step {
                Step::Failed(answer) => (answer, false),
                _ => (actual, true),
            };
            rows.push(Row {
                op: op.clone(),
                expected,
                actual,
                agrees,
            });
        }
        let surplus = if program.is_gone() {
            0
        } else {
            program.surplus(SURPLUS)
        };
        Ok((rows, surplus, program.errors()))
    }

    /// Waits for no more than some times what the program takes to start and answer: one that hangs is started often. The
    /// shortest list is shown with all the patience that was asked for.
    pub(super) fn be_quick(&mut self) -> Result<(), Failure> {
        let since = Instant::now();
        self.start()?.ask(RESET);
        self.timeout = self.timeout.min((since.elapsed() * 4).max(LEAST));
        Ok(())
    }

    /// What a program just started answers to ops, as long as it performs them.
    pub(super) fn answers(&mut self, ops: Vec<String>) -> Result<Vec<(String, Answer)>, Failure> {
        let mut program = self.start()?;
        program.send(lines(false, &ops));
        let (mut answers, mut unseeded) = (Vec::with_capacity(ops.len()), false);
        for op in ops {
            let answer = program.answer();
            if op == RESET || (self.judge.seeds)(&op) {
                unseeded = op != RESET && answer == Answer::Unknown;
            }
            match answer {
                Answer::Unknown if op != RESET => {}
                Answer::Seen(_) | Answer::Hidden(_) if unseeded => {}
                answer @ (Answer::Seen(_) | Answer::Hidden(_)) => answers.push((op, answer)),
                _ => break,
            }
        }
        Ok(answers)
    }
}
