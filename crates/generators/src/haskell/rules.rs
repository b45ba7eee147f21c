//! The document's two ways to draw below `n`, as bounding rules.

use core::num::NonZeroU32;

use crate::bounding::{Bounding, Weight, remainder_weight};
use crate::draw::Words;
use crate::haskell::random::{Random, below, digits};

/// `randomR (0, n - 1)` of random-1.1: the remainder of a number of as many words as are needed to hold `1000*n`
/// values. Of 32-bit words that is one for an `n` up to 4294967, and two for a greater one.
///
/// The rule is therefore never fair unless `n` is a power of two, and never unfair by more than one in a thousand.
///
/// ```
/// use core::num::NonZeroU32;
/// use roguelab_generators::bounding::{Bounding, Weight};
/// use roguelab_generators::haskell::RandomR;
///
/// // randomR (1, 6): 2^32 leaves 4 when divided by 6, so 1 to 4 have one word more than 5 and 6.
/// let six = NonZeroU32::new(6).unwrap();
/// let [one, four, five, six] = [0, 3, 4, 5].map(|outcome| RandomR::weight(32, six, outcome).count);
/// assert_eq!([one, four, five, six], [715_827_883, 715_827_883, 715_827_882, 715_827_882]);
///
/// // The worst there is: 296 outcomes come 1001 times, the others 1000 times.
/// let worst = NonZeroU32::new(4_294_967).unwrap();
/// assert_eq!(RandomR::weight(32, worst, 295), Weight { count: 1001, total: 1 << 32 });
/// assert_eq!(RandomR::weight(32, worst, 296), Weight { count: 1000, total: 1 << 32 });
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RandomR {}

impl Bounding for RandomR {
    #[inline]
    fn bound<W: Words>(words: &mut W, n: NonZeroU32) -> u32 {
        below(words, n.get().into()) as u32
    }

    fn weight(bits: u32, n: NonZeroU32, outcome: u32) -> Weight {
        remainder_weight(1 << (bits * digits(bits, n.get().into())), n, outcome)
    }
}

/// How many values a `Double` of random-1.1 can take: all multiples of `2^-53` from 0 to below 1, equally likely.
const DOUBLES: u64 = 1 << f64::MANTISSA_DIGITS;

/// The place that `uniformMay` of `MonadRandom` 0.5 takes in a list of `n`: the weighted choice with all weights one. A
/// `Double` from 0 to `n` is drawn, and the first place whose weights add up to it or more is taken.
///
/// That costs three 32-bit words even for a list of one. Words of another width make the `Double` as [`Random`]
/// says, and whatever their width, all its `2^53` values are equally likely.
///
/// ```
/// use core::num::NonZeroU32;
/// use roguelab_generators::bounding::Bounding;
/// use roguelab_generators::haskell::UniformMay;
///
/// // The Double in the middle goes to the first of two, which has the one at 0 as well.
/// let two = NonZeroU32::new(2).unwrap();
/// assert_eq!(UniformMay::weight(32, two, 0).count, (1 << 52) + 1);
/// assert_eq!(UniformMay::weight(32, two, 1).count, (1 << 52) - 1);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum UniformMay {}

impl Bounding for UniformMay {
    #[inline]
    fn bound<W: Words>(words: &mut W, n: NonZeroU32) -> u32 {
        let p = f64::random_r((0.0, n.get().into()), words);
        // The least whole number not below p, less one; p = 0 is in the first place too. p is at most 2^32 - 1.
        let whole = p as u32;
        if f64::from(whole) < p {
            whole
        } else {
            whole.saturating_sub(1)
        }
    }

    /// Counted on the rule itself: the place never falls as the Double grows, so the Doubles of a place lie between two
    /// that are found by bisection.
    fn weight(_bits: u32, n: NonZeroU32, outcome: u32) -> Weight {
        let count = if outcome < n.get() {
            first_double(n, outcome + 1) - first_double(n, outcome)
        } else {
            0
        };
        Weight {
            count: count.into(),
            total: DOUBLES.into(),
        }
    }
}

/// The least Double, in units of `2^-53`, with which [`UniformMay`] takes the place `place` of `n` or a later one;
/// `2^53` if there is none.
fn first_double(n: NonZeroU32, place: u32) -> u64 {
    let (mut first, mut end) = (0, DOUBLES);
    while first < end {
        let middle = first.midpoint(end);
        if UniformMay::bound(&mut Numeral::new(middle), n) < place {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    first
}

/// The three words of which a given Double is made.
struct Numeral {
    double: u128,
    left: u32,
}

impl Numeral {
    /// The number that the rule makes of the Double `double / 2^53`.
    fn new(double: u64) -> Self {
        Self {
            double: double.into(),
            left: 3 * Self::BITS,
        }
    }
}

impl Words for Numeral {
    type Word = u32;
    const BITS: u32 = 32;

    fn next_word(&mut self) -> u32 {
        self.left -= Self::BITS;
        (self.double >> self.left) as u32 ^ (1 << (Self::BITS - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn number(n: u32) -> NonZeroU32 {
        NonZeroU32::new(n).unwrap()
    }

    /// The digits of a number as words of `BITS` bits, the highest digit first.
    struct Digits<const BITS: u32> {
        number: u128,
        left: u32,
    }

    impl<const BITS: u32> Words for Digits<BITS> {
        type Word = u32;
        const BITS: u32 = BITS;

        fn next_word(&mut self) -> u32 {
            self.left = self
                .left
                .checked_sub(BITS)
                .expect("the rule takes more words than its total says");
            (self.number >> self.left) as u32 & (u32::MAX >> (32 - BITS))
        }
    }

    /// Compares the rule's weights with counts over every tuple of words.
    fn weights_equal_counts<const BITS: u32>(bounds: &[u32]) {
        for &bound in bounds {
            let n = number(bound);
            let Weight { total, .. } = RandomR::weight(BITS, n, 0);
            let mut counts = [0u32; 1050];
            for number in 0..total {
                let mut words = Digits::<BITS> {
                    number,
                    left: total.ilog2(),
                };
                counts[RandomR::bound(&mut words, n) as usize] += 1;
                assert_eq!(
                    words.left, 0,
                    "the rule takes fewer words than its total says"
                );
            }
            for (outcome, &count) in counts.iter().enumerate() {
                let count = count.into();
                assert_eq!(
                    RandomR::weight(BITS, n, outcome as u32),
                    Weight { count, total },
                    "{outcome} of {n}"
                );
            }
        }
    }

    #[test]
    fn random_r_comes_as_often_as_it_says() {
        // From one word to twenty.
        weights_equal_counts::<16>(&[1, 6, 65]);
        weights_equal_counts::<10>(&[1, 2, 3, 7, 100, 1000, 1048]);
        weights_equal_counts::<4>(&[1, 4, 5, 6, 65, 66, 1048]);
        weights_equal_counts::<1>(&[1, 3, 1000]);
    }

    /// The place by whole numbers only: `double * n` rounded to 53 significant bits, half to even, and its ceiling in
    /// units of `2^53`.
    fn place_without_floats(double: u64, n: NonZeroU32) -> u32 {
        let exact = u128::from(double) * u128::from(n.get());
        let unit = 1u128 << (128 - exact.leading_zeros()).saturating_sub(53);
        let (quotient, rest) = (exact / unit, exact % unit);
        let up = 2 * rest > unit || (2 * rest == unit && quotient % 2 == 1);
        let rounded = (quotient + u128::from(up)) * unit;
        rounded.div_ceil(DOUBLES.into()).saturating_sub(1) as u32
    }

    const SIZES: [u32; 14] = [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        12,
        100,
        1000,
        65_537,
        4_294_967,
        1 << 31,
        u32::MAX,
    ];

    #[test]
    fn a_place_ends_where_arithmetic_without_floats_ends_it() {
        for n in SIZES.map(number) {
            let last = n.get() - 1;
            for place in
                [0, 1, 2, last / 2, last.saturating_sub(1), last].map(|place| place.min(last))
            {
                let first = first_double(n, place);
                for double in [first.saturating_sub(1), first, (first + 1).min(DOUBLES - 1)] {
                    let shipped = UniformMay::bound(&mut Numeral::new(double), n);
                    assert_eq!(shipped, place_without_floats(double, n), "{double} of {n}");
                }
                assert_eq!(
                    place_without_floats(first, n),
                    place,
                    "the first Double of {place} of {n}"
                );
            }
        }
    }
}
