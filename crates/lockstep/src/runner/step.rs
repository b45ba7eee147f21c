//! Compares one answer.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::{Output, Seen, draws_agree};
use crate::side::{RESET, Side};

/// The outcome of an op.
pub(super) enum Step {
    /// Both sides show this output, and this many draws.
    Agreed { output: Output, draws: u64 },
    /// A side cannot see what the op shows.
    Hidden,
    /// The side under test has no such op; the expected side was not asked.
    Unknown,
    /// The expected side has no such op.
    Lacking,
    /// The state is unknown: the op that should have seeded it was left out.
    Unseeded,
    /// The answer of the side under test, which agrees with nothing, or not with the expected side.
    Failed(Answer),
}

/// Compares the ops of a case, one after another.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// Whether an op that seeds was left out, and no other has seeded since.
    unseeded: bool,
}

impl Steps {
    /// Begins a case on both sides, and returns the answer of the side under test.
    pub(super) fn begin(expected: &mut dyn Side, actual: &mut dyn Side) -> Answer {
        let answer = actual.apply(RESET);
        expected.apply(RESET);
        expected.ready();
        answer
    }

    /// Compares an op. If it seeds and is left out, all ops are left out up to the next one that seeds. The answer of the
    /// expected side, if it performs the op, is returned first.
    pub(super) fn step(
        &mut self,
        expected: &mut dyn Side,
        op: &str,
        seeds: bool,
        answer: Answer,
    ) -> Result<(Option<Answer>, Step), Failure> {
        self.unseeded &= op != RESET;
        if self.unseeded && !seeds {
            let step = match answer {
                Answer::Seen(_) | Answer::Hidden(_) | Answer::Unknown | Answer::Error(_) => {
                    Step::Unseeded
                }
                broken => Step::Failed(broken),
            };
            return Ok((None, step));
        }
        let (right, step) = match answer {
            Answer::Unknown => (None, Step::Unknown),
            Answer::Seen(_) | Answer::Hidden(_) => {
                let right = expected.apply(op);
                if op == RESET {
                    expected.ready();
                }
                let step = compare(&right, op, answer)?;
                (Some(right), step)
            }
            // The expected output is shown all the same.
            broken => (Some(expected.apply(op)), Step::Failed(broken)),
        };
        if seeds {
            self.unseeded = matches!(step, Step::Unknown | Step::Lacking);
        }
        Ok((right, step))
    }
}

/// Compares two answers; that of the side under test is an output.
fn compare(expected: &Answer, op: &str, actual: Answer) -> Result<Step, Failure> {
    Ok(match (expected, actual) {
        (Answer::Seen(expected), Answer::Seen(actual)) => {
            let actual = fit_to_form(actual, &expected.output);
            if !expected.agrees(&actual) {
                return Ok(Step::Failed(Answer::Seen(actual)));
            }
            let draws = expected.draws.as_ref().filter(|_| actual.draws.is_some());
            Step::Agreed {
                draws: draws.map_or(0, |draws| draws.len() as u64),
                output: actual.output,
            }
        }
        (
            Answer::Seen(Seen {
                draws: expected, ..
            })
            | Answer::Hidden(expected),
            Answer::Hidden(actual),
        )
        | (Answer::Hidden(expected), Answer::Seen(Seen { draws: actual, .. })) => {
            if !draws_agree(expected.as_deref(), actual.as_deref()) {
                return Ok(Step::Failed(Answer::Hidden(actual)));
            }
            Step::Hidden
        }
        (Answer::Unknown, _) => Step::Lacking,
        (other, _) => {
            let trouble = other.trouble().unwrap_or_default();
            return Err(Failure::Invalid(format!(
                "the expected side failed at `{op}`: it {trouble}"
            )));
        }
    })
}

/// The same values as an output of the other's kind, if a text leaves the kind open.
fn fit_to_form(actual: Seen, like: &Output) -> Seen {
    let output = match (actual.output, like) {
        (Output::Words(words), Output::Words64(_)) => {
            Output::Words64(words.into_iter().map(u64::from).collect())
        }
        (Output::Words(words), Output::Texts(_)) if words.is_empty() => Output::Texts(Vec::new()),
        (output, _) => output,
    };
    Seen { output, ..actual }
}
