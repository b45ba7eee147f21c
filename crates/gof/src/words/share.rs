//! Blocks of a stream: all of them, or only a share.

use crate::Error;
use crate::error::out_of_range;

/// How much of a stream a test reads: all of its beginning, and later one block in a given number. Most tests find what they
/// can find early, and a long stream is read sooner.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Share {
    /// One block in this many is read.
    pub one_in: u64,
    /// This holds after this many items.
    pub after: u64,
}

impl Share {
    /// One block in `one_in` from the beginning on.
    pub const fn one_in(one_in: u64) -> Self {
        Self { one_in, after: 0 }
    }

    /// Every block of the first 2^20 items, then one in `one_in`.
    pub const fn later(one_in: u64) -> Self {
        Self {
            one_in,
            after: 1 << 20,
        }
    }

    /// The share itself, checked.
    ///
    /// # Errors
    /// [`Error::Parameter`] if it is one block in zero.
    pub(super) fn checked(self) -> Result<Self, Error> {
        match self.one_in {
            0 => Err(out_of_range(
                "share of the blocks",
                0,
                "one in at least one",
            )),
            _ => Ok(self),
        }
    }
}

/// Collects items into blocks that double from a first size to a last one. Between two blocks of the last size it leaves out
/// what its share says.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    size: usize,
    last: usize,
    share: Share,
    block: Vec<u64>,
    skipped: u64,
    complete: u64,
    read: u64,
}

crate::state::kept!(Blocks { size, block, skipped, complete, read } but { last, share });

impl Blocks {
    /// Blocks of one size and of at least one item; the first begins with the first item.
    pub(super) fn new(size: usize, share: Share) -> Self {
        Self::growing(size, size, share)
    }

    /// Blocks that double from `first` to `last` items.
    pub(super) fn growing(first: usize, last: usize, share: Share) -> Self {
        Self {
            size: first.max(1),
            last: last.max(1),
            share,
            block: Vec::new(),
            skipped: 0,
            complete: 0,
            read: 0,
        }
    }

    /// How many blocks were complete.
    pub(super) const fn complete(&self) -> u64 {
        self.complete
    }

    /// How many items are in complete blocks.
    pub(super) const fn read(&self) -> u64 {
        self.read
    }

    /// How many items are needed for this many complete blocks of the present size.
    pub(super) const fn items(&self, blocks: u64) -> u64 {
        let size = self.size as u64;
        // The first blocks have no gap between them.
        let whole = match self.share.after.div_ceil(size) {
            0 => 1,
            whole => whole,
        };
        let apart = blocks.saturating_sub(whole);
        (blocks - apart)
            .saturating_add(apart.saturating_mul(self.share.one_in))
            .saturating_mul(size)
    }

    /// Skips as many of these items as are to be left out next, and returns how many these are.
    pub(super) fn pass(&mut self, items: usize) -> usize {
        let passed = self.skipped.min(items as u64);
        self.skipped -= passed;
        passed as usize
    }

    /// Takes items, and calls `each` with every block that they complete.
    pub(super) fn take(&mut self, mut items: &[u64], mut each: impl FnMut(&mut [u64])) {
        while !items.is_empty() {
            items = &items[self.pass(items.len())..];
            let (now, after) = items.split_at((self.size - self.block.len()).min(items.len()));
            self.block.extend_from_slice(now);
            items = after;
            if self.block.len() == self.size {
                each(&mut self.block);
                self.block.clear();
                self.complete += 1;
                self.read += self.size as u64;
                if self.size == self.last && self.read >= self.share.after {
                    self.skipped = self.share.one_in.saturating_sub(1) * self.size as u64;
                }
                self.size = (2 * self.size).min(self.last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mut blocks: Blocks, cut: usize) -> (Vec<(u64, usize)>, Blocks) {
        let (items, mut read): (Vec<u64>, _) = ((0..100).collect(), Vec::new());
        for items in items.chunks(cut) {
            blocks.take(items, |block| read.push((block[0], block.len())));
        }
        (read, blocks)
    }

    #[test]
    fn one_block_in_three_is_read_however_the_stream_is_cut() {
        for cut in [1, 3, 7, 100] {
            let (firsts, blocks) = read(Blocks::new(4, Share::one_in(3)), cut);
            let expected: Vec<_> = (0..9).map(|block| (12 * block, 4)).collect();
            assert_eq!(firsts, expected, "cut into {cut}");
            assert_eq!((blocks.complete(), blocks.read()), (9, 36));
        }
        assert_eq!(Blocks::new(4, Share::one_in(3)).items(9), 100);
    }

    #[test]
    fn blocks_double_and_only_the_largest_of_later_are_left_out() {
        let of = |after| {
            let share = Share { one_in: 2, after };
            read(Blocks::growing(4, 10, share), 100)
        };
        let (firsts, blocks) = of(0);
        let expected = [(0, 4), (4, 8), (12, 10), (32, 10), (52, 10), (72, 10)];
        assert_eq!(firsts, expected);
        assert_eq!((blocks.complete(), blocks.read()), (6, 52));
        let firsts: Vec<_> = of(32).0.iter().map(|read| read.0).collect();
        assert_eq!(firsts, [0, 4, 12, 22, 42, 62, 82]);
        // The blocks have ten items: the first four come without a gap, then one in three.
        let share = Share {
            one_in: 3,
            after: 32,
        };
        let (firsts, blocks) = read(Blocks::new(10, share), 100);
        assert_eq!(
            firsts.iter().map(|read| read.0).collect::<Vec<_>>(),
            [0, 10, 20, 30, 60, 90]
        );
        for at in 1..=6 {
            assert_eq!(
                Blocks::new(10, share).items(at),
                firsts[at as usize - 1].0 + 10
            );
        }
        assert_eq!(blocks.complete(), 6);
    }
}
