//! Counts of what was compared.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::output::{Output, hex};

/// Counts of what a run compared, all of which agrees.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// How many op lists were compared.
    pub cases: u64,
    /// How many ops were compared.
    pub ops: u64,
    /// How many numbers, words and texts were compared.
    pub outputs: u64,
    /// How many draws were compared, where both sides log them.
    pub draws: u64,
    /// SHA-256 of the canonical bytes of every output of the expected side, in order, in hexadecimal; empty if several workers
    /// shared the cases.
    pub sha256: String,
}

impl Tally {
    /// Whether anything was compared.
    pub const fn is_empty(&self) -> bool {
        self.outputs + self.draws == 0
    }

    /// Adds the counts of another run; the digest is that of the only one of the two that has cases.
    pub fn add(&mut self, other: &Self) {
        self.sha256 = match (self.cases, other.cases) {
            (_, 0) => std::mem::take(&mut self.sha256),
            (0, _) => other.sha256.clone(),
            _ => String::new(),
        };
        self.cases += other.cases;
        self.ops += other.ops;
        self.outputs += other.outputs;
        self.draws += other.draws;
    }
}

/// A tally that is being counted.
#[derive(Clone, Default)]
pub(crate) struct Counter {
    pub(crate) tally: Tally,
    digest: Sha256,
}

impl Counter {
    /// Counts an op for which both sides show the same, with this many draws.
    pub(crate) fn output(&mut self, output: &Output, draws: u64) {
        self.tally.ops += 1;
        self.tally.outputs += output.count() as u64;
        self.tally.draws += draws;
        output.feed(&mut self.digest);
    }

    pub(crate) fn end(self) -> Tally {
        Tally {
            sha256: hex(&self.digest.finalize()),
            ..self.tally
        }
    }
}
