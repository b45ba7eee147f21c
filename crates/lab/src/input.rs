//! Items that were made elsewhere, read in blocks: words, integers below a bound, permutations.
//!
//! Binary words are of 1, 2, 4 or 8 bytes. Text holds whole numbers, decimal or `0x` and hexadecimal digits, with blanks,
//! commas or line ends between them; `#` begins a comment that ends with its line. A permutation stands on a line of its
//! own. The memory does not grow with the input. Every error says where it is and what would help.
//!
//! ```
//! use lab::input::{Encoding, Endian, Numbers, Reader, Width};
//!
//! let bytes: &[u8] = &[1, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f];
//! let encoding = Encoding::Binary { width: Width::Four, endian: Endian::Little };
//! let mut words = Numbers::<u64>::new(Box::new(bytes), encoding, u64::from(u32::MAX >> 1));
//! assert_eq!(words.block(100)?, [1, 0x7fff_ffff]);
//! assert!(words.block(100)?.is_empty(), "the end");
//! # Ok::<(), lab::input::InputError>(())
//! ```

mod binary;
mod block;
mod error;
mod numbers;
mod permutations;
mod text;

pub use binary::{Endian, Width};
pub use block::{Block, Rows};
pub use error::{Flaws, InputError, Place};
pub use numbers::{Encoding, Number, Numbers};
pub use permutations::Permutations;

/// Where the bytes come from.
pub type Bytes = Box<dyn std::io::Read + Send>;

/// The most numbers of a block.
const BLOCK: usize = 1 << 16;

/// How long a block waits for more numbers once it has one: a slow stream is examined as it comes.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(100);

/// A stream of items, block by block.
pub trait Reader: Send {
    /// What a block is made of.
    type Block: Block;

    /// The next items, at most `most` of them; none at the end.
    ///
    /// # Errors
    /// [`InputError`], also when the input ends before its first item. After an error nothing is promised.
    fn block(&mut self, most: u64) -> Result<Self::Block, InputError>;

    /// The bytes of the items so far, and of what stood between them.
    fn bytes(&self) -> u64;
}
