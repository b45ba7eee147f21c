//! Words, or integers below a bound.

use std::marker::PhantomData;

use super::binary::Binary;
use super::error::{Problem, ReadError};
use super::text::{Scanner, Token};
use super::{BLOCK, Digits, Domain, Endian, Input, InputSummary, Reader, Width};

/// How numbers are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Encoding {
    /// As binary words.
    Binary {
        /// The bytes of a word.
        width: Width,
        /// The order of the bytes.
        endian: Endian,
    },
    /// As text.
    Text,
}

/// A stream of numbers from 0 to a largest one.
pub struct NumberReader<T> {
    encoded: Encoded,
    seen: bool,
    /// All bits that are set in any of the numbers of a text.
    union: u64,
    item: PhantomData<T>,
}

enum Encoded {
    Binary(Binary),
    Text(Scanner),
}

/// A type in which numbers are stored.
pub trait StoredNumber: Copy + Into<u64> + TryFrom<u64> + Send + Sync + 'static {
    /// These words as numbers of the type, which all fit.
    fn all(words: Vec<u64>) -> Vec<Self>;
}

impl StoredNumber for u64 {
    fn all(words: Vec<u64>) -> Vec<Self> {
        words
    }
}

impl StoredNumber for u32 {
    fn all(words: Vec<u64>) -> Vec<Self> {
        words.into_iter().map(|word| word as Self).collect()
    }
}

impl<T> NumberReader<T> {
    /// A reader of numbers in a domain, all of which fit the type `T`.
    pub fn new(input: Input, encoding: Encoding, domain: Domain) -> Self {
        let encoded = match encoding {
            Encoding::Binary { width, endian } => {
                Encoded::Binary(Binary::new(input, width, endian, domain))
            }
            Encoding::Text => Encoded::Text(Scanner::new(input, domain)),
        };
        Self {
            encoded,
            seen: false,
            union: 0,
            item: PhantomData,
        }
    }
}

impl<T: StoredNumber> Reader for NumberReader<T> {
    type Block = Vec<T>;

    fn next_block(&mut self, most: u64) -> Result<Vec<T>, ReadError> {
        let text = match &mut self.encoded {
            Encoded::Binary(binary) => {
                return Ok(T::all(binary.next_block(most)?));
            }
            Encoded::Text(text) => text,
        };
        let most = BLOCK.min(usize::try_from(most).unwrap_or(BLOCK));
        let (mut block, patience) = (Vec::with_capacity(most), text.patience());
        while block.len() < most {
            if !block.is_empty() && text.is_drained() && patience.is_over() {
                break;
            }
            match text.next()? {
                Token::Number(number) => {
                    self.union |= number;
                    block.extend(T::try_from(number));
                }
                Token::Line => {}
                Token::End => break,
            }
        }
        self.seen |= !block.is_empty();
        if self.seen || most == 0 {
            Ok(block)
        } else {
            Err(Problem::Empty("number").into())
        }
    }

    fn summary(&self) -> InputSummary {
        match &self.encoded {
            Encoded::Binary(binary) => InputSummary {
                bytes: binary.bytes(),
                union: binary.union(),
                digits: Digits::default(),
            },
            Encoded::Text(text) => InputSummary {
                bytes: text.bytes(),
                union: self.union,
                digits: text.digits(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;
    use std::io::{self, Read};
    use std::time::Duration;

    use super::*;

    fn binary(width: Width, endian: Endian) -> Encoding {
        Encoding::Binary { width, endian }
    }

    fn all<T: StoredNumber>(mut numbers: NumberReader<T>) -> Result<Vec<T>, ReadError> {
        let mut all = Vec::new();
        loop {
            match numbers.next_block(u64::MAX)? {
                block if block.is_empty() => return Ok(all),
                block => all.extend(block),
            }
        }
    }

    #[test]
    fn words_are_read_in_their_width_and_order() {
        use Endian::{Big, Little};
        let bytes: &[u8] = &[1, 2, 3, 4, 5, 6, 7, 8];
        let read = |width, endian| {
            all(NumberReader::<u64>::new(
                Input::of_bytes(bytes.to_vec()),
                binary(width, endian),
                Domain::up_to(u64::MAX),
            ))
            .unwrap()
        };
        assert_eq!(read(Width::One, Little), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(read(Width::Two, Little), [0x0201, 0x0403, 0x0605, 0x0807]);
        assert_eq!(read(Width::Two, Big), [0x0102, 0x0304, 0x0506, 0x0708]);
        assert_eq!(read(Width::Four, Little), [0x0403_0201, 0x0807_0605]);
        assert_eq!(read(Width::Four, Big), [0x0102_0304, 0x0506_0708]);
        assert_eq!(read(Width::Eight, Little), [0x0807_0605_0403_0201]);
        assert_eq!(read(Width::Eight, Big), [0x0102_0304_0506_0708]);
    }

    #[test]
    fn many_blocks_are_one_stream_and_a_limit_is_kept() {
        let bytes: Vec<u8> = (0..3 * BLOCK as u32 + 17)
            .flat_map(u32::to_le_bytes)
            .collect();
        let encoding = binary(Width::Four, Endian::Little);
        let reader = |bytes: &[u8]| {
            NumberReader::<u64>::new(
                Input::of_bytes(bytes.to_vec()),
                encoding,
                Domain::up_to(u64::MAX),
            )
        };
        assert!(
            all(reader(&bytes))
                .unwrap()
                .into_iter()
                .eq(0..3 * BLOCK as u64 + 17)
        );
        let mut limited = reader(&bytes);
        assert_eq!(limited.next_block(5).unwrap(), [0, 1, 2, 3, 4]);
        assert_eq!(
            (limited.summary().bytes, limited.next_block(2).unwrap()),
            (20, vec![5, 6])
        );
    }

    #[test]
    fn text_counts_the_bytes_of_what_was_given_only() {
        let mut numbers = NumberReader::<u32>::new(
            Input::of_bytes(b"10 20\n30 40\n".to_vec()),
            Encoding::Text,
            Domain::up_to(99),
        );
        assert_eq!(
            (numbers.next_block(3).unwrap(), numbers.summary().bytes),
            (vec![10, 20, 30], 8)
        );
    }

    #[test]
    fn a_broken_reader_is_an_error_of_reading() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let numbers = NumberReader::<u64>::new(
            Input::new(Broken, || Duration::ZERO),
            binary(Width::One, Endian::Little),
            Domain::up_to(u64::MAX),
        );
        let error = all(numbers).unwrap_err();
        assert_eq!(error.to_string(), "cannot read the input");
        assert_eq!(error.source().unwrap().to_string(), "gone");
    }
}
