//! The place of a permutation among all permutations of its length, and back.
//!
//! The rank is that of the factorial number system (Lehmer's code): permutations of a length in lexicographic order,
//! counted from 0. It fits 128 bits up to a length of 34.
//!
//! ```
//! use roguelab_permute::rank::{rank, unrank};
//!
//! assert_eq!(rank(&[2, 1, 0])?, 5);
//! assert_eq!(unrank(5, [0; 3])?, [2, 1, 0]);
//! # Ok::<(), roguelab_permute::Error>(())
//! ```

use crate::Error;

/// The greatest length whose permutations can be counted in 128 bits.
pub const MAX_LENGTH: u32 = 34;

/// How many permutations of `length` numbers there are: its factorial. None above [`MAX_LENGTH`].
pub fn permutations(length: usize) -> Option<u128> {
    (1..=length as u128).try_fold(1, u128::checked_mul)
}

const fn too_long(length: usize) -> Error {
    Error::TooLong(length, MAX_LENGTH)
}

/// The rank of a permutation of `0..permutation.len()`.
///
/// # Errors
/// [`Error::NotAPermutation`] if a number is not below the length or comes twice, [`Error::TooLong`] above
/// [`MAX_LENGTH`].
pub fn rank(permutation: &[u32]) -> Result<u128, Error> {
    let length = permutation.len();
    if length > MAX_LENGTH as usize {
        return Err(too_long(length));
    }
    let mut free = (1u64 << length) - 1;
    let mut rank = 0;
    for (at, &number) in permutation.iter().enumerate() {
        if number as usize >= length || free >> number & 1 == 0 {
            return Err(Error::NotAPermutation { at, number });
        }
        let digit = (free & ((1 << number) - 1)).count_ones();
        free &= !(1 << number);
        rank = rank * (length - at) as u128 + u128::from(digit);
    }
    Ok(rank)
}

/// The permutation of that rank, in an array, a `Vec` or a `&mut` slice of as many numbers. Its contents do not matter.
///
/// # Errors
/// [`Error::RankTooLarge`] if the rank is not below the number of permutations of that length, [`Error::TooLong`] above
/// [`MAX_LENGTH`]. A list behind a reference is then unchanged.
pub fn unrank<A: AsMut<[u32]>>(rank: u128, mut permutation: A) -> Result<A, Error> {
    let list = permutation.as_mut();
    let length = list.len();
    if rank >= permutations(length).ok_or(too_long(length))? {
        return Err(Error::RankTooLarge(rank, length));
    }
    let mut rest = rank;
    for at in (0..length).rev() {
        let choices = (length - at) as u128;
        // The digit: how many of the numbers that follow are smaller. With it in front, the digits from it on move up by one.
        let digit = (rest % choices) as u32;
        rest /= choices;
        list[at] = digit;
        for later in &mut list[at + 1..] {
            *later += u32::from(*later >= digit);
        }
    }
    Ok(permutation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_lexicographic_order() {
        let mut before = unrank(0, [0; 6]).unwrap();
        assert_eq!(before, [0, 1, 2, 3, 4, 5]);
        for place in 1..720 {
            let permutation = unrank(place, [0; 6]).unwrap();
            assert!(before < permutation);
            assert_eq!(rank(&permutation), Ok(place));
            before = permutation;
        }
    }

    #[test]
    fn the_last_rank_of_the_greatest_length_is_a_permutation() {
        let last = permutations(34).unwrap() - 1;
        let reversed = core::array::from_fn(|at| 33 - at as u32);
        assert_eq!(unrank(last, [0; 34]), Ok(reversed));
        assert_eq!(rank(&reversed), Ok(last));
    }

    /// 35! is more than 2^128.
    #[test]
    fn thirty_five_numbers_are_too_long() {
        let list: [u32; 35] = core::array::from_fn(|at| at as u32);
        assert_eq!(rank(&list), Err(Error::TooLong(35, 34)));
        assert_eq!(unrank(0, list), Err(Error::TooLong(35, 34)));
        assert_eq!(permutations(35), None);
    }

    #[test]
    fn a_rank_too_large_is_refused_and_the_list_left_alone() {
        let mut list = [7; 3];
        assert_eq!(unrank(6, &mut list), Err(Error::RankTooLarge(6, 3)));
        assert_eq!(list, [7; 3]);
    }

    #[test]
    fn what_is_no_permutation_is_named() {
        assert_eq!(
            rank(&[0, 0]),
            Err(Error::NotAPermutation { at: 1, number: 0 })
        );
        assert_eq!(
            rank(&[0, 2]),
            Err(Error::NotAPermutation { at: 1, number: 2 })
        );
        assert_eq!(
            rank(&[u32::MAX]),
            Err(Error::NotAPermutation {
                at: 0,
                number: u32::MAX
            })
        );
    }
}
