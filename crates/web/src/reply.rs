//! A reply, as it becomes JSON.

use std::fmt::Display;

use answers::test::Tally;
use serde::Serialize;
use serde_json::Value;

/// The reply to a question.
#[derive(Default, Serialize)]
pub(crate) struct Reply {
    /// The verdict in a word, if the question has one.
    pub(crate) verdict: Option<String>,
    /// What the program prints.
    pub(crate) text: String,
    /// What the program prints with `--json`.
    pub(crate) answer: Option<Value>,
    /// What a picture beside the answer shows.
    pub(crate) tally: Option<Tally>,
    /// The command line that says the same.
    pub(crate) command: String,
    /// Why there is no answer.
    pub(crate) error: Option<String>,
}

/// Why a question cannot be answered, in a sentence.
pub(crate) struct Refusal(pub(crate) String);

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl Reply {
    /// The reply with an answer, in the words of the answer.
    pub(crate) fn new(
        answer: &(impl Serialize + Display),
        schema: &str,
        command: String,
    ) -> Result<Self, Refusal> {
        let mut document = serde_json::to_value(answer)?;
        document["schema"] = schema.into();
        Ok(Self {
            text: answer.to_string(),
            answer: Some(document),
            command,
            ..Self::default()
        })
    }

    pub(crate) fn with_verdict(mut self, verdict: impl Display) -> Self {
        self.verdict = Some(verdict.to_string());
        self
    }

    pub(crate) fn with_tally(mut self, tally: Option<Tally>) -> Self {
        self.tally = tally;
        self
    }

    /// The reply to a question that cannot be answered.
    pub(crate) fn refused(refusal: Refusal) -> Self {
        Self {
            error: Some(refusal.0),
            ..Self::default()
        }
    }
}
