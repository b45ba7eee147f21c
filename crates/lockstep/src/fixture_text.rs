//! The text of a fixture, written and read.

use std::fmt;

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::budget::read_seed;
use crate::fixture::{Entry, Fixture};
use crate::output::hex;

/// The keys of the header, each on its line, in this order.
const KEYS: [&str; 7] = ["subject", "kind", "seed", "source", "command", "cases", "sha256"];
/// The line of the last key.
pub(crate) const DIGEST_LINE: usize = KEYS.len();
/// What stands between an op and its output.
const ARROW: &str = " => ";

/// A text that is not a fixture. Lines are counted from 1.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[non_exhaustive]
pub enum FixtureError {
    /// A line of the header is not there.
    #[error("line {line}: expected `# {key}: ...`, not `{text}`")]
    Header {
        /// The line.
        line: usize,
        /// The key that belongs there.
        key: &'static str,
        /// What stands there.
        text: String,
    },
    /// A value in the header cannot be read.
    #[error("line {line}: `{value}` is no {key}: expected {expected}")]
    Value {
        /// The line.
        line: usize,
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A line is neither an op nor the start of the next case.
    #[error("line {line}: expected `op => output` or `case {case}`, not `{text}`")]
    Line {
        /// The line.
        line: usize,
        /// The number of the next case.
        case: usize,
        /// What stands there.
        text: String,
    },
    /// A case has no ops.
    #[error("line {line}: case {case} has no ops")]
    EmptyCase {
        /// The line that should hold its first op.
        line: usize,
        /// The case.
        case: usize,
    },
    /// Not as many cases as the header says.
    #[error("line {line}: {promised} cases were promised, and there are {}", if found < promised {
        format!("only {found}")
    } else {
        "more".to_owned()
    })]
    Cases {
        /// The line after the last case that belongs there.
        line: usize,
        /// The number in the header.
        promised: usize,
        /// The number found up to that line.
        found: usize,
    },
}

impl Fixture {
    /// Reads the text that `Display` writes.
    ///
    /// # Errors
    ///
    /// [`FixtureError`] with the first line that is wrong. Whether the outputs are right, and whether the text is the
    /// one that was recorded, is for [`check`](Self::check) to say, which can name the op.
    pub fn parse(text: &str) -> Result<Self, FixtureError> {
        let mut lines = text.lines().zip(1..);
        let mut header = |key| {
            let (text, line) = lines.next().unwrap_or(("", text.lines().count() + 1));
            let value = text.strip_prefix("# ").and_then(|text| text.strip_prefix(key)?.strip_prefix(": "));
            value.map(|value| Header { line, key, value }).ok_or_else(|| FixtureError::Header {
                line,
                key,
                text: text.to_owned(),
            })
        };
        let [subject, kind, seed, source, command, cases, sha256] = KEYS;
        let subject = header(subject)?.value.to_owned();
        let kind = header(kind)?.read("golden, edge, sweep, random or exhaustive", |value| value.parse().ok())?;
        let seed = header(seed)?.read("`none` or a number from 0 to 2^64 - 1", |value| {
            if value == "none" { Some(None) } else { read_seed(value).map(Some) }
        })?;
        let source = header(source)?.value.to_owned();
        let command = header(command)?.value.to_owned();
        let promised =
            header(cases)?.read("a whole number, at least 1", |value| value.parse().ok().filter(|&n| n > 0))?;
        let sha256 = header(sha256)?.value.to_owned();
        let cases = read_cases(lines, promised)?;
        Ok(Self { subject, kind, seed, source, command, cases, sha256 })
    }

    /// SHA-256 over the text without the line that holds it.
    pub(crate) fn digest(&self) -> String {
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
            lines.extend(entries.iter().map(|Entry { op, output, .. }| format!("{op}{ARROW}{output}\n")));
        }
        lines.concat()
    }

    /// Gives every entry the line that it has in the text.
    pub(crate) fn number_lines(&mut self) {
        let mut line = KEYS.len() + 1;
        for case in &mut self.cases {
            for entry in case {
                line += 1;
                entry.line = line;
            }
            line += 1;
        }
    }
}

impl fmt::Display for Fixture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Some(&self.sha256)))
    }
}

struct Header<'a> {
    line: usize,
    key: &'static str,
    value: &'a str,
}

impl Header<'_> {
    fn read<T>(self, expected: &'static str, parse: impl Fn(&str) -> Option<T>) -> Result<T, FixtureError> {
        let Self { line, key, value } = self;
        parse(value).ok_or_else(|| FixtureError::Value { line, key, value: value.to_owned(), expected })
    }
}

fn read_cases<'a>(
    lines: impl Iterator<Item = (&'a str, usize)>,
    promised: usize,
) -> Result<Vec<Vec<Entry>>, FixtureError> {
    let mut cases: Vec<Vec<Entry>> = Vec::new();
    let mut last = KEYS.len();
    for (text, line) in lines {
        last = line;
        let found = cases.len();
        match (text.split_once(ARROW), cases.last_mut()) {
            (Some((op, output)), Some(case)) => {
                case.push(Entry { line, op: op.to_owned(), output: output.to_owned() });
            }
            (None, case) if text == format!("case {found}") => {
                if case.is_some_and(|case| case.is_empty()) {
                    return Err(FixtureError::EmptyCase { line, case: found - 1 });
                }
                if found == promised {
                    return Err(FixtureError::Cases { line, promised, found: found + 1 });
                }
                cases.push(Vec::new());
            }
            _ => return Err(FixtureError::Line { line, case: found, text: text.to_owned() }),
        }
    }
    let (line, found) = (last + 1, cases.len());
    if cases.last().is_some_and(Vec::is_empty) {
        Err(FixtureError::EmptyCase { line, case: found - 1 })
    } else if found < promised {
        Err(FixtureError::Cases { line, promised, found })
    } else {
        Ok(cases)
    }
}
