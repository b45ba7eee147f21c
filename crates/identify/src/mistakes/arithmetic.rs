//! The arithmetic of a definition: the right one, or one that loses bits, keeps a sign, or never truncates.

use generators::definition::Definition;
use generators::rule::ones;

use super::side::{Flaw, General};

/// Marks the constant of the one shift to the right that keeps the sign. No shift is this far.
const KEEPS_SIGN: u64 = 1 << 63;

/// Operations on words of this many bits. A word that is not truncated is wider than that.
#[derive(Clone, Copy)]
pub(super) struct Arithmetic {
    /// `a * b + c`, where `a` and `b` have this many bits.
    product: fn(u128, u128, u128, u32) -> u128,
    /// The part of a product or a sum that is kept.
    cut: fn(u128, u32) -> u128,
    /// A shift to the left.
    left: fn(u128, u64, u32) -> u128,
    /// A shift to the right.
    right: fn(u128, u64, u32) -> u128,
    /// A rotation to the left.
    turned: fn(u128, u64, u32) -> u128,
}

const fn low(x: u128, bits: u32) -> u128 {
    x & ones(bits) as u128
}

const fn exact(a: u128, b: u128, c: u128, _: u32) -> u128 {
    a.wrapping_mul(b).wrapping_add(c)
}

fn shifted(x: u128, by: u64) -> u128 {
    x.checked_shl(by as u32).unwrap_or(0)
}

/// A right shift that repeats the highest bit.
fn signed(x: u128, by: u64, bits: u32) -> u128 {
    let above = 128 - bits;
    let filled = (x << above).cast_signed() >> above;
    low((filled >> by.min(127)).cast_unsigned(), bits)
}

fn turned(x: u128, by: u64, bits: u32) -> u128 {
    let by = by % u64::from(bits);
    low(x << by, bits) | x >> (u64::from(bits) - by)
}

/// The right arithmetic.
pub(super) static EXACT: Arithmetic = RIGHT;

const RIGHT: Arithmetic = Arithmetic {
    product: exact,
    cut: low,
    left: |x, by, bits| low(shifted(x, by), bits),
    right: |x, by, _| x.checked_shr(by as u32).unwrap_or(0),
    turned,
};

/// The wrong arithmetics: what is wrong, and the operations.
pub(super) static WRONG: [(Flaw, Arithmetic); 10] = [
    (
        Flaw::new(
            "product-in-double",
            "a product is computed in a double, which keeps 53 bits: whole numbers must be \
            multiplied (Math.imul or BigInt in JavaScript)",
        ),
        Arithmetic {
            product: |a, b, c, _| (a as f64 * b as f64 + c as f64) as u128,
            ..RIGHT
        },
    ),
    (
        Flaw::new(
            "signed-product-in-double",
            "a product of signed words is computed in a double, which keeps 53 bits: whole \
            numbers must be multiplied (Math.imul in JavaScript)",
        ),
        Arithmetic {
            product: |a, b, c, bits| {
                let [a, b] = [a, b].map(|x| {
                    signed(x, 0, bits) as f64
                        - if x >> (bits - 1) & 1 == 1 {
                            f64::from(bits).exp2()
                        } else {
                            0.0
                        }
                });
                (a * b + c as f64) as i128 as u128
            },
            ..RIGHT
        },
    ),
    (
        Flaw::new(
            "shift-keeps-sign",
            "shifts to the right keep the sign: they must be logical (>>> in Java and \
            JavaScript, or unsigned words)",
        ),
        Arithmetic {
            right: signed,
            turned: |x, by, bits| {
                let by = by % u64::from(bits);
                low(x << by, bits) | signed(x, u64::from(bits) - by, bits)
            },
            ..RIGHT
        },
    ),
    (
        Flaw::new(
            "nothing-cut",
            "words are not cut to their width: each product, sum and shift to the left needs a \
            mask",
        ),
        Arithmetic {
            cut: |x, _| x,
            left: |x, by, _| shifted(x, by),
            turned: wide_turned,
            ..RIGHT
        },
    ),
    (
        Flaw::new(
            "left-shift-not-cut",
            "a shift to the left is not cut to the width of a word: it needs a mask",
        ),
        Arithmetic {
            left: |x, by, _| shifted(x, by),
            ..RIGHT
        },
    ),
    (
        Flaw::new(
            "rotation-not-cut",
            "a rotation is not cut to the width of a word: it needs a mask",
        ),
        Arithmetic {
            turned: wide_turned,
            ..RIGHT
        },
    ),
    (
        Flaw::new(
            "sum-not-cut",
            "sums and products are not cut to the width of a word: they need a mask",
        ),
        Arithmetic {
            cut: |x, _| x,
            ..RIGHT
        },
    ),
    (
        Flaw::new(
            "words-of-64-bits",
            "words are computed in 64 bits, and are not cut to their width",
        ),
        Arithmetic {
            cut: |x, _| low(x, 64),
            left: |x, by, _| low(shifted(x, by), 64),
            turned: |x, by, bits| low(wide_turned(x, by, bits), 64),
            ..RIGHT
        },
    ),
    (
        Flaw::new("rotated-other-way", "rotations go in the wrong direction"),
        Arithmetic {
            turned: |x, by, bits| turned(x, u64::from(bits) - by % u64::from(bits), bits),
            ..RIGHT
        },
    ),
    (
        Flaw::new(
            "shifted-for-rotated",
            "rotations are shifts: the bits that leave a word at one end must come in at the \
            other",
        ),
        Arithmetic {
            turned: |x, by, bits| low(shifted(x, by), bits),
            ..RIGHT
        },
    ),
];

fn wide_turned(x: u128, by: u64, bits: u32) -> u128 {
    let by = by % u64::from(bits);
    shifted(x, by) | x >> (u64::from(bits) - by)
}

impl Arithmetic {
    /// `a * b + c`.
    pub(super) fn product(&self, a: u128, b: u64, c: u64, bits: u32) -> u128 {
        (self.cut)((self.product)(a, b.into(), c.into(), bits), bits)
    }
}

/// A definition over words of this many bits, in the arithmetic and with the constants of an implementation.
#[derive(Clone, Copy)]
pub(super) struct Mistaken {
    pub(super) general: General,
    arithmetic: Arithmetic,
    bits: u32,
    /// The places of two constants that have changed places.
    exchanged: [usize; 2],
}

impl General {
    pub(super) const fn of(self, bits: u32) -> Mistaken {
        Mistaken {
            general: self,
            arithmetic: *self.arithmetic,
            bits,
            exchanged: [0; 2],
        }
    }
}

impl Mistaken {
    /// The same with no wrong arithmetic but that of shifts to the right.
    pub(super) const fn with_right_shifts_only(mut self) -> Self {
        self.arithmetic = Arithmetic {
            right: self.arithmetic.right,
            ..RIGHT
        };
        self
    }

    /// The same with the constants at two places exchanged.
    pub(super) const fn exchanging(self, one: usize, other: usize) -> Self {
        Self {
            exchanged: [one, other],
            ..self
        }
    }

    /// `x * factor + summand`, untruncated.
    pub(super) fn multiply_uncut(&self, x: u128, factor: u64, summand: u64) -> u128 {
        (self.arithmetic.product)(x, factor.into(), summand.into(), self.bits)
    }
}

impl Definition for Mistaken {
    type Word = u128;

    fn word(&self, number: u64) -> u128 {
        number.into()
    }

    fn low(&self, word: u128) -> u64 {
        word as u64
    }

    fn constant(&self, at: usize) -> u64 {
        let [one, other] = self.exchanged;
        let value = self.general.value(match at {
            _ if at == one => other,
            _ if at == other => one,
            _ => at,
        });
        if self.general.signed_shift.map(usize::from) == Some(at) {
            value | KEEPS_SIGN
        } else {
            value
        }
    }

    fn add(&self, a: u128, b: u128) -> u128 {
        (self.arithmetic.cut)(a.wrapping_add(b), self.bits)
    }

    fn subtract(&self, a: u128, b: u128) -> u128 {
        (self.arithmetic.cut)(a.wrapping_sub(b), self.bits)
    }

    fn multiply_add(&self, x: u128, factor: u64, summand: u64) -> u128 {
        (self.arithmetic).product(x, factor, summand, self.bits)
    }

    fn shift_left(&self, x: u128, by: u64) -> u128 {
        (self.arithmetic.left)(x, by & !KEEPS_SIGN, self.bits)
    }

    fn shift_right(&self, x: u128, by: u64) -> u128 {
        if by & KEEPS_SIGN != 0 {
            return signed(x, by & !KEEPS_SIGN, self.bits);
        }
        (self.arithmetic.right)(x, by, self.bits)
    }

    fn rotate_left(&self, x: u128, by: u64) -> u128 {
        (self.arithmetic.turned)(x, by & !KEEPS_SIGN, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_arithmetic_is_that_of_words_and_each_wrong_one_differs() {
        let x = 0x9e37_79b9_u32;
        let wide = u128::from(x);
        let all = |of: &'static Arithmetic| {
            let mut general = General::right(&[]);
            general.arithmetic = of;
            let d = general.of(32);
            [
                d.multiply_add(wide, 1_664_525, 7),
                d.add(wide, wide),
                d.shift_left(wide, 5),
                d.shift_right(wide, 5),
                d.rotate_left(wide, 5),
            ]
        };
        let expected = [
            x.wrapping_mul(1_664_525).wrapping_add(7),
            x.wrapping_add(x),
            x << 5,
            x >> 5,
            x.rotate_left(5),
        ];
        let right = all(&EXACT);
        assert_eq!(right, expected.map(u128::from));
        for (flaw, wrong) in &WRONG {
            // A 53-bit product fits in a double.
            let [long, own] = [wrong, &EXACT].map(|of| of.product(wide, 3_664_525_001, 7, 32));
            assert!(long != own || all(wrong) != right, "{}", flaw.key);
        }
        let signed = (x as i32 >> 5) as u32;
        assert_eq!(super::signed(wide, 5, 32), u128::from(signed));
    }
}
