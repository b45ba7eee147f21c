//! Blocks of a stream: all of them, or one in so many.

/// Collects items into blocks of one size, and leaves out so much between two of them that one block in `share` is read.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    size: usize,
    share: u64,
    block: Vec<u64>,
    skipped: u64,
    complete: u64,
}

impl Blocks {
    /// Blocks of at least one item, one in `share`; the first begins with the first item.
    pub(super) fn new(size: usize, share: u64) -> Self {
        Self {
            size: size.max(1),
            share: share.max(1),
            block: Vec::with_capacity(size),
            skipped: 0,
            complete: 0,
        }
    }

    /// How many blocks were complete.
    pub(super) const fn complete(&self) -> u64 {
        self.complete
    }

    /// How many items are in complete blocks.
    pub(super) const fn read(&self) -> u64 {
        self.complete * self.size as u64
    }

    /// How many items make so many complete blocks.
    pub(super) const fn items(&self, blocks: u64) -> u64 {
        ((blocks.saturating_sub(1)).saturating_mul(self.share) + 1).saturating_mul(self.size as u64)
    }

    /// Takes items, and calls `each` with every block that they complete.
    pub(super) fn take(&mut self, mut items: &[u64], mut each: impl FnMut(&mut [u64])) {
        while !items.is_empty() {
            if self.skipped > 0 {
                let skipped = self.skipped.min(items.len() as u64);
                self.skipped -= skipped;
                items = &items[skipped as usize..];
                continue;
            }
            let (now, after) = items.split_at((self.size - self.block.len()).min(items.len()));
            self.block.extend_from_slice(now);
            items = after;
            if self.block.len() == self.size {
                each(&mut self.block);
                self.block.clear();
                self.complete += 1;
                self.skipped = (self.share - 1) * self.size as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_block_in_three_is_read_however_the_stream_is_cut() {
        let items: Vec<u64> = (0..100).collect();
        for length in [1, 3, 7, 100] {
            let (mut blocks, mut read) = (Blocks::new(4, 3), Vec::new());
            items
                .chunks(length)
                .for_each(|items| blocks.take(items, |block| read.push(block[0])));
            assert_eq!(
                read,
                [0, 12, 24, 36, 48, 60, 72, 84, 96],
                "cut into {length}"
            );
            assert_eq!((blocks.complete(), blocks.read()), (9, 36));
        }
        assert_eq!(Blocks::new(4, 3).items(9), 100);
    }
}
