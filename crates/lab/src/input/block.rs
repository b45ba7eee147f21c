//! Items that are handed on together.

/// A block of items, in the order of the stream.
pub(crate) trait Block: Send + Sync + 'static {
    /// One item.
    type Item: ?Sized;

    /// How many items.
    fn count(&self) -> u64;

    /// Gives each item in turn.
    fn for_each(&self, take: impl FnMut(&Self::Item));
}

impl<T: Send + Sync + 'static> Block for Vec<T> {
    type Item = T;

    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn for_each(&self, take: impl FnMut(&T)) {
        self.iter().for_each(take);
    }
}

/// Lists of one length, one after the other.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Rows {
    entries: Vec<u32>,
    length: usize,
}

impl Rows {
    /// No rows of this length, which is taken to be at least 1.
    pub(super) fn new(length: usize) -> Self {
        Self { entries: Vec::new(), length: length.max(1) }
    }

    pub(super) fn push(&mut self, row: impl IntoIterator<Item = u32>) {
        self.entries.extend(row);
    }

    pub(super) fn entries(&self) -> usize {
        self.entries.len()
    }
}

impl Block for Rows {
    type Item = [u32];

    fn count(&self) -> u64 {
        (self.entries.len() / self.length) as u64
    }

    fn for_each(&self, take: impl FnMut(&[u32])) {
        self.entries.chunks_exact(self.length).for_each(take);
    }
}
