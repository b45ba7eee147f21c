//! Operations on whole columns. The ranges that the parser knows ensure that nothing wraps; the operations wrap so that
//! no check keeps the loops from being vectorised.

use super::super::predicate::{Comparison, Operator};
use super::{BLOCK, Column};

/// An entry of a column.
pub(crate) trait Lane: Copy + Default + Ord + Send + Sync {
    /// A number that fits.
    fn of(value: i64) -> Self;

    /// The same in 64 bits.
    fn long(self) -> i64;

    /// The low 32 bits.
    fn bits(self) -> u32;

    /// A quotient or remainder by zero is 0.
    fn arithmetic(operator: Operator, out: &mut Column<Self>, a: &Column<Self>, b: &Column<Self>);

    /// The same with a constant, where that is faster; whether it is.
    fn by(operator: Operator, out: &mut Column<Self>, a: &Column<Self>, b: i64) -> bool;
}

macro_rules! lane {
    ($number:ty) => {
        impl Lane for $number {
            #[inline]
            fn of(value: i64) -> Self {
                value as Self
            }

            #[inline]
            fn long(self) -> i64 {
                self.into()
            }

            #[inline]
            fn bits(self) -> u32 {
                self as u32
            }

            fn arithmetic(
                operator: Operator,
                out: &mut Column<Self>,
                a: &Column<Self>,
                b: &Column<Self>,
            ) {
                match operator {
                    Operator::Or => pairs(out, a, b, |a, b| a | b),
                    Operator::Xor => pairs(out, a, b, |a, b| a ^ b),
                    Operator::And => pairs(out, a, b, |a, b| a & b),
                    // Only 0 is shifted by more than there are bits, and still fits.
                    Operator::ShiftLeft => pairs(out, a, b, |a, b| a.wrapping_shl(b as u32)),
                    Operator::ShiftRight => {
                        pairs(out, a, b, |a, b| a >> (b as u32).min(Self::BITS - 1))
                    }
                    Operator::Plus => pairs(out, a, b, Self::wrapping_add),
                    Operator::Minus => pairs(out, a, b, Self::wrapping_sub),
                    Operator::Times => pairs(out, a, b, Self::wrapping_mul),
                    Operator::Quotient => {
                        pairs(out, a, b, |a, b| if b == 0 { 0 } else { a.wrapping_div(b) })
                    }
                    Operator::Remainder => {
                        pairs(out, a, b, |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) })
                    }
                }
            }

            fn by(operator: Operator, out: &mut Column<Self>, a: &Column<Self>, b: i64) -> bool {
                let by = b as Self;
                match operator {
                    Operator::And => each(out, a, |a| a & by),
                    Operator::ShiftRight => each(out, a, |a| a >> (by as u32).min(Self::BITS - 1)),
                    Operator::Plus => each(out, a, |a| a.wrapping_add(by)),
                    Operator::Minus => each(out, a, |a| a.wrapping_sub(by)),
                    Operator::Times => each(out, a, |a| a.wrapping_mul(by)),
                    _ => return false,
                }
                true
            }
        }
    };
}

lane!(i32);
lane!(i64);

/// A constant divisor from 1 to 2^31 - 1, for dividends from 0 to 2^31 - 1, as a multiplication and a shift.
///
/// With 2^(l-1) < d <= 2^l, k = 31 + l and m = 2^k / d rounded up: m d = 2^k + e with e < d <= 2^l, so for x < 2^31 the error
/// e x / (2^k d) is below 1/d, and the floor of x m / 2^k is that of x / d. m is below 2^32, as d is above 2^(l-1), and 2^31 for
/// l = 0. (Granlund and Montgomery, *Division by Invariant Integers using Multiplication*, 1994, theorem 4.2.)
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Reciprocal {
    divisor: u32,
    multiplier: u32,
    shift: u32,
}

impl Reciprocal {
    pub(super) fn of(divisor: u32) -> Option<Self> {
        if divisor == 0 || divisor > i32::MAX as u32 {
            return None;
        }
        let shift = 31 + divisor.next_power_of_two().trailing_zeros();
        let multiplier = (1u64 << shift).div_ceil(divisor.into()) as u32;
        Some(Self {
            divisor,
            multiplier,
            shift,
        })
    }

    /// For this range of dividends and this divisor, if they are in the bounds.
    pub(super) fn fitting((low, high): (i64, i64), divisor: i64) -> Option<Self> {
        let fits = low >= 0 && high <= i32::MAX.into();
        u32::try_from(divisor)
            .ok()
            .filter(|_| fits)
            .and_then(Self::of)
    }

    #[inline]
    pub(super) const fn quotient(self, x: u32) -> u32 {
        (x as u64 * self.multiplier as u64).wrapping_shr(self.shift) as u32
    }

    #[inline]
    pub(super) const fn remainder(self, x: u32) -> u32 {
        x.wrapping_sub(self.quotient(x).wrapping_mul(self.divisor))
    }
}

/// As [`Reciprocal`], with k = 64: for a divisor from 2 on and dividends from 0 whose product with it is at most 2^64. The
/// error e x / (2^64 d) is then below 1/d.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct LongReciprocal {
    divisor: i64,
    multiplier: u64,
}

impl LongReciprocal {
    /// For this range of dividends and this divisor, if they are in the bounds.
    pub(super) fn fitting((low, high): (i64, i64), divisor: i64) -> Option<Self> {
        let fits = low >= 0 && divisor >= 2 && i128::from(high) * i128::from(divisor) <= 1 << 64;
        fits.then(|| Self {
            divisor,
            multiplier: (1_u128 << 64).div_ceil(divisor as u128) as u64,
        })
    }

    #[inline]
    pub(super) const fn quotient(self, x: i64) -> i64 {
        ((x as u64 as u128 * self.multiplier as u128) >> 64) as i64
    }

    #[inline]
    pub(super) const fn remainder(self, x: i64) -> i64 {
        x.wrapping_sub(self.quotient(x).wrapping_mul(self.divisor))
    }
}

#[inline]
pub(super) fn each<T: Lane>(out: &mut Column<T>, a: &Column<T>, f: impl Fn(T) -> T) {
    for i in 0..BLOCK {
        out[i] = f(a[i]);
    }
}

#[inline]
pub(super) fn pairs<T: Lane>(
    out: &mut Column<T>,
    a: &Column<T>,
    b: &Column<T>,
    f: impl Fn(T, T) -> T,
) {
    for i in 0..BLOCK {
        out[i] = f(a[i], b[i]);
    }
}

pub(super) fn compare<T: Lane>(
    comparison: Comparison,
    out: &mut Column<T>,
    a: &Column<T>,
    b: &Column<T>,
) {
    let truth = |holds: bool| T::of(holds.into());
    match comparison {
        Comparison::Equal => pairs(out, a, b, |a, b| truth(a == b)),
        Comparison::NotEqual => pairs(out, a, b, |a, b| truth(a != b)),
        Comparison::Less => pairs(out, a, b, |a, b| truth(a < b)),
        Comparison::AtMost => pairs(out, a, b, |a, b| truth(a <= b)),
        Comparison::Greater => pairs(out, a, b, |a, b| truth(a > b)),
        Comparison::AtLeast => pairs(out, a, b, |a, b| truth(a >= b)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reciprocal_divides() {
        let top = i32::MAX as u32;
        let edges = |d: u32| {
            [0, 1, d - 1, d, d + 1, top / d * d, top - 1, top].map(|x| [x, x.saturating_sub(1)])
        };
        let divisors = (0..31).flat_map(|bit| [(1u32 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        for d in divisors
            .chain([6, 100, 641, 16_383, 1_000_003, 0x7fff_fffe, 0x7fff_ffff])
            .filter(|&d| d > 0)
        {
            let by = Reciprocal::of(d).unwrap();
            let spread = (0..1000).map(|i: u32| i.wrapping_mul(2_654_435_769) >> 1);
            for x in spread
                .chain(edges(d).into_iter().flatten())
                .filter(|&x| x <= top)
            {
                assert_eq!(
                    (by.quotient(x), by.remainder(x)),
                    (x / d, x % d),
                    "{x} / {d}"
                );
            }
        }
    }

    #[test]
    fn a_long_reciprocal_divides_up_to_its_bound() {
        for d in [
            2_i64,
            3,
            6,
            7,
            100,
            641,
            65_537,
            (1 << 31) - 1,
            1 << 31,
            (1 << 32) - 1,
            1 << 32,
            (1 << 40) + 1,
        ] {
            let top = i64::try_from((1_i128 << 64) / i128::from(d)).unwrap_or(i64::MAX);
            let by = LongReciprocal::fitting((0, top), d).unwrap();
            let edges = [
                0,
                1,
                d - 1,
                d,
                d + 1,
                top / d * d - 1,
                top / d * d,
                top - 1,
                top,
            ];
            let spread = (0..1000_u64)
                .map(|i| (i.wrapping_mul(11_400_714_819_323_198_485) >> 1) as i64 % top);
            for x in spread.chain(edges).filter(|x| (0..=top).contains(x)) {
                assert_eq!(
                    (by.quotient(x), by.remainder(x)),
                    (x / d, x % d),
                    "{x} / {d}"
                );
            }
        }
        assert_eq!(LongReciprocal::fitting((0, 1 << 33), 1 << 32), None);
        assert_eq!(
            (
                LongReciprocal::fitting((0, 5), 1),
                LongReciprocal::fitting((-1, 5), 3)
            ),
            (None, None)
        );
    }

    #[test]
    fn what_no_reciprocal_serves_has_none() {
        assert_eq!((Reciprocal::of(0), Reciprocal::of(1 << 31)), (None, None));
        assert_eq!(Reciprocal::fitting((-1, 5), 3), None);
        assert_eq!(Reciprocal::fitting((0, 1 << 31), 3), None);
        assert_eq!(Reciprocal::fitting((0, 5), -3), None);
        assert!(Reciprocal::fitting((0, 5), 3).is_some());
    }

    #[test]
    fn a_shift_of_more_than_all_bits_fills_with_the_sign() {
        let shifted = |operator, value, by| {
            let mut out = [0_i32; BLOCK];
            Lane::arithmetic(operator, &mut out, &[value; BLOCK], &[by; BLOCK]);
            out[0]
        };
        assert_eq!(
            (
                shifted(Operator::ShiftRight, -5, 40),
                shifted(Operator::ShiftRight, 5, 63)
            ),
            (-1, 0)
        );
        assert_eq!(shifted(Operator::ShiftLeft, 0, 40), 0);
    }
}
