//! Few cards, followed through all their arrangements.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{MOST_FOLLOWED, check_limits};
use crate::collisions::{OutcomeClass, Outcomes};
use crate::counting::factorial;
use crate::error::Error;
use crate::rational::ratio;

/// All arrangements of a few cards that can come, each with its weight: at each place the card that lies there, from 0.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Arrangements {
    cards: usize,
    weights: BTreeMap<Vec<usize>, BigUint>,
}

/// Two places, which may be the same, whose cards are swapped.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Swap {
    /// One place.
    pub i: usize,
    /// The other place.
    pub j: usize,
    /// The chance of this swap among those of a step.
    pub chance: BigRational,
}

impl Arrangements {
    /// Cards in order.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] without cards, [`Error::BeyondLimit`] beyond [`MOST_FOLLOWED`].
    pub fn in_order(cards: usize) -> Result<Self, Error> {
        Self::new(cards, [((0..cards).collect(), BigUint::one())].into())
    }

    /// Arrangements with these weights.
    pub(super) fn new(cards: usize, weights: BTreeMap<Vec<usize>, BigUint>) -> Result<Self, Error> {
        check_limits(cards, MOST_FOLLOWED, 1)?;
        Ok(Self { cards, weights })
    }

    /// One of these swaps is made.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn swap(&mut self, swaps: &[Swap]) {
        let mut common = BigUint::one();
        for swap in swaps {
            common = common.lcm(swap.chance.denom().magnitude());
        }
        let mut next = BTreeMap::new();
        for Swap { i, j, chance } in swaps {
            let times = chance.numer().magnitude() * (&common / chance.denom().magnitude());
            for (order, weight) in &self.weights {
                let mut order = order.clone();
                order.swap(*i, *j);
                *next.entry(order).or_insert_with(BigUint::zero) += weight * &times;
            }
        }
        self.weights = next;
    }

    /// One of these moves is made, all equally likely: after a move place `i` holds the card that lay in the place that the
    /// move has at `i`.
    pub(super) fn rearrange(&mut self, moves: &[Vec<usize>]) {
        let mut next = BTreeMap::new();
        for (order, weight) in &self.weights {
            for places in moves {
                let moved = places.iter().map(|&place| order[place]).collect();
                *next.entry(moved).or_insert_with(BigUint::zero) += weight;
            }
        }
        self.weights = next;
    }

    /// The arrangements that can come, in the order of dictionaries, and their weights.
    pub fn weights(&self) -> impl Iterator<Item = (&[usize], &BigUint)> {
        self.weights
            .iter()
            .map(|(order, weight)| (&order[..], weight))
    }

    /// The arrangements that can come, in the order of dictionaries, and their chances.
    pub fn chances(&self) -> impl Iterator<Item = (&[usize], BigRational)> {
        let total = self.total();
        self.weights()
            .map(move |(order, weight)| (order, ratio(weight.clone(), total.clone())))
    }

    /// The chance of an arrangement.
    pub fn chance(&self, order: &[usize]) -> BigRational {
        let weight = self.weights.get(order).cloned().unwrap_or_default();
        ratio(weight, self.total())
    }

    fn total(&self) -> BigUint {
        self.weights.values().sum()
    }

    /// The chance that the card of each place lands in each place, a row for each card.
    pub fn places(&self) -> Vec<Vec<BigRational>> {
        let mut sums = vec![vec![BigUint::zero(); self.cards]; self.cards];
        for (order, weight) in &self.weights {
            for (place, &card) in order.iter().enumerate() {
                sums[card][place] += weight;
            }
        }
        let total = self.total();
        let mut places = Vec::new();
        for row in sums {
            let chances = row.into_iter().map(|sum| ratio(sum, total.clone()));
            places.push(chances.collect());
        }
        places
    }

    /// All arrangements by their weights, those that never come with weight 0.
    ///
    /// # Errors
    /// None for arrangements that were followed: one of them always comes.
    pub fn outcomes(&self) -> Result<Outcomes, Error> {
        let never = factorial(self.cards) - self.weights.len();
        let mut counts = BTreeMap::from([(BigUint::zero(), never)]);
        for weight in self.weights.values() {
            *counts.entry(weight.clone()).or_default() += 1_u32;
        }
        let mut classes = Vec::new();
        for (weight, outcomes) in counts {
            classes.push(OutcomeClass { outcomes, weight });
        }
        Outcomes::new(classes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{never_itself, sattolo, sattolo_places};
    use super::*;

    /// Five cards, each place from the last swapped with any: 47 of 3125 ways give 31254, and 16 give 23451, with cards and
    /// places from 1. Source: the page "Fisher-Yates theory" of a card game's forum.
    #[test]
    fn naive_shuffle_from_the_end_has_the_published_weights() {
        let mut law = Arrangements::in_order(5).unwrap();
        for i in (0..5).rev() {
            let swap = |j| Swap {
                i,
                j,
                chance: ratio(1, 5),
            };
            law.swap(&[0, 1, 2, 3, 4].map(swap));
        }
        assert_eq!(law.chance(&[2, 0, 1, 4, 3]).to_string(), "47/3125");
        assert_eq!(law.chance(&[1, 2, 3, 4, 0]).to_string(), "16/3125");
    }

    #[test]
    fn cycles_that_are_followed_are_those_of_the_formulas() {
        let mut cycles = Arrangements::in_order(5).unwrap();
        for i in (1..5).rev() {
            let swap = |j| Swap {
                i,
                j,
                chance: ratio(1, i),
            };
            cycles.swap(&(0..i).map(swap).collect::<Vec<_>>());
        }
        assert_eq!(cycles.places(), sattolo_places(5));
        let (followed, stated) = (cycles.outcomes().unwrap(), sattolo(5).unwrap());
        assert_eq!(followed.total_variation(), stated.total_variation());
    }

    /// Five swaps of two different cards make an odd arrangement: 60 of 120.
    #[test]
    fn half_of_the_arrangements_never_come_if_no_place_is_swapped_with_itself() {
        assert_eq!(never_itself(5).unwrap().weights().count(), 60);
        assert_eq!(never_itself(1).unwrap_err(), Error::NoOutcomes);
    }
}
