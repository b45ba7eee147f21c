//! The kinds of items of a stream.

use std::fmt;

/// The kind of an item. All items are kept as `u32`s: a permutation as several, anything else as one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Words of a generator.
    Words {
        /// How many of their bits are random, the low ones: 1 to 32. The bits above are zero.
        bits: u32,
    },
    /// Numbers from zero to below a bound.
    Values {
        /// The bound.
        below: u32,
    },
    /// Permutations of `0..n`.
    Permutations {
        /// How many numbers.
        n: u32,
    },
    /// Numbers of a class of outcomes, such as which maze of all.
    Classes {
        /// How many classes.
        cells: u32,
    },
}

impl Kind {
    /// How many `u32`s an item takes.
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
