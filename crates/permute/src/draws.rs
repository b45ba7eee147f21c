//! From the draws to the permutation and back.
//!
//! A permutation of `0..n` is drawn by `n` draws, the first below `n`, the last below one. Both functions take an
//! array, a `Vec` or a `&mut` slice of `u32`, work in place and give it back, in O(n^2) time.
//!
//! ```
//! use roguelab_permute::draws::{draws_of, permutation_of};
//!
//! // The document's example: 3 first, and then seven places on from the one after it.
//! assert_eq!(permutation_of([3, 7, 0, 0, 0, 0, 0, 0, 0, 0])?[..2], [3, 1]);
//! assert_eq!(draws_of([1, 2, 0, 3])?, [1, 0, 1, 0]);
//! # Ok::<(), roguelab_permute::Error>(())
//! ```

use crate::Error;

/// One level of the document's formula, `(number + previous + 1) % (limit + 1)`: the `number`-th of the `limit` places
/// that are left in a circle of `limit + 1`, counted from the one after `previous`. As `number < limit` and
/// `previous <= limit`, one subtraction does for `%`, and nothing exceeds `limit`.
#[inline]
const fn past(number: u32, previous: u32, limit: u32) -> u32 {
    let room = limit - previous;
    if number < room {
        number + previous + 1
    } else {
        number - room
    }
}

/// The inverse of [`past`]; `None` if `number` is `previous`.
#[inline]
const fn not_past(number: u32, previous: u32, limit: u32) -> Option<u32> {
    if number > previous {
        Some(number - previous - 1)
    } else if number < previous {
        Some(number + (limit - previous))
    } else {
        None
    }
}

/// The number that `draw` below `bound` gives after the `earlier` draws.
#[inline]
pub(crate) fn number_of(
    earlier: impl DoubleEndedIterator<Item = u32>,
    draw: u32,
    bound: u32,
) -> u32 {
    earlier
        .rev()
        .zip(bound..)
        .fold(draw, |number, (previous, limit)| {
            past(number, previous, limit)
        })
}

/// The draw that gives `number`, the next of a permutation of `0..n` after the `earlier` draws.
fn draw_of(earlier: &[u32], number: u32, n: u32) -> Option<u32> {
    let inside = (number < n).then_some(number)?;
    earlier
        .iter()
        .zip((0..n).rev())
        .try_fold(inside, |number, (&previous, limit)| {
            not_past(number, previous, limit)
        })
}

/// Turns the first draws of a permutation of `0..n` into its first numbers, from the last to the first, because each number
/// needs all draws before it.
fn draws_into_numbers(draws: &mut [u32], n: u32) {
    let mut rest = draws;
    while let Some((last, earlier)) = rest.split_last_mut() {
        *last = number_of(earlier.iter().copied(), *last, n - earlier.len() as u32);
        rest = earlier;
    }
}

fn length(list: &[u32]) -> Result<u32, Error> {
    u32::try_from(list.len()).map_err(|_| Error::TooLong(list.len(), u32::MAX))
}

/// The permutation that these draws give.
///
/// # Errors
/// [`Error::DrawTooLarge`] if a draw is not below its bound, [`Error::TooLong`] for more than `u32::MAX` draws. A list
/// behind a reference is then unchanged.
pub fn permutation_of<A: AsMut<[u32]>>(mut draws: A) -> Result<A, Error> {
    let list = draws.as_mut();
    let n = length(list)?;
    for (at, (&draw, bound)) in list.iter().zip((1..=n).rev()).enumerate() {
        if draw >= bound {
            return Err(Error::DrawTooLarge(at, draw, bound));
        }
    }
    draws_into_numbers(list, n);
    Ok(draws)
}

/// The draws that give this permutation.
///
/// # Errors
/// [`Error::NotAPermutation`] if a number is not below the length or comes twice, [`Error::TooLong`] for more than
/// `u32::MAX` numbers. A list behind a reference is then unchanged.
pub fn draws_of<A: AsMut<[u32]>>(mut permutation: A) -> Result<A, Error> {
    let list = permutation.as_mut();
    let n = length(list)?;
    for at in 0..list.len() {
        let number = list[at];
        let Some(draw) = draw_of(&list[..at], number, n) else {
            draws_into_numbers(&mut list[..at], n);
            return Err(Error::NotAPermutation { at, number });
        };
        list[at] = draw;
    }
    Ok(permutation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_level_is_the_document_s_remainder() {
        for limit in 1..40 {
            for previous in 0..=limit {
                for number in 0..limit {
                    let printed = (number + previous + 1) % (limit + 1);
                    assert_eq!(past(number, previous, limit), printed);
                    assert_eq!(not_past(printed, previous, limit), Some(number));
                }
                assert_eq!(not_past(previous, previous, limit), None);
            }
        }
    }

    #[test]
    fn one_level_does_not_overflow() {
        let limit = u32::MAX;
        assert_eq!(past(limit - 1, limit, limit), limit - 1);
        assert_eq!(past(limit - 1, 0, limit), limit);
        assert_eq!(not_past(limit - 1, limit, limit), Some(limit - 1));
    }

    #[test]
    fn a_number_that_comes_twice_is_named_and_the_list_left_alone() {
        let mut list = [3, 0, 2, 0, 1];
        assert_eq!(
            draws_of(&mut list[..]),
            Err(Error::NotAPermutation { at: 3, number: 0 })
        );
        assert_eq!(list, [3, 0, 2, 0, 1]);
        let too_large = Error::NotAPermutation { at: 1, number: 2 };
        assert_eq!(
            draws_of([0, 2]),
            Err(too_large),
            "a number equal to the length"
        );
    }

    #[test]
    fn a_draw_out_of_range_is_named_and_the_list_left_alone() {
        let mut list = [3, 2, 2, 0];
        let error = Error::DrawTooLarge(2, 2, 2);
        assert_eq!(permutation_of(&mut list[..]), Err(error));
        assert_eq!(list, [3, 2, 2, 0]);
    }
}
