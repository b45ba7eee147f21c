//! The numbers that precede the given ones.

use super::{Candidate, Next, Search, Why};
use crate::convention::{Convention, Tape};

impl Search<'_> {
    /// The preceding numbers for an answer without a seed or a state.
    pub(super) fn no_numbers_before(&self) -> Next {
        if self.options.previous == 0 {
            Ok(Vec::new())
        } else {
            Err(Why::NoWayBack)
        }
    }

    /// The numbers that precede those of a candidate, as far back as its seed or its state goes.
    pub(super) fn numbers_before(
        &self,
        candidate: &Candidate<'_>,
        (position, convention): (u64, Convention),
        whole: bool,
    ) -> Next {
        let count = self.options.previous as u64;
        if count == 0 {
            return Ok(Vec::new());
        }
        let begins_block = convention.first_block().is_none_or(|first| first == 64);
        let is_only_seed = candidate.seed.is_some() && candidate.earlier.is_none();
        if whole && is_only_seed && position == 0 && begins_block {
            return Err(Why::FirstOfSeed);
        }
        let one_bound =
            (0..self.numbers.len()).all(|i| self.numbers.bound(i) == self.numbers.bound(0));
        let outputs = convention
            .outputs()
            .filter(|_| convention.is_regular(self.numbers));
        let (true, true, Some(each)) = (whole, one_bound, outputs) else {
            return Err(Why::OutputsAreOpen);
        };
        let within_seed = (position / each).min(count);
        let (stream, from, count) = match candidate.earlier {
            Some(earlier) => (earlier(count * each), 0, count),
            _ if position > 0 && within_seed == 0 => {
                return Err(Why::FewerOutputs);
            }
            _ if within_seed == 0 => return Err(Why::FirstOfSeed),
            _ => (
                (candidate.stream)(),
                position - within_seed * each,
                within_seed,
            ),
        };
        let mut tape = Tape::new(stream);
        let made = convention.made(self.numbers, &mut tape, from);
        Ok(made.take(count as usize).collect())
    }
}
