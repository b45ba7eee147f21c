//! What a scan has found, over any set of seeds. Outcomes of the same question over other seeds merge, in any order and
//! grouping, to the same outcome.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::span::{Span, coalesce};

/// The version of the file: it changes whenever a field changes its meaning or goes.
const SCHEMA: &str = "roguelab-scan/1";

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
pub struct Outcome {
    schema: String,
    #[serde(flatten)]
    question: Question,
    /// The seeds that were looked at, in order, apart from each other.
    ranges: Vec<Span>,
    seeds: u64,
    matches: u64,
    /// The first matching seeds, in the order 0 to 2^32 - 1, as C ints.
    first: Vec<i32>,
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
    Form(#[from] serde_json::Error),
    /// It is of another version.
    #[error("of the version {0}, and this program reads {SCHEMA}: make it anew")]
    Version(String),
    /// Its parts do not fit together.
    #[error("changed after it was written: {0}")]
    Inconsistent(&'static str),
}

impl Outcome {
    /// Nothing looked at yet.
    pub fn new(question: Question) -> Self {
        Self { schema: SCHEMA.into(), question, ranges: Vec::new(), seeds: 0, matches: 0, first: Vec::new() }
    }

    /// What was asked.
    pub const fn question(&self) -> &Question {
        &self.question
    }

    /// The seeds that were looked at.
    pub fn ranges(&self) -> &[Span] {
        &self.ranges
    }

    /// How many seeds were looked at.
    pub const fn seeds(&self) -> u64 {
        self.seeds
    }

    /// How many of them match.
    pub const fn matches(&self) -> u64 {
        self.matches
    }

    /// The first that match.
    pub fn first(&self) -> &[i32] {
        &self.first
    }

    /// How many more matching seeds are wanted from seeds behind all that were looked at.
    pub(super) const fn room(&self) -> usize {
        self.question.keep - self.first.len()
    }

    /// Notes what was found behind all seeds that were looked at so far.
    pub(super) fn append(&mut self, span: Span, matches: u64, found: Vec<u32>) {
        self.ranges = coalesce([self.ranges.as_slice(), &[span]].concat());
        self.seeds += span.seeds();
        self.matches += matches;
        let room = self.room();
        self.first.extend(found.into_iter().take(room).map(|seed| seed as i32));
    }

    /// Why it does not merge with another, if it does not.
    ///
    /// # Errors
    /// As [`Self::merge`].
    pub fn check(&self, other: &Self) -> Result<(), Conflict> {
        self.question.check(&other.question)?;
        let pairs = self.ranges.iter().flat_map(|&one| other.ranges.iter().map(move |&other| (one, other)));
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
    pub fn merge(mut self, other: Self) -> Result<Self, Conflict> {
        self.check(&other)?;
        self.ranges = coalesce([self.ranges, other.ranges].concat());
        self.seeds += other.seeds;
        self.matches += other.matches;
        self.first.extend(other.first);
        self.first.sort_by_key(|&seed| seed as u32);
        self.first.truncate(self.question.keep);
        Ok(self)
    }

    /// The file: the same bytes for the same outcome.
    ///
    /// # Panics
    /// Never: the form has no map with keys that are no strings.
    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("all keys are strings");
        format!("{text}\n")
    }

    /// Reads a file, and checks that its parts fit together.
    ///
    /// # Errors
    /// If it is none, of another version, or was changed.
    pub fn parse(text: &str) -> Result<Self, NoOutcome> {
        #[derive(Deserialize)]
        struct Version {
            schema: String,
        }
        let Version { schema } = serde_json::from_str(text)?;
        if schema != SCHEMA {
            return Err(NoOutcome::Version(schema));
        }
        let outcome: Self = serde_json::from_str(text)?;
        outcome.inconsistency().map_or(Ok(outcome), |what| Err(NoOutcome::Inconsistent(what)))
    }

    fn inconsistency(&self) -> Option<&'static str> {
        let in_order = |pair: &[Span]| u64::from(pair[0].to()) + 1 < pair[1].from().into();
        let ranges = self.ranges.iter().all(|span| span.from() <= span.to());
        let in_a_range = |seed: i32| self.ranges.iter().any(|span| span.contains(seed as u32));
        let kept = self.matches.min(self.question.keep as u64);
        match self {
            _ if !ranges || !self.ranges.windows(2).all(in_order) => Some("its ranges are not in order"),
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
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    fn question() -> Question {
        Question { subject: "rrandom".into(), stream: None, predicate: "word(0) == 1".into(), keep: 3 }
    }

    /// Seeds that are multiples of 4 match.
    fn outcome(from: u32, to: u32) -> Outcome {
        let mut outcome = Outcome::new(question());
        let matching: Vec<u32> = (from..=to).filter(|seed| seed % 4 == 0).collect();
        outcome.append(Span::new(from, to).unwrap(), matching.len() as u64, matching);
        outcome
    }

    fn merged(outcomes: impl IntoIterator<Item = Outcome>) -> Outcome {
        outcomes.into_iter().fold(Outcome::new(question()), |sum, outcome| sum.merge(outcome).unwrap())
    }

    #[test]
    fn the_file_is_read_as_it_was_written() {
        for outcome in [Outcome::new(question()), outcome(0, 20), merged([outcome(0, 3), outcome(9, 12)])] {
            assert_eq!(Outcome::parse(&outcome.to_text()).unwrap(), outcome);
        }
    }

    #[test]
    fn the_file_says_what_was_asked_and_found() {
        let expected = "{\n  \"schema\": \"roguelab-scan/1\",\n  \"subject\": \"rrandom\",\n  \"predicate\": \"word(0) == 1\",\n  \
                        \"keep\": 3,\n  \"ranges\": [\n    {\n      \"from\": 3,\n      \"to\": 4\n    }\n  ],\n  \"seeds\": 2,\n  \
                        \"matches\": 1,\n  \"first\": [\n    4\n  ]\n}\n";
        assert_eq!(outcome(3, 4).to_text(), expected);
    }

    #[test]
    fn a_changed_file_is_refused() {
        let text = merged([outcome(0, 9), outcome(20, 29)]).to_text();
        for (from, to, what) in [
            ("\"seeds\": 20", "\"seeds\": 21", "do not have so many seeds"),
            ("\"matches\": 6", "\"matches\": 21", "more seeds match"),
            ("\"matches\": 6", "\"matches\": 2", "as many matching seeds"),
            ("\"to\": 9", "\"to\": 19", "not in order"),
            ("\"from\": 20", "\"from\": 30", "not in order"),
            ("    8\n", "    15\n", "in none of its ranges"),
            ("    8\n", "    4\n", "matching seeds are not in order"),
            ("roguelab-scan/1", "roguelab-scan/2", "of the version roguelab-scan/2"),
            ("\"keep\"", "\"kept\"", "not written by"),
            ("}\n", "", "not written by"),
        ] {
            assert!(text.contains(from), "{from}");
            let error = Outcome::parse(&text.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(what), "{from}: {error}");
        }
    }

    #[test]
    fn seeds_are_ordered_as_bits_without_a_sign() {
        let merged = merged([outcome(u32::MAX - 3, u32::MAX), outcome(8, 8)]);
        assert_eq!(merged.first(), [8, -4]);
    }

    #[test]
    fn what_overlaps_or_answers_another_question_does_not_merge() {
        let both = outcome(0, 9).merge(outcome(9, 12)).unwrap_err();
        assert_eq!(both, Conflict::Overlap(Span::new(9, 9).unwrap()));
        for (other, what) in [
            (Question { subject: "get_rand".into(), ..question() }, "subject"),
            (Question { stream: Some("0x36".into()), ..question() }, "subject"),
            (Question { predicate: "word(0) == 2".into(), ..question() }, "predicate"),
            (Question { keep: 4, ..question() }, "keep"),
        ] {
            let error = outcome(0, 9).merge(Outcome::new(other)).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

        #[test]
        fn merging_does_not_depend_on_order_or_grouping(
            cuts in proptest::collection::btree_set(1u32..200, 2..8),
            keys in proptest::collection::vec(any::<u32>(), 9),
            group in 0usize..9,
        ) {
            let bounds: Vec<u32> = [0].into_iter().chain(cuts).chain([200]).collect();
            let parts: Vec<_> = bounds.windows(2).map(|pair| outcome(pair[0], pair[1] - 1)).collect();
            let mut shuffled: Vec<_> = parts.into_iter().zip(keys).collect();
            shuffled.sort_by_key(|&(_, key)| key);
            let shuffled: Vec<_> = shuffled.into_iter().map(|(part, _)| part).collect();
            let (left, right) = shuffled.split_at(group.min(shuffled.len()));
            let grouped = merged(left.to_vec()).merge(merged(right.to_vec())).unwrap();
            prop_assert_eq!(grouped, outcome(0, 199));
        }
    }
}
