//! Every known way to make a number from words, as a value.
//!
//! [`Rule::number`] applies one to a source of words. The rules that are types in [`bounding`](crate::bounding), for draws at
//! full speed, are values here, to be chosen at run time: conventions of languages, mistakes of ports, rules by name.
//!
//! ```
//! use roguelab_generators::rule::Rule;
//!
//! // The word 41 as a number from 0 to 5: a remainder, and a fraction of 15 bits.
//! let made = |rule: Rule| rule.number(15, 6, || 41);
//! assert_eq!(made(Rule::Modulo { shift: 0, bits: 15 }), Some(5));
//! assert_eq!(made(Rule::Multiply), Some(0));
//! ```

use core::fmt;
use core::num::NonZeroU32;

use crate::bounding::{Bounding, LowBits, Modulo, Scaled, Threshold, Weight};
use crate::haskell::{RandomR, UniformMay};
use crate::words::Words;

/// How a number is made from words of `w` bits, below `n` where it has a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// The word.
    Whole,
    /// This many of its high bits.
    High(u32),
    /// This many of its low bits.
    Low(u32),
    /// The remainder by `n` of some of its bits.
    Modulo {
        /// How many low bits are left out.
        shift: u32,
        /// How many of the bits above them are kept.
        bits: u32,
    },
    /// `word * n >> w`, which is also the whole part of `word / 2^w * n`.
    Multiply,
    /// `word / (MAX / n + 1)`.
    Divide,
    /// `(word - least) / (range / n)`, drawn again until it is below `n`: the rule of the C++ library, whose words are `least`
    /// to `least + range`.
    Scale {
        /// The least value of a word.
        least: u64,
        /// The greatest value of a word minus the least.
        range: u64,
    },
    /// `word % n`, with the lowest, or highest, `2^w mod n` words rejected.
    Reject {
        /// Whether the lowest words are rejected; otherwise the highest.
        lowest: bool,
    },
    /// The high, or low, bits of a word, as many as `n`, or `n - 1`, has; drawn again until they are below `n`.
    Bits {
        /// Whether these are the high bits; otherwise the low ones.
        high: bool,
        /// Whether they are as many as `n` has; otherwise as many as `n - 1` has.
        of_bound: bool,
    },
    /// The low bits, as many as `n - 1` has, of the high 16 bits of a word, drawn again until they are below `n`: R's `sample`.
    OfSixteen,
    /// `word * n >> w`, drawn again while the low half of the product is below `2^w mod n`.
    Lemire,
    /// Java's `nextInt(n)` of the high 31 bits.
    Java,
    /// The whole part of a fraction times `n`.
    Floor(Unit),
    /// A fraction times `n - 1`, rounded to the nearest whole number: `Math.round(Math.random() * 5 + 1)`, of which the first and
    /// the last number come half as often as the others.
    Round(Unit),
    /// A fraction.
    Fraction(Unit),
    /// `randomR (0, n - 1)` of random-1.1 of Haskell, of words of 32 bits.
    RandomR,
    /// The place in a list of `n` by `uniformMay` of `MonadRandom`, of words of 32 bits.
    UniformMay,
}

/// How a fraction is made from words of `w` bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// The high bits of a word, this many, divided by 2 to this power.
    High(u32),
    /// The low bits of a word, this many, divided by 2 to this power: torch's `rand`.
    Low(u32),
    /// `word / MAX`.
    Closed,
    /// `(word + 0.5) / 2^w`.
    Centre,
    /// The word as a signed number, less the least one, divided by `2^w` or by the greatest less the least: in JavaScript
    /// `word / 2^32 + 0.5` and `(word - MIN) / (MAX - MIN)`.
    Signed {
        /// Whether the greatest word gives 1.
        closed: bool,
    },
    /// This many high bits of a word, followed by this many of the next word.
    Pair(u32, u32),
    /// The word divided by this, which is above all words and not a power of 2.
    By(u64),
    /// Two words, each minus the least one: `(first + second * range) / range^2`, as in the C++ library's `generate_canonical`
    /// and gawk's `rand()`.
    TwoOf {
        /// The number of values of a word.
        range: u64,
        /// The least value of a word.
        least: u64,
    },
    /// Three words of 31 bits: `third << 32 | (first << 16 & 0xffffffff ^ second)`, divided by 2^63, as in busybox's awk.
    ThreeOf,
}

/// A word with this many low bits set, 0 to 64.
pub const fn ones(bits: u32) -> u64 {
    if bits == 0 {
        0
    } else {
        u64::MAX >> (u64::BITS - bits)
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration: an odd number is its own inverse modulo 8, and each
/// step doubles the number of correct bits. An even number has none, and the result for it is meaningless.
pub const fn odd_inverse(odd: u64) -> u64 {
    let (mut inverse, mut bits) = (odd, 3);
    while bits < u64::BITS {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        bits *= 2;
    }
    inverse
}

/// How many bits a number has.
pub const fn length(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// `2^w mod n`.
const fn excess(w: u32, n: u64) -> u64 {
    ((1_u128 << w) % n as u128) as u64
}

/// 2 to this power.
const fn power(exponent: u32) -> f64 {
    f64::from_bits((1023 + exponent as u64) << 52)
}

/// How many words in a row may be rejected; more are taken for a wrong guess.
const MOST_REJECTED: usize = 256;

/// A function as a source of words of 32 bits.
struct Function<F>(F);

impl<F: FnMut() -> u64> Words for Function<F> {
    type Word = u32;
    const BITS: u32 = 32;

    fn next_word(&mut self) -> u32 {
        (self.0)() as u32
    }
}

impl Rule {
    /// The fraction from which a number is made, if it is made from one.
    pub const fn unit(self) -> Option<Unit> {
        match self {
            Self::Floor(unit) | Self::Round(unit) | Self::Fraction(unit) => Some(unit),
            _ => None,
        }
    }

    /// How many words a number takes if none is rejected; 1 where that depends on `n`.
    pub const fn words(self) -> u64 {
        match self.unit() {
            Some(Unit::Pair(..) | Unit::TwoOf { .. }) => 2,
            Some(Unit::ThreeOf) => 3,
            _ => 1,
        }
    }

    /// The next number; for a fraction, the bits of its double. An `n` of 0 means no bound. `None` if `w` or `n` does not suit
    /// the rule, or if more words in a row are rejected than it ever rejects.
    pub fn number(self, w: u32, n: u64, mut next: impl FnMut() -> u64) -> Option<u64> {
        let wide = u128::from(n);
        let narrow = || {
            let n = u32::try_from(n).ok().filter(|_| w == 32)?;
            NonZeroU32::new(n)
        };
        let mut until =
            |accept: &dyn Fn(u64) -> Option<u64>| (0..MOST_REJECTED).find_map(|_| accept(next()));
        match self {
            // All words would be rejected.
            Self::Reject { .. } | Self::Lemire if wide > 1 << w => None,
            Self::Whole => Some(next()),
            Self::High(bits) => Some(next() >> (w - bits)),
            Self::Low(bits) => Some(next() & ones(bits)),
            Self::Modulo { shift, bits } => Some((next() >> shift & ones(bits)) % n),
            Self::Multiply => Some(((u128::from(next()) * wide) >> w) as u64),
            Self::Divide => Some((u128::from(next()) / (u128::from(ones(w)) / wide + 1)) as u64),
            Self::Scale { range, .. } if range < n => None,
            Self::Scale { least, range } => until(&|word| {
                let number = word.saturating_sub(least) / (range / n);
                (number < n).then_some(number)
            }),
            Self::Reject { lowest: true } => {
                until(&|word| (word >= excess(w, n)).then_some(word % n))
            }
            Self::Reject { lowest: false } => {
                until(&|word| (word <= ones(w) - excess(w, n)).then_some(word % n))
            }
            Self::Bits { high, of_bound } => {
                let bits = length(if of_bound { n } else { n - 1 });
                if bits > w {
                    return None;
                }
                let kept = |word: u64| {
                    if high && bits > 0 {
                        word >> (w - bits)
                    } else {
                        word & ones(bits)
                    }
                };
                until(&|word| Some(kept(word)).filter(|kept| *kept < n))
            }
            Self::OfSixteen if w < 16 || n > 1 << 15 => None,
            Self::OfSixteen => {
                until(&|word| Some(word >> (w - 16) & ones(length(n - 1))).filter(|kept| *kept < n))
            }
            Self::Lemire => until(&|word| {
                let product = u128::from(word) * wide;
                ((product as u64 & ones(w)) >= excess(w, n)).then_some((product >> w) as u64)
            }),
            Self::Java if n > 1 << 31 => None,
            // A word that a mistake has made wider overflows nothing.
            Self::Java if n.is_power_of_two() => {
                Some(((u128::from(next() >> (w - 31)) * wide) >> 31) as u64)
            }
            Self::Java => until(&|word| {
                let word = word >> (w - 31);
                (word - word % n + (n - 1) < 1 << 31).then_some(word % n)
            }),
            Self::Floor(unit) => Some((unit.fraction(w, next) * n as f64) as u64),
            Self::Round(unit) => {
                let product = unit.fraction(w, next) * n.wrapping_sub(1) as f64;
                // Rounded up before it is cut, 0.5 less than half a unit in the last place would be 1.
                Some(product as u64 + u64::from(product - (product as u64) as f64 >= 0.5))
            }
            Self::Fraction(unit) => Some(unit.fraction(w, next).to_bits()),
            Self::RandomR => narrow().map(|n| RandomR::bound(&mut Function(next), n).into()),
            Self::UniformMay => narrow().map(|n| UniformMay::bound(&mut Function(next), n).into()),
        }
    }

    /// The probability of a number if all words of `w` bits (1 to 64) are equally likely; `None` for a rule whose formula is
    /// not known here.
    pub fn weight(self, w: u32, n: NonZeroU32, number: u32) -> Option<Weight> {
        Some(match self {
            Self::Modulo { shift: 0, bits } if bits >= w => Modulo::weight(w, n, number),
            Self::Modulo { shift: 0, bits: 14 } => LowBits::<14>::weight(w, n, number),
            Self::Multiply => Scaled::weight(w, n, number),
            Self::Reject { .. } | Self::Lemire => Threshold::weight(w, n, number),
            Self::RandomR => RandomR::weight(w, n, number),
            Self::UniformMay => UniformMay::weight(w, n, number),
            _ => return None,
        })
    }

    /// The share of words that are rejected.
    pub fn rejects(self, w: u32, n: u64) -> f64 {
        match self {
            Self::Reject { .. } | Self::Lemire => excess(w, n) as f64 / power(w),
            Self::Java if !n.is_power_of_two() => excess(31, n) as f64 / power(31),
            Self::Scale { range, .. } => {
                let kept = range / n * n;
                (range - kept + 1) as f64 / range as f64
            }
            Self::OfSixteen => 1.0 - n as f64 / power(length(n - 1)),
            Self::Bits { of_bound, .. } => {
                1.0 - n as f64 / power(length(if of_bound { n } else { n - 1 }))
            }
            _ => 0.0,
        }
    }

    /// Describes the rule, applied to words of this many bits.
    pub const fn of_words(self, w: u32) -> impl fmt::Display {
        Described(self, w)
    }
}

/// A rule for words of this many bits, to be described.
struct Described(Rule, u32);

impl fmt::Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let w = self.1;
        match self.0 {
            Rule::Whole => f.write_str("an output as it is"),
            Rule::High(bits) => write!(f, "the high {bits} of {w} bits"),
            Rule::Low(bits) => write!(f, "the low {bits} of {w} bits"),
            Rule::Modulo { shift: 0, bits } if bits == w => f.write_str("output % n"),
            Rule::Modulo { shift: 0, bits } => write!(f, "(output & {:#x}) % n", ones(bits)),
            Rule::Modulo { shift, bits } if shift + bits == w => {
                write!(f, "(output >> {shift}) % n")
            }
            Rule::Modulo { shift, bits } => {
                write!(f, "(output >> {shift} & {:#x}) % n", ones(bits))
            }
            Rule::Multiply => write!(f, "output * n >> {w}"),
            Rule::Divide => write!(f, "output / ({:#x} / n + 1)", ones(w)),
            Rule::Scale { least, range } => {
                write!(
                    f,
                    "(output - {least}) / ({range} / n), until it is below n: uniform_int_distribution of GCC's library"
                )
            }
            Rule::Reject { lowest: true } => {
                write!(f, "output % n, outputs below 2^{w} mod n rejected")
            }
            Rule::Reject { lowest: false } => {
                write!(f, "output % n, the highest 2^{w} mod n outputs rejected")
            }
            Rule::Bits { high, of_bound } => write!(
                f,
                "the {} bits of an output, as many as {} has, until they are below n",
                if high { "high" } else { "low" },
                if of_bound { "n" } else { "n - 1" }
            ),
            Rule::OfSixteen => {
                write!(
                    f,
                    "the low bits of the high 16 of {w}, as many as n - 1 has, until they are below n: R's sample"
                )
            }
            Rule::Lemire => write!(
                f,
                "output * n >> {w}, rejected while the low half is below 2^{w} mod n"
            ),
            Rule::Java => f.write_str("Java's nextInt(n)"),
            Rule::Floor(unit) => {
                f.write_str("floor(u * n) of u = ")?;
                unit.describe(w, f)
            }
            Rule::Round(unit) => {
                f.write_str("round(u * (n - 1)) of u = ")?;
                unit.describe(w, f)
            }
            Rule::Fraction(unit) => unit.describe(w, f),
            Rule::RandomR => f.write_str("randomR of Haskell"),
            Rule::UniformMay => f.write_str("uniformMay of Haskell"),
        }
    }
}

impl Unit {
    fn fraction(self, w: u32, mut next: impl FnMut() -> u64) -> f64 {
        match self {
            Self::High(bits) => (next() >> (w - bits)) as f64 / power(bits),
            Self::Low(bits) => (next() & ones(bits)) as f64 / power(bits),
            Self::Closed => next() as f64 / ones(w) as f64,
            Self::Centre => (next() as f64 + 0.5) / power(w),
            Self::Signed { closed } => {
                let over = if closed { ones(w) as f64 } else { power(w) };
                (next() ^ 1 << (w - 1)) as f64 / over
            }
            Self::By(range) => next() as f64 / range as f64,
            Self::TwoOf { range, least } => {
                let mut value = || next().saturating_sub(least) as f64;
                let first = value();
                (first + value() * range as f64) / (range as f64 * range as f64)
            }
            Self::ThreeOf => {
                let low = next() << 16 & ones(32) ^ next();
                (next() << 32 | low) as f64 / power(63)
            }
            Self::Pair(first, second) => {
                let high = next() >> (w - first) << second;
                (high | next() >> (w - second)) as f64 / power(first + second)
            }
        }
    }

    fn describe(self, w: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::High(bits) if bits == w => write!(f, "output / 2^{w}"),
            Self::High(bits) => write!(f, "(output >> {}) / 2^{bits}", w - bits),
            Self::Low(bits) => write!(f, "the low {bits} bits of an output, / 2^{bits}"),
            Self::Closed => write!(f, "output / (2^{w} - 1)"),
            Self::Centre => write!(f, "(output + 0.5) / 2^{w}"),
            Self::Signed { closed: false } => {
                write!(f, "output as a signed number, / 2^{w} + 0.5")
            }
            Self::Signed { closed: true } => {
                f.write_str("(output - MIN) / (MAX - MIN), of the output as a signed number")
            }
            Self::By(range) => write!(f, "output / {range}"),
            Self::TwoOf { range, least } => write!(
                f,
                "two outputs less {least}, the first plus {range} times the second, / {range}^2"
            ),
            Self::ThreeOf => f.write_str(
                "three outputs, third << 32 | (first << 16 & 0xffffffff ^ second), / 2^63",
            ),
            Self::Pair(a, b) => write!(
                f,
                "the high {a} bits of an output and the high {b} of the next, / 2^{}",
                a + b
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_wider_than_it_should_be_overflows_nothing() {
        for n in [4, 6] {
            let made = Rule::Java.number(32, n, || u64::MAX);
            assert_eq!(made, (n == 4).then_some(u64::MAX >> 30));
        }
        let (high, of_bound) = (true, false);
        let one = Rule::Bits { high, of_bound }.number(64, 1, || u64::MAX);
        assert_eq!(one, Some(0));
    }
}
