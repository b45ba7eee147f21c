//! The overhand shuffle: the deck is cut at random gaps, and the packets are put down in reverse order.
//!
//! Each of the `n - 1` gaps between neighbours is cut with the same probability, independently; within a packet the order
//! stays. One shuffle makes `2^(n-1)` arrangements; it takes about `n^2 log n` shuffles to mix. Source: Pemantle,
//! *Randomization time for the overhand shuffle*, 1989.
//!
//! ```
//! use exact::shuffles::overhand::overhand;
//! use exact::BigRational;
//!
//! let half = BigRational::new(1.into(), 2.into());
//! let deck = overhand(4, &half, 1)?;
//! assert_eq!(deck.probability(&[2, 3, 0, 1])?.to_string(), "1/8");
//! # Ok::<(), exact::Error>(())
//! ```

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Signed};

use super::deck::{Deck, MOST_CARDS, Move};
use crate::Error;

/// `cards` cards after so many shuffles; each gap is cut with probability `cut`.
///
/// # Errors
/// [`Error::NotADistribution`] if `cut` is not between 0 and 1, [`Error::NoOutcomes`] if there are no cards,
/// [`Error::BeyondLimit`] beyond [`MOST_CARDS`].
pub fn overhand(cards: usize, cut: &BigRational, shuffles: u32) -> Result<Deck, Error> {
    if cut.is_negative() || *cut > BigRational::one() {
        return Err(Error::NotADistribution);
    }
    let deck = Deck::ordered(cards)?;
    let moves: Vec<Move> = (0..1 << (cards - 1)).map(|cuts| packets(cards, cuts, cut)).collect();
    (0..shuffles).try_fold(deck, |deck, _| deck.step(&moves))
}

/// The move that cuts after each place whose bit is set in `cuts`.
fn packets(cards: usize, cuts: u32, cut: &BigRational) -> Move {
    const _: () = assert!(MOST_CARDS <= 32, "the cuts are bits");
    let gaps = cards as u32 - 1;
    let (taken, left) = (cut.numer().magnitude(), (cut.denom() - cut.numer()).magnitude().clone());
    let weight: BigUint = taken.pow(cuts.count_ones()) * left.pow(gaps - cuts.count_ones());
    let places: Vec<usize> = (0..cards).collect();
    // Neighbours stay together where no cut is between them.
    let packets: Vec<&[usize]> = places.chunk_by(|&before, _| cuts >> before & 1 == 0).collect();
    Move::of(packets.into_iter().rev().flatten().copied().collect(), weight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::{Limits, Rule, explore};
    use generators::draw::Draw;
    use num_traits::Zero;
    use std::num::NonZeroU32;

    fn fraction(numerator: u32, denominator: u32) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    /// Cards dealt one by one from the top onto a packet, which is put on top of those before when a gap is cut.
    fn dealt(draws: &mut impl Draw, deck: &[usize], cut: u32, of: NonZeroU32) -> Vec<usize> {
        let (mut pile, mut packet) = (Vec::new(), Vec::new());
        for (place, &card) in deck.iter().enumerate() {
            packet.push(card);
            if place + 1 < deck.len() && draws.draw(of) < cut {
                packet.append(&mut pile);
                pile = std::mem::take(&mut packet);
            }
        }
        packet.append(&mut pile);
        packet
    }

    #[test]
    fn cards_dealt_one_by_one_come_with_the_same_probabilities() {
        let three = NonZeroU32::new(3).unwrap();
        for (cards, shuffles) in [(1, 1), (2, 2), (4, 1), (6, 1), (4, 2)] {
            let explored = explore(&Rule::ideal(), &Limits::default(), |draws| {
                (0..shuffles).fold((0..cards).collect::<Vec<usize>>(), |deck, _| dealt(draws, &deck, 1, three))
            });
            let deck = overhand(cards, &fraction(1, 3), shuffles).unwrap();
            let explored = explored.unwrap();
            assert_eq!(
                explored.variation_from_uniform((1..=cards).product()).unwrap(),
                deck.outcomes().total_variation()
            );
            for (items, probability) in explored.probabilities() {
                assert_eq!(deck.probability(items).unwrap(), probability, "{items:?}");
            }
        }
    }

    #[test]
    fn no_cut_leaves_the_deck_and_all_cuts_turn_it_around() {
        assert!(overhand(5, &fraction(0, 1), 3).unwrap().probability(&[0, 1, 2, 3, 4]).unwrap().is_one());
        assert!(overhand(5, &fraction(1, 1), 3).unwrap().probability(&[4, 3, 2, 1, 0]).unwrap().is_one());
    }

    #[test]
    fn each_set_of_cuts_makes_another_arrangement() {
        let deck = overhand(8, &fraction(1, 2), 1).unwrap();
        let came = deck.distribution().numerators().iter().filter(|weight| !weight.is_zero()).count();
        assert_eq!(came, 128);
    }

    #[test]
    fn shuffling_on_never_leads_away_from_uniform() {
        let distances: Vec<_> = (0..12)
            .map(|shuffles| overhand(5, &fraction(1, 2), shuffles).unwrap().outcomes().total_variation())
            .collect();
        assert!(distances.is_sorted_by(|earlier, later| earlier >= later) && distances[11] < fraction(1, 10));
    }

    #[test]
    fn what_is_no_probability_or_too_large_is_refused() {
        assert_eq!(overhand(4, &fraction(4, 3), 1).unwrap_err(), Error::NotADistribution);
        assert_eq!(overhand(4, &-fraction(1, 3), 1).unwrap_err(), Error::NotADistribution);
        assert_eq!(overhand(0, &fraction(1, 3), 1).unwrap_err(), Error::NoOutcomes);
        assert!(matches!(overhand(9, &fraction(1, 3), 1), Err(Error::BeyondLimit { .. })));
    }
}
