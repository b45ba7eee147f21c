//! Sattolo's algorithm: as Fisher and Yates's, but a card is never swapped with itself.
//!
//! It makes cyclic arrangements only, each from one sequence of draws: `(n-1)!` of them, uniform among themselves with ideal
//! draws. As a shuffle it never leaves a card where it was, and is `1 - 1/n` from uniform. A cycle of `n` cards is `n - 1`
//! swaps: all arrangements it makes are even or all are odd. Source: Sattolo, *An algorithm to generate a random cyclic
//! permutation*, 1986.
//!
//! ```
//! use exact::shuffles::sattolo::Sattolo;
//! use generators::bounding::Threshold;
//!
//! let cycles = Sattolo::under::<Threshold>(32, 14)?.outcomes()?;
//! assert_eq!(cycles.total_variation().to_string(), "13/14");
//! # Ok::<(), exact::Error>(())
//! ```

use generators::bounding::Bounding;
use num_bigint::BigUint;

use super::deck::{Deck, Move};
use super::fisher_yates::draws_under;
use super::sequences;
use crate::classes::{Class, Outcomes};
use crate::counting::factorial;
use crate::{Error, Weights};

/// The algorithm, by the weights of its draws.
#[derive(Clone, Debug)]
pub struct Sattolo {
    /// Those below 1, 2, ..., n - 1.
    draws: Vec<Weights>,
}

impl Sattolo {
    /// The algorithm on `cards` cards by words of `bits` bits under a bounding rule.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] below two cards, which have no other arrangement or none at all; those of
    /// [`Weights::of_rule`].
    pub fn under<B: Bounding>(bits: u32, cards: u32) -> Result<Self, Error> {
        Ok(Self { draws: draws_under::<B>(bits, cards.saturating_sub(1))? })
    }

    /// All arrangements, classed by weight; those that are no cycle weigh nothing.
    ///
    /// # Errors
    /// [`Error::BeyondLimit`] if there are more classes than [`super::MOST_CLASSES`].
    pub fn outcomes(&self) -> Result<Outcomes, Error> {
        let mut classes = sequences(&self.draws)?;
        let cards = self.draws.len() + 1;
        classes.push(Class { outcomes: factorial(cards) - factorial(cards - 1), weight: BigUint::ZERO });
        Outcomes::new(classes)
    }

    /// The probability of each arrangement.
    ///
    /// # Errors
    /// [`Error::BeyondLimit`] beyond [`super::deck::MOST_CARDS`].
    pub fn deck(&self) -> Result<Deck, Error> {
        let cards = self.draws.len() + 1;
        self.draws.iter().enumerate().rev().try_fold(Deck::ordered(cards)?, |deck, (before, draw)| {
            let swap = |(place, &weight)| Move::swap(cards, before + 1, place, weight);
            deck.step(&draw.counts().iter().enumerate().map(swap).collect::<Vec<_>>())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BigRational;
    use generators::bounding::{LowBits, Threshold};
    use num_traits::{One, Zero};

    #[test]
    fn ideal_draws_give_every_cycle_once_and_nothing_else() {
        for cards in 2..=7_u32 {
            let sattolo = Sattolo::under::<Threshold>(32, cards).unwrap();
            let outcomes = sattolo.deck().unwrap().outcomes();
            let [never, cycles] = outcomes.classes() else { panic!("two classes: {outcomes:?}") };
            assert!(never.weight.is_zero());
            assert_eq!(cycles.outcomes, factorial(cards as usize - 1), "{cards} cards");
            assert_eq!(outcomes.total_variation(), BigRational::new((cards - 1).into(), cards.into()));
            assert!(outcomes.separation().is_one());
        }
    }

    #[test]
    fn all_arrangements_have_the_sign_of_a_cycle() {
        for cards in 2..=6 {
            let even = Sattolo::under::<LowBits<14>>(31, cards).unwrap().deck().unwrap().even();
            assert!(if cards % 2 == 1 { even.is_one() } else { even.is_zero() }, "{cards} cards");
        }
    }

    #[test]
    fn no_card_stays_where_it_was() {
        let deck = Sattolo::under::<LowBits<14>>(31, 4).unwrap().deck().unwrap();
        let stays = |arrangement: &[usize]| deck.probability(arrangement).unwrap().is_zero();
        assert!(stays(&[0, 2, 3, 1]) && stays(&[1, 0, 3, 2]) && !stays(&[1, 2, 3, 0]));
    }

    #[test]
    fn classes_equal_the_list_under_a_biased_rule() {
        for cards in 2..=7 {
            let sattolo = Sattolo::under::<LowBits<4>>(31, cards).unwrap();
            let (listed, classed) = (sattolo.deck().unwrap().outcomes(), sattolo.outcomes().unwrap());
            assert_eq!(classed.total_variation(), listed.total_variation(), "{cards} cards");
            assert_eq!(classed.stakes().largest_ratio, listed.stakes().largest_ratio);
        }
    }

    #[test]
    fn fewer_than_two_cards_are_refused() {
        for cards in [0, 1] {
            assert_eq!(Sattolo::under::<Threshold>(32, cards).unwrap_err(), Error::NoOutcomes);
        }
    }
}
