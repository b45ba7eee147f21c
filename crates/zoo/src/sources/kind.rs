//! The kinds of items of a stream.

use std::fmt;

/// The kind of an item. All items are stored as `u32`s: a permutation as several, any other item as one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ItemKind {
    /// Words of a generator.
    Words {
        /// How many low bits are random, 1 to 32. The bits above are zero.
        bits: u32,
    },
    /// Numbers from zero up to, but not including, a bound.
    Values {
        /// The bound.
        below: u32,
    },
    /// Permutations of `0..n`.
    Permutations {
        /// The length of a permutation.
        n: u32,
    },
    /// The numbers of outcomes in a list, such as all mazes of one size.
    Classes {
        /// The number of classes.
        cells: u32,
    },
}

impl ItemKind {
    /// The number of `u32`s in an item.
    pub const fn width(self) -> usize {
        match self {
            Self::Permutations { n } if n > 0 => n as usize,
            _ => 1,
        }
    }

    /// Whether this is an item of the kind.
    pub fn holds(self, item: &[u32]) -> bool {
        match (self, item) {
            (Self::Words { bits }, &[word]) => word.checked_shr(bits).unwrap_or(0) == 0,
            (Self::Values { below: cells } | Self::Classes { cells }, &[value]) => value < cells,
            (Self::Permutations { n }, item) => {
                let mut sorted = item.to_vec();
                sorted.sort_unstable();
                sorted.into_iter().eq(0..n)
            }
            _ => false,
        }
    }
}

impl fmt::Display for ItemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words { bits } => write!(f, "{bits}-bit words"),
            Self::Values { below } => write!(f, "values below {below}"),
            Self::Permutations { n } => write!(f, "permutations of {n}"),
            Self::Classes { cells } => write!(f, "{cells} classes"),
        }
    }
}
