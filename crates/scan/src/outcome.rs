//! What a scan has found, over any set of seeds. Outcomes of the same question over other seeds merge, in any order and
//! grouping, to the same outcome.
//!
//! In a file an outcome says which program made it and carries a SHA-256 over all it says, so that a change is noticed. The
//! seeds that it lists are tried again before they are believed: [`Outcome::verify`].

use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::span::{Span, coalesce};
use super::{Scan, Source};
use crate::predicate::Predicate;

/// The version of the file: it changes whenever a field changes its meaning or goes.
const SCHEMA: &str = "roguelab-scan/2";

/// The program that makes outcomes. Another version may have another idea of a predicate.
const MADE_BY: &str = concat!("roguelab ", env!("CARGO_PKG_VERSION"));

/// What is asked.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Question {
    pub(super) subject: String,
    /// In hexadecimal, for not every reader of JSON has 64 bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stream: Option<String>,
    pub(super) predicate: String,
    /// How many matching seeds are kept.
    pub(super) keep: usize,
}

/// The answer so far.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "Sealed", into = "Sealed")]
pub struct Outcome {
    content: Content,
}

/// What an outcome says.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
struct Content {
    schema: String,
    made_by: String,
    #[serde(flatten)]
    question: Question,
    /// The seeds that were to be looked at by all shards together.
    whole: Span,
    /// The seeds that were looked at, in order, apart from each other.
    ranges: Vec<Span>,
    seeds: u64,
    matches: u64,
    /// The first matching seeds, in the order 0 to 2^32 - 1, as C ints.
    first: Vec<i32>,
}

/// An outcome with its digest, as it stands in a file.
#[derive(Deserialize, Serialize)]
struct Sealed {
    #[serde(flatten)]
    content: Content,
    /// Of the content's JSON, in hexadecimal.
    sha256: String,
}

impl Content {
    fn digest(&self) -> String {
        let text = serde_json::to_vec(self).expect("all keys are strings");
        Sha256::digest(text).iter().fold(String::with_capacity(64), |mut digest, byte| {
            write!(digest, "{byte:02x}").expect("a String takes every text");
            digest
        })
    }
}

impl From<Outcome> for Sealed {
    fn from(Outcome { content }: Outcome) -> Self {
        Self { sha256: content.digest(), content }
    }
}

impl TryFrom<Sealed> for Outcome {
    type Error = NoOutcome;

    fn try_from(Sealed { content, sha256 }: Sealed) -> Result<Self, NoOutcome> {
        if content.schema != SCHEMA {
            return Err(NoOutcome::Version(content.schema));
        }
        if let Some(what) = content.inconsistency() {
            return Err(NoOutcome::Changed(what.into()));
        }
        let found = content.digest();
        if found != sha256 {
            return Err(NoOutcome::Changed(format!("its SHA-256 is {sha256}, and that of its content {found}")));
        }
        if content.made_by != MADE_BY {
            return Err(NoOutcome::Maker(content.made_by));
        }
        Ok(Self { content })
    }
}

/// Why two outcomes do not merge.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Conflict {
    /// They answer other questions.
    #[error("the {what} of one is {one}, of the other {other}")]
    Question {
        /// What is not the same.
        what: &'static str,
        /// The one.
        one: String,
        /// The other.
        other: String,
    },
    /// They share seeds.
    #[error("both looked at the seeds {} to {}", .0.from(), .0.to())]
    Overlap(Span),
}

/// Why a text is no outcome.
#[derive(Debug, thiserror::Error)]
pub enum NoOutcome {
    /// It is no JSON of this form.
    #[error("not written by `roguelab scan`: {0}")]
    Form(String),
    /// It is of another version.
    #[error("of the version {0}, and this program reads {SCHEMA}: run the scan again")]
    Version(String),
    /// Another program made it.
    #[error("made by {0}, and this is {MADE_BY}: run the scan again")]
    Maker(String),
    /// It is not as it was written.
    #[error("not as it was written: {0}")]
    Changed(String),
}

impl Outcome {
    /// Nothing looked at yet of the seeds that all shards of a scan are to look at.
    pub fn new(question: Question, whole: Span) -> Self {
        let (schema, made_by) = (SCHEMA.into(), MADE_BY.into());
        let (ranges, first) = (Vec::new(), Vec::new());
        Self { content: Content { schema, made_by, question, whole, ranges, seeds: 0, matches: 0, first } }
    }

    /// What was asked.
    pub const fn question(&self) -> &Question {
        &self.content.question
    }

    /// The seeds that were to be looked at by all shards together.
    pub const fn whole(&self) -> Span {
        self.content.whole
    }

    /// The seeds that were looked at.
    pub fn ranges(&self) -> &[Span] {
        &self.content.ranges
    }

    /// How many seeds were looked at.
    pub const fn seeds(&self) -> u64 {
        self.content.seeds
    }

    /// How many of them match.
    pub const fn matches(&self) -> u64 {
        self.content.matches
    }

    /// The first that match.
    pub fn first(&self) -> &[i32] {
        &self.content.first
    }

    /// The seeds that were to be looked at, and were not: those of a shard that is missing, or between two scans.
    pub fn missing(&self) -> Vec<Span> {
        let mut missing = Vec::new();
        let mut next = u64::from(self.content.whole.from());
        let ends = self.content.ranges.iter().map(|span| (u64::from(span.from()), u64::from(span.to()) + 1));
        let end = u64::from(self.content.whole.to()) + 1;
        for (from, to) in ends.chain([(end, end)]) {
            if next < from {
                // Both are below 2^32, as `from` is at most one more than the last seed.
                missing.extend(Span::new(next as u32, (from - 1) as u32));
            }
            next = to;
        }
        missing
    }

    /// How many more matching seeds are wanted from seeds behind all that were looked at.
    pub(super) const fn room(&self) -> usize {
        self.content.question.keep - self.content.first.len()
    }

    /// Notes what was found behind all seeds that were looked at so far.
    pub(super) fn append(&mut self, span: Span, matches: u64, found: Vec<u32>) {
        let room = self.room();
        let content = &mut self.content;
        content.ranges = coalesce([content.ranges.as_slice(), &[span]].concat());
        content.seeds += span.seeds();
        content.matches += matches;
        content.first.extend(found.into_iter().take(room).map(|seed| seed as i32));
    }

    /// Why it does not merge with another, if it does not.
    ///
    /// # Errors
    /// As [`Self::merge`].
    pub fn check(&self, other: &Self) -> Result<(), Conflict> {
        self.question().check(other.question())?;
        let pairs = self.ranges().iter().flat_map(|&one| other.ranges().iter().map(move |&other| (one, other)));
        for (one, other) in pairs {
            if let Some(both) = Span::new(one.from().max(other.from()), one.to().min(other.to())) {
                return Err(Conflict::Overlap(both));
            }
        }
        Ok(())
    }

    /// Both together.
    ///
    /// # Errors
    /// If they answer other questions, or looked at the same seeds.
    pub fn merge(self, other: Self) -> Result<Self, Conflict> {
        self.check(&other)?;
        let (mut content, other) = (self.content, other.content);
        content.whole = content.whole.hull(other.whole);
        content.ranges = coalesce([content.ranges, other.ranges].concat());
        content.seeds += other.seeds;
        content.matches += other.matches;
        content.first.extend(other.first);
        content.first.sort_by_key(|&seed| seed as u32);
        content.first.truncate(content.question.keep);
        Ok(Self { content })
    }

    /// Tries the listed seeds again.
    ///
    /// # Errors
    /// If one does not match the predicate, or the question is none that this program can ask.
    pub fn verify(&self) -> Result<(), NoOutcome> {
        let scan = self.question().scan(self.content.whole).map_err(NoOutcome::Changed)?;
        if scan.question() != *self.question() {
            return Err(NoOutcome::Changed("its question is not in the form in which it is written".into()));
        }
        match scan.refuted(self.first()) {
            Some(seed) => Err(NoOutcome::Changed(format!("seed {seed} is listed and does not match"))),
            None => Ok(()),
        }
    }

    /// The file: the same bytes for the same outcome.
    ///
    /// # Panics
    /// Never: the form has no map with keys that are no strings.
    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("all keys are strings");
        format!("{text}\n")
    }

    /// Reads a file, and checks that it is as it was written.
    ///
    /// # Errors
    /// If it is none, of another version, or was changed.
    pub fn parse(text: &str) -> Result<Self, NoOutcome> {
        #[derive(Deserialize)]
        struct Version {
            schema: String,
        }
        let form = |error: serde_json::Error| NoOutcome::Form(error.to_string());
        let Version { schema } = serde_json::from_str(text).map_err(form)?;
        if schema != SCHEMA {
            return Err(NoOutcome::Version(schema));
        }
        serde_json::from_str::<Sealed>(text).map_err(form)?.try_into()
    }
}

impl Content {
    fn inconsistency(&self) -> Option<&'static str> {
        let in_order = |pair: &[Span]| u64::from(pair[0].to()) + 1 < pair[1].from().into();
        let ranges = self.ranges.iter().all(|span| span.from() <= span.to());
        let in_a_range = |seed: i32| self.ranges.iter().any(|span| span.contains(seed as u32));
        let kept = self.matches.min(self.question.keep as u64);
        match self {
            _ if !ranges || !self.ranges.windows(2).all(in_order) => Some("its ranges are not in order"),
            _ if self.ranges.iter().any(|&span| self.whole.hull(span) != self.whole) => {
                Some("a range is not in the whole")
            }
            _ if self.ranges.iter().map(|span| span.seeds()).sum::<u64>() != self.seeds => {
                Some("its ranges do not have so many seeds")
            }
            _ if self.matches > self.seeds => Some("more seeds match than there are"),
            _ if self.first.len() as u64 != kept => Some("it does not have as many matching seeds as it should"),
            _ if !self.first.windows(2).all(|pair| (pair[0] as u32) < pair[1] as u32) => {
                Some("its matching seeds are not in order")
            }
            _ if !self.first.iter().all(|&seed| in_a_range(seed)) => Some("a matching seed is in none of its ranges"),
            _ => None,
        }
    }
}

impl Question {
    /// The scan of these seeds that asks it.
    fn scan(&self, whole: Span) -> Result<Scan, String> {
        let number = |text: &String| text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let stream = match &self.stream {
            Some(text) => Some(number(text).ok_or_else(|| format!("`{text}` is no stream"))?),
            None => None,
        };
        let source = Source::find(&self.subject, stream).map_err(|error| error.to_string())?;
        let predicate = Predicate::parse(&self.predicate, source).map_err(|error| error.to_string())?;
        Ok(Scan { source, predicate, whole, span: None, keep: self.keep })
    }

    /// The subject, and PCG32's stream.
    fn of(&self) -> String {
        let stream = self.stream.as_ref().map(|stream| format!(" --stream {stream}"));
        format!("{}{}", self.subject, stream.unwrap_or_default())
    }

    /// Checks that two ask the same.
    fn check(&self, other: &Self) -> Result<(), Conflict> {
        let parts = [
            ("subject", self.of(), other.of()),
            ("predicate", format!("`{}`", self.predicate), format!("`{}`", other.predicate)),
            ("number of seeds to keep", self.keep.to_string(), other.keep.to_string()),
        ];
        let different = parts.into_iter().find(|(_, one, other)| one != other);
        different.map_or(Ok(()), |(what, one, other)| Err(Conflict::Question { what, one, other }))
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.of(), self.predicate)
    }
}

#[cfg(test)]
mod tests;
