//! The riffle shuffle of Gilbert, Shannon and Reeds: the deck is cut in two about the middle and the parts are let fall
//! together at random.
//!
//! After `k` shuffles an arrangement with `r` rising sequences has probability `C(2^k + n - r, n) / 2^(nk)`, and there are as
//! many of those as the Eulerian number counts with `r - 1` descents. So `n` classes describe all `n!` arrangements, for any
//! number of cards. Source: Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, 1992.
//!
//! ```
//! use exact::rational::decimal;
//! use exact::shuffles::riffle::riffle;
//!
//! assert_eq!(decimal(&riffle(52, 10)?.total_variation(), 3), "0.043");
//! # Ok::<(), exact::Error>(())
//! ```

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::Error;
use crate::classes::{Class, Outcomes};
use crate::counting::binomial;

/// The most cards: the numbers grow with them.
pub const MOST_CARDS: usize = 1000;

/// The most shuffles, for the same reason.
pub const MOST_SHUFFLES: u32 = 1000;

/// `cards` cards after so many shuffles: a class for each number of rising sequences, from one on.
///
/// # Errors
/// [`Error::NoOutcomes`] if there are no cards, [`Error::BeyondLimit`] beyond [`MOST_CARDS`] or [`MOST_SHUFFLES`].
pub fn riffle(cards: usize, shuffles: u32) -> Result<Outcomes, Error> {
    if cards > MOST_CARDS {
        return Err(Error::BeyondLimit { what: "cards", asked: cards as u64, limit: MOST_CARDS as u64 });
    }
    if shuffles > MOST_SHUFFLES {
        return Err(Error::BeyondLimit { what: "shuffles", asked: shuffles.into(), limit: MOST_SHUFFLES.into() });
    }
    let sequences = eulerian(cards).into_iter().zip(1_usize..);
    let class = |(outcomes, rising): (BigUint, usize)| Class {
        outcomes,
        weight: binomial(&((BigUint::one() << shuffles) + (cards - rising)), cards),
    };
    Outcomes::new(sequences.map(class).collect())
}

/// How many arrangements of `n` cards have 0, 1, ..., n - 1 descents; none if there are no cards.
fn eulerian(n: usize) -> Vec<BigUint> {
    // The next card may be put into the descents and at the end, or anywhere else for one descent more.
    (1..=n).fold(Vec::new(), |row: Vec<BigUint>, cards| {
        if cards == 1 {
            return vec![BigUint::one()];
        }
        let of = |descents: usize| row.get(descents).cloned().unwrap_or_else(BigUint::zero);
        (0..cards)
            .map(|descents| of(descents) * (descents + 1) + of(descents.wrapping_sub(1)) * (cards - descents))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::factorial;
    use crate::rational::{decimal, ratio};
    use crate::shuffles::deck::{Deck, Move};

    /// Bayer and Diaconis 1992, table 1: 52 cards, 1 to 10 shuffles.
    #[test]
    fn fifty_two_cards_are_at_the_published_distances() {
        let published = ["1.000", "1.000", "1.000", "1.000", "0.924", "0.614", "0.334", "0.167", "0.085", "0.043"];
        for (shuffles, expected) in (1..).zip(published) {
            assert_eq!(decimal(&riffle(52, shuffles).unwrap().total_variation(), 3), expected, "{shuffles} shuffles");
        }
    }

    /// Each card comes from one of two parts by a fair bit: all `2^n` sequences of bits.
    fn moves(cards: usize) -> Vec<Move> {
        let of_bits = |bits: u32| {
            let (mut top, mut bottom) = (0, cards - bits.count_ones() as usize);
            let from = (0..cards).map(|place| {
                let part = if bits >> place & 1 == 0 { &mut top } else { &mut bottom };
                *part += 1;
                *part - 1
            });
            Move::new(from.collect(), 1_u32).unwrap()
        };
        (0..1 << cards).map(of_bits).collect()
    }

    fn rising_sequences(arrangement: &[usize]) -> usize {
        let place = |card| arrangement.iter().position(|&other| other == card).unwrap();
        1 + (1..arrangement.len()).filter(|&card| place(card) < place(card - 1)).count()
    }

    #[test]
    fn the_closed_form_equals_all_cuts_and_all_ways_to_fall() {
        for cards in 1..=6 {
            let moves = moves(cards);
            let mut deck = Deck::ordered(cards).unwrap();
            for shuffles in 0..=4 {
                let closed = riffle(cards, shuffles).unwrap();
                assert_eq!(closed.total_variation(), deck.outcomes().total_variation(), "{cards} cards, {shuffles}");
                assert_eq!(closed.separation(), deck.outcomes().separation(), "{cards} cards, {shuffles}");
                for arrangement in [(0..cards).collect(), (0..cards).rev().collect::<Vec<_>>()] {
                    let class = &closed.classes()[rising_sequences(&arrangement) - 1];
                    let expected = ratio(class.weight.clone(), closed.total().clone());
                    assert_eq!(deck.probability(&arrangement).unwrap(), expected);
                }
                deck = deck.step(&moves).unwrap();
            }
        }
    }

    #[test]
    fn the_weights_sum_to_all_sequences_of_bits() {
        for (cards, shuffles) in [(1, 3), (5, 2), (52, 7)] {
            let outcomes = riffle(cards, shuffles).unwrap();
            assert_eq!(outcomes.total(), &(BigUint::one() << (cards as u32 * shuffles)));
            assert_eq!(outcomes.outcomes(), factorial(cards));
        }
    }

    #[test]
    fn eulerian_numbers_are_the_published_ones() {
        // OEIS A008292.
        assert_eq!(eulerian(5), [1_u32, 26, 66, 26, 1].map(BigUint::from));
        assert_eq!(eulerian(0), []);
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert_eq!(riffle(0, 3).unwrap_err(), Error::NoOutcomes);
        assert!(matches!(riffle(1001, 3), Err(Error::BeyondLimit { what: "cards", .. })));
        assert!(matches!(riffle(52, 1001), Err(Error::BeyondLimit { what: "shuffles", .. })));
    }
}
