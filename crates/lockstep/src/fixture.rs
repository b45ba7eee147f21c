//! Golden outputs in a text file that describes itself.

use std::fmt;

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::basis::{Basis, Kind};
use crate::budget::read_seed;
use crate::cases::Cases;
use crate::failure::Failure;
use crate::guard::{Guarded, show};
use crate::output::{Seen, hex};
use crate::runner::{Counter, Tally, check_basis};
use crate::subject::Subject;

/// The keys of the header, each on its line, in this order.
const KEYS: [&str; 7] = ["subject", "kind", "seed", "source", "command", "cases", "sha256"];
/// What stands between an op and its output.
const ARROW: &str = " => ";

/// The outputs of one implementation over some cases, with where they come from. Draws are not recorded.
///
/// Its text starts with a header, a `# key: value` on each line, for subject, kind, seed, source, command, number
/// of cases, and the SHA-256 of all the other lines. Then comes a line `case N` for each case, and below it a line
/// `op => output` for each op, the output in the canonical form of [`Output`](crate::Output).
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
    /// Whose outputs these are: an implementation and its version, or a document's own code and its language.
    pub source: String,
    /// The command that regenerates the fixture.
    pub command: String,
    /// The ops of every case with their outputs.
    pub cases: Vec<Vec<Entry>>,
    /// The digest as the text gives it.
    sha256: String,
}

/// One op of a fixture.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// The op.
    pub op: String,
    /// The canonical text of its output.
    pub output: String,
}

/// A text that is not a fixture, or a fixture that an implementation does not reproduce.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum FixtureError {
    /// A line that is not as it should be.
    #[error("line {line}: {what}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The implementation could not be run.
    #[error(transparent)]
    Failure(#[from] Failure),
}

fn wrong<T>(line: usize, what: String) -> Result<T, FixtureError> {
    Err(FixtureError::Line { line, what })
}

impl Fixture {
    /// Records what an implementation shows for the cases. `source` and `command` go into the header, on one line each.
    ///
    /// # Errors
    /// As [`run`](crate::run), except for a mismatch.
    pub fn record<S: Subject + ?Sized>(
        subject: &S,
        basis: Basis,
        cases: Cases<S::Op>,
        source: &str,
        command: &str,
    ) -> Result<Self, Failure> {
        check_basis(subject, basis)?;
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut fixture = Self {
            subject: subject.name().to_owned(),
            kind: cases.kind,
            seed: cases.seed,
            source: one_line(source),
            command: one_line(command),
            cases: Vec::new(),
            sha256: String::new(),
        };
        let mut counter = Counter::default();
        let ran = cases.each(|_, ops| -> Result<(), Failure> {
            let mut entries = Vec::with_capacity(ops.len());
            show(subject, basis, &ops, |op, Seen { output, .. }| {
                counter.output(&output);
                entries.push(Entry { op: op.to_string(), output: output.to_string() });
            })?;
            fixture.cases.push(entries);
            Ok(())
        })?;
        counter.tally(ran)?;
        fixture.sha256 = fixture.digest();
        Ok(fixture)
    }

    /// Runs the fixture's own op lists on an implementation and compares every output. The output of an op depends on those
    /// before it, so a list ends at the first op that the implementation cannot perform ([`Subject::answers`]).
    ///
    /// The tally's digest is that of a [`run`](crate::run) over the same cases.
    ///
    /// # Errors
    /// The first line that the implementation does not reproduce, or an implementation that cannot be run.
    pub fn check<S: Subject + ?Sized>(&self, subject: &S, basis: Basis) -> Result<Tally, FixtureError> {
        let name = subject.name();
        if self.subject != name {
            return wrong(1, format!("the fixture is for `{}`, not for `{name}`", self.subject));
        }
        check_basis(subject, basis)?;
        let (mut counter, mut compared, mut case_line) = (Counter::default(), 0, KEYS.len() + 1);
        for (case, entries) in self.cases.iter().enumerate() {
            let mut side = Guarded::new(subject, basis).map_err(Failure::from)?;
            let mut asked: Vec<S::Op> = Vec::with_capacity(entries.len());
            for (line, Entry { op, output: expected }) in (case_line + 1..).zip(entries) {
                match op.parse() {
                    Ok(parsed) => asked.push(parsed),
                    Err(error) => return wrong(line, error.to_string()),
                }
                if !subject.answers(basis, &asked) {
                    asked.pop();
                    break;
                }
                let output = side.apply(&asked[asked.len() - 1]).output;
                let actual = output.to_string();
                if actual != *expected {
                    return wrong(
                        line,
                        format!("{name}, case {case}: {op}\n  fixture   {expected}\n  {basis:9} {actual}"),
                    );
                }
                counter.output(&output);
            }
            case_line += 1 + entries.len();
            compared += usize::from(!asked.is_empty());
        }
        let (actual, expected) = (self.digest(), &self.sha256);
        if actual != *expected {
            let what = format!("the fixture was changed by hand: its lines have the SHA-256 {actual}, not {expected}");
            return wrong(KEYS.len(), what);
        }
        Ok(counter.tally(compared)?)
    }

    /// Reads the text that `Display` writes.
    ///
    /// # Errors
    /// The first line that is wrong. Whether the outputs are right, and whether the text is the one that was recorded,
    /// is for [`check`](Self::check) to say, which can name the op.
    pub fn parse(text: &str) -> Result<Self, FixtureError> {
        let mut lines = text.lines().zip(1..);
        let mut values = [""; KEYS.len()];
        for (value, key) in values.iter_mut().zip(KEYS) {
            let (text, line) = lines.next().unwrap_or(("", text.lines().count() + 1));
            match text.strip_prefix("# ").and_then(|rest| rest.strip_prefix(key)?.strip_prefix(": ")) {
                Some(found) => *value = found,
                None => return wrong(line, format!("expected `# {key}: ...`, not `{text}`")),
            }
        }
        let value = |line: usize, expected: &str| FixtureError::Line {
            line,
            what: format!("`{}` is no {}: expected {expected}", values[line - 1], KEYS[line - 1]),
        };
        let [subject, kind, seed, source, command, cases, sha256] = values;
        let promised = cases.parse().ok().filter(|&cases| cases > 0);
        Ok(Self {
            subject: subject.to_owned(),
            kind: kind.parse().map_err(|_| value(2, "golden, edge, sweep, random or exhaustive"))?,
            seed: match (seed, read_seed(seed)) {
                ("none", _) => None,
                (_, None) => return Err(value(3, "`none` or a number from 0 to 2^64 - 1")),
                (_, seed) => seed,
            },
            source: source.to_owned(),
            command: command.to_owned(),
            cases: read_cases(lines, promised.ok_or_else(|| value(6, "a whole number, at least 1"))?)?,
            sha256: sha256.to_owned(),
        })
    }

    /// SHA-256 of the text without the line that holds it.
    fn digest(&self) -> String {
        hex(&Sha256::digest(self.text(None)))
    }

    fn text(&self, sha256: Option<&str>) -> String {
        let seed = self.seed.map_or_else(|| "none".to_owned(), |seed| format!("{seed:#018x}"));
        let (kind, cases) = (self.kind.name(), self.cases.len().to_string());
        let values = [&self.subject, kind, &seed, &self.source, &self.command, &cases];
        let header = KEYS.into_iter().zip(values.into_iter().chain(sha256));
        let mut lines: Vec<String> = header.map(|(key, value)| format!("# {key}: {value}\n")).collect();
        for (case, entries) in self.cases.iter().enumerate() {
            lines.push(format!("case {case}\n"));
            lines.extend(entries.iter().map(|Entry { op, output }| format!("{op}{ARROW}{output}\n")));
        }
        lines.concat()
    }
}

impl fmt::Display for Fixture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Some(&self.sha256)))
    }
}

fn read_cases<'a>(
    lines: impl Iterator<Item = (&'a str, usize)>,
    promised: usize,
) -> Result<Vec<Vec<Entry>>, FixtureError> {
    let mut cases: Vec<Vec<Entry>> = Vec::new();
    let mut last = KEYS.len();
    let without_ops = |cases: &[Vec<Entry>], line| match cases {
        [.., case] if case.is_empty() => wrong(line, format!("case {} has no ops", cases.len() - 1)),
        _ => Ok(()),
    };
    for (text, line) in lines {
        last = line;
        let found = cases.len();
        match (text.split_once(ARROW), cases.last_mut()) {
            (Some((op, output)), Some(case)) => case.push(Entry { op: op.to_owned(), output: output.to_owned() }),
            (None, _) if text == format!("case {found}") => {
                without_ops(&cases, line)?;
                if found == promised {
                    return wrong(line, format!("{promised} cases were promised, and there are more"));
                }
                cases.push(Vec::new());
            }
            _ => return wrong(line, format!("expected `op => output` or `case {found}`, not `{text}`")),
        }
    }
    without_ops(&cases, last + 1)?;
    match cases.len() {
        found if found < promised => {
            wrong(last + 1, format!("{promised} cases were promised, and there are only {found}"))
        }
        _ => Ok(cases),
    }
}
