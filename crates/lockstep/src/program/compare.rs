//! Compares one answer.

use super::RESET;
use super::answer::Answer;
use crate::failure::Failure;
use crate::output::{Output, Seen};

/// What became of an op.
pub(super) enum Step {
    /// Both sides show the same: so many values and draws.
    Agreed { outputs: u64, draws: u64 },
    /// A side cannot see what the op shows.
    Hidden,
    /// The program has no such op; the expected side was not asked.
    Unknown,
    /// The expected side has no such op.
    Lacking,
    /// Nobody knows the state: the op that should have seeded it was left out.
    Unseeded,
    /// The program answered this, which agrees with nothing or not with the expected side.
    Failed(Answer),
}

/// Compares the ops of a case, one after the other.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    /// Whether an op that seeds was left out, and none was performed since.
    unseeded: bool,
}

impl Comparison {
    /// Compares an op, which seeds or not; after one that seeds and is left out, all is left out until one that is not.
    pub(super) fn step(
        &mut self,
        original: &mut dyn FnMut(&str) -> Answer,
        op: &str,
        seeds: bool,
        answer: Answer,
    ) -> Result<Step, Failure> {
        self.unseeded &= op != RESET;
        if self.unseeded && !seeds {
            return Ok(match answer {
                Answer::Garbage(..) | Answer::Gone(_) => Step::Failed(answer),
                _ => Step::Unseeded,
            });
        }
        let step = compare(original, op, answer)?;
        if seeds {
            self.unseeded = matches!(step, Step::Unknown | Step::Lacking);
        }
        Ok(step)
    }
}

/// Asks the expected side what the op shows, unless the program did nothing.
fn compare(
    original: &mut dyn FnMut(&str) -> Answer,
    op: &str,
    answer: Answer,
) -> Result<Step, Failure> {
    let actual = match answer {
        Answer::Unknown => return Ok(Step::Unknown),
        Answer::Seen(_) | Answer::Hidden(_) => answer,
        Answer::Error(_) | Answer::Garbage(..) | Answer::Gone(_) => {
            return Ok(Step::Failed(answer));
        }
    };
    Ok(match (original(op), actual) {
        (Answer::Seen(expected), Answer::Seen(actual)) => {
            let actual = fitted(actual, &expected.output);
            if !expected.agrees(&actual) {
                return Ok(Step::Failed(Answer::Seen(actual)));
            }
            let draws = expected
                .draws
                .filter(|_| actual.draws.is_some())
                .map_or(0, |draws| draws.len() as u64);
            Step::Agreed {
                outputs: expected.output.count() as u64,
                draws,
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
            if expected.is_some() && actual.is_some() && expected != actual {
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

/// The same values as an output of the other's kind, where a text leaves the kind open.
fn fitted(actual: Seen, like: &Output) -> Seen {
    let output = match (actual.output, like) {
        (Output::Words(words), Output::Words64(_)) => {
            Output::Words64(words.into_iter().map(u64::from).collect())
        }
        (Output::Words(words), Output::Texts(_)) if words.is_empty() => Output::Texts(Vec::new()),
        (output, _) => output,
    };
    Seen { output, ..actual }
}
