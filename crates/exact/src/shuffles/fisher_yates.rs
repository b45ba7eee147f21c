//! Fisher and Yates's shuffle under a bounding rule: the last card is swapped with any, then the last but one, and so on.
//!
//! Every sequence of draws makes another arrangement, and its probability is the product of the draws'. So with ideal draws
//! the shuffle is uniform, and under a rule the arrangements fall into classes of equal products: a rule that gives only two
//! weights to each bound (every remainder does) makes at most `2^(n-1)` of them, and none of the `n!` arrangements needs to
//! be listed. Source: Knuth, *The Art of Computer Programming* 2, section 3.4.2, algorithm P.
//!
//! ```
//! use exact::rational::scientific;
//! use exact::shuffles::fisher_yates::FisherYates;
//! use generators::bounding::LowBits;
//!
//! // 14 cards by Rogue's get_rand.
//! let outcomes = FisherYates::under::<LowBits<14>>(31, 14)?.outcomes()?;
//! assert_eq!(outcomes.outcomes().to_string(), "87178291200");
//! assert_eq!(scientific(&outcomes.total_variation(), 4), "3.549e-4");
//! # Ok::<(), exact::Error>(())
//! ```

use std::num::NonZeroU32;

use generators::bounding::Bounding;

use super::deck::{Deck, Move};
use super::sequences;
use crate::classes::Outcomes;
use crate::{Error, Weights};

/// The shuffle, by the weights of its draws.
#[derive(Clone, Debug)]
pub struct FisherYates {
    /// Those below 1, 2, ..., n: the first is no draw at all.
    draws: Vec<Weights>,
}

impl FisherYates {
    /// The shuffle of `cards` cards by words of `bits` bits under a bounding rule.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if there are no cards; those of [`Weights::of_rule`].
    pub fn under<B: Bounding>(bits: u32, cards: u32) -> Result<Self, Error> {
        Ok(Self { draws: draws_under::<B>(bits, cards)? })
    }

    /// All arrangements, classed by weight.
    ///
    /// # Errors
    /// [`Error::BeyondLimit`] if there are more classes than [`super::MOST_CLASSES`].
    pub fn outcomes(&self) -> Result<Outcomes, Error> {
        Outcomes::new(sequences(&self.draws)?)
    }

    /// The probability of each arrangement.
    ///
    /// # Errors
    /// [`Error::BeyondLimit`] beyond [`super::deck::MOST_CARDS`].
    pub fn deck(&self) -> Result<Deck, Error> {
        let cards = self.draws.len();
        self.draws.iter().enumerate().skip(1).rev().try_fold(Deck::ordered(cards)?, |deck, (last, draw)| {
            let swap = |(place, &weight)| Move::swap(cards, last, place, weight);
            deck.step(&draw.counts().iter().enumerate().map(swap).collect::<Vec<_>>())
        })
    }
}

/// The weights of draws below 1, 2, ..., `most`.
pub(super) fn draws_under<B: Bounding>(bits: u32, most: u32) -> Result<Vec<Weights>, Error> {
    if most == 0 {
        return Err(Error::NoOutcomes);
    }
    (1..=most).filter_map(NonZeroU32::new).map(|bound| Weights::of_rule::<B>(bits, bound)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::{Limits, Rule, explore};
    use generators::bounding::{LowBits, Modulo, Scaled, Threshold};
    use generators::draw::Draw;
    use num_traits::Zero;

    /// Each rule with the shipped loop: the bounds go from n down to 2.
    fn explored<B: Bounding>(bits: u32, cards: u32) -> Vec<(Vec<usize>, crate::BigRational)> {
        let explored = explore(&Rule::of::<B>(bits).unwrap(), &Limits::default(), |draws| {
            let mut items: Vec<usize> = (0..cards as usize).collect();
            for bound in (2..=cards).rev().filter_map(NonZeroU32::new) {
                items.swap(bound.get() as usize - 1, draws.draw(bound) as usize);
            }
            items
        });
        let explored = explored.unwrap();
        explored.probabilities().map(|(items, probability)| (items.clone(), probability)).collect()
    }

    fn agree<B: Bounding>(bits: u32) {
        for cards in 1..=6 {
            let shuffle = FisherYates::under::<B>(bits, cards).unwrap();
            let deck = shuffle.deck().unwrap();
            for (arrangement, probability) in explored::<B>(bits, cards) {
                assert_eq!(deck.probability(&arrangement).unwrap(), probability, "{arrangement:?}");
            }
            let (listed, classed) = (deck.outcomes(), shuffle.outcomes().unwrap());
            assert_eq!(classed.total_variation(), listed.total_variation(), "{cards} cards, {bits} bits");
            assert_eq!(classed.separation(), listed.separation());
            assert_eq!(classed.outcomes(), listed.outcomes());
        }
    }

    #[test]
    fn classes_and_lists_and_the_explored_loop_agree_under_every_rule() {
        agree::<LowBits<14>>(31);
        agree::<Modulo>(15);
        agree::<Modulo>(4);
        agree::<Scaled>(5);
        agree::<Threshold>(32);
    }

    #[test]
    fn ideal_draws_make_all_arrangements_equally_likely() {
        let outcomes = FisherYates::under::<Threshold>(32, 20).unwrap().outcomes().unwrap();
        assert!(outcomes.total_variation().is_zero() && outcomes.classes().len() == 1);
    }

    #[test]
    fn more_bits_bring_the_arrangements_nearer_to_uniform() {
        let distance = |bits| FisherYates::under::<Modulo>(bits, 14).unwrap().outcomes().unwrap().total_variation();
        assert!(distance(31) < distance(15) && distance(15) < distance(8));
    }

    #[test]
    fn seven_and_eight_cards_are_listed_and_nine_are_not() {
        for cards in [7, 8] {
            let shuffle = FisherYates::under::<LowBits<14>>(31, cards).unwrap();
            let listed = shuffle.deck().unwrap().outcomes().total_variation();
            assert_eq!(shuffle.outcomes().unwrap().total_variation(), listed);
        }
        let nine = FisherYates::under::<LowBits<14>>(31, 9).unwrap();
        assert!(matches!(nine.deck(), Err(Error::BeyondLimit { .. })));
    }

    #[test]
    fn no_cards_and_too_many_classes_are_refused() {
        assert_eq!(FisherYates::under::<Modulo>(31, 0).unwrap_err(), Error::NoOutcomes);
        assert_eq!(FisherYates::under::<Modulo>(65, 4).unwrap_err(), Error::WordBits(65));
        let many = FisherYates::under::<Modulo>(31, 40).unwrap().outcomes();
        assert!(matches!(many, Err(Error::BeyondLimit { what: "classes of equal weight", .. })));
    }
}
