//! The result of a scan.

use serde::{Deserialize, Serialize};

/// The result of a scan. It does not depend on the number of threads or processes.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Outcome {
    /// How many seeds were scanned.
    pub seeds: u64,
    /// How many of them match.
    pub matches: u64,
    /// The first seeds that match, in the order 0 to 2^32 - 1, as C ints.
    pub first: Vec<i32>,
}

impl Outcome {
    /// Adds the outcome of the seeds after these; at most `keep` seeds are listed.
    pub(super) fn append(&mut self, next: Self, keep: usize) {
        self.seeds += next.seeds;
        self.matches += next.matches;
        let room = keep.saturating_sub(self.first.len());
        self.first.extend(next.first.into_iter().take(room));
    }
}
