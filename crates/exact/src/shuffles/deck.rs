//! A few cards, with the probability of each of their arrangements.
//!
//! A step of a shuffle is a list of moves, one of which is made at random. Integers over the product of all steps' total
//! weights; a step costs a product for each arrangement and move.
//!
//! ```
//! use exact::shuffles::deck::{Deck, Move};
//!
//! let stay = Move::new(vec![0, 1], 3_u32)?;
//! let swap = Move::new(vec![1, 0], 1_u32)?;
//! let deck = Deck::ordered(2)?.step(&[stay, swap])?;
//! assert_eq!(deck.probability(&[1, 0])?.to_string(), "1/4");
//! # Ok::<(), exact::Error>(())
//! ```

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::classes::Outcomes;
use crate::partitions::Partition;
use crate::rational::ratio;
use crate::{Distribution, Error};

/// The most cards of which all arrangements are kept: 40,320 of 8.
pub const MOST_CARDS: usize = 8;

/// One of the moves of a step, with its weight among them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Move {
    from: Vec<usize>,
    weight: BigUint,
}

impl Move {
    /// The move after which place `i` holds the card that lay in place `from[i]`.
    ///
    /// # Errors
    /// [`Error::NotAPermutation`].
    pub fn new(from: Vec<usize>, weight: impl Into<BigUint>) -> Result<Self, Error> {
        Partition::cycle_type(&from).ok_or(Error::NotAPermutation(from.len()))?;
        Ok(Self { from, weight: weight.into() })
    }

    /// Two places, below `cards`, swapped.
    pub(super) fn swap(cards: usize, i: usize, j: usize, weight: impl Into<BigUint>) -> Self {
        let mut from: Vec<usize> = (0..cards).collect();
        from.swap(i, j);
        Self { from, weight: weight.into() }
    }

    /// The move from these places, which are a permutation.
    pub(super) fn of(from: Vec<usize>, weight: BigUint) -> Self {
        Self { from, weight }
    }
}

/// The distribution over all arrangements.
#[derive(Clone, Debug)]
pub struct Deck {
    cards: usize,
    /// For each arrangement, by [`rank`].
    weights: Vec<BigUint>,
    denominator: BigUint,
}

impl Deck {
    /// Cards in order.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if there are none, [`Error::BeyondLimit`] beyond [`MOST_CARDS`].
    pub fn ordered(cards: usize) -> Result<Self, Error> {
        if cards == 0 {
            return Err(Error::NoOutcomes);
        }
        if cards > MOST_CARDS {
            return Err(Error::BeyondLimit { what: "cards", asked: cards as u64, limit: MOST_CARDS as u64 });
        }
        let mut weights = vec![BigUint::zero(); (1..=cards).product()];
        weights[0] = BigUint::one();
        Ok(Self { cards, weights, denominator: BigUint::one() })
    }

    /// The cards after one of `moves`, drawn by weight, whatever happened before.
    ///
    /// # Errors
    /// [`Error::ZeroTotal`] if the moves weigh nothing, [`Error::NotAPermutation`] if one moves another number of cards.
    pub fn step(&self, moves: &[Move]) -> Result<Self, Error> {
        let total: BigUint = moves.iter().map(|one| &one.weight).sum();
        if total.is_zero() {
            return Err(Error::ZeroTotal);
        }
        if moves.iter().any(|one| one.from.len() != self.cards) {
            return Err(Error::NotAPermutation(self.cards));
        }
        let mut weights = vec![BigUint::zero(); self.weights.len()];
        let mut moved = vec![0; self.cards];
        for (before, weight) in self.weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
            let arrangement = unrank(before, self.cards);
            for one in moves {
                for (card, &from) in moved.iter_mut().zip(&one.from) {
                    *card = arrangement[from];
                }
                weights[rank(&moved)] += weight * &one.weight;
            }
        }
        Ok(Self { cards: self.cards, weights, denominator: &self.denominator * total })
    }

    /// The probability of one arrangement.
    ///
    /// # Errors
    /// [`Error::NotAPermutation`] if it is none of these cards.
    pub fn probability(&self, arrangement: &[usize]) -> Result<BigRational, Error> {
        let is_one = arrangement.len() == self.cards && Partition::cycle_type(arrangement).is_some();
        let rank = is_one.then(|| rank(arrangement)).ok_or(Error::NotAPermutation(self.cards))?;
        Ok(ratio(self.weights[rank].clone(), self.denominator.clone()))
    }

    /// The probability of all even arrangements together.
    pub fn even(&self) -> BigRational {
        let is_even = |arrangement: &[usize]| Partition::cycle_type(arrangement).is_some_and(|cycles| cycles.is_even());
        let weights = self.weights.iter().enumerate().filter(|&(rank, _)| is_even(&unrank(rank, self.cards)));
        ratio(weights.map(|(_, weight)| weight).sum(), self.denominator.clone())
    }

    /// The probabilities of all arrangements, in lexicographic order.
    ///
    /// # Panics
    /// Never: the weights sum to the denominator.
    pub fn distribution(&self) -> Distribution {
        Distribution::new(self.weights.clone()).expect("the weights sum to the denominator")
    }

    /// The arrangements classed by weight, with the distances of all of them to the uniform distribution.
    pub fn outcomes(&self) -> Outcomes {
        Outcomes::of(&self.distribution())
    }
}

/// The place of an arrangement among all, in lexicographic order, by Lehmer's code.
fn rank(arrangement: &[usize]) -> usize {
    let mut seen = 0_u32;
    arrangement.iter().enumerate().fold(0, |rank, (place, &card)| {
        let smaller_before = (seen & ((1 << card) - 1)).count_ones() as usize;
        seen |= 1 << card;
        rank * (arrangement.len() - place) + card - smaller_before
    })
}

fn unrank(rank: usize, cards: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..cards).collect();
    let mut rank = rank;
    let digits: Vec<usize> = (1..=cards).map(|base| (rank % base, rank /= base).0).collect();
    digits.into_iter().rev().map(|digit| left.remove(digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_lexicographic_order() {
        for cards in 1..=6 {
            let all: Vec<_> = (0..(1..=cards).product()).map(|rank| unrank(rank, cards)).collect();
            assert!(all.is_sorted_by(|a, b| a < b) && all[0].is_sorted(), "{cards} cards");
            assert!(all.iter().enumerate().all(|(at, arrangement)| rank(arrangement) == at), "{cards} cards");
        }
    }

    #[test]
    fn a_move_takes_the_card_from_the_place_it_names() {
        let turn = Move::new(vec![1, 2, 0], 5_u32).unwrap();
        let deck = Deck::ordered(3).unwrap().step(std::slice::from_ref(&turn)).unwrap();
        assert!(deck.probability(&[1, 2, 0]).unwrap().is_one());
        let twice = deck.step(&[turn]).unwrap();
        assert!(twice.probability(&[2, 0, 1]).unwrap().is_one() && twice.even().is_one());
    }

    #[test]
    fn random_transpositions_are_those_of_the_characters() {
        let pairs = |cards| (0..cards).flat_map(move |i| (0..cards).map(move |j| Move::swap(cards, i, j, 1_u32)));
        for cards in 1..=6 {
            let moves: Vec<Move> = pairs(cards).collect();
            let walk = crate::transpositions::RandomTranspositions::new(cards).unwrap();
            let mut deck = Deck::ordered(cards).unwrap();
            for after in walk.steps().take(6) {
                let outcomes = deck.outcomes();
                assert_eq!(outcomes.total_variation(), after.total_variation());
                assert_eq!(outcomes.separation(), after.separation());
                let (deck_stakes, stakes) = (outcomes.stakes(), after.permutations().stakes());
                assert_eq!(deck_stakes.chi_square_per_draw, stakes.chi_square_per_draw);
                deck = deck.step(&moves).unwrap();
            }
        }
    }

    #[test]
    fn what_is_no_move_or_no_deck_is_refused() {
        assert_eq!(Move::new(vec![0, 0], 1_u32), Err(Error::NotAPermutation(2)));
        assert_eq!(Deck::ordered(0).unwrap_err(), Error::NoOutcomes);
        assert!(matches!(Deck::ordered(9), Err(Error::BeyondLimit { asked: 9, limit: 8, .. })));
        let deck = Deck::ordered(2).unwrap();
        assert_eq!(deck.step(&[]).unwrap_err(), Error::ZeroTotal);
        assert_eq!(deck.step(&[Move::swap(3, 0, 1, 1_u32)]).unwrap_err(), Error::NotAPermutation(2));
        assert_eq!(deck.probability(&[1, 1]), Err(Error::NotAPermutation(2)));
    }
}
