//! The permutation number by number, keeping only the draws made so far.
//!
//! Each number, the last one too, costs one draw, and time in proportion to the numbers before it.
//!
//! ```
//! use roguelab_generators::draw::Tape;
//! use roguelab_permute::listless::{Listless, ListlessIn};
//!
//! let draws = [3, 1, 0, 0];
//! assert!(Listless::<4, _>::new(Tape::new(&draws)).eq([3, 1, 2, 0]));
//!
//! // Two different numbers below a million: two draws, and storage for two.
//! let mut storage = [0; 2];
//! let draws = [999_999, 999_998];
//! assert!(ListlessIn::first(2, 1_000_000, &mut storage, Tape::new(&draws))?.eq([999_999, 999_998]));
//! # Ok::<(), roguelab_permute::Error>(())
//! ```

use core::iter::FusedIterator;
use core::num::NonZeroU32;

use generators::draw::Draw;

use crate::Error;
use crate::draws::number_of;

/// A random permutation of `0..N`, for `N` up to 255. It keeps one byte a draw.
///
/// ```compile_fail
/// # use roguelab_generators::draw::Tape;
/// roguelab_permute::listless::Listless::<256, _>::new(Tape::new(&[]));
/// ```
#[derive(Clone, Debug)]
pub struct Listless<const N: usize, D> {
    source: D,
    draws: [u8; N],
    made: u8,
}

impl<const N: usize, D: Draw> Listless<N, D> {
    /// The permutation before its first draw. `source` may also be a `&mut` to a source.
    #[inline]
    pub const fn new(source: D) -> Self {
        const {
            assert!(
                N <= u8::MAX as usize,
                "a draw is kept in a byte: up to 255 numbers"
            );
        };
        Self {
            source,
            draws: [0; N],
            made: 0,
        }
    }

    /// The draws made so far.
    #[inline]
    pub fn draws(&self) -> &[u8] {
        &self.draws[..usize::from(self.made)]
    }
}

impl<const N: usize, D: Draw> Iterator for Listless<N, D> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let bound = NonZeroU32::new(self.len() as u32)?;
        let draw = self.source.draw(bound);
        let number = number_of(
            self.draws().iter().map(|&draw| draw.into()),
            draw,
            bound.get(),
        );
        // Below N, so it fits a byte.
        self.draws[usize::from(self.made)] = draw as u8;
        self.made += 1;
        Some(number)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = N - usize::from(self.made);
        (left, Some(left))
    }
}

impl<const N: usize, D: Draw> ExactSizeIterator for Listless<N, D> {}

impl<const N: usize, D: Draw> FusedIterator for Listless<N, D> {}

/// A random permutation of `0..n`, or its beginning, for any `n`. It keeps the draws in storage of the caller.
#[derive(Debug)]
pub struct ListlessIn<'a, D> {
    source: D,
    n: u32,
    draws: &'a mut [u32],
    made: u32,
}

impl<'a, D: Draw> ListlessIn<'a, D> {
    /// The permutation of `0..n`, before its first draw. The contents of `storage` do not matter.
    ///
    /// # Errors
    /// [`Error::StorageTooShort`] if `storage` does not have a place for each of the `n` draws.
    pub fn new(n: u32, storage: &'a mut [u32], source: D) -> Result<Self, Error> {
        Self::first(n, n, storage, source)
    }

    /// The first `count` numbers of a permutation of `0..n`, which are `count` different numbers below `n`; all `n` if `count`
    /// is more.
    ///
    /// # Errors
    /// [`Error::StorageTooShort`] if `storage` does not have a place for each draw.
    pub fn first(count: u32, n: u32, storage: &'a mut [u32], source: D) -> Result<Self, Error> {
        let needed = count.min(n);
        let found = storage.len();
        let too_short = Error::StorageTooShort(needed, found);
        let draws = usize::try_from(needed)
            .ok()
            .and_then(|needed| storage.get_mut(..needed))
            .ok_or(too_short)?;
        Ok(Self {
            source,
            n,
            draws,
            made: 0,
        })
    }

    /// The draws made so far.
    pub fn draws(&self) -> &[u32] {
        &self.draws[..self.made as usize]
    }
}

impl<D: Draw> Iterator for ListlessIn<'_, D> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let (earlier, rest) = self.draws.split_at_mut(self.made as usize);
        let next = rest.first_mut()?;
        let bound = NonZeroU32::new(self.n - self.made)?;
        *next = self.source.draw(bound);
        self.made += 1;
        Some(number_of(earlier.iter().copied(), *next, bound.get()))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.draws.len() - self.made as usize;
        (left, Some(left))
    }
}

impl<D: Draw> ExactSizeIterator for ListlessIn<'_, D> {}

impl<D: Draw> FusedIterator for ListlessIn<'_, D> {}

#[cfg(test)]
mod tests {
    use generators::draw::{Recorder, Tape};

    use super::*;

    #[test]
    fn the_bounds_go_from_n_down_to_one() {
        let mut bounds = [0; 5];
        let mut at = 0;
        let source = Recorder::new(Tape::new(&[4, 0, 2, 1, 0]), |bound: NonZeroU32, _| {
            bounds[at] = bound.get();
            at += 1;
        });
        assert_eq!(Listless::<5, _>::new(source).count(), 5);
        assert_eq!(bounds, [5, 4, 3, 2, 1]);
    }

    #[test]
    fn no_numbers_take_no_draw() {
        assert_eq!(Listless::<0, _>::new(Tape::new(&[])).next(), None);
        assert_eq!(
            ListlessIn::new(0, &mut [], Tape::new(&[])).unwrap().next(),
            None
        );
    }

    #[test]
    fn a_permutation_of_255_comes_to_its_end() {
        let mut seen = [false; 255];
        for number in Listless::<255, _>::new(Tape::new(&[0; 255])) {
            assert!(!core::mem::replace(&mut seen[number as usize], true));
        }
        assert_eq!(seen, [true; 255]);
    }

    #[test]
    fn the_first_of_the_largest_permutation_do_not_overflow() {
        let top = u32::MAX - 1;
        let draws = [top, top - 1, top - 2];
        let mut storage = [9; 4];
        let mut numbers = ListlessIn::first(3, u32::MAX, &mut storage, Tape::new(&draws)).unwrap();
        assert_eq!(
            (numbers.len(), numbers.next(), numbers.len()),
            (3, Some(top), 2)
        );
        assert!(numbers.eq([top - 1, top - 2]));
        assert_eq!(storage[3], 9, "storage beyond the draws is not touched");
    }
}
