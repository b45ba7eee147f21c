//! The kinds of items of a stream.

use std::fmt;

/// The kind of an item. All items are stored as `u32`s: a permutation as several, any other item as one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
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

impl Kind {
    /// The number of `u32`s in an item.
    pub const fn width(self) -> usize {
        match self {
            Self::Permutations { n } if n > 0 => n as usize,
            _ => 1,
        }
    }

    /// Whether this is an item of the kind.
    pub fn holds(self, item: &[u32]) -> bool {
        let single = |fits: &dyn Fn(u32) -> bool| matches!(item, &[value] if fits(value));
        match self {
            Self::Words { bits } => single(&|word| word.checked_shr(bits).unwrap_or(0) == 0),
            Self::Values { below } => single(&|value| value < below),
            Self::Classes { cells } => single(&|class| class < cells),
            Self::Permutations { n } => {
                let mut sorted = item.to_vec();
                sorted.sort_unstable();
                sorted.into_iter().eq(0..n)
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words { bits } => write!(f, "{bits}-bit words"),
            Self::Values { below } => write!(f, "values below {below}"),
            Self::Permutations { n } => write!(f, "permutations of {n}"),
            Self::Classes { cells } => write!(f, "{cells} classes"),
        }
    }
}
