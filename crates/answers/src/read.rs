//! Reads items from outside in blocks: words, integers below a bound, or permutations.
//!
//! Binary words have 1, 2, 4 or 8 bytes, and are integers or fractions. Text has integers in decimal or hexadecimal after `0x`,
//! fractions from 0 up to 1, or names, separated by blanks, commas, brackets or line ends; numbers may also be separated by
//! semicolons, bars, braces and quotation marks. A `#` begins a comment that lasts to the end of the line. Each permutation has
//! its own line. The memory used does not grow with the input. Every error says where it is and what to do.

mod binary;
mod domain;
mod error;
mod kind;
mod law;
mod numbers;
mod permutations;
pub mod sample;
mod tables;
mod text;
mod width;
mod written;

pub use domain::{Domain, Names};
pub use error::{Hint, Problem, ReadError};
pub use kind::ItemKind;
pub use law::{Distribution, moments};
pub use numbers::{Encoding, NumberReader};
pub use permutations::PermutationReader;
pub use tables::{names, weights};
pub use text::PlacedText;
pub use width::{Endian, Width};
pub use written::{Digits, parse_signed, parse_whole};

use std::io;
use std::time::Duration;

use gof::Test;

/// A stream of bytes, and a clock that says when to wait no longer for more of them.
pub struct Input {
    bytes: Box<dyn io::Read + Send>,
    /// The time since some moment.
    clock: fn() -> Duration,
}

impl Input {
    /// Bytes that may come slowly, and the time since some moment.
    pub fn new(bytes: impl io::Read + Send + 'static, clock: fn() -> Duration) -> Self {
        let bytes = Box::new(bytes);
        Self { bytes, clock }
    }

    /// Bytes that are all there.
    pub fn of_bytes(bytes: Vec<u8>) -> Self {
        Self::new(io::Cursor::new(bytes), || Duration::ZERO)
    }

    /// The end of the time that a block waits for more numbers.
    fn patience(&self) -> Patience {
        let clock = self.clock;
        let end = clock() + PATIENCE;
        Patience { clock, end }
    }
}

impl io::Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer)
    }
}

/// The end of a time.
struct Patience {
    clock: fn() -> Duration,
    end: Duration,
}

impl Patience {
    fn is_over(&self) -> bool {
        (self.clock)() >= self.end
    }
}

const BLOCK: usize = 1 << 16;

/// The most entries in a line that is held in memory.
const LONGEST_ROW: usize = 1 << 24;

/// How long a block that is not empty waits for more numbers, so that a slow stream is examined as it arrives.
const PATIENCE: Duration = Duration::from_millis(100);

/// A summary of what was read so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputSummary {
    /// The number of bytes that the items take, including separators.
    pub bytes: u64,
    /// All bits that are set in any number.
    pub union: u64,
    /// How exactly fractions are written.
    pub digits: Digits,
}

impl InputSummary {
    /// A summary of both parts of an input.
    #[must_use]
    pub fn plus(self, later: Self) -> Self {
        Self {
            bytes: self.bytes + later.bytes,
            union: self.union | later.union,
            digits: self.digits.max(later.digits),
        }
    }
}

/// A stream of items, block by block.
pub trait Reader: Send {
    /// A block of items.
    type Block: Block;

    /// The next items, at most `most` of them; an empty block at the end.
    fn next_block(&mut self, most: u64) -> Result<Self::Block, ReadError>;

    /// A summary of what was read so far.
    fn summary(&self) -> InputSummary;
}

/// A block of items, in the order of the stream.
pub trait Block: Send + Sync + 'static {
    /// One item.
    type Item: ?Sized;

    /// The number of items.
    fn count(&self) -> u64;

    /// Passes each item to `take`, in order.
    fn for_each(&self, take: impl FnMut(&Self::Item));

    /// Gives all items to a test.
    fn give_to(&self, test: &mut dyn Test<Self::Item>);

    /// A digest of the items after those that have the digest `before`, to tell one input from another.
    fn digest(&self, before: u64) -> u64;
}

/// The digest of a number after those before: an odd multiple keeps all bits, and the turned word brings the top ones down.
fn digest_number(before: u64, number: u64) -> u64 {
    (before ^ number)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
}

impl<T: Copy + Into<u64> + Send + Sync + 'static> Block for Vec<T> {
    type Item = T;

    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn for_each(&self, take: impl FnMut(&T)) {
        self.iter().for_each(take);
    }

    fn give_to(&self, test: &mut dyn Test<T>) {
        test.push_all(self);
    }

    fn digest(&self, before: u64) -> u64 {
        self.iter()
            .fold(before, |digest, item| digest_number(digest, (*item).into()))
    }
}

/// Lists of one length, stored one after another.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rows {
    entries: Vec<u32>,
    length: usize,
}

impl Rows {
    /// A block without rows; their length is taken to be at least 1.
    fn new(length: usize) -> Self {
        Self {
            entries: Vec::new(),
            length: length.max(1),
        }
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

    fn give_to(&self, test: &mut dyn Test<[u32]>) {
        self.for_each(|row| test.push(row));
    }

    fn digest(&self, before: u64) -> u64 {
        self.entries.iter().fold(before, |digest, entry| {
            digest_number(digest, (*entry).into())
        })
    }
}

/// The texts that may be numbers, at most this many.
pub fn split_texts(bytes: Vec<u8>, most: usize) -> Result<Vec<PlacedText>, ReadError> {
    text::Scanner::new(Input::of_bytes(bytes), Domain::up_to(0)).words(most)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use proptest::prelude::*;

    use super::*;

    /// Gives one byte at a time.
    struct Slow(io::Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = buffer.len().min(1);
            self.0.read(&mut buffer[..most])
        }
    }

    /// Fragments of right and wrong inputs.
    const PIECES: [&[u8]; 26] = [
        b"0",
        b"1",
        b"2",
        b"7",
        b"255",
        b"0x1F",
        b"18446744073709551615",
        b"18446744073709551616",
        b"-1",
        b"0.5",
        b".25",
        b"1e-3",
        b"NaN",
        b"'K H'",
        b"Q",
        b"[",
        b")",
        b"\"",
        b"#",
        b" ",
        b" ",
        b", ",
        b"\n",
        b"\n",
        b"\xef\xbb\xbf",
        b"\xff",
    ];

    /// All items, read in blocks of at most this many.
    fn all<R: Reader, T>(
        reader: Result<R, ReadError>,
        most: u64,
        item: impl Fn(&<R::Block as Block>::Item) -> T,
    ) -> Result<Vec<T>, ReadError> {
        let (mut reader, mut items) = (reader?, Vec::new());
        loop {
            let block = reader.next_block(most)?;
            if block.count() == 0 {
                return Ok(items);
            }
            block.for_each(|one| items.push(item(one)));
        }
    }

    /// Checks that a fast reader in one block gives the same as a slow one in blocks of three.
    fn however_cut<R: Reader, T: PartialEq + std::fmt::Debug>(
        bytes: &[u8],
        reader: impl Fn(Input) -> Result<R, ReadError>,
        item: impl Fn(&<R::Block as Block>::Item) -> T,
    ) -> Option<Vec<T>> {
        let input = || io::Cursor::new(bytes.to_vec());
        let fast = all(
            reader(Input::new(input(), || Duration::ZERO)),
            u64::MAX,
            &item,
        )
        .map_err(|error| error.to_string());
        let slow = all(
            reader(Input::new(Slow(input()), || Duration::ZERO)),
            3,
            &item,
        )
        .map_err(|error| error.to_string());
        assert_eq!(fast, slow);
        fast.ok()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn items_are_the_same_however_the_input_is_cut_into_reads(
            pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..24),
            last in 0_u64..300,
            width in prop::sample::select(vec![Width::One, Width::Two, Width::Four, Width::Eight]),
        ) {
            let bytes = pieces.concat();
            let binary = Encoding::Binary { width, endian: Endian::Big };
            for (encoding, domain, largest) in [
                (Encoding::Text, Domain::up_to(last), last),
                (Encoding::Text, Domain::Whole { first: 7, last: 7 + i128::from(last) }, last),
                (Encoding::Text, Domain::Fractions { bits: 53, law: Distribution::Uniform }, u64::MAX >> 11),
                (binary, Domain::up_to(u64::MAX), u64::MAX),
                (binary, Domain::Fractions { bits: 24, law: Distribution::Uniform }, (1 << 24) - 1),
            ] {
                let reader = |input| Ok(NumberReader::<u64>::new(input, encoding, domain.clone()));
                let items = however_cut(&bytes, reader, |&item| item).unwrap_or_default();
                prop_assert!(items.len() <= bytes.len() && items.iter().all(|&item| item <= largest));
            }
            let reader = |input| PermutationReader::new(input, None, None);
            for row in however_cut(&bytes, reader, <[u32]>::to_vec).unwrap_or_default() {
                let mut sorted = row.clone();
                sorted.sort_unstable();
                prop_assert!(sorted.into_iter().eq(0..row.len() as u32), "{row:?}");
            }
        }
    }
}
