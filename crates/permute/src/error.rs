use thiserror::Error;

/// Why an input has no result.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The storage has too few places: the second number, for as many draws as the first.
    #[error("{0} draws do not fit into storage for {1}")]
    StorageTooShort(u32, usize),
    /// A number is not below the length, or came before.
    #[error(
        "not a permutation: {number} at place {at} is not below the length, or has come before"
    )]
    NotAPermutation {
        /// The place of the first such number, from 0.
        at: usize,
        /// The number.
        number: u32,
    },
    /// A draw is not below its bound: which draw, from 0, its value, and the bound.
    #[error("draw {0} is {1}, and must be below {2}")]
    DrawTooLarge(usize, u32, u32),
    /// The rank, counted from 0, is not below the number of permutations of that length.
    #[error("rank {0} is not below the number of permutations of {1}")]
    RankTooLarge(u128, usize),
    /// A list of this length is longer than the greatest length there is.
    #[error("a list of {0} is longer than {1}")]
    TooLong(usize, u32),
}
