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
    /// Why there is no answer, with options as the program calls them: `--below`.
    pub(crate) error: Option<String>,
    /// The same, with options as functions call their arguments: `below`.
    pub(crate) argument_error: Option<String>,
}

/// Why a question cannot be answered, in a sentence.
pub(crate) struct Refusal {
    error: String,
    pub(crate) argument_error: String,
}

impl Refusal {
    /// A refusal whose `Display` may say another thing with `{:#}`, to those who call a function.
    pub(crate) fn new(why: impl Display) -> Self {
        Self::said(&why)
    }

    /// Not generic, so that it is compiled once.
    fn said(why: &dyn Display) -> Self {
        Self {
            error: why.to_string(),
            argument_error: name_arguments(&format!("{why:#}")),
        }
    }
}

/// A message with the names of options as arguments: `--below` becomes `below`.
fn name_arguments(message: &str) -> String {
    let (mut named, mut last) = (String::new(), ' ');
    let mut rest = message;
    while let Some(c) = rest.chars().next() {
        let is_option =
            rest.starts_with("--") && matches!(rest.as_bytes().get(2), Some(b'a'..=b'z'));
        if is_option && !last.is_ascii_alphanumeric() && last != '-' {
            rest = &rest[2..];
            continue;
        }
        named.push(c);
        last = c;
        rest = &rest[c.len_utf8()..];
    }
    named
}

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::new(error)
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
            error: Some(refusal.error),
            argument_error: Some(refusal.argument_error),
            ..Self::default()
        }
    }
}
