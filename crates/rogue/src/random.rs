//! How the game turns words into numbers: `get_rand`, `rand_percent`, `coin_toss`.
//!
//! Source: the document on Rogue's generator (003), file `random.c` of the game. Each function takes its randomness through
//! [`Draw`]; with [`GameDice`] they are the game's own.
//!
//! ```
//! use roguelab_rogue::random::{coin_toss, get_rand, srrandom};
//!
//! let mut dice = srrandom(0);
//! assert_eq!(get_rand(&mut dice, 1, 100), 96);
//! assert_eq!(get_rand(&mut dice, 100, 1), 26); // bounds in the wrong order are swapped
//! assert!(!coin_toss(&mut dice));
//! ```

use core::num::NonZeroU32;

use generators::bounding::LowBits;
use generators::bsd_random::Type3;
use generators::draw::{Dice, Draw};

/// The game's bounding rule: it keeps the low 14 bits of a word.
pub type Rule = LowBits<14>;

/// The game's own source of draws.
pub type GameDice = Dice<Type3, Rule>;

/// The game's dice after seeding.
pub fn srrandom(seed: i32) -> GameDice {
    Dice::new(Type3::srrandom(seed))
}

/// A number from `x` to `y`, both included; bounds in the wrong order are swapped. It takes one draw.
///
/// A range of more than 2^14 numbers never gets past its first 2^14. A range of 2^31 numbers or more overflows the game's
/// `int`, which wraps.
///
/// # Panics
/// If the range has all 2^32 numbers: there the game divides by zero.
#[inline]
pub fn get_rand<D: Draw>(dice: &mut D, x: i32, y: i32) -> i32 {
    let (x, y) = if x > y { (y, x) } else { (x, y) };
    let width = y.wrapping_sub(x).wrapping_add(1).unsigned_abs();
    let n = NonZeroU32::new(width).expect("get_rand over all 2^32 numbers divides by zero");
    (dice.draw(n) as i32).wrapping_add(x)
}

/// Whether something with a chance of `percentage` in a hundred happens. It takes one draw.
#[inline]
pub fn rand_percent<D: Draw>(dice: &mut D, percentage: i32) -> bool {
    get_rand(dice, 1, 100) <= percentage
}

/// Heads or tails. It takes one draw.
///
/// The game takes the lowest bit of a word. That is also the remainder by two of its low 14 bits, so the draw goes through the
/// same seam as the others.
#[inline]
pub fn coin_toss<D: Draw>(dice: &mut D) -> bool {
    const TWO: NonZeroU32 = NonZeroU32::new(2).unwrap();
    dice.draw(TWO) == 1
}

#[cfg(test)]
mod tests {
    use generators::draw::Tape;

    use super::*;

    #[test]
    fn overflowing_widths_wrap_as_the_games_int_does() {
        // y - x + 1 wraps to -1, and a remainder by -1 is 0.
        assert_eq!(get_rand(&mut srrandom(3), i32::MIN, i32::MAX - 1), i32::MIN);
    }

    #[test]
    #[should_panic(expected = "divides by zero")]
    fn the_range_of_all_numbers_is_refused() {
        get_rand(&mut srrandom(3), i32::MIN, i32::MAX);
    }

    #[test]
    fn percentages_are_met_up_to_and_with_the_number() {
        assert!(rand_percent(&mut Tape::new(&[29]), 30));
        assert!(!rand_percent(&mut Tape::new(&[30]), 30));
    }

    #[test]
    fn heads_are_odd_and_bounds_may_be_swapped() {
        assert_eq!(
            [0, 1].map(|draw| coin_toss(&mut Tape::new(&[draw]))),
            [false, true]
        );
        assert_eq!(get_rand(&mut Tape::new(&[2]), 6, 1), 3);
    }
}
