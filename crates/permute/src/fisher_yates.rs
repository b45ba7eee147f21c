//! The shuffle of a list by Fisher and Yates, in Durstenfeld's form.
//!
//! Source: R. Durstenfeld, *Algorithm 235: Random Permutation*, Communications of the ACM 7 (1964).
//!
//! ```
//! use roguelab_generators::draw::Tape;
//! use roguelab_permute::fisher_yates::fisher_yates;
//!
//! let mut letters = ['a', 'b', 'c', 'd'];
//! fisher_yates(&mut letters, &mut Tape::new(&[0, 2, 0]))?;
//! assert_eq!(letters, ['b', 'd', 'c', 'a']);
//! # Ok::<(), roguelab_permute::Error>(())
//! ```

use core::num::NonZeroU32;

use generators::draw::Draw;

use crate::Error;

/// Shuffles `items` in O(n): from the last place down to the second, swaps the item there with the item at a drawn place up to
/// it. The draws are below n, n - 1, ..., 2; there are none for fewer than two items.
///
/// # Errors
/// [`Error::TooLong`] for more than `u32::MAX` items, before any draw.
pub fn fisher_yates<T, D: Draw>(items: &mut [T], dice: &mut D) -> Result<(), Error> {
    let n = u32::try_from(items.len()).map_err(|_| Error::TooLong(items.len(), u32::MAX))?;
    for bound in (2..=n).rev().filter_map(NonZeroU32::new) {
        items.swap(bound.get() as usize - 1, dice.draw(bound) as usize);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use generators::draw::{Recorder, Tape};

    use super::*;

    #[test]
    fn the_bounds_go_from_n_down_to_two() {
        let mut bounds = [0; 3];
        let mut at = 0;
        let mut dice = Recorder::new(Tape::new(&[3, 2, 1]), |bound: NonZeroU32, _| {
            bounds[at] = bound.get();
            at += 1;
        });
        let mut items = [0, 1, 2, 3];
        fisher_yates(&mut items, &mut dice).unwrap();
        assert_eq!(items, [0, 1, 2, 3], "each item was swapped with itself");
        assert_eq!(bounds, [4, 3, 2]);
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_list_too_long_to_draw_from_is_refused() {
        let error = fisher_yates(&mut [(); 1 << 32], &mut Tape::new(&[])).unwrap_err();
        assert_eq!(error, Error::TooLong(1 << 32, u32::MAX));
    }
}
