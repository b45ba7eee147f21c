//! How evenly a sequence is spread: by the document's definition, and by distance from a constant rate.

use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU128;

/// A fraction in lowest terms, not negative.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    /// The fraction, or `None` if the denominator is zero.
    pub fn new(numerator: u128, denominator: u128) -> Option<Self> {
        NonZeroU128::new(denominator).map(|denominator| Self::over(numerator, denominator))
    }

    pub(crate) const fn over(numerator: u128, denominator: NonZeroU128) -> Self {
        let (mut divisor, mut rest) = (denominator.get(), numerator);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Self {
            numerator: numerator / divisor,
            denominator: denominator.get() / divisor,
        }
    }

    /// The numerator.
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// The denominator, at least 1.
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    /// The fraction as a float, rounded.
    pub const fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// Whether a sequence is as spread out as possible by the definition of document 004:
///
/// - it has one kind of item only, or none; or
/// - as many of one kind as of another, taking turns; or
/// - the more frequent of its two kinds stands in groups, with single items of the other kind between them (so it
///   begins and ends with a group), the sizes of the groups differ by at most one, and the sizes in order are as
///   spread out as possible.
///
/// It holds for [`spread`](super::spread) and for the same sequence backwards, and for no other sequence.
pub fn is_spread<T: PartialEq>(sequence: &[T]) -> bool {
    let Some(first) = sequence.first() else {
        return true;
    };
    let other = sequence.iter().find(|&item| item != first);
    if !sequence
        .iter()
        .all(|item| item == first || Some(item) == other)
    {
        return false;
    }
    let mut kinds: Vec<bool> = sequence.iter().map(|item| item == first).collect();
    loop {
        let ones = kinds.iter().filter(|&&kind| kind).count();
        let zeros = kinds.len() - ones;
        if ones == 0 || zeros == 0 {
            return true;
        }
        if ones == zeros {
            return kinds.windows(2).all(|pair| pair[0] != pair[1]);
        }
        let between = ones < zeros;
        // There are at least as many items as places for groups: if one is left empty, another holds two or more.
        let sizes: Vec<usize> = kinds
            .split(|&kind| kind == between)
            .map(<[bool]>::len)
            .collect();
        let (smallest, largest) = sizes
            .iter()
            .fold((usize::MAX, 0), |(low, high), &n| (low.min(n), high.max(n)));
        if largest - smallest > 1 {
            return false;
        }
        kinds = sizes.iter().map(|&size| size > smallest).collect();
    }
}

/// How far a sequence strays from a constant rate of `b`: the largest `|count - k*nb/n|` over its beginnings, where
/// `count` is the number of `b` among the first `k` of the `n` items, and `nb` that among all. No rounding to whole
/// items needs to stray by more than 1/2.
pub fn largest_deviation<T: PartialEq>(sequence: &[T], b: &T) -> Fraction {
    let n = sequence.len() as u128;
    let nb = sequence.iter().filter(|&item| item == b).count() as u128;
    let (mut count, mut largest) = (0, 0);
    for (k, item) in (1..).zip(sequence) {
        count += u128::from(item == b);
        largest = largest.max((n * count).abs_diff(k * nb));
    }
    Fraction::over(largest, NonZeroU128::new(n).unwrap_or(NonZeroU128::MIN))
}
