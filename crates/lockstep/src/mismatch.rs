//! A difference that explains itself.

use std::error::Error;
use std::fmt;

use crate::basis::{Basis, Kind};
use crate::hint::Hint;
use crate::output::{Output, Seen};

/// The first difference between two implementations of a subject. Its `Display` shows all of it, on several lines.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mismatch {
    /// What is compared.
    pub subject: String,
    /// Where the op list comes from; `None` for one given by hand.
    pub kind: Option<Kind>,
    /// The seed that the op lists were made from, if any.
    pub seed: Option<u64>,
    /// Which list it was, from 0.
    pub case: usize,
    /// Which op of the list failed, from 0.
    pub index: usize,
    /// The op.
    pub op: String,
    /// What the implementations are called.
    pub names: [String; 2],
    /// What became of the one under test, if it gave no output.
    pub trouble: Option<String>,
    /// What was expected.
    pub expected: Seen,
    /// What was seen instead.
    pub actual: Seen,
    /// The states after the op; empty if they cannot be seen.
    pub(crate) expected_state: String,
    pub(crate) actual_state: String,
    /// The ops before it, the last ten at most.
    pub before: Vec<String>,
    /// What may have caused it.
    pub hints: Vec<Hint>,
    /// The shortest op list that fails: it passes if any one op is left out.
    pub shortest: Vec<String>,
    /// How the shortest list is run again: a call in Rust, unless a program that knows the subject has put its command here.
    pub replay: String,
}

impl Mismatch {
    /// The command of `roguelab` that runs the shortest list again, for a subject that it knows, quoted for a shell.
    pub fn command(&self) -> String {
        let Self {
            subject,
            names: [expected, actual],
            shortest,
            ..
        } = self;
        let ops = quoted(&shortest.join("; "));
        format!("roguelab check {subject} --expected {expected} --actual {actual} --ops {ops}")
    }
}

/// A call in Rust that runs some ops on two implementations of the value `subject`.
pub(crate) fn rust_call(expected: Basis, actual: Basis, ops: &[String]) -> String {
    let ops = ops.join("; ");
    format!(
        "lockstep::replay(&subject, Basis::{expected:?}, Basis::{actual:?}, &lockstep::parse_ops({ops:?})?)"
    )
}

/// One word of a POSIX shell.
///
/// ```
/// assert_eq!(lockstep::quoted("say it's"), r"'say it'\''s'");
/// ```
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            subject,
            names: [expected, actual],
            case,
            index,
            op,
            before,
            ..
        } = self;
        let panicked =
            [&self.actual, &self.expected].map(|seen| matches!(seen.output, Output::Panic(_)));
        match (&self.trouble, panicked) {
            (Some(trouble), _) => write!(f, "{subject}: {actual} {trouble}"),
            (None, [false, false]) => write!(f, "{subject}: {actual} differs from {expected}"),
            (None, [true, false]) => {
                write!(f, "{subject}: {actual} panicked, and {expected} did not")
            }
            (None, [false, true]) => {
                write!(f, "{subject}: {expected} panicked, and {actual} did not")
            }
            (None, [true, true]) => write!(f, "{subject}: {actual} and {expected} panicked"),
        }?;
        match self.kind {
            Some(kind) => write!(f, "\n  case      {case} of kind {kind}")?,
            None if self.seed.is_some() => write!(f, "\n  case      {case}")?,
            None => {}
        }
        if let Some(seed) = self.seed {
            write!(f, ", seed {seed:#018x}")?;
        }
        writeln!(f, "\n  op        {index}: {op}")?;
        let difference = match self.trouble {
            Some(_) => format!("expected  {}", self.expected.output),
            None => self.expected.difference(&self.actual).unwrap_or_default(),
        };
        for line in difference.lines() {
            writeln!(f, "  {line}")?;
        }
        for (back, op) in before.iter().enumerate() {
            let index = index - before.len() + back;
            writeln!(
                f,
                "  {:9} {index}: {op}",
                if back == 0 { "before it" } else { "" }
            )?;
        }
        for (name, state) in [
            (expected, &self.expected_state),
            (actual, &self.actual_state),
        ] {
            if !state.is_empty() {
                writeln!(f, "  state of {name}: {state}")?;
            }
        }
        for hint in &self.hints {
            writeln!(f, "  hint      {hint}")?;
        }
        let ops = self.shortest.len();
        writeln!(
            f,
            "  shortest  {ops} op{}: {}",
            if ops == 1 { "" } else { "s" },
            self.shortest.join("; ")
        )?;
        write!(f, "  replay    {}", self.replay)
    }
}

impl Error for Mismatch {}
