//! What is done with whole columns. The ranges that the parser knows make sure that nothing wraps; wrapping operations only
//! keep what no range covers, a quotient by zero, from being an error.

use super::super::predicate::{Comparison, Operator};
use super::{BLOCK, Column};

/// An entry of a column.
pub(super) trait Lane: Copy + Default + Ord + Send + Sync {
    /// A number that fits.
    fn of(value: i64) -> Self;
    /// The low 32 bits.
    fn bits(self) -> u32;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// 0 if `other` is.
    fn quotient(self, other: Self) -> Self;
    /// 0 if `other` is.
    fn remainder(self, other: Self) -> Self;
    fn shift_left(self, by: Self) -> Self;
    fn shift_right(self, by: Self) -> Self;
}

macro_rules! lane {
    ($number:ty) => {
        impl Lane for $number {
            #[inline]
            fn of(value: i64) -> Self {
                value as Self
            }
            #[inline]
            fn bits(self) -> u32 {
                self as u32
            }
            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline]
            fn quotient(self, other: Self) -> Self {
                if other == 0 { 0 } else { self.wrapping_div(other) }
            }
            #[inline]
            fn remainder(self, other: Self) -> Self {
                if other == 0 { 0 } else { self.wrapping_rem(other) }
            }
            #[inline]
            fn shift_left(self, by: Self) -> Self {
                // What is shifted by more than there are bits, and fits, is 0.
                self.wrapping_shl(by as u32)
            }
            #[inline]
            fn shift_right(self, by: Self) -> Self {
                self >> (by as u32).min(Self::BITS - 1)
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
        Some(Self { divisor, multiplier, shift })
    }

    /// For this range of dividends and this divisor, if they are in the bounds.
    pub(super) fn fitting((low, high): (i64, i64), divisor: i64) -> Option<Self> {
        let fits = low >= 0 && high <= i32::MAX.into();
        u32::try_from(divisor).ok().filter(|_| fits).and_then(Self::of)
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

#[inline]
pub(super) fn each<T: Lane>(out: &mut Column<T>, a: &Column<T>, f: impl Fn(T) -> T) {
    for i in 0..BLOCK {
        out[i] = f(a[i]);
    }
}

#[inline]
fn pairs<T: Lane>(out: &mut Column<T>, a: &Column<T>, b: &Column<T>, f: impl Fn(T, T) -> T) {
    for i in 0..BLOCK {
        out[i] = f(a[i], b[i]);
    }
}

pub(super) fn arithmetic<T: Lane>(operator: Operator, out: &mut Column<T>, a: &Column<T>, b: &Column<T>) {
    match operator {
        Operator::Or => pairs(out, a, b, T::or),
        Operator::Xor => pairs(out, a, b, T::xor),
        Operator::And => pairs(out, a, b, T::and),
        Operator::ShiftLeft => pairs(out, a, b, T::shift_left),
        Operator::ShiftRight => pairs(out, a, b, T::shift_right),
        Operator::Plus => pairs(out, a, b, T::plus),
        Operator::Minus => pairs(out, a, b, T::minus),
        Operator::Times => pairs(out, a, b, T::times),
        Operator::Quotient => pairs(out, a, b, T::quotient),
        Operator::Remainder => pairs(out, a, b, T::remainder),
    }
}

pub(super) fn compare<T: Lane>(comparison: Comparison, out: &mut Column<T>, a: &Column<T>, b: &Column<T>) {
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
        let edges = |d: u32| [0, 1, d - 1, d, d + 1, 2 * (d / 2), i32::MAX as u32 / d * d, i32::MAX as u32 - 1];
        let divisors = (0..31).flat_map(|bit| [(1u32 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        for d in divisors.chain([6, 100, 641, 16_383, 1_000_003, 0x7fff_fffe, 0x7fff_ffff]).filter(|&d| d > 0) {
            let by = Reciprocal::of(d).unwrap();
            let spread = (0..1000).map(|i: u32| i.wrapping_mul(2_654_435_769) >> 1);
            let below = edges(d).into_iter().chain([i32::MAX as u32]).map(|x| x.saturating_sub(1));
            for x in spread.chain(edges(d)).chain(below).chain([i32::MAX as u32]).filter(|&x| i32::try_from(x).is_ok())
            {
                assert_eq!((by.quotient(x), by.remainder(x)), (x / d, x % d), "{x} / {d}");
            }
        }
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
        assert_eq!(((-5i32).shift_right(40), 5i32.shift_right(63), 0i32.shift_left(40)), (-1, 0, 0));
    }
}
