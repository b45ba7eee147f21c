//! Reads items from outside in blocks: words, integers below a bound, permutations.
//!
//! Binary words have 1, 2, 4 or 8 bytes, whole numbers or fractions. Text has whole numbers, decimal or `0x` and hexadecimal
//! digits, fractions from 0 up to 1, or names, separated by blanks, commas, brackets or line ends; `#` begins a comment
//! that ends with its line. Each permutation has a line of its own. The memory does not grow with the input. Every error
//! says where it is and what to do.

mod binary;
mod domain;
mod numbers;
mod permutations;
mod text;

pub(crate) use binary::{Endian, Width};
pub(crate) use domain::{Digits, Domain, Names, weights};
pub(crate) use numbers::{Encoding, Numbers};
pub(crate) use permutations::Permutations;

use anyhow::Result;
use anyhow::anyhow;
use gof::Test;

pub(crate) type Bytes = Box<dyn std::io::Read + Send>;

const BLOCK: usize = 1 << 16;

/// The most entries of a line that is held in memory.
const LONGEST_ROW: usize = 1 << 24;

/// How long a block waits for more numbers once it has one, so that a slow stream is examined as it arrives.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(100);

/// The bytes cannot be read.
const UNREADABLE: &str = "cannot read the input";

fn empty(item: &str) -> anyhow::Error {
    anyhow!("the input is empty: there is no {item} in it")
}

/// What was read so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// The bytes of the items, including separators.
    pub bytes: u64,
    /// All bits that any number has set.
    pub union: u64,
    /// How exactly fractions are written.
    pub digits: Digits,
}

/// A stream of items, block by block.
pub(crate) trait Reader: Send {
    /// A block of its items.
    type Block: Block;

    /// The next items, at most `most` of them; none at the end.
    fn block(&mut self, most: u64) -> Result<Self::Block>;

    /// What was read so far.
    fn seen(&self) -> Seen;
}

/// A block of items, in the order of the stream.
pub(crate) trait Block: Send + Sync + 'static {
    /// One item.
    type Item: ?Sized;

    /// How many items.
    fn count(&self) -> u64;

    /// Gives each item in turn.
    fn for_each(&self, take: impl FnMut(&Self::Item));

    /// Gives all items to a test.
    fn give(&self, test: &mut dyn Test<Self::Item>);
}

impl<T: Send + Sync + 'static> Block for Vec<T> {
    type Item = T;

    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn for_each(&self, take: impl FnMut(&T)) {
        self.iter().for_each(take);
    }

    fn give(&self, test: &mut dyn Test<T>) {
        test.push_all(self);
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
    fn new(length: usize) -> Self {
        Self { entries: Vec::new(), length: length.max(1) }
    }

    fn push(&mut self, row: impl IntoIterator<Item = u32>) {
        self.entries.extend(row);
    }

    fn entries(&self) -> usize {
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

    fn give(&self, test: &mut dyn Test<[u32]>) {
        self.for_each(|row| test.push(row));
    }
}
