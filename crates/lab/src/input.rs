//! Reads items from outside in blocks: words, integers below a bound, permutations.
//!
//! Binary words have 1, 2, 4 or 8 bytes. Text has whole numbers, decimal or `0x` and hexadecimal digits, separated by blanks,
//! commas or line ends; `#` begins a comment that ends with its line. Each permutation has a line of its own. The memory
//! does not grow with the input. Every error says where it is and what to do.
//!
//! ```
//! use lab::input::{Encoding, Endian, Numbers, Reader, Width};
//!
//! let bytes: &[u8] = &[1, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f];
//! let encoding = Encoding::Binary { width: Width::Four, endian: Endian::Little };
//! let mut words = Numbers::<u64>::new(Box::new(bytes), encoding, u64::from(u32::MAX >> 1));
//! assert_eq!(words.block(100)?, [1, 0x7fff_ffff]);
//! assert!(words.block(100)?.is_empty(), "the end");
//! # Ok::<(), anyhow::Error>(())
//! ```

mod binary;
mod block;
mod numbers;
mod permutations;
mod text;

pub use binary::{Endian, Width};
pub use block::{Block, Rows};
pub use numbers::{Encoding, Numbers};
pub use permutations::Permutations;

use anyhow::{Result, anyhow};

/// Where the bytes come from.
pub type Bytes = Box<dyn std::io::Read + Send>;

/// The most numbers in a block.
const BLOCK: usize = 1 << 16;

/// How long a block waits for more numbers once it has one, so that a slow stream is examined as it arrives.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(100);

/// The bytes cannot be read.
const UNREADABLE: &str = "cannot read the input";

/// An empty input.
fn empty(item: &str) -> anyhow::Error {
    anyhow!("the input is empty: there is no {item} in it")
}

/// A number that is too large.
fn out_of_range(place: &str, found: &str, largest: u64) -> anyhow::Error {
    anyhow!("{place}: {found} is out of range, 0 to {largest} belong here; check --kind, --bits or --below")
}

/// A stream of items, block by block.
pub trait Reader: Send {
    /// A block of its items.
    type Block: Block;

    /// The next items, at most `most` of them; none at the end.
    ///
    /// # Errors
    /// If the input cannot be read, or ends before its first item. After an error nothing is promised.
    fn block(&mut self, most: u64) -> Result<Self::Block>;

    /// The bytes of the items so far, including separators.
    fn bytes(&self) -> u64;
}
