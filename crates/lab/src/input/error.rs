//! What can be wrong with input.

use std::fmt;
use std::io;

/// Where in the input: lines, columns and words are counted from 1, columns in bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Place {
    /// In text.
    Text {
        /// The line.
        line: u64,
        /// The column.
        column: u64,
    },
    /// In binary words.
    Word {
        /// Which word.
        word: u64,
        /// The bytes before it.
        offset: u64,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Word { word, offset } => write!(f, "word {word}, at byte {offset}"),
        }
    }
}

/// Why a list is no permutation: the first few of each kind of flaw.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Flaws {
    /// Entries that belong to no permutation of this length.
    pub strange: Vec<u32>,
    /// Entries that are there more than once.
    pub doubled: Vec<u32>,
    /// Entries that are not there.
    pub missing: Vec<u32>,
}

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (&self.strange, "is out of range", "are out of range"),
            (&self.doubled, "is double", "are double"),
            (&self.missing, "is missing", "are missing"),
        ];
        let mut parted = "";
        for (entries, one, many) in kinds.iter().filter(|kind| !kind.0.is_empty()) {
            let listed: Vec<_> = entries.iter().map(ToString::to_string).collect();
            write!(f, "{parted}{} {}", listed.join(", "), if entries.len() == 1 { one } else { many })?;
            parted = "; ";
        }
        Ok(())
    }
}

/// Input that cannot be examined.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// The bytes cannot be read.
    #[error("cannot read the input")]
    Read(#[from] io::Error),
    /// There is no item.
    #[error("the input is empty: there is no {item} in it")]
    Empty {
        /// What was looked for.
        item: &'static str,
    },
    /// The last bytes make no word.
    #[error(
        "the stream is cut: {left} bytes are left over after {words} words of {size} bytes; send whole words, or name \
         another --kind, or leave the rest out with --limit {words}"
    )]
    Cut {
        /// How many bytes are left over.
        left: usize,
        /// The bytes of a word.
        size: usize,
        /// The whole words before.
        words: u64,
    },
    /// A number that is too large.
    #[error("{place}: {found} is out of range, 0 to {largest} belong here; check --kind, --bits or --below")]
    OutOfRange {
        /// Where it is.
        place: Place,
        /// What is there.
        found: String,
        /// The largest number that is allowed.
        largest: u64,
    },
    /// Text that is no number.
    #[error(
        "{place}: `{found}` is no number; whole numbers belong here, decimal or 0x and hexadecimal digits, and # before \
         a comment; if the input is no text, name its --kind"
    )]
    NotANumber {
        /// Where it is.
        place: Place,
        /// What is there, cut if it is long.
        found: String,
    },
    /// A list that is no permutation.
    #[error("line {line} is not a permutation of {first} to {last}: {flaws}{}", remedy(*guessed, *first))]
    NotAPermutation {
        /// The line.
        line: u64,
        /// The smallest entry.
        first: u32,
        /// The largest entry.
        last: u32,
        /// Whether the smallest entry was told by the first line.
        guessed: bool,
        /// What is wrong.
        flaws: Flaws,
    },
    /// A list that is longer or shorter than the first.
    #[error("line {line} has {length} numbers, line {first_line} has {first_length}: all must be of one length")]
    DifferentLength {
        /// The line.
        line: u64,
        /// Its length.
        length: usize,
        /// The line of the first list.
        first_line: u64,
        /// The length of the first list.
        first_length: usize,
    },
    /// A list that is too long to be held.
    #[error("line {line} has more than {most} numbers, the most of a permutation here; a permutation has its own line")]
    TooLong {
        /// The line.
        line: u64,
        /// The limit.
        most: usize,
    },
}

fn remedy(guessed: bool, first: u32) -> String {
    if !guessed {
        return String::new();
    }
    let why = if first == 0 { "it has a 0" } else { "it has no 0" };
    format!(" (the first line counts from {first}, as {why}: if that is not so, give --base {})", 1 - first.min(1))
}
