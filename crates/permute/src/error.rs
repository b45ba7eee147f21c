use thiserror::Error;

/// What was asked for does not exist.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The storage has fewer places than there are draws to keep.
    #[error("{needed} draws do not fit into storage for {found}")]
    StorageTooShort {
        /// Draws to keep.
        needed: u32,
        /// Places there are.
        found: usize,
    },
    /// A number is not below the length, or came before.
    #[error("no permutation: {number} at place {at} is not below the length or came before")]
    NotAPermutation {
        /// The place of the first such number, from 0.
        at: usize,
        /// The number.
        number: u32,
    },
    /// A draw is not below its bound.
    #[error("draw {at} is {draw}, and has to be below {bound}")]
    DrawTooLarge {
        /// Which draw, from 0.
        at: usize,
        /// What it gave.
        draw: u32,
        /// What it has to be below.
        bound: u32,
    },
    /// There are not so many permutations of that length.
    #[error("rank {rank} is not below the number of permutations of {length}")]
    RankTooLarge {
        /// The rank, from 0.
        rank: u128,
        /// Numbers in a permutation.
        length: usize,
    },
    /// A list is longer than can be counted.
    #[error("a list of {length} is longer than {most}")]
    TooLong {
        /// Its length.
        length: usize,
        /// The greatest length there is.
        most: u32,
    },
}
