//! The formula for the third number as the document's prose prints it.
//!
//! In its third step the prose writes the third number of a permutation of ten without the outer `+ 1` (and with a
//! parenthesis too few). The list of equations after it, which the rest of this crate follows, is right.
//!
//! ```
//! use roguelab_permute::printed::{Collisions, third_as_printed};
//!
//! assert_eq!(third_as_printed(10, 3, 7, 1), Some(3), "the third number is the first again");
//! assert_eq!(Collisions::of(10), Some(Collisions { collisions: 160, of: 720 }));
//! ```

/// `(r1 + (r2 + r3 + 1) % (n - 1)) % n`, the third number of a permutation of `0..n` as printed there for `n` = 10.
/// `None` if `r1`, `r2`, `r3` are not below `n`, `n - 1`, `n - 2`.
pub const fn third_as_printed(n: u32, r1: u32, r2: u32, r3: u32) -> Option<u32> {
    if n < 3 || r1 >= n || r2 >= n - 1 || r3 >= n - 2 {
        return None;
    }
    // In 64 bits: the sums may exceed 32.
    let (n, r1, r2, r3) = (n as u64, r1 as u64, r2 as u64, r3 as u64);
    Some(((r1 + (r2 + r3 + 1) % (n - 1)) % n) as u32)
}

/// How often the third number as printed repeats the first or the second.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Collisions {
    /// The triples of draws for which it does.
    pub collisions: u128,
    /// All triples of draws.
    pub of: u128,
}

impl Collisions {
    /// Counts them for a permutation of `0..n`: `2n(n - 2)` of `n(n - 1)(n - 2)`, so 2 in `n - 1`. `None` if `n` is below 3.
    ///
    /// The first number comes again if `r2 + r3 + 1` is `n - 1`: then `r2` can have any value but 0, and it determines `r3`.
    /// The second comes again if `r3` is 0 and `r2` is not its greatest value, `n - 2`. Each case has `n - 2` pairs, no pair is
    /// in both, and `r1` is free.
    pub const fn of(n: u32) -> Option<Self> {
        if n < 3 {
            return None;
        }
        let n = n as u128;
        Some(Self {
            collisions: 2 * n * (n - 2),
            of: n * (n - 1) * (n - 2),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::number_of;

    #[test]
    fn draws_that_are_not_below_their_bounds_give_nothing() {
        for (n, r1, r2, r3) in [(2, 0, 0, 0), (3, 3, 0, 0), (3, 0, 2, 0), (3, 0, 0, 1)] {
            assert_eq!(
                third_as_printed(n, r1, r2, r3),
                None,
                "{r1} {r2} {r3} of {n}"
            );
        }
    }

    #[test]
    fn collisions_are_as_many_as_counted() {
        for n in 3..=20 {
            let (mut collisions, mut of, mut corrected) = (0, 0, 0);
            for (r1, r2) in (0..n).flat_map(|r1| (0..n - 1).map(move |r2| (r1, r2))) {
                let second = (r1 + r2 + 1) % n;
                for r3 in 0..n - 2 {
                    let again = |third: u32| u128::from(third == r1 || third == second);
                    of += 1;
                    collisions += again(third_as_printed(n, r1, r2, r3).unwrap());
                    corrected += again(number_of([r1, r2].into_iter(), r3, n - 2));
                }
            }
            assert_eq!(
                Collisions::of(n),
                Some(Collisions { collisions, of }),
                "n = {n}"
            );
            assert_eq!(corrected, 0, "the later equation, n = {n}");
        }
    }
}
