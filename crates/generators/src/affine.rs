//! Affine functions modulo 2^32.

use crate::rule::odd_inverse;

/// The function `seed -> a*seed + b` modulo 2^32.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Affine {
    /// The factor.
    pub a: u32,
    /// The summand.
    pub b: u32,
}

impl Affine {
    /// The function whose value is `seed` itself.
    pub const IDENTITY: Self = Self { a: 1, b: 0 };

    /// The value for `seed`.
    #[inline]
    pub const fn apply(self, seed: u32) -> u32 {
        self.a.wrapping_mul(seed).wrapping_add(self.b)
    }

    /// First `self`, then `next`.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        Self {
            a: next.a.wrapping_mul(self.a),
            b: next.apply(self.b),
        }
    }

    /// `self`, applied `times` times.
    #[must_use]
    pub const fn power(self, mut times: u64) -> Self {
        let (mut power, mut square) = (Self::IDENTITY, self);
        while times > 0 {
            if times & 1 == 1 {
                power = power.then(square);
            }
            square = square.then(square);
            times >>= 1;
        }
        power
    }

    /// The function that undoes this one. There is none if the factor is even.
    pub const fn inverse(self) -> Option<Self> {
        if self.a & 1 == 0 {
            return None;
        }
        let a = odd_inverse(self.a as u64) as u32;
        Some(Self {
            a,
            b: a.wrapping_mul(self.b).wrapping_neg(),
        })
    }

    /// The function whose value is the sum of both values.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            a: self.a.wrapping_add(other.a),
            b: self.b.wrapping_add(other.b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn then_is_one_function_after_the_other() {
        let (f, g) = (Affine { a: 3, b: 5 }, Affine { a: 7, b: 11 });
        assert_eq!(f.then(g).apply(13), g.apply(f.apply(13)));
    }

    #[test]
    fn an_inverse_undoes_and_an_even_factor_has_none() {
        for (a, b) in [
            (1, 0),
            (3, 5),
            (0x9e37_79b9, 77),
            (u32::MAX, u32::MAX),
            (1_103_515_245, 12345),
        ] {
            let function = Affine { a, b };
            assert_eq!(function.then(function.inverse().unwrap()), Affine::IDENTITY);
            assert_eq!(
                Affine {
                    a: a.wrapping_add(1),
                    b
                }
                .inverse(),
                None
            );
        }
    }

    #[test]
    fn a_power_is_the_function_that_often() {
        let function = Affine { a: 5, b: 3 };
        assert_eq!(function.power(0), Affine::IDENTITY);
        assert_eq!(function.power(3), function.then(function).then(function));
    }
}
