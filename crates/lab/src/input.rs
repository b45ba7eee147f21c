//! Reads items from outside in blocks: words, integers below a bound, permutations.
//!
//! Binary words have 1, 2, 4 or 8 bytes. Text has whole numbers, decimal or `0x` and hexadecimal digits, separated by blanks,
//! commas or line ends; `#` begins a comment that ends with its line. Each permutation has a line of its own. The memory
//! does not grow with the input. Every error says where it is and what to do.

mod binary;
mod block;
mod numbers;
mod permutations;
mod text;

pub(crate) use binary::{Endian, Width};
pub(crate) use block::{Block, Rows};
pub(crate) use numbers::{Encoding, Numbers};
pub(crate) use permutations::Permutations;

use anyhow::{Result, anyhow};

/// Where the bytes come from.
pub(crate) type Bytes = Box<dyn std::io::Read + Send>;

/// The most numbers in a block.
const BLOCK: usize = 1 << 16;

/// How long a block waits for more numbers once it has one, so that a slow stream is examined as it arrives.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(100);

/// The bytes cannot be read.
const UNREADABLE: &str = "cannot read the input";

fn empty(item: &str) -> anyhow::Error {
    anyhow!("the input is empty: there is no {item} in it")
}

/// A number that is too large.
fn out_of_range(place: &str, found: &str, largest: u64) -> anyhow::Error {
    anyhow!("{place}: {found} is out of range, 0 to {largest} belong here; check --kind, --bits or --below")
}

/// A stream of items, block by block.
pub(crate) trait Reader: Send {
    /// A block of its items.
    type Block: Block;

    /// The next items, at most `most` of them; none at the end.
    fn block(&mut self, most: u64) -> Result<Self::Block>;

    /// The bytes of the items so far, including separators.
    fn bytes(&self) -> u64;
}
