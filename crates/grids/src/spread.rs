//! Two kinds of item, spread out among each other as evenly as possible.
//!
//! Source: document 004, *Even Separation Algorithm*. Items of the more frequent kind stand in groups, with single items of
//! the other kind between them; groups differ in size by at most one, and the sizes, read as a sequence of two kinds
//! of item, are spread out in the same way.
//!
//! Faithful to the document: with fewer `a` than `b` the two change roles; equally many alternate and start with `a`; of
//! equally many small and large groups a small one is first. Departs from: no recursion; the numbers of all levels are
//! computed first ([`recursion`]), and the sequence is built from the innermost outwards.
//!
//! [`spread`] is the document's function. [`Spread`] yields the same items without building any list, [`is_spread`]
//! judges a sequence by the definition alone, and [`largest_deviation`] by its distance from a constant rate.
//!
//! ```
//! use roguelab_grids::spread::{is_spread, spread, spread_iter};
//!
//! let sequence = spread('a', 'b', 17, 4)?;
//! assert_eq!(sequence.iter().collect::<String>(), "aaabaaaabaaabaaaabaaa");
//! assert!(is_spread(&sequence));
//! assert!(spread_iter('a', 'b', 17, 4)?.eq(sequence));
//! # Ok::<(), roguelab_grids::spread::SpreadError>(())
//! ```

mod evenness;
mod groups;
mod lazy;

use alloc::vec::Vec;
use core::iter;

use groups::{Groups, total};

pub use evenness::{Fraction, is_spread, largest_deviation};
pub use groups::{MAXIMUM, SpreadError};
pub use lazy::{Spread, reversed_iter, spread_iter};

/// The arguments `(na, nb)` of the document's recursive calls, from the first to the innermost: the numbers of small and
/// of large groups. Calls that only change the roles of `a` and `b` are left out.
///
/// The document says that such a call has at most half of the items of its caller. With `na = nb + 1` it has
/// `nb + 1` of `2*nb + 1`, which is more; but then all groups are single items, there are no large ones, and it is the last
/// call. Everywhere else the claim holds, so the calls nest about `log2` of the items deep at most.
///
/// ```
/// use roguelab_grids::spread::recursion;
///
/// assert!(recursion(17, 4).eq([(3, 2), (3, 0)]));
/// assert!(recursion(8, 7).eq([(8, 0)])); // 8 of 15
/// ```
pub fn recursion(na: u64, nb: u64) -> impl Iterator<Item = (u64, u64)> {
    Groups::levels(na, nb).map(|groups| (groups.small, groups.large))
}

/// Whether the sequence of this many `a` and `b` reads the same from both ends. It does unless its innermost level
/// alternates between two kinds.
pub fn is_palindrome(na: u64, nb: u64) -> bool {
    let (small, large) = recursion(na, nb).last().unwrap_or((na, nb));
    small != large || small == 0
}

/// An empty list with room for `items`.
fn list<T>(items: u64) -> Result<Vec<T>, SpreadError> {
    let mut list = Vec::new();
    let room = usize::try_from(items)
        .ok()
        .and_then(|items| list.try_reserve_exact(items).ok());
    room.map(|()| list).ok_or(SpreadError::NoMemory(items))
}

/// The base cases: alternating items, starting with `a`, or one kind only.
fn without_groups<T: Clone>(a: &T, b: &T, na: u64, nb: u64) -> Result<Vec<T>, SpreadError> {
    let mut sequence = list(na + nb)?;
    for n in 0..na.max(nb) {
        if n < na {
            sequence.push(a.clone());
        }
        if n < nb {
            sequence.push(b.clone());
        }
    }
    Ok(sequence)
}

impl Groups {
    /// The sequence whose groups have these sizes, where `true` is large.
    fn expand<T: Clone>(&self, a: &T, b: &T, sizes: &[bool]) -> Result<Vec<T>, SpreadError> {
        let (grouped, single) = if self.of_b { (b, a) } else { (a, b) };
        let groups = self.small + self.large;
        let mut sequence = list(groups * self.size + self.large + groups - 1)?;
        for (n, &large) in sizes.iter().enumerate() {
            if n > 0 {
                sequence.push(single.clone());
            }
            sequence
                .extend(iter::repeat_n(grouped, self.size as usize + usize::from(large)).cloned());
        }
        Ok(sequence)
    }
}

/// `na` copies of `a` and `nb` copies of `b`, spread out, in time and memory proportional to their number.
///
/// Swapping `na` and `nb` swaps the letters of the sequence, unless they are equal: then nothing changes, and swapping `a` and
/// `b` gives the same sequence read backwards.
///
/// # Errors
/// [`SpreadError::TooMany`] for more items than [`MAXIMUM`], [`SpreadError::NoMemory`] if the list does not fit.
pub fn spread<T: Clone>(a: T, b: T, na: u64, nb: u64) -> Result<Vec<T>, SpreadError> {
    total(na, nb)?;
    let levels: Vec<Groups> = Groups::levels(na, nb).collect();
    let Some((outermost, inner)) = levels.split_first() else {
        return without_groups(&a, &b, na, nb);
    };
    let innermost = levels.last().unwrap_or(outermost);
    let mut sizes = without_groups(&false, &true, innermost.small, innermost.large)?;
    for groups in inner.iter().rev() {
        sizes = groups.expand(&false, &true, &sizes)?;
    }
    outermost.expand(&a, &b, &sizes)
}
