//! Golden outputs in a text file that says what they are.

use thiserror::Error;

use crate::cases::Cases;
use crate::fixture_text::DIGEST_LINE;
use crate::guard::{Guarded, show};
use crate::operation::ParseOpError;
use crate::output::{Output, Seen};
use crate::pair::check_corner;
use crate::runner::{Counter, Failure, Tally};
use crate::subject::{Corner, Kind, Missing, Subject};

/// The outputs of one corner over some cases, with where they come from. Draws are not recorded.
///
/// Its text starts with a header, a `# key: value` on each line, for subject, kind, seed, source, command, number
/// of cases, and the SHA-256 of all the other lines. Then comes a line `case N` for each case, and below it a line
/// `op => output` for each op, the output in the canonical form of [`Output`].
///
/// ```
/// let text = "\
/// ## subject: counter
/// ## kind: golden
/// ## seed: none
/// ## source: reference
/// ## command: cargo xtask bless
/// ## cases: 1
/// ## sha256: 00
/// case 0
/// start 5 => nothing
/// next => 6
/// ";
/// let fixture = lockstep::Fixture::parse(text).unwrap();
/// assert_eq!(fixture.cases[0][1].output, "6");
/// assert_eq!(fixture.to_string(), text);
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Fixture {
    /// The name of the subject.
    pub subject: String,
    /// Where the op lists come from.
    pub kind: Kind,
    /// The seed that they were made from, if any.
    pub seed: Option<u64>,
    /// Whose outputs these are: a corner and its version, or a document's own code and the language it ran in.
    pub source: String,
    /// The command that makes the fixture anew.
    pub command: String,
    /// The ops of every case with their outputs.
    pub cases: Vec<Vec<Entry>>,
    /// The digest as it stands in the text.
    pub(crate) sha256: String,
}

/// One op of a fixture.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// The line it stands on, from 1.
    pub line: usize,
    /// The op.
    pub op: String,
    /// The canonical text of its output.
    pub output: String,
}

/// A fixture that a corner does not reproduce.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum FixtureFailure {
    /// The fixture is another subject's.
    #[error("line 1: the fixture is for `{fixture}`, not for `{subject}`")]
    Subject {
        /// The subject that the fixture names.
        fixture: String,
        /// The subject that was checked.
        subject: &'static str,
    },
    /// A line holds no op of this subject.
    #[error("line {line}: {error}")]
    Op {
        /// The line.
        line: usize,
        /// What is wrong with it.
        error: Box<ParseOpError>,
    },
    /// The corner has another output.
    #[error(transparent)]
    Differs(Box<FixtureDifference>),
    /// Every output is right, but the text is not the one that was recorded.
    #[error(
        "line {line}: the fixture was changed by hand: its lines have the SHA-256 {actual}, not {expected}",
        line = DIGEST_LINE
    )]
    Altered {
        /// The digest in the fixture.
        expected: String,
        /// The digest of its lines.
        actual: String,
    },
    /// The corner could not be run.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// A line of a fixture that a corner does not reproduce.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("line {line}: {subject}, case {case}: {op}\n  fixture   {expected}\n  {corner:9} {actual}")]
pub struct FixtureDifference {
    /// The line.
    pub line: usize,
    /// The subject.
    pub subject: &'static str,
    /// The corner that was checked.
    pub corner: Corner,
    /// The case, from 0.
    pub case: usize,
    /// The op.
    pub op: String,
    /// The output in the fixture.
    pub expected: String,
    /// The output of the corner.
    pub actual: String,
}

impl From<Missing> for FixtureFailure {
    fn from(missing: Missing) -> Self {
        Self::Failure(missing.into())
    }
}

impl Fixture {
    /// Records what a corner shows for the cases. `source` and `command` go into the header, on one line each.
    ///
    /// # Errors
    ///
    /// As [`run`](crate::run), but for the mismatch.
    pub fn record<S: Subject + ?Sized>(
        subject: &S,
        corner: Corner,
        cases: Cases<S::Op>,
        source: &str,
        command: &str,
    ) -> Result<Self, Failure> {
        check_corner(subject, corner)?;
        let (kind, seed) = (cases.kind(), cases.seed());
        let mut counter = Counter::default();
        let mut recorded = Vec::new();
        let ran = cases.each(|_, ops| -> Result<(), Failure> {
            let mut entries = Vec::with_capacity(ops.len());
            show(subject, corner, &ops, |op, Seen { output, .. }| {
                counter.output(&output);
                entries.push(Entry { line: 0, op: op.to_string(), output: output.to_string() });
            })?;
            recorded.push(entries);
            Ok(())
        })?;
        counter.tally(ran)?;
        let mut fixture = Self {
            subject: subject.name().to_owned(),
            kind,
            seed,
            source: one_line(source),
            command: one_line(command),
            cases: recorded,
            sha256: String::new(),
        };
        fixture.number_lines();
        fixture.sha256 = fixture.digest();
        Ok(fixture)
    }

    /// Runs the fixture's own op lists on a corner and compares every output. The output of an op depends on those
    /// before it, so a list is left at the first op that the corner has no answer to ([`Subject::answers`]).
    ///
    /// The tally's digest is that of a [`run`](crate::run) over the same cases.
    ///
    /// # Errors
    ///
    /// [`FixtureFailure::Differs`] names the first line that the corner does not reproduce.
    pub fn check<S: Subject + ?Sized>(&self, subject: &S, corner: Corner) -> Result<Tally, FixtureFailure> {
        if self.subject != subject.name() {
            return Err(FixtureFailure::Subject { fixture: self.subject.clone(), subject: subject.name() });
        }
        check_corner(subject, corner)?;
        let (mut counter, mut compared) = (Counter::default(), 0);
        for (case, entries) in self.cases.iter().enumerate() {
            let mut side = Guarded::new(subject, corner)?;
            let mut asked = Vec::with_capacity(entries.len());
            for Entry { line, op, output: expected } in entries {
                let parsed: S::Op =
                    op.parse().map_err(|error| FixtureFailure::Op { line: *line, error: Box::new(error) })?;
                asked.push(parsed);
                if !subject.answers(corner, &asked) {
                    asked.pop();
                    break;
                }
                let output: Output = side.apply(&asked[asked.len() - 1]).output;
                let actual = output.to_string();
                if actual != *expected {
                    return Err(FixtureFailure::Differs(Box::new(FixtureDifference {
                        line: *line,
                        subject: subject.name(),
                        corner,
                        case,
                        op: op.clone(),
                        expected: expected.clone(),
                        actual,
                    })));
                }
                counter.output(&output);
            }
            compared += usize::from(!asked.is_empty());
        }
        let actual = self.digest();
        if actual != self.sha256 {
            return Err(FixtureFailure::Altered { expected: self.sha256.clone(), actual });
        }
        Ok(counter.tally(compared)?)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
