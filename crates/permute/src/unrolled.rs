//! Permutations of two, three and four numbers as closed expressions.
//!
//! These functions need no memory but the draws themselves. The document's `random_directions` leaves out the last draw, which
//! has one outcome, and takes the last number from the sum of all. These do the same: they take one draw fewer than
//! [`Listless`](crate::listless::Listless), and give the same permutation for the same draws.
//!
//! ```
//! use roguelab_generators::draw::Tape;
//! use roguelab_permute::unrolled::four;
//!
//! assert_eq!(four(&mut Tape::new(&[3, 1, 0])), [3, 1, 2, 0]);
//! ```

use core::num::NonZeroU32;

use generators::draw::Draw;

const TWO: NonZeroU32 = NonZeroU32::new(2).unwrap();
const THREE: NonZeroU32 = NonZeroU32::new(3).unwrap();
const FOUR: NonZeroU32 = NonZeroU32::new(4).unwrap();

/// `sum % n` for a sum below `2 * n`.
#[inline]
const fn wrap(sum: u32, n: u32) -> u32 {
    if sum < n { sum } else { sum - n }
}

/// The permutation of `0..4` from three draws: the document's `d1` to `d4`.
#[inline]
pub(crate) const fn four_of(r1: u32, r2: u32, r3: u32) -> [u32; 4] {
    let d1 = r1;
    let d2 = wrap(r1 + r2 + 1, 4);
    let d3 = wrap(r1 + wrap(r2 + r3 + 1, 3) + 1, 4);
    let d4 = (1 + 2 + 3) - (d1 + d2 + d3);
    [d1, d2, d3, d4]
}

/// A random permutation of `0..2`, by one draw.
#[inline]
pub fn two<D: Draw>(dice: &mut D) -> [u32; 2] {
    let d1 = dice.draw(TWO);
    [d1, 1 - d1]
}

/// A random permutation of `0..3`, by two draws.
#[inline]
pub fn three<D: Draw>(dice: &mut D) -> [u32; 3] {
    let d1 = dice.draw(THREE);
    let d2 = wrap(d1 + dice.draw(TWO) + 1, 3);
    [d1, d2, (1 + 2) - (d1 + d2)]
}

/// A random permutation of `0..4`, by three draws.
#[inline]
pub fn four<D: Draw>(dice: &mut D) -> [u32; 4] {
    let r1 = dice.draw(FOUR);
    let r2 = dice.draw(THREE);
    let r3 = dice.draw(TWO);
    four_of(r1, r2, r3)
}
