//! What a scan has found, over any set of seeds. Outcomes of the same question over other seeds merge, in any order and
//! grouping, to the same outcome.
//!
//! A file names the program that made it and has a SHA-256 of its content, so that changes are noticed;
//! [`Outcome::verify`] tries the listed seeds again.

use std::fmt::{self, Write as _};

use anyhow::{Error, Result, anyhow, bail, ensure};
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
    type Error = Error;

    fn try_from(Sealed { content, sha256 }: Sealed) -> Result<Self> {
        let found = content.digest();
        ensure!(content.schema == SCHEMA, other_version(&content.schema));
        if let Some(what) = content.inconsistency() {
            bail!("{CHANGED}: {what}");
        }
        ensure!(found == sha256, "{CHANGED}: its SHA-256 is {sha256}, and that of its content {found}");
        let made_by = content.made_by.as_str();
        ensure!(made_by == MADE_BY, "made by {made_by}, and this is {MADE_BY}: run the scan again");
        Ok(Self { content })
    }
}

const CHANGED: &str = "not as it was written";

fn other_version(schema: &str) -> String {
    format!("of the version {schema}, and this program reads {SCHEMA}: run the scan again")
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

    /// Checks that it merges with another.
    ///
    /// # Errors
    /// As [`Self::merge`].
    pub fn check(&self, other: &Self) -> Result<()> {
        self.question().check(other.question())?;
        let pairs = self.ranges().iter().flat_map(|&one| other.ranges().iter().map(move |&other| (one, other)));
        for (one, other) in pairs {
            let (from, to) = (one.from().max(other.from()), one.to().min(other.to()));
            ensure!(from > to, "both looked at the seeds {from} to {to}");
        }
        Ok(())
    }

    /// Both together.
    ///
    /// # Errors
    /// If they answer other questions, or looked at the same seeds.
    pub fn merge(self, other: Self) -> Result<Self> {
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
    pub fn verify(&self) -> Result<()> {
        let scan = self.question().scan(self.content.whole).map_err(|error| anyhow!("{CHANGED}: {error}"))?;
        ensure!(
            scan.question() == *self.question(),
            "{CHANGED}: its question is not in the form in which it is written"
        );
        match scan.refuted(self.first()) {
            Some(seed) => bail!("{CHANGED}: seed {seed} is listed and does not match"),
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
    pub fn parse(text: &str) -> Result<Self> {
        #[derive(Deserialize)]
        struct Version {
            schema: String,
        }
        let form = |error: serde_json::Error| anyhow!("not written by `roguelab scan`: {error}");
        let Version { schema } = serde_json::from_str(text).map_err(form)?;
        ensure!(schema == SCHEMA, other_version(&schema));
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
                Some("its ranges do not have that many seeds")
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
    fn scan(&self, whole: Span) -> Result<Scan> {
        let number = |text: &String| {
            let digits = text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
            digits.ok_or_else(|| anyhow!("`{text}` is no stream"))
        };
        let source = Source::find(&self.subject, self.stream.as_ref().map(number).transpose()?)?;
        let predicate = Predicate::parse(&self.predicate, source)?;
        Ok(Scan { source, predicate, whole, span: None, keep: self.keep })
    }

    /// The subject, and PCG32's stream.
    fn of(&self) -> String {
        let stream = self.stream.as_ref().map(|stream| format!(" --stream {stream}"));
        format!("{}{}", self.subject, stream.unwrap_or_default())
    }

    /// Checks that two ask the same.
    fn check(&self, other: &Self) -> Result<()> {
        for (what, one, other) in [
            ("subject", self.of(), other.of()),
            ("predicate", format!("`{}`", self.predicate), format!("`{}`", other.predicate)),
            ("number of seeds to keep", self.keep.to_string(), other.keep.to_string()),
        ] {
            ensure!(one == other, "the {what} of one is {one}, of the other {other}");
        }
        Ok(())
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.of(), self.predicate)
    }
}

#[cfg(test)]
mod tests;
