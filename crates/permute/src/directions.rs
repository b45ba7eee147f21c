//! Four directions in a byte, as the document's maze takes them.
//!
//! ```
//! use roguelab_generators::draw::Tape;
//! use roguelab_permute::directions::random_directions;
//!
//! let dirs = random_directions(&mut Tape::new(&[0, 2, 1]));
//! assert_eq!(dirs.0, 0b00_11_10_01);
//! assert_eq!(dirs.drawn(), [0, 3, 2, 1]);
//! assert!(dirs.into_iter().eq([1, 2, 3, 0]));
//! ```

use core::num::NonZeroU32;

use generators::draw::Draw;

use crate::unrolled::{four, four_of};

/// Four directions of two bits: the first one drawn in the top bits, the last one drawn in the lowest. The maze shifts
/// them out at the low end, so it visits them the other way round.
///
/// Any byte is four directions; only [`TABLE`]'s 24 are each direction once.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Directions(
    /// The bits AABBCCDD.
    pub u8,
);

impl Directions {
    #[inline]
    const fn pack([d1, d2, d3, d4]: [u32; 4]) -> Self {
        Self((d1 << 6 | d2 << 4 | d3 << 2 | d4) as u8)
    }

    /// The directions in the order drawn: `d1`, `d2`, `d3`, `d4`.
    #[inline]
    pub const fn drawn(self) -> [u8; 4] {
        [self.0 >> 6, self.0 >> 4 & 3, self.0 >> 2 & 3, self.0 & 3]
    }

    /// The directions in the order the maze visits them: `d4`, `d3`, `d2`, `d1`.
    #[inline]
    pub const fn visited(self) -> [u8; 4] {
        let [d1, d2, d3, d4] = self.drawn();
        [d4, d3, d2, d1]
    }
}

/// Yields the directions in the order the maze visits them.
impl IntoIterator for Directions {
    type Item = u8;
    type IntoIter = core::array::IntoIter<u8, 4>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.visited().into_iter()
    }
}

/// The document's `random_directions`: a permutation of the four, by three draws.
#[inline]
pub fn random_directions<D: Draw>(dice: &mut D) -> Directions {
    Directions::pack(four(dice))
}

/// All 24 permutations, in the order of their draws: `r1`, `r2`, `r3` give the place `6*r1 + 2*r2 + r3`.
pub static TABLE: [Directions; 24] = {
    let mut table = [Directions(0); 24];
    let mut at = 0;
    while at < 24 {
        table[at as usize] = Directions::pack(four_of(at / 6, at / 2 % 3, at % 2));
        at += 1;
    }
    table
};

/// A permutation of the four from [`TABLE`], by one draw below 24.
#[inline]
pub fn table_directions<D: Draw>(dice: &mut D) -> Directions {
    const ROWS: NonZeroU32 = NonZeroU32::new(24).unwrap();
    TABLE[dice.draw(ROWS) as usize]
}

#[cfg(test)]
mod tests {
    use generators::draw::Tape;

    use super::*;

    #[test]
    fn the_table_has_each_permutation_once() {
        let mut seen = [false; 256];
        for dirs in TABLE {
            assert!(
                !core::mem::replace(&mut seen[usize::from(dirs.0)], true),
                "{dirs:?} comes twice"
            );
            assert_eq!(
                dirs.into_iter().fold(0, |all, dir| all | 1 << dir),
                0b1111,
                "{dirs:?}"
            );
        }
    }

    #[test]
    fn the_table_is_in_the_order_of_the_draws() {
        for at in 0..24 {
            let drawn = random_directions(&mut Tape::new(&[at / 6, at / 2 % 3, at % 2]));
            assert_eq!(table_directions(&mut Tape::new(&[at])), drawn);
        }
    }

    #[test]
    fn any_byte_is_four_directions() {
        for byte in 0..=u8::MAX {
            let dirs = Directions(byte);
            assert!(dirs.into_iter().all(|dir| dir < 4));
            assert_eq!(Directions::pack(dirs.drawn().map(u32::from)), dirs);
        }
    }
}
