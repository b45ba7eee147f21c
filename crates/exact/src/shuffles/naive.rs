//! The naive shuffle: each place in turn is swapped with any place, itself and those before included.
//!
//! `n^n` sequences of draws make `n!` arrangements, and from three cards on the first is no multiple of the second: it cannot
//! be uniform. Sources: Knuth, *The Art of Computer Programming* 2, section 3.4.2, exercise 18; Goldstine and Moews,
//! *The identity is the most likely exchange shuffle for large n*, 2000.
//!
//! ```
//! use exact::Weights;
//! use exact::shuffles::naive::naive;
//!
//! let deck = naive(&Weights::uniform(3)?)?;
//! assert_eq!(deck.probability(&[0, 1, 2])?.to_string(), "4/27");
//! assert_eq!(deck.probability(&[0, 2, 1])?.to_string(), "5/27");
//! # Ok::<(), exact::Error>(())
//! ```

use super::deck::{Deck, Move};
use crate::{Error, Weights};

/// As many cards as a draw has outcomes, after `swap(i, draw)` for each place `i` from the first to the last.
///
/// # Errors
/// [`Error::BeyondLimit`] beyond [`super::deck::MOST_CARDS`].
pub fn naive(draw: &Weights) -> Result<Deck, Error> {
    let cards = draw.outcomes();
    (0..cards).try_fold(Deck::ordered(cards)?, |deck, at| {
        let swap = |(place, &weight)| Move::swap(cards, at, place, weight);
        deck.step(&draw.counts().iter().enumerate().map(swap).collect::<Vec<_>>())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::{Limits, Rule, explore};
    use generators::bounding::LowBits;
    use generators::draw::Draw;
    use num_bigint::BigUint;
    use num_traits::{Signed, Zero};
    use std::num::NonZeroU32;

    #[test]
    fn the_explored_loop_gives_the_same_probabilities() {
        let rule = Rule::of::<LowBits<14>>(31).unwrap();
        for cards in 1..=5_u32 {
            let bound = NonZeroU32::new(cards).unwrap();
            let explored = explore(&rule, &Limits::default(), |draws| {
                let mut items: Vec<usize> = (0..cards as usize).collect();
                for at in 0..cards as usize {
                    items.swap(at, draws.draw(bound) as usize);
                }
                items
            });
            let deck = naive(&Weights::low_bits(14, cards as usize).unwrap()).unwrap();
            for (items, probability) in explored.unwrap().probabilities() {
                assert_eq!(deck.probability(items).unwrap(), probability, "{items:?}");
            }
        }
    }

    #[test]
    fn two_cards_are_fair_and_more_are_not() {
        for cards in 1..=8 {
            let deck = naive(&Weights::uniform(cards).unwrap()).unwrap();
            let distribution = deck.distribution();
            assert_eq!(distribution.denominator(), &BigUint::from(cards).pow(cards as u32));
            let distance = deck.outcomes().total_variation();
            assert!(if cards > 2 { distance.is_positive() } else { distance.is_zero() }, "{cards} cards");
        }
    }

    #[test]
    fn eight_cards_take_a_list_and_nine_are_refused() {
        assert!(matches!(naive(&Weights::uniform(9).unwrap()), Err(Error::BeyondLimit { asked: 9, .. })));
    }
}
