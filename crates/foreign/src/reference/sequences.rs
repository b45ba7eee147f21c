//! Permutations without lists, and sequences spread evenly, in C.
//!
//! ```
//! use roguelab_foreign::reference::sequences::{permutation, spread};
//! use roguelab_foreign::reference::{ReferenceDice, DiceRule};
//!
//! let mut dice = ReferenceDice::srandom(42, 54, DiceRule::Modulo);
//! let mut numbers = permutation(10, &mut dice);
//! numbers.sort_unstable();
//! assert!(numbers.into_iter().eq(0..10));
//! assert_eq!(spread(3, 2).unwrap(), [0, 1, 0, 1, 0]);
//! ```

use super::dice::ReferenceDice;
use super::documents as c;
use crate::oracles::OracleError;

/// The longest sequence that [`spread`] makes.
pub const LONGEST_SPREAD: u32 = 10_000_000;

/// A permutation of the numbers below `n`, by draws below `n`, `n - 1`, ..., 1, in time that grows with the square of
/// `n`: document 000, "Randomized Permutations Without Lists".
pub fn permutation(n: u16, dice: &mut ReferenceDice) -> Vec<u32> {
    let mut r = vec![0; n.into()];
    let mut numbers = r.clone();
    // SAFETY: both buffers have n numbers; the C keeps no pointer.
    dice.lend(|dice| unsafe {
        c::permutation(dice, n.into(), r.as_mut_ptr(), numbers.as_mut_ptr());
    });
    numbers
}

/// The four directions in random order, two bits each, the first in the highest bits, by draws below 4, 3 and 2.
pub fn random_directions(dice: &mut ReferenceDice) -> u8 {
    // SAFETY: the C keeps no pointer.
    dice.lend(|dice| unsafe { c::random_directions(dice) })
}

/// `na` times 0 and `nb` times 1, as far apart as they can be: document 004, "Even Separation Algorithm".
///
/// The C calls itself for half the items, after another call if the kinds must be swapped: at most 50 deep.
///
/// # Errors
/// [`OracleError::Refused`] above [`LONGEST_SPREAD`] items.
pub fn spread(na: u32, nb: u32) -> Result<Vec<u8>, OracleError> {
    let Some(total) = na.checked_add(nb).filter(|&total| total <= LONGEST_SPREAD) else {
        let most = format!(
            "{na} and {nb} items are more than {LONGEST_SPREAD}, the most that the reference spreads"
        );
        return Err(OracleError::Refused(most));
    };
    let total = total as usize;
    let mut sequence = vec![0; 2 * total + c::SPREAD_MORE];
    // SAFETY: the C makes at most (n + 1) / 2 groups of n items, groups of those in the same way, and so on, one list after the
    // other, until a list needs no groups: at most 2 n numbers and one for each halving, of which there are below 64.
    unsafe { c::spread(0, 1, na, nb, sequence.as_mut_ptr()) };
    Ok(sequence[..total].iter().map(|&item| item as u8).collect())
}
