//! Results of `get_rand`, and where in a game they come.

use crate::random::{GameDice, get_rand, srrandom};

/// A result of `get_rand` with its bounds.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Drawn {
    low: i32,
    high: i32,
    result: i32,
}

/// Why a result is impossible.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawnError {
    /// The range is wider than a C `int`.
    #[error("the range {0} to {1} is wider than a C int")]
    Wide(i32, i32),
    /// The result, the third number, is out of the range.
    #[error("{2} cannot be a result of get_rand({0}, {1})")]
    Outside(i32, i32, i32),
}

impl Drawn {
    /// `get_rand(x, y)` was `result`; the bounds may come in any order.
    ///
    /// # Errors
    /// If the range is wider than a C `int`, or the result is out of it.
    pub const fn new(x: i32, y: i32, result: i32) -> Result<Self, DrawnError> {
        let (low, high) = if x > y { (y, x) } else { (x, y) };
        if high.abs_diff(low) >= i32::MAX as u32 {
            return Err(DrawnError::Wide(low, high));
        }
        if result < low || result > high {
            return Err(DrawnError::Outside(low, high, result));
        }
        Ok(Self { low, high, result })
    }

    /// Whether the next draw is this one.
    #[inline]
    fn is_next(self, dice: &mut GameDice) -> bool {
        get_rand(dice, self.low, self.high) == self.result
    }
}

/// From this many draws on, a jump is faster than stepping.
const JUMP: u64 = 10_000;

/// Where in the game of this residue the results come one after the other. A place is the number of draws before the first
/// result. It tries `places` places from `skip` on.
pub fn positions(
    residue: u16,
    draws: &[Drawn],
    skip: u64,
    places: u32,
) -> impl Iterator<Item = u64> {
    let mut dice = srrandom(residue.into());
    if skip < JUMP {
        for _ in 0..skip {
            dice.words().next_word();
        }
    } else {
        dice.words().jump(skip);
    }
    let (first, rest) = draws
        .split_first()
        .map_or((None, draws), |(first, rest)| (Some(*first), rest));
    (skip..skip.saturating_add(places.into())).filter(move |_| {
        let fits = match first {
            Some(first) => first.is_next(&mut dice),
            None => return true,
        };
        fits && {
            let mut ahead = dice.clone();
            rest.iter().all(|draw| draw.is_next(&mut ahead))
        }
    })
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn bounds_are_put_in_order_and_held() {
        assert_eq!(Drawn::new(6, 1, 3), Drawn::new(1, 6, 3));
        assert_eq!(Drawn::new(6, 1, 7), Err(DrawnError::Outside(1, 6, 7)));
        assert_eq!(
            Drawn::new(i32::MAX, -1, 7),
            Err(DrawnError::Wide(-1, i32::MAX))
        );
    }

    /// Compares the jump with the steps, on both sides of where one takes over from the other.
    #[test]
    fn a_run_is_found_as_far_ahead_as_it_is() {
        for skip in [JUMP - 1, JUMP, JUMP + 1, 123_457] {
            let mut dice = srrandom(77);
            for _ in 0..skip {
                dice.words().next_word();
            }
            let run = [(); 6].map(|()| Drawn::new(1, 100, get_rand(&mut dice, 1, 100)).unwrap());
            assert_eq!(positions(77, &run, skip, 1).collect::<Vec<_>>(), [skip]);
            // The first result alone comes at about five of these places.
            let found: Vec<u64> = positions(77, &run, skip - 300, 500).collect();
            assert_eq!(found, [skip]);
        }
    }

    #[test]
    fn the_last_place_of_a_c_unsigned_int_is_no_end() {
        let skip = u64::from(u32::MAX);
        let mut dice = srrandom(77);
        dice.words().jump(skip);
        let run = [(); 6].map(|()| Drawn::new(1, 100, get_rand(&mut dice, 1, 100)).unwrap());
        assert_eq!(positions(77, &run, skip - 2, 5).collect::<Vec<_>>(), [skip]);
        assert_eq!(positions(77, &run, u64::MAX, 5).count(), 0);
    }

    #[test]
    fn no_results_fit_everywhere() {
        assert_eq!(positions(1, &[], 3, 2).collect::<Vec<_>>(), [3, 4]);
    }
}
