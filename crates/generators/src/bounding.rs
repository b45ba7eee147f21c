//! Bounding rules: how a word becomes a number below `n`, and exactly how unfair that is.
//!
//! Each rule is a type without values. [`Bounding::bound`] applies it to a source of words, and [`Bounding::weight`] gives the
//! exact probability of each outcome when all words are equally likely.
//!
//! ```
//! use core::num::NonZeroU32;
//! use roguelab_generators::bounding::{Bounding, LowBits, Weight};
//!
//! // get_rand(1, 100): 16384 is no multiple of 100, so 1..=84 come 164 times in 16384, and 85..=100 163 times.
//! let hundred = NonZeroU32::new(100).unwrap();
//! assert_eq!(LowBits::<14>::weight(31, hundred, 83), Weight { count: 164, total: 16384 });
//! assert_eq!(LowBits::<14>::weight(31, hundred, 84), Weight { count: 163, total: 16384 });
//! ```

use core::num::NonZeroU32;

use crate::words::{Word, Words};

/// The probability of one outcome: `count` of `total` equally likely cases.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Weight {
    /// Cases that give the outcome.
    pub count: u128,
    /// All cases.
    pub total: u128,
}

/// A rule that turns words into a number in `0..n`.
pub trait Bounding {
    /// One number in `0..n`.
    fn bound<W: Words>(words: &mut W, n: NonZeroU32) -> u32;

    /// How often `outcome` comes if all words of `bits` bits (1 to 64) are equally likely. Zero for an outcome that never
    /// comes, such as any from `n` on.
    fn weight(bits: u32, n: NonZeroU32, outcome: u32) -> Weight;
}

/// `2^bits`.
const fn words_of(bits: u32) -> u128 {
    1 << bits
}

/// How many of `0..total` leave the remainder `outcome` when divided by `n`.
pub(crate) const fn remainder_weight(total: u128, n: NonZeroU32, outcome: u32) -> Weight {
    let n = n.get() as u128;
    let outcome = outcome as u128;
    let count = if outcome < n {
        total / n + (outcome < total % n) as u128
    } else {
        0
    };
    Weight { count, total }
}

/// The remainder of the whole word: `word % n`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Modulo {}

impl Bounding for Modulo {
    #[inline]
    fn bound<W: Words>(words: &mut W, n: NonZeroU32) -> u32 {
        words.next_word().remainder(n)
    }

    fn weight(bits: u32, n: NonZeroU32, outcome: u32) -> Weight {
        remainder_weight(words_of(bits), n, outcome)
    }
}

/// The remainder of the low `K` bits of the word: `(word & (2^K - 1)) % n`. `LowBits<14>` is Rogue's `get_rand`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LowBits<const K: u32> {}

impl<const K: u32> Bounding for LowBits<K> {
    #[inline]
    fn bound<W: Words>(words: &mut W, n: NonZeroU32) -> u32 {
        const { assert!(K >= 1 && K <= 32, "a word has between 1 and 32 low bits") };
        let word: u64 = words.next_word().into();
        (word as u32 & (u32::MAX >> (32 - K))) % n
    }

    fn weight(bits: u32, n: NonZeroU32, outcome: u32) -> Weight {
        remainder_weight(words_of(bits.min(K)), n, outcome)
    }
}

/// The word as a fraction of its range, times `n`, rounded down: `word * n / 2^bits`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Scaled {}

impl Bounding for Scaled {
    #[inline]
    fn bound<W: Words>(words: &mut W, n: NonZeroU32) -> u32 {
        words.next_word().scaled(W::BITS, n)
    }

    fn weight(bits: u32, n: NonZeroU32, outcome: u32) -> Weight {
        let total = words_of(bits);
        // The first word whose product with n reaches `outcome` whole ranges.
        let first = |outcome: u128| (outcome * total).div_ceil(n.get().into());
        let count = if outcome < n.get() {
            first(u128::from(outcome) + 1) - first(outcome.into())
        } else {
            0
        };
        Weight { count, total }
    }
}

/// PCG's rejection: words below `2^bits mod n` are discarded, and the others give every remainder equally often.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Threshold {}

impl Bounding for Threshold {
    /// # Panics
    /// If `n` is more than the number of different words: no word could be kept.
    #[inline]
    fn bound<W: Words>(words: &mut W, n: NonZeroU32) -> u32 {
        let bound = u64::from(n.get());
        assert!(
            u128::from(bound) <= words_of(W::BITS),
            "words of {} bits cannot give a number below {n}",
            W::BITS
        );
        // 2^BITS % n by the cheapest division: -n is 2^BITS - n modulo 2^BITS.
        let threshold = match W::BITS {
            64 => bound.wrapping_neg() % bound,
            33.. => (1 << W::BITS) % bound,
            32 => (n.get().wrapping_neg() % n).into(),
            _ => ((1u32 << W::BITS) % n).into(),
        };
        loop {
            let word = words.next_word();
            if word.into() >= threshold {
                return word.remainder(n);
            }
        }
    }

    fn weight(_bits: u32, n: NonZeroU32, outcome: u32) -> Weight {
        Weight {
            count: u128::from(outcome < n.get()),
            total: u128::from(n.get()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source of words of `BITS` bits that counts up from this one.
    struct Narrow<const BITS: u32>(u32);

    impl<const BITS: u32> Words for Narrow<BITS> {
        type Word = u32;
        const BITS: u32 = BITS;

        fn next_word(&mut self) -> u32 {
            self.0 += 1;
            self.0 - 1
        }
    }

    /// The same, with words of type `u64`.
    struct Wide<const BITS: u32>(u64);

    impl<const BITS: u32> Words for Wide<BITS> {
        type Word = u64;
        const BITS: u32 = BITS;

        fn next_word(&mut self) -> u64 {
            self.0 += 1;
            self.0 - 1
        }
    }

    /// Compares the rule's weights with counts over every word of 10 bits.
    fn weights_equal_counts<B: Bounding>() {
        for n in (1..=1100).filter_map(NonZeroU32::new) {
            let (mut words, mut wide) = (Narrow::<10>(0), Wide::<10>(0));
            let mut counts = [0u64; 1101];
            while words.0 < 1 << 10 {
                let outcome = B::bound(&mut words, n);
                assert_eq!(B::bound(&mut wide, n), outcome);
                counts[outcome as usize] += 1;
            }
            for (outcome, &count) in counts.iter().enumerate() {
                let weight = B::weight(10, n, outcome as u32);
                assert_eq!(
                    weight.count << 10,
                    u128::from(count) * weight.total,
                    "{outcome} of {n}"
                );
            }
        }
    }

    #[test]
    fn every_outcome_comes_as_often_as_its_weight_says() {
        weights_equal_counts::<Modulo>();
        weights_equal_counts::<Scaled>();
        weights_equal_counts::<LowBits<14>>();
        weights_equal_counts::<LowBits<5>>();
    }

    #[test]
    fn threshold_gives_every_outcome_equally_often() {
        for n in (1..=1 << 10).filter_map(NonZeroU32::new) {
            let mut counts = [0u64; 1 << 10];
            let kept = (1 << 10) / n.get() * n.get();
            let mut words = Narrow::<10>(0);
            for _ in 0..kept {
                counts[Threshold::bound(&mut words, n) as usize] += 1;
            }
            assert_eq!(words.0, 1 << 10, "all words are used up");
            let (first, rest) = counts.split_at(n.get() as usize);
            assert!(
                first
                    .iter()
                    .all(|&count| count == u64::from(kept / n.get()))
            );
            assert!(rest.iter().all(|&count| count == 0));
            assert_eq!(
                Threshold::weight(10, n, n.get() - 1),
                Weight {
                    count: 1,
                    total: u128::from(n.get())
                }
            );
            assert_eq!(Threshold::weight(10, n, n.get()).count, 0);
        }
    }

    #[test]
    fn threshold_keeps_a_multiple_of_the_bound_of_all_32_bit_words() {
        for (n, least) in [
            (1, 0_u32),
            (3, 1),
            (6, 4),
            (1 << 31, 0),
            ((1 << 31) + 1, (1 << 31) - 1),
            (u32::MAX, 1),
        ] {
            let n = NonZeroU32::new(n).unwrap();
            let mut words = Narrow::<32>(least.saturating_sub(3));
            assert_eq!(Threshold::bound(&mut words, n), least % n, "below {n}");
            assert_eq!(
                words.0,
                least + 1,
                "below {n} the first word that is kept is {least}"
            );
        }
    }

    #[test]
    #[should_panic(expected = "words of 10 bits cannot give a number below 1025")]
    fn threshold_refuses_a_bound_it_could_never_meet() {
        Threshold::bound(&mut Narrow::<10>(0), NonZeroU32::new(1025).unwrap());
    }

    #[test]
    fn rules_read_all_bits_of_wide_words() {
        let ten = NonZeroU32::new(10).unwrap();
        assert_eq!(Modulo::bound(&mut Wide::<64>(u64::MAX - 1), ten), 4);
        assert_eq!(
            LowBits::<14>::bound(&mut Wide::<64>((1 << 40) + 13), ten),
            3
        );
        assert_eq!(Scaled::bound(&mut Wide::<64>(u64::MAX - 1), ten), 9);
        assert_eq!(Scaled::bound(&mut Wide::<40>(1 << 39), ten), 5);
        // 2^64 and 2^40 leave 6 when divided by 10: the words 0 to 5 are discarded.
        assert_eq!(Threshold::bound(&mut Wide::<64>(0), ten), 6);
        assert_eq!(Threshold::bound(&mut Wide::<40>(0), ten), 6);
    }
}
