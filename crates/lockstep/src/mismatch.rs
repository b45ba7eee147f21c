//! A difference that explains itself.

use std::error::Error;
use std::fmt;

use crate::basis::{Basis, Kind};
use crate::hint::Hint;
use crate::output::{Output, Seen};

/// The first difference between two implementations of a subject. Its `Display` shows all of it, on several lines.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mismatch {
    pub(crate) subject: &'static str,
    /// Where the op list comes from; `None` for one given by hand.
    pub kind: Option<Kind>,
    /// The seed that the op lists were made from, if any.
    pub seed: Option<u64>,
    /// Which list it was, from 0.
    pub case: usize,
    /// Which op of the list failed, from 0.
    pub index: usize,
    pub(crate) op: String,
    pub(crate) expected_basis: Basis,
    pub(crate) actual_basis: Basis,
    pub(crate) expected: Seen,
    pub(crate) actual: Seen,
    /// The states after the op.
    pub(crate) expected_state: String,
    pub(crate) actual_state: String,
    /// The ops before it, the last ten at most.
    pub before: Vec<String>,
    /// What may have caused it.
    pub hints: Vec<Hint>,
    /// The shortest op list that fails: it passes if any one op is left out.
    pub shortest: Vec<String>,
}

impl Mismatch {
    /// The command that replays the shortest failing list, quoted for a shell.
    pub fn command(&self) -> String {
        replay_command(self.subject, self.expected_basis, self.actual_basis, &self.shortest.join("; "))
    }
}

/// The command that replays some ops, which are in single quotes as a POSIX shell reads them.
pub(crate) fn replay_command(subject: &str, expected: Basis, actual: Basis, ops: &str) -> String {
    let ops = ops.replace('\'', r"'\''");
    format!("roguelab replay {subject} --expected {expected} --actual {actual} --ops '{ops}'")
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, expected_basis, actual_basis, case, index, op, before, .. } = self;
        let panicked = [&self.actual, &self.expected].map(|seen| matches!(seen.output, Output::Panic(_)));
        match panicked {
            [false, false] => write!(f, "{subject}: {actual_basis} differs from {expected_basis}"),
            [true, false] => write!(f, "{subject}: {actual_basis} panicked, and {expected_basis} did not"),
            [false, true] => write!(f, "{subject}: {expected_basis} panicked, and {actual_basis} did not"),
            [true, true] => write!(f, "{subject}: {actual_basis} and {expected_basis} panicked"),
        }?;
        f.write_str("\n  case      ")?;
        match self.kind {
            Some(kind) => write!(f, "{case} of kind {kind}")?,
            None => write!(f, "{case}")?,
        }
        if let Some(seed) = self.seed {
            write!(f, ", seed {seed:#018x}")?;
        }
        writeln!(f, "\n  op        {index}: {op}")?;
        for line in self.expected.difference(&self.actual).unwrap_or_default().lines() {
            writeln!(f, "  {line}")?;
        }
        for (back, op) in before.iter().enumerate() {
            let index = index - before.len() + back;
            writeln!(f, "  {:9} {index}: {op}", if back == 0 { "before it" } else { "" })?;
        }
        writeln!(f, "  state of {expected_basis}: {}", self.expected_state)?;
        writeln!(f, "  state of {actual_basis}: {}", self.actual_state)?;
        for hint in &self.hints {
            writeln!(f, "  hint      {hint}")?;
        }
        let ops = self.shortest.len();
        writeln!(f, "  shortest  {ops} op{}: {}", if ops == 1 { "" } else { "s" }, self.shortest.join("; "))?;
        write!(f, "  replay    {}", self.command())
    }
}

impl Error for Mismatch {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_survive_a_shell() {
        let command = replay_command("toy", Basis::Reference, Basis::Port, "say it's");
        assert_eq!(command, r"roguelab replay toy --expected reference --actual port --ops 'say it'\''s'");
    }
}
