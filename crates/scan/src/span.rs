//! Ranges of seeds, in the order 0 to 2^32 - 1.

/// How many seeds there are.
pub const SEEDS: u64 = 1 << 32;

/// The seeds from one to another, both included; a C int is taken as the same 32 bits, unsigned.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Span {
    from: u32,
    to: u32,
}

impl Span {
    /// All seeds.
    pub const ALL: Self = Self {
        from: 0,
        to: u32::MAX,
    };

    /// The seeds from `from` to `to`; `None` if there are none.
    pub const fn new(from: u32, to: u32) -> Option<Self> {
        if from <= to {
            Some(Self { from, to })
        } else {
            None
        }
    }

    /// The first seed.
    pub const fn from(self) -> u32 {
        self.from
    }

    /// The last seed.
    pub const fn to(self) -> u32 {
        self.to
    }

    /// How many seeds there are.
    pub const fn seeds(self) -> u64 {
        self.to as u64 - self.from as u64 + 1
    }

    /// The part of at most `most` seeds that begins after `skip` seeds.
    pub const fn part(self, skip: u64, most: u64) -> Option<Self> {
        let left = self.seeds().saturating_sub(skip);
        let seeds = if left < most { left } else { most };
        if seeds == 0 {
            return None;
        }
        // Both are below 2^32, as `skip + seeds` is at most `self.seeds()`.
        Some(Self {
            from: self.from + skip as u32,
            to: self.from + (skip + seeds - 1) as u32,
        })
    }

    /// Share `i` of `n`, counted from 1: all shares together are the whole, in order, and their sizes differ by at most 1.
    /// `None` if that share is empty, or does not exist.
    pub const fn share(self, i: u32, n: u32) -> Option<Self> {
        if i == 0 || i > n {
            return None;
        }
        let (i, n) = (i as u64, n as u64);
        let (from, to) = (
            fraction(self.seeds(), i - 1, n),
            fraction(self.seeds(), i, n),
        );
        self.part(from, to - from)
    }
}

/// `i / n` of `seeds`, rounded down. The product stays below 2^64: `seeds` is at most 2^32, and `i` below it.
const fn fraction(seeds: u64, i: u64, n: u64) -> u64 {
    seeds * i / n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_are_the_whole_in_order() {
        for (from, to) in [(0, u32::MAX), (7, 7), (10, 109), (u32::MAX - 3, u32::MAX)] {
            let whole = Span::new(from, to).unwrap();
            for n in [1, 2, 3, 7, 200] {
                let shares: Vec<_> = (1..=n).filter_map(|i| whole.share(i, n)).collect();
                assert_eq!(
                    shares.iter().map(|share| share.seeds()).sum::<u64>(),
                    whole.seeds()
                );
                assert!(shares.windows(2).all(|pair| pair[0].to + 1 == pair[1].from));
                assert_eq!((shares[0].from, shares[shares.len() - 1].to), (from, to));
            }
        }
    }

    #[test]
    fn there_is_no_share_beyond_the_last() {
        assert_eq!(
            (
                Span::ALL.share(0, 3),
                Span::ALL.share(4, 3),
                Span::ALL.share(1, 0)
            ),
            (None, None, None)
        );
        assert_eq!(
            Span::ALL.share(u32::MAX, u32::MAX),
            Span::new(u32::MAX - 1, u32::MAX)
        );
    }
}
