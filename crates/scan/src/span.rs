//! Ranges of seeds, in the order 0 to 2^32 - 1.

use serde::{Deserialize, Serialize};

/// How many seeds there are.
pub const SEEDS: u64 = 1 << 32;

/// Seeds from one to another, both included; a C int is taken as the same 32 bits without a sign.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    from: u32,
    to: u32,
}

impl Span {
    /// All seeds.
    pub const ALL: Self = Self { from: 0, to: u32::MAX };

    /// From `from` to `to`; `None` if there are none.
    pub const fn new(from: u32, to: u32) -> Option<Self> {
        if from <= to { Some(Self { from, to }) } else { None }
    }

    /// The first.
    pub const fn from(self) -> u32 {
        self.from
    }

    /// The last.
    pub const fn to(self) -> u32 {
        self.to
    }

    /// How many.
    pub const fn seeds(self) -> u64 {
        self.to as u64 - self.from as u64 + 1
    }

    /// Whether this seed is one of them.
    pub const fn contains(self, seed: u32) -> bool {
        self.from <= seed && seed <= self.to
    }

    /// The seeds of both and all between them.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    /// The part from seed number `skip` of it, of at most `most` seeds.
    pub const fn part(self, skip: u64, most: u64) -> Option<Self> {
        let left = self.seeds().saturating_sub(skip);
        let seeds = if left < most { left } else { most };
        if seeds == 0 {
            return None;
        }
        // Both are below 2^32, as `skip + seeds` is at most `self.seeds()`.
        Some(Self { from: self.from + skip as u32, to: self.from + (skip + seeds - 1) as u32 })
    }

    /// Part `i` of `n`, counted from 1: all parts together are the whole, in order, and their sizes differ by at most 1.
    /// `None` if that part is empty, or there is no such part.
    pub const fn shard(self, i: u32, n: u32) -> Option<Self> {
        if i == 0 || i > n {
            return None;
        }
        let (i, n) = (i as u64, n as u64);
        let (from, to) = (share(self.seeds(), i - 1, n), share(self.seeds(), i, n));
        self.part(from, to - from)
    }
}

/// `i / n` of `seeds`, rounded down. The product stays below 2^64: `seeds` is at most 2^32, and `i` below it.
const fn share(seeds: u64, i: u64, n: u64) -> u64 {
    seeds * i / n
}

/// Puts spans in order and joins those that touch.
pub(super) fn coalesce(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| span.from);
    let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if u64::from(last.to) + 1 >= u64::from(span.from) => last.to = last.to.max(span.to),
            _ => joined.push(span),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_the_whole_in_order() {
        for (from, to) in [(0, u32::MAX), (7, 7), (10, 109), (u32::MAX - 3, u32::MAX)] {
            let whole = Span::new(from, to).unwrap();
            for n in [1, 2, 3, 7, 200] {
                let shards: Vec<_> = (1..=n).filter_map(|i| whole.shard(i, n)).collect();
                assert_eq!(shards.iter().map(|shard| shard.seeds()).sum::<u64>(), whole.seeds());
                assert!(shards.windows(2).all(|pair| pair[0].to + 1 == pair[1].from));
                assert_eq!(coalesce(shards), [whole]);
            }
        }
    }

    #[test]
    fn a_shard_beyond_the_last_is_none() {
        assert_eq!((Span::ALL.shard(0, 3), Span::ALL.shard(4, 3), Span::ALL.shard(1, 0)), (None, None, None));
        assert_eq!(Span::ALL.shard(u32::MAX, u32::MAX), Span::new(u32::MAX - 1, u32::MAX));
    }

    #[test]
    fn spans_apart_stay_apart() {
        let span = |from, to| Span::new(from, to).unwrap();
        let spans = vec![span(8, 9), span(0, 1), span(2, 3), span(5, 6)];
        assert_eq!(coalesce(spans), [span(0, 3), span(5, 6), span(8, 9)]);
    }
}
