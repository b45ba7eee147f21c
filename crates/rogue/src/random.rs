//! How the game turns words into numbers: `get_rand`, `rand_percent`, `coin_toss`.
//!
//! Source: the document on Rogue's generator (003), file `random.c` of the game. Each takes its randomness through
//! [`Draw`]; with [`GameDice`] they are the game's own.
//!
//! ```
//! use rogue::random::{coin_toss, get_rand, srrandom};
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

/// A number from `x` to `y`, both included; bounds in the wrong order are swapped. One draw.
///
/// A range of more than 2^14 numbers never gets past its first 2^14. One of 2^31 numbers or more overflows the game's
/// `int`, and goes on with what wrapping leaves.
///
/// # Panics
/// On the range of all 2^32 numbers: the game divides by zero there.
#[inline]
pub fn get_rand<D: Draw>(dice: &mut D, x: i32, y: i32) -> i32 {
    let (x, y) = if x > y { (y, x) } else { (x, y) };
    let width = y.wrapping_sub(x).wrapping_add(1).unsigned_abs();
    let n = NonZeroU32::new(width).expect("get_rand over all 2^32 numbers divides by zero");
    (dice.draw(n) as i32).wrapping_add(x)
}

/// Whether something with a chance of `percentage` in a hundred happens. One draw.
#[inline]
pub fn rand_percent<D: Draw>(dice: &mut D, percentage: i32) -> bool {
    get_rand(dice, 1, 100) <= percentage
}

/// Heads or tails. One draw.
///
/// The game takes the lowest bit of a word. That is the remainder by two of its low 14 bits as well, so the draw goes
/// through the same seam as the others.
#[inline]
pub fn coin_toss<D: Draw>(dice: &mut D) -> bool {
    const TWO: NonZeroU32 = NonZeroU32::new(2).unwrap();
    dice.draw(TWO) == 1
}

#[cfg(test)]
mod tests {
    use generators::draw::Tape;

    use super::*;

    /// The bounds that a draw is asked for, which it answers with the largest number allowed.
    struct Largest(alloc::vec::Vec<u32>);

    impl Draw for Largest {
        fn draw(&mut self, n: NonZeroU32) -> u32 {
            self.0.push(n.get());
            n.get() - 1
        }
    }

    #[test]
    fn one_draw_below_the_width_is_added_to_the_smaller_bound_whatever_their_order() {
        // Every pair of neighbouring numbers, equal ones included: around zero, and at both ends of an int.
        for first in [-4, i32::MIN, i32::MAX - 8] {
            for (low, width) in
                (0..=8).flat_map(|low| (1..=9 - low).map(move |width| (first + low, width)))
            {
                let high = low + (width - 1);
                for (x, y) in [(low, high), (high, low)] {
                    let mut largest = Largest(alloc::vec::Vec::new());
                    assert_eq!(get_rand(&mut largest, x, y), high, "get_rand({x}, {y})");
                    assert_eq!(largest.0, [width as u32], "get_rand({x}, {y})");
                    assert_eq!(
                        get_rand(&mut Tape::new(&[0]), x, y),
                        low,
                        "get_rand({x}, {y})"
                    );
                }
            }
        }
    }

    #[test]
    fn wide_ranges_stay_near_their_lower_bound() {
        let (mut wide, mut words) = (srrandom(3), Type3::srrandom(3));
        for _ in 0..100 {
            let low_bits = words.next_word() as i32 & 0x3fff;
            assert_eq!(get_rand(&mut wide, i32::MIN, -2), i32::MIN + low_bits);
        }
    }

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
}
