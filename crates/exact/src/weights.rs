//! How often a bounding rule gives each outcome: integer counts of equally likely words.
//!
//! A bounding rule turns a word into an outcome 0..n. If all words are equally likely, the rule is described exactly
//! by how many words give each outcome. Units: words. Source: Knuth, *The Art of Computer Programming* 2, section 3.4.1
//! (random integers from the bits of a word).
//!
//! [`Weights::of_rule`] asks a bounding rule of the crate `generators` for its counts; nothing else in this crate needs to
//! know a rule.
//!
//! ```
//! use roguelab_exact::Weights;
//!
//! // Rogue's get_rand(0, 13): the low 14 bits of a word, remainder by 14.
//! let weights = Weights::low_bits(14, 14)?;
//! assert_eq!(weights.total(), 16384);
//! assert_eq!((weights.max(), weights.min()), (1171, 1170));
//! assert_eq!(weights.probability(13).to_string(), "585/8192");
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

use std::num::NonZeroU32;

use generators::bounding::Bounding;
use num_rational::BigRational;

use crate::error::Error;
use crate::rational::ratio;

/// Counts of equally likely words: outcome `i` is given by `counts()[i]` of the `total()` words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    counts: Vec<u128>,
    total: u128,
}

/// The most outcomes of a draw whose weights are kept, one for each.
pub const MOST_OUTCOMES: u64 = 1 << 24;

fn check_limit(outcomes: u64) -> Result<(), Error> {
    if outcomes > MOST_OUTCOMES {
        return Err(Error::BeyondLimit {
            what: "outcomes",
            requested: outcomes,
            limit: MOST_OUTCOMES,
        });
    }
    Ok(())
}

impl Weights {
    /// Weights from the number of words that give each outcome.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if `counts` is empty, [`Error::ZeroTotal`] if all are zero, [`Error::TotalTooLarge`] if
    /// the sum exceeds a `u128`.
    pub fn new(counts: Vec<u128>) -> Result<Self, Error> {
        if counts.is_empty() {
            return Err(Error::NoOutcomes);
        }
        let total = counts
            .iter()
            .try_fold(0_u128, |sum, &count| sum.checked_add(count))
            .ok_or(Error::TotalTooLarge)?;
        if total == 0 {
            Err(Error::ZeroTotal)
        } else {
            Ok(Self { counts, total })
        }
    }

    /// One word for each of `n` outcomes: the ideal draw.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if `n` is zero, [`Error::BeyondLimit`] above [`MOST_OUTCOMES`].
    pub fn uniform(n: usize) -> Result<Self, Error> {
        check_limit(n as u64)?;
        Self::new(vec![1; n])
    }

    /// The weights of a bounding rule over all words of `bits` bits, for a bound of `n`.
    ///
    /// # Errors
    /// [`Error::WordBits`] if `bits` is not 1 to 64; [`Error::BeyondLimit`] above [`MOST_OUTCOMES`]; [`Error::ZeroTotal`] or [`Error::TotalTooLarge`] if the rule's own
    /// counts have no sum that fits.
    pub fn of_rule<B: Bounding>(bits: u32, n: NonZeroU32) -> Result<Self, Error> {
        if !(1..=64).contains(&bits) {
            return Err(Error::WordBits(bits));
        }
        check_limit(n.get().into())?;
        Self::new(
            (0..n.get())
                .map(|outcome| B::weight(bits, n, outcome).count)
                .collect(),
        )
    }

    /// How often `(word & (2^bits - 1)) % n` gives each of `n` outcomes, all masked words being equally likely.
    ///
    /// With `2^bits = q*n + r`, the first `r` outcomes have `q + 1` words and the rest `q`; if `n` exceeds `2^bits`
    /// the outcomes from `2^bits` on have none.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if `n` is zero, [`Error::TooManyBits`] if `bits` exceeds 127, [`Error::BeyondLimit`] above
    /// [`MOST_OUTCOMES`].
    pub fn low_bits(bits: u32, n: usize) -> Result<Self, Error> {
        if bits > 127 {
            return Err(Error::TooManyBits(bits));
        }
        check_limit(n as u64)?;
        let words = 1_u128 << bits;
        let divisor = n as u128;
        let quotient = words.checked_div(divisor).ok_or(Error::NoOutcomes)?;
        Self::new(
            (0..divisor)
                .map(|outcome| quotient + u128::from(outcome < words % divisor))
                .collect(),
        )
    }

    /// Words per outcome.
    pub fn counts(&self) -> &[u128] {
        &self.counts
    }

    /// All words together.
    pub fn total(&self) -> u128 {
        self.total
    }

    /// The number of outcomes, those of weight zero included.
    pub fn outcomes(&self) -> usize {
        self.counts.len()
    }

    /// Probability of one outcome.
    ///
    /// # Panics
    /// If `outcome` is not below [`Weights::outcomes`].
    pub fn probability(&self, outcome: usize) -> BigRational {
        ratio(self.counts[outcome], self.total)
    }

    /// Words of the most frequent outcome.
    pub fn max(&self) -> u128 {
        self.counts.iter().copied().fold(0, u128::max)
    }

    /// Words of the least frequent outcome.
    pub fn min(&self) -> u128 {
        self.counts.iter().copied().fold(u128::MAX, u128::min)
    }
}

#[cfg(test)]
mod tests {
    use generators::bounding::LowBits;

    use super::*;

    #[test]
    fn low_bits_counts_every_masked_word() {
        for bits in 0..=10 {
            for n in 1..=40_usize {
                let mut counted = vec![0; n];
                for word in 0..1_usize << bits {
                    counted[word % n] += 1;
                }
                assert_eq!(
                    Weights::low_bits(bits, n).unwrap().counts(),
                    counted,
                    "{bits} bits mod {n}"
                );
            }
        }
    }

    #[test]
    fn more_outcomes_than_memory_holds_are_refused() {
        let refused =
            |weights: Result<Weights, Error>| matches!(weights, Err(Error::BeyondLimit { .. }));
        assert_eq!(check_limit(MOST_OUTCOMES), Ok(()));
        for n in [(MOST_OUTCOMES + 1) as usize, 1 << 40, usize::MAX] {
            assert!(
                refused(Weights::uniform(n)) && refused(Weights::low_bits(14, n)),
                "{n}"
            );
        }
        assert!(refused(Weights::of_rule::<LowBits<14>>(
            31,
            std::num::NonZeroU32::MAX
        )));
    }

    #[test]
    fn the_most_bits_are_counted_and_one_more_refused() {
        assert_eq!(Weights::low_bits(127, 3).unwrap().total(), 1 << 127);
        assert_eq!(Weights::low_bits(128, 3), Err(Error::TooManyBits(128)));
    }

    #[test]
    fn words_of_no_bits_and_of_65_are_refused() {
        for bits in [0, 65, u32::MAX] {
            assert_eq!(
                Weights::of_rule::<LowBits<14>>(bits, NonZeroU32::MIN),
                Err(Error::WordBits(bits))
            );
        }
    }

    #[test]
    fn bad_counts_are_refused() {
        assert_eq!(Weights::new(vec![]), Err(Error::NoOutcomes));
        assert_eq!(Weights::uniform(0), Err(Error::NoOutcomes));
        assert_eq!(Weights::low_bits(14, 0), Err(Error::NoOutcomes));
        assert_eq!(Weights::new(vec![0, 0]), Err(Error::ZeroTotal));
        assert_eq!(Weights::new(vec![u128::MAX, 1]), Err(Error::TotalTooLarge));
    }
}
